"""The phases of a match of Course de dés: what its awaited draw or move is for."""

THROW_ALL, DEAL_CARDS, DEAL_GOALS, ROLL_FOR_START, PICK, TURN, TUMBLE, NEW_GOALS, NEW_CARD = range(
    9
)
PHASES = (
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
