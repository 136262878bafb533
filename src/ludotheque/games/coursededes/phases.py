"""What a match of Course de dés is in the middle of: one step after another."""

THROW_ALL, DEAL_CARDS, DEAL_GOALS, ROLL_FOR_START, PICK, TURN, TUMBLE, NEW_GOALS, NEW_CARD = range(
    9
)
STEPS = (
    "throw all",
    "deal cards",
    "deal objectives",
    "roll for start",
    "pick",
    "turn",
    "tumble",
    "new objectives",
    "new card",
)
