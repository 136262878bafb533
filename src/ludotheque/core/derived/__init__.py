"""What a game's folder leaves out, derived from what it declares in `table.py`.

One module for each module of a folder, and a class in it with the hooks that have defaults. A game
that writes a hook itself replaces that hook alone.
"""
