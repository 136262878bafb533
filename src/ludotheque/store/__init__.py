"""Matches kept as append-only events, in one SQLite database of a data folder."""
