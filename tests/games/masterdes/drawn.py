"""The table of MasterDés as the page draws it, taken apart."""

from random import Random
from typing import Any

from ludotheque import State

from ...html import Element, Page
from ..drawn_table import Data, clicked, drawer, drawn, frame_of, setup_of, without_comments
from ..drawn_table import previews_of as previews_for
from .position import RED, start

Place = tuple[float, float, float]  # x, y, scale
LYING = ("left", "vain", "out")


class Table:
    """The markup of a table, with shortcuts to what lies there."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.page = Page(html)

    def __getitem__(self, name: str) -> Element:
        return self.page.by_id(name)

    def text(self, name: str) -> str:
        return " ".join(self[name].text.split())

    def of_class(self, *names: str) -> list[Element]:
        return [each for each in self.page.elements if set(names) <= classes(each)]

    def dice(self, *manners: str) -> dict[str, Element]:
        """Ordinary dice that lie in one of these manners, by colour, face and rank."""
        return {
            each.get("id").removeprefix("md-die-"): each
            for each in self.of_class("md-die")
            if "md-master" not in classes(each) and manner_of(each) in manners
        }

    @property
    def masters(self) -> list[Element]:
        return [self["md-master-0"], self["md-master-1"]]

    def held(self, seat: int) -> int:
        """How many dice a seat has in the hand."""
        hand = self.of_class("md-held", f"md-s{seat}")
        return len([each for each in hand if "md-off" not in classes(each)])

    def rect(self, css: str) -> list[tuple[float, float]]:
        """Upper edges and heights of rectangles."""
        return [(float(each.get("y")), float(each.get("height"))) for each in self.of_class(css)]

    @property
    def buttons(self) -> list[Element]:
        return [e for e in self.page.elements if e.tag == "button" or e.get("role") == "button"]


def classes(element: Element) -> set[str]:
    return set(element.get("class").split())


def drawing_of(shown: Table) -> list[tuple[str, object]]:
    """All that is drawn, whatever the order of classes."""
    return [
        (each.tag, {**each.attributes, "class": sorted(classes(each))})
        for each in shown.page.elements
    ]


def manner_of(die: Element) -> str:
    (manner,) = {"left", "vain", "out", "off", "hand"} & {
        name.removeprefix("md-") for name in classes(die)
    }
    return manner


def place_of(element: Element) -> Place:
    """Where a transform leads."""
    numbers = element.get("transform").replace("translate(", "").replace("scale(", "")
    x, y, *scale = numbers.replace(")", "").split()
    return float(x), float(y), float(scale[0]) if scale else 1


def table(state: State, seat: Any = RED, lang: str = "en", **changes: Any) -> Table:
    """What a seat's page draws of a state; `changes` replace parts of its frame."""
    previews = previews_for(state, state.moves(), lang) if state.awaits == "move" else {}
    frame = frame_of(state, seat, lang, **changes)
    return Table(drawn(frame, setup_of(state, seat, lang), previews=previews))


def tapped(*selectors: str) -> Table:
    """The table that was drawn last, after taps."""
    return Table(clicked(*selectors))


def in_the_air(before: State, after: State, seat: Any = RED) -> tuple[list[str], Table]:
    """The dice that tumble from one state to the next, and the table while they do."""
    given = {
        "before": frame_of(before, seat),
        "frame": frame_of(after, seat, kind="throw", version=1),
    }
    drawn(given["before"], setup_of(before, seat))
    show = """({ frame }) => {
        table.setup.pace = "normal";
        table.show(frame, { animated: true }); // nobody waits for the dice to land
        table.faces = {};
        table.draw();
        return [[...table.rolling], table.root.innerHTML];
    }"""
    thrown, html = drawer().do(lambda page: page.evaluate(show, given))
    return thrown, Table(without_comments(html))


def example(data: Data) -> Page:
    """A drawn example of the rulebook."""
    draw = """async (data) => {
        const { render } = await import("/static/table/kit.js");
        const { default: module } = await import("/games/masterdes/table.js");
        const root = document.createElement("div");
        render(await module.example(data, {}), root);
        return root.innerHTML;
    }"""
    return Page(without_comments(drawer().do(lambda page: page.evaluate(draw, data))))


def moments(level: str, seed: int, matches: int = 1) -> list[State]:
    """Every state of matches played by chance."""
    chance, found = Random(seed), []
    for _ in range(matches):
        state = start(level)
        while state.awaits != "end":
            found.append(state.copy())
            if state.draw_size is not None:
                state.draw(chance.randrange(state.draw_size))
            else:
                state.play(chance.choice(sorted(state.moves())))
        found.append(state)
    return found
