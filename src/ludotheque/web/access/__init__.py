"""Who is asking, and how the server is reached: addresses, listeners, identity, security.

Nothing in here knows a match.
"""
