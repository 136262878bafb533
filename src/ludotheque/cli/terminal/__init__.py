"""A match played in the terminal: the session, its screen, its menu, saved matches."""
