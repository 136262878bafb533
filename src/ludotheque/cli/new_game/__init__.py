"""A new game's folder: the files that `ludotheque new-game` writes."""
