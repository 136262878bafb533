"""Faults on the real thing: nodes on one PostgreSQL, killed, stopped and cut off in play."""
