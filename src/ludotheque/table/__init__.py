"""A match without I/O: seats, versions, commands in, events out, records."""
