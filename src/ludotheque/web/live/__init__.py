"""The matches of this server while they are played: in memory, with their bots and their clocks."""
