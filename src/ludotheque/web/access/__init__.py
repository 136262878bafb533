"""Who is asking, how they reach the server, and what they may see of a match."""
