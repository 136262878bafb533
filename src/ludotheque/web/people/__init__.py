"""Who plays: what a device remembers of its person, the robots, everybody’s portrait."""
