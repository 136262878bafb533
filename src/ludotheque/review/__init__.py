"""A finished match analysed: each seat's win probability over time, luck and mistakes."""
