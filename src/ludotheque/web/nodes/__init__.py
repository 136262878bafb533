"""Several servers on one PostgreSQL database, each of which is a node.

A match has one owner at a time, the node that plays it: it decides commands, runs clocks and bots.
Every node shows every match. For those of others it reads what was written since it last looked,
woken by a notification of the database, and passes commands on to the owner, once.
"""
