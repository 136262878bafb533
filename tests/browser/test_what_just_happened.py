"""What just happened: last moves, dice in the log, captions of replays, time to take back."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import LOOKS, Opened
from .pages import in_every_size
from .server import Server, boxes, objections, play_turn, settled

HEIGHT = {"phone": 844, "wide": 900}
TOUCHABLE = 44
GAMES = [("levelx", 4), ("masterdes", 2), ("trotteurs", 6), ("dicerun", 6), ("coursededes", 3)]

#: Everything that tells something, while dice are in the air, by the version whose dice they are.
NOTE_WHILE_ROLLING = """() => {
    const table = document.getElementById("table");
    window.noted = {};
    const note = () => {
        if (!table.hasAttribute("data-rolling")) return;
        const told = ["#log", ".last-moves", ".seats", "#announcer"]
            .map((part) => document.querySelector(part).textContent.trim());
        (window.noted[table.dataset.version] ??= new Set()).add(JSON.stringify(told));
    };
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(note).observe(document.getElementById("match"), all);
}"""
#: Moves of Level X as the server tells them: a long one, and one of a Lucky Loser.
LONG = {"dice": [5, 1, 2, 2], "move": "5 5", "points": 15}
LUCKY = {"dice": [1, 1, 1, 6], "move": "7 10", "points": 15}
#: Names of dice and moves that only a program reads.
NOTATION = re.compile(r"\b[bgkoprv][1-6]\b|\b(goal|value|color|joker|reroll|tumble):\w")

#: Draws three lines of such a move, the newest of which is the longest, and then the next frame, in
#: which none is new any more; returns how much of its room each one takes.
DRAW_LINES = """async (move) => {
    const match = document.getElementById("match");
    const { src } = document.querySelector("script[src*='table/page.js']");
    const { Table } = await import(new URL("table.js", src));
    const { first, ...setup } = JSON.parse(document.getElementById("setup").textContent);
    const { default: module } = await import(match.dataset.table);
    const table = new Table(document.getElementById("table"), { ...setup, seats: [0] }, module);
    const rows = [{ row: 5, space: 4, chips: 3 }];
    const drawn = (seat) => ({ ...move, rows, tiles: seat === 3 ? [15] : [] });
    const version = (seat) => seat + 10 * move.dice[0]; // a line is fitted once for a version
    const line = (seat) => ({ version: version(seat), seat, said: "", drawn: drawn(seat) });
    const last_moves = [1, 2, 3].map(line);
    await table.show({ ...first, version: version(3), seat: 0, last_moves });
    await table.show({ ...first, version: version(3) + 1, seat: 0, last_moves });
    const lines = [...document.querySelectorAll(".last-drawn")];
    return lines.map((line) => line.scrollWidth / line.clientWidth);
}"""
#: Shows a later frame in which the others have won something, and notes where each token is sent:
#: the way from the token to the middle of the points, in pixels that are left over.
NOTE_FLIGHTS = """async (drawn) => {
    const match = document.getElementById("match");
    const { src } = document.querySelector("script[src*='table/page.js']");
    const { Table } = await import(new URL("table.js", src));
    const { first, ...setup } = JSON.parse(document.getElementById("setup").textContent);
    const { default: module } = await import(match.dataset.table);
    const own = { ...setup, seats: [0], pace: "normal" };
    const table = new Table(document.getElementById("table"), own, module);
    await table.show(first);
    const flown = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        if (this.matches(".flying")) flown.push([frames, this.getBoundingClientRect()]);
        return animate.call(this, frames, timing);
    };
    const version = first.version + 1;
    const last_moves = [{ version, seat: 1, said: "", drawn }];
    const next = { ...first, version, kind: "move", last_moves };
    await table.show(next, { animated: true });
    Element.prototype.animate = animate;
    const points = document.querySelector("#seat-1 .seat-points").getBoundingClientRect();
    return flown.map(([frames, from]) => {
        const [x, y] = frames[1].transform.match(/-?[\\d.]+(?=px)/g).map(Number);
        const left = from.x + from.width / 2 + x - points.x - points.width / 2;
        const below = from.y + from.height / 2 + y - points.y - points.height / 2;
        return Math.round(Math.hypot(left, below));
    });
}"""
READ_NOTES = "() => Object.values(window.noted).map((told) => told.size)"


def begun(server: Server, game: str, players: int, commands: int) -> str:
    """A match of people at this screen, some way in."""
    options = {"rounds": 9} if game == "trotteurs" else {}  # one game may be won in a moment
    match_id = server.begin(*[None] * players, game=game, options=options)
    return server.play_out(match_id, commands)


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_the_last_move_of_every_other_player_stands_above_what_is_asked(
    server: Server, open_page: Opened, size: str, scheme: str
) -> None:
    """Nothing needs scrolling; a reload changes nothing, nor does axe object."""
    match_id = begun(server, "levelx", 4, 16)
    page = open_page(f"/match/{match_id}", size=size, scheme=scheme, locale="en-GB")
    lines = page.locator(".last-move")
    expect(lines).to_have_count(3)
    place = boxes(page, ".last-moves", ".asked", ".asked .primary", ".board > *")
    last = place[".last-moves"]
    assert last["y"] + last["height"] <= place[".asked"]["y"]
    button = place[".asked .primary"]
    assert button["y"] + button["height"] <= HEIGHT[size]
    assert page.evaluate("() => scrollY") == 0
    told = lines.all_text_contents()
    page.reload()
    expect(lines).to_have_count(3)
    assert lines.all_text_contents() == told
    page.locator("#roll").click()
    expect(page.locator("#commit")).to_be_visible()
    found = boxes(page, "#told", "#commit")
    assert found["#told"]["y"] + found["#told"]["height"] <= found["#commit"]["y"] + 1
    assert found["#commit"]["y"] + found["#commit"]["height"] <= HEIGHT[size]
    assert objections(page, preload=False) == []


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_turn_with_all_lines_needs_no_scrolling(
    server: Server, open_page: Opened, game: str, players: int
) -> None:
    match_id = begun(server, game, players, 3 * players)
    parts = (".last-moves", ".asked .primary, .asked .secondary, .asked #alone", ".board > *")
    for size in ("wide", "phone"):
        page = open_page(f"/match/{match_id}", size=size)
        settled_or_covered(page)
        assert page.locator(".last-move").count() >= 1
        for name, box in boxes(page, *parts).items():
            assert box["y"] + box["height"] <= HEIGHT[size], (size, name)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), size
    assert NOTATION.search(page.locator("#log").text_content() or "") is None
    page.goto(f"{server.address}/match/{match_id}/replay?at=6")
    expect(page.locator(".last-move").first).to_be_visible()
    button = boxes(page, "#go-last")["#go-last"]
    assert button["y"] + button["height"] <= HEIGHT["phone"], "the replay's buttons"


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_lines_that_are_too_long_are_drawn_smaller_and_end_with_what_was_won(
    server: Server, open_page: Opened, size: str
) -> None:
    page = open_page(f"/match/{begun(server, 'levelx', 4, 0)}", size=size)
    expect(page.locator(".last-moves")).to_be_attached()
    marks = page.locator(".levelx .lx-owner, .levelx .lx-pawn").evaluate_all(
        "all => all.map((mark) => Math.round(mark.getBBox().width))"
    )
    assert len(marks) > 4
    assert min(marks) > 10, "a player has no shape"
    shares = page.evaluate(DRAW_LINES, LONG)
    assert len(shares) == 3
    assert max(shares) <= 1, "a line is cut off"
    gains = page.locator(".last-gain")
    assert gains.all_inner_texts() == ["+15"] * 3
    lines = page.locator(".last-move").evaluate_all(
        "all => all.map((line) => Math.round(line.getBoundingClientRect().width))"
    )
    assert len(set(lines)) == 2, "one of three lines has a row of its own"
    page.evaluate(DRAW_LINES, LUCKY)
    expect(page.locator("#last-1 .lx-turned .lx-turn-mark").first).to_be_visible()
    covered = page.locator(".lx-turned").evaluate_all(
        """all => all.map((turned) => {
            const [mark, die] = [".lx-turn-mark", ".inline-die:last-child svg"]
                .map((part) => turned.querySelector(part).getBoundingClientRect());
            return mark.right - die.left;
        })"""
    )
    assert max(covered) <= 1, "the arrow hides what the die shows now"


def test_who_has_scrolled_away_sees_the_board_again_after_the_move(
    server: Server, open_page: Opened
) -> None:
    page = open_page(f"/match/{begun(server, 'levelx', 2, 1)}", size="phone")
    settled(page)
    page.locator("#moves summary").click()
    page.locator("#moves button").first.click()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator(".seats")).not_to_be_in_viewport()
    page.locator("#commit").dispatch_event("click")
    expect(page.locator("#seat-0")).to_be_in_viewport()


def settled_or_covered(page: Page) -> None:
    expect(page.locator("#table .last-moves")).to_be_visible()


def test_a_players_own_move_takes_the_lines_of_the_others_away(
    server: Server, open_page: Opened
) -> None:
    match_id = server.begin(None, "débutant")
    page = open_page(f"/match/{match_id}", size="phone", locale="en-GB")
    play_turn(page)
    settled(page)
    rival = page.locator("#last-1")
    expect(rival).to_be_visible()
    expect(rival).to_contain_text("Blaise rolls")
    page.locator("#roll").click()
    expect(page.locator("#commit")).to_be_visible()
    for size in in_every_size(page):
        expect(rival).to_be_visible()  # a throw is no move
        place = boxes(page, "#last-1", "#commit")
        assert place["#last-1"]["y"] + place["#last-1"]["height"] <= place["#commit"]["y"], size
    version = rival.get_attribute("data-version")
    play_turn(page)
    settled(page)
    expect(page.locator(f"#last-1[data-version='{version}']")).to_have_count(0)


def test_dice_in_the_log_are_drawn_and_still_read(server: Server, open_page: Opened) -> None:
    match_id = begun(server, "levelx", 2, 6)
    page = open_page(f"/match/{match_id}", locale="en-GB")
    entry = page.locator("#log li").first
    drawn = entry.locator(".inline-die svg")
    expect(drawn).to_have_count(4)
    for _ in in_every_size(page):
        expect(drawn.first).to_be_visible()
    dice = entry.locator(".inline-die .visually-hidden").text_content()
    assert f"rolls {dice} and" in (entry.text_content() or "")


#: Draws sentences in a narrow list, as the log does; returns what is copied out of it, and how many
#: of the marks around dice stand in another line than their die.
DRAW_SENTENCES = """async (sentences) => {
    const { src } = document.querySelector("script[src*='table/page.js']");
    const at = (name) => import(new URL(name, src));
    const [{ withDice }, { html, render }] = await Promise.all([at("said.js"), at("kit.js")]);
    const { default: module } = await import(document.getElementById("match").dataset.table);
    const setup = JSON.parse(document.getElementById("setup").textContent);
    const list = document.createElement("ol");
    document.getElementById("log").after(list);
    render(sentences.map((said) => html`<li>${withDice(said, module, setup)}</li>`), list);
    let parted = 0;
    for (let width = 80; width < 240; width += 4) {
        list.style.width = `${width}px`;
        for (const each of list.querySelectorAll(".with-die")) {
            const range = document.createRange();
            range.selectNodeContents(each);
            const seen = [...range.getClientRects()].filter(({ width }) => width > 1);
            const highest = Math.min(...seen.map(({ bottom }) => bottom));
            parted += Math.max(...seen.map(({ top }) => top)) > highest;
        }
    }
    const copied = list.innerText;
    list.remove();
    return [copied.split("\\n").filter(Boolean), parted];
}"""


def test_a_die_in_a_sentence_keeps_its_brackets_and_stops(
    server: Server, open_page: Opened
) -> None:
    """No line ends between them, and no space is copied or read between them."""
    page = open_page(f"/match/{begun(server, 'masterdes', 2, 0)}", locale="en-GB")
    said = "Ada has <1-2-6> + <replay>. Blaise (<4>), <5> now."
    marked = said.replace("<", "\u2068").replace(">", "\u2069")
    copied, parted = page.evaluate(DRAW_SENTENCES, [marked])
    assert copied == ["Ada has 1-2-6 + replay. Blaise (4), 5 now."]
    assert parted == 0


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_step_of_a_replay_has_its_sentence_and_its_line(
    finished: str, open_page: Opened, size: str
) -> None:
    page = open_page(f"/match/{finished}/replay?at=4", size=size, locale="en-GB")
    step = page.locator(".last-move")
    expect(step.locator(".last-drawn .inline-die").first).to_be_visible()
    current = page.locator("#turns a[aria-current]")
    said = (current.text_content() or "").strip()
    expect(step.locator(".last-said")).to_have_text(said)
    expect(current.locator(".inline-die svg")).to_have_count(4)
    page.locator("#go-forward").click()
    expect(step).to_have_count(1)
    expect(step.locator(".last-said")).to_have_text("Ada has rolled.")
    parts = ("#go-forward", "#turns", "#turns li", "footer", ".drawer-content")
    button, turns, told, footer, *links = boxes(page, *parts).values()
    assert button["y"] + TOUCHABLE <= HEIGHT[size]
    assert turns["height"] >= 3 * told["height"], "hardly a turn is to be seen"
    assert size == "phone" or links, "they are folded on a phone only"
    for each in links:
        assert each["y"] + each["height"] <= footer["y"], "links lie on the footer"


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_robot_leaves_time_to_take_a_move_back(
    server: Server, open_page: Opened, size: str
) -> None:
    """The button is large and on the screen, and the move is there to be made again."""
    page = open_page(f"/match/{server.begin(None, 'débutant')}", size=size)
    page.context.add_cookies([{"name": "pace", "value": "slow", "url": server.address}])
    page.reload()
    page.locator("#roll").click()
    page.locator("#commit").click()
    again = page.locator("#commit")
    if again.is_visible():  # passing, where something can be played, is confirmed
        again.click()
    button = page.locator(".take-back-soon #take-back")
    expect(button).to_be_visible()
    box = boxes(page, "#take-back", ".take-back-soon .time-left")
    assert box["#take-back"]["height"] >= TOUCHABLE
    assert box[".take-back-soon .time-left"]["y"] <= HEIGHT[size]
    expect(page.locator("#last-0")).to_be_visible()  # what would be taken back
    button.click()
    expect(page.locator("#table[data-mine=yes] #commit")).to_be_visible()
    expect(page.locator("#last-0")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_while_several_frames_wait_nothing_tells_what_dice_in_the_air_will_show(
    server: Server, open_page: Opened, size: str
) -> None:
    match_id = begun(server, "masterdes", 2, 0)
    page = open_page(f"/match/{match_id}", size=size, motion="no-preference")
    page.context.add_cookies([{"name": "pace", "value": "fast", "url": server.address}])
    page.reload()
    expect(page.locator(".last-moves")).to_be_attached()
    page.evaluate(NOTE_WHILE_ROLLING)
    server.play_out(match_id, 6)
    version = server.ask(f"/matches/{match_id}")["version"]
    landed = page.locator(f"#table[data-version='{version}']:not([data-rolling])")
    expect(landed).to_be_attached()
    noted = page.evaluate(READ_NOTES)
    assert noted
    assert set(noted) == {1}


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_chips_and_tiles_of_a_rivals_move_fly_to_the_rivals_points(
    server: Server, open_page: Opened, size: str
) -> None:
    """Three chips and a tile, each to the middle of the points; afterwards none is left."""
    page = open_page(f"/match/{begun(server, 'levelx', 2, 0)}", size=size, motion="no-preference")
    expect(page.locator(".last-moves")).to_be_attached()
    drawn = {**LONG, "rows": [{"row": 5, "space": 4, "chips": 3}], "tiles": [15]}
    far = page.evaluate(NOTE_FLIGHTS, drawn)
    assert len(far) == 4
    assert max(far) <= 1, "a token misses the points"
    expect(page.locator(".flying")).to_have_count(0)
