"""Benchmarks: the speed of compiled rules, bots and server, and the time to the first move."""
