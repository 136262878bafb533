"""Benchmarks: how fast the compiled rules play, and how soon a person gets to move."""
