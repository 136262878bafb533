"""What is thrown and dealt in Course de dés, as people at a real table call it."""

from .._race.throws import Throws
from . import narration
from .notation import NOTATION

THROWS = Throws(NOTATION, narration)
what, face, sort = THROWS.what, THROWS.face, THROWS.sort
owner, picture = THROWS.owner, THROWS.picture
