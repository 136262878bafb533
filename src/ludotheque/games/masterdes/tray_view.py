"""View model of the two half-trays: every die that can lie there has an id that stays the same.

Dice of one colour and one face are interchangeable, so a die's id is its colour, its face and its
rank among the equal ones, eliminated ones first. A die that is kept has the same id and place
before and after a throw; one that is eliminated keeps its id and slides to the rim; one that is
thrown again disappears, and another id appears.
"""

from typing import Any

from ...core.language import Language
from ...core.state import State
from .duel import BLANK, DICE, FACES, NONE
from .geometry import Layout, Place
from .narration import dice_words, master_word, pairs_words
from .positions import MASTERS
from .rules import FIRST, SEATS
from .score_breakdown import DuelTable, current_table, is_cleared, last_scores, last_table

Data = dict[str, Any]


class TrayView:
    """What lies in the trays, now or when the last duel was scored."""

    def __init__(self, state: State, names: list[str], language: Language, layout: Layout) -> None:
        self.record = state.record
        self.names = names
        self.language = language
        self.layout = layout
        self.is_past = bool(is_cleared(self.record))
        self.table: DuelTable = (
            last_table(self.record) if self.is_past else current_table(self.record)
        )
        is_rethrow = state.snapshot()["phase"] == "rethrow"
        self.picking = state.seat if is_rethrow else None
        self.acting = state.seat if state.awaits == "move" else state.roller
        self.latest = max([*self._throws_with_pairs(), *self.table.lost_in])
        #: The seats whose dice scored nothing.
        self.in_vain = [
            entry.seat
            for entry in (last_scores(self.record) if self.is_past else [])
            if not (entry.is_recorded or entry.gift)
        ]

    def _throws_with_pairs(self) -> list[int]:
        return [throw for throw, faces in enumerate(self.table.pairs) if faces]

    def trays(self) -> list[Data]:
        """Both trays, the far one first."""
        order = (1 - self.layout.near, self.layout.near)
        return [
            {
                "seat": seat,
                "top": self.layout.tray_top(seat),
                "height": self.layout.tray,
                "middle": self.layout.middle(seat),
                "absent": not self.table.playing[seat],
                "acting": seat == self.acting,
                "label": self._label(seat),
            }
            for seat in order
        ]

    def _label(self, seat: int) -> str:
        """The text alternative of a tray, for screen readers."""
        language, name = self.language, self.names[seat]
        colour = colour_word(seat, language)
        if not self.table.playing[seat]:
            return language("{name}, {colour}: does not play this duel", name=name, colour=colour)
        return language(
            "{name}, {colour}: {dice}; sum {sum}",
            name=name,
            colour=colour,
            dice=dice_words(self.table, seat, language),
            sum=sum(self.table.dice[seat]),
        )

    def gone(self) -> str:
        """What has been eliminated from the duel, and why."""
        language = self.language
        faces = sorted(face for faces in self.table.pairs for face in faces)
        said = pairs_words(faces, language) + [
            self.master_gone(seat) for seat in range(SEATS) if self.table.alike[seat]
        ]
        return language("Out of the duel: {gone}", gone="; ".join(said) or language("nothing"))

    def master_gone(self, seat: int) -> str:
        return self.language(
            "the MasterDé of {name}, whose dice all showed {face}",
            name=self.names[seat],
            face=self.table.alike[seat],
        )

    # Ordinary dice

    def dice(self) -> list[Data]:
        """Every die that can appear, most of them hidden; red's first, then by face."""
        return [
            self._die(seat, face, rank)
            for seat in range(SEATS)
            for face in range(1, FACES + 1)
            for rank in range(DICE)
        ]

    def _die(self, seat: int, face: int, rank: int) -> Data:
        out_in = [
            throw for throw, faces in enumerate(self.table.pairs) for each in faces if each == face
        ]
        left = self.table.dice[seat].count(face)
        die: Data = {"id": f"{seat}-{face}-{rank}", "seat": seat, "face": face, "from": None}
        if rank < len(out_in):
            place = self.layout.pair(seat, face, rank, len(out_in))
            is_latest = out_in[rank] == self.latest
            if is_latest:
                die["from"] = self._before_it_went(seat, face, rank, out_in, left).transform
            return {**die, "manner": "out", "latest": is_latest, **self._seen(die, place)}
        if rank < len(out_in) + left:
            place = self.layout.die(seat, face, rank - len(out_in), left)
            manner = "vain" if seat in self.in_vain else "left"
            return {
                **die,
                "manner": manner,
                "pick": seat == self.picking,
                "stacked": left > 1,
                **self._seen(die, place),
            }
        return {**die, "manner": "off", "at": self.layout.hand(seat, 1, opening=False).transform}

    def _seen(self, die: Data, place: Place) -> Data:
        return {"at": place.transform, "label": die_word(die["seat"], die["face"], self.language)}

    def _before_it_went(
        self, seat: int, face: int, rank: int, out_in: list[int], left: int
    ) -> Place:
        """Where a die of the latest pairs had fallen, before it slid to the rim."""
        earlier = sum(throw < self.latest for throw in out_in)
        fallen = len(out_in) - earlier + left
        return self.layout.die(seat, face, rank - earlier, fallen)

    def hands(self) -> list[Data]:
        """Dice not thrown yet, or picked up."""
        return [self._held(seat, held) for seat in range(SEATS) for held in range(DICE)]

    def _held(self, seat: int, held: int) -> Data:
        count = 0 if self.is_past else int(self.record.in_hand[seat])
        place = self.layout.hand(seat, held, opening=self._is_opening())
        return {"seat": seat, "held": held, "seen": held < count, "at": place.transform}

    def _is_opening(self) -> bool:
        return not self.is_past and int(self.record.throw) == FIRST

    # MasterDés

    def masters(self) -> list[Data]:
        return [self._master(seat) for seat in range(SEATS)]

    def _master(self, seat: int) -> Data:
        table, layout = self.table, self.layout
        held = not self.is_past and bool(self.record.master_in_hand[seat])
        place, shown, manner = layout.held_master(seat, opening=self._is_opening()), NONE, "off"
        if table.alike[seat]:
            place, shown, manner = layout.lost_master(seat), table.lost[seat], "out"
        elif table.master[seat] != NONE:
            place, shown, manner = layout.master(seat), table.master[seat], "left"
        elif held:
            manner = "hand"
        is_latest = manner == "out" and table.lost_in[seat] == self.latest
        return {
            "seat": seat,
            "manner": manner,
            "shown": MASTERS[shown] if shown != NONE else None,
            "at": place.transform,
            "from": layout.master(seat).transform if is_latest else None,
            "latest": is_latest,
            "alike": table.alike[seat],
            "pick": manner == "left" and seat == self.picking,
            "stays": table.master[seat] != BLANK,
            "label": self._master_label(seat, shown),
        }

    def _master_label(self, seat: int, shown: int) -> str:
        language = self.language
        if shown == NONE:
            return language("MasterDé of {name}: not thrown yet", name=self.names[seat])
        word = master_word(shown, language)
        if self.table.alike[seat]:
            return language(
                "MasterDé of {name}: {shown}; out of the duel", name=self.names[seat], shown=word
            )
        return language(
            "MasterDé of {name}: {shown}; {does}",
            name=self.names[seat],
            shown=word,
            does=meaning(MASTERS[shown], language),
        )


def colour_word(seat: int, language: Language) -> str:
    return language("blue") if seat else language("red")


def die_word(seat: int, face: int, language: Language) -> str:
    if seat:
        return language("blue {face}", face=face)
    return language("red {face}", face=face)


def meaning(shown: str, language: Language) -> str:
    """What a face of a MasterDé does."""
    match shown:
        case "heart":
            return language("gives your score to your opponent, and you lose as much")
        case "two":
            return language("doubles your score")
        case "replay":
            return language("one more throw before the count")
        case "out":
            return language("you miss the next duel")
    return language("nothing; it can be thrown again")


def legend(language: Language) -> list[Data]:
    """The faces of a MasterDé and what they do, for newcomers."""
    return [
        {"shown": shown, "name": master_word(face, language), "does": meaning(shown, language)}
        for face, shown in enumerate(MASTERS)
    ]
