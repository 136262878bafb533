"""Names of Course de dés' draws, for real dice and statistics."""

from .._race.throws import Throws
from . import narration
from .notation import NOTATION

THROWS = Throws(NOTATION, narration)
draw_name, face_name, heading = THROWS.draw_name, THROWS.face_name, THROWS.heading
owner, face_picture = THROWS.owner, THROWS.face_picture
