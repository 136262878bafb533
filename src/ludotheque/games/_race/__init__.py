"""The race of thirty dice that DiceRun and Course de dés share; not a game by itself."""
