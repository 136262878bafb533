"""What is thrown, dealt and cut in DiceRun, as people at a real table call it."""

from .._race.throws import Throws
from . import narration
from .cards import NOTATION

THROWS = Throws(NOTATION, narration)
what, face, sort = THROWS.what, THROWS.face, THROWS.sort
owner, picture = THROWS.owner, THROWS.picture
