"""A tree search that knows no game: bound to one, it runs compiled.

Every iteration takes a state that agrees with what the seat knows, goes down the tree along the
moves that promise most to whoever is to move, adds one node, plays a few decisions on by the game's
advice, and notes how well each seat stands there. Moves that are legal in one imagined state and
not in another share a tree, and are compared only with what was legal beside them (information-set
search). In open games chance has nodes of its own, a branch for every outcome.
"""

import math
from typing import Any

import numpy as np

from ..core.chance import below
from ..core.rule import (
    DRAW,
    END,
    has_won,
    list_moves,
    make_move,
    rule,
    rule_apart,
    take_draw,
    worth_of,
)

NOWHERE = -1
ROOT = 0
DEEPEST = 256  # nodes on one way down

#: How much a search goes where it has not been, beside where it was well.
CURIOSITY = 0.5

#: A node gets another child when it was visited often enough for those it has.
WIDTH, WIDENING = 3.0, 0.4

#: How many moves are looked at where a decision is taken at a glance.
GLANCES = 32

NODE = np.dtype(
    (
        np.record,
        [
            ("first", np.int32),  # the newest child
            ("next", np.int32),  # the sibling that came before
            ("children", np.int32),  # how many
            ("key", np.int64),  # the move, or the outcome of a draw, that leads here
            ("mover", np.int32),  # the seat that decides to come here; NOWHERE if chance does
            ("visits", np.int32),
            ("offers", np.int32),  # how often it could have been chosen
            ("total", np.float64),  # what came of it for the mover, over all visits
        ],
    )
)


@rule
def search(
    roots: Any,
    players: Any,
    iterations: Any,
    sight: Any,
    to_the_end: Any,
    branching: Any,
    generator: Any,
    tree: Any,
    states: Any,
    moves: Any,
    candidates: Any,
) -> None:
    """Grow a tree whose first nodes after the root are the candidates, in their order.

    `roots` are the imagined states. After the tree every seat plays `sight` decisions by the
    advice, which then judges; or all play at random `to_the_end`. `branching`: chance has nodes.
    `states` (two of them) and `moves` are workspace.
    """
    way = np.zeros(DEEPEST, np.int32)
    shares = np.zeros(players, np.float64)
    scratch = states[1:2]
    size = plant(tree, candidates, roots[0].seat)
    for iteration in range(iterations):
        states[0] = roots[iteration % roots.shape[0]]
        state = states[0]
        size, steps = go_down(state, tree, size, way, branching, generator, moves, scratch)
        if to_the_end:
            play_at_random(state, moves, generator)
        else:
            play_on(state, moves, sight, generator, scratch)
        judge(state, players, shares)
        note(tree, way, steps, shares)


@rule_apart
def plant(tree: Any, candidates: Any, seat: Any) -> Any:
    """A root, and a child for every candidate; the size of the tree."""
    make_node(tree, ROOT, NOWHERE, NOWHERE, NOWHERE)
    for place in range(candidates.shape[0]):
        add_child(tree, ROOT, candidates[place], seat, place + 1)
    return candidates.shape[0] + 1


@rule
def make_node(tree: Any, node: Any, key: Any, mover: Any, sibling: Any) -> None:
    tree[node].first = NOWHERE
    tree[node].next = sibling
    tree[node].children = 0
    tree[node].key = key
    tree[node].mover = mover
    tree[node].visits = 0
    tree[node].offers = 0
    tree[node].total = 0.0


@rule_apart
def add_child(tree: Any, parent: Any, key: Any, mover: Any, size: Any) -> Any:
    """A new node; NOWHERE when there is no room left."""
    if size >= tree.shape[0]:
        return NOWHERE
    make_node(tree, size, key, mover, tree[parent].first)
    tree[parent].first = size
    tree[parent].children += 1
    return size


@rule_apart
def go_down(
    state: Any,
    tree: Any,
    size: Any,
    way: Any,
    branching: Any,
    generator: Any,
    moves: Any,
    scratch: Any,
) -> Any:
    """From the root to a node that nobody has visited: the tree's size, and the way's length."""
    node, steps = ROOT, 1
    way[0] = ROOT
    while state.awaits != END and steps < DEEPEST:
        if state.awaits == DRAW:
            k = fall(state, generator)
            if not branching:
                continue
            child = child_of(tree, node, k)
            if child == NOWHERE:
                child = add_child(tree, node, k, NOWHERE, size)
        else:
            child = decision(state, tree, node, size, generator, moves, scratch)
        if child == NOWHERE:
            break
        size = max(size, child + 1)
        node = child
        way[steps] = node
        steps += 1
        if tree[node].mover != NOWHERE and tree[node].visits == 0:
            break
    return size, steps


@rule_apart
def decision(
    state: Any, tree: Any, node: Any, size: Any, generator: Any, moves: Any, scratch: Any
) -> Any:
    """Make the move that promises most, or one that has not been tried: the node it leads to."""
    count = legal(state, moves)
    child = most_promising(tree, node, moves, count)
    if child == NOWHERE or (node != ROOT and may_widen(tree, node)):
        untried = drop_known(tree, node, moves, count)
        if untried > 0:
            move = moves[favourite(state, moves, untried, generator, scratch)]
            added = add_child(tree, node, move, state.seat, size)
            child = child if added == NOWHERE else added
    if child != NOWHERE:
        go(state, tree[child].key)
    return child


@rule
def may_widen(tree: Any, node: Any) -> Any:
    return tree[node].children < WIDTH * (tree[node].visits + 1.0) ** WIDENING


@rule_apart
def child_of(tree: Any, node: Any, key: Any) -> Any:
    child = tree[node].first
    while child != NOWHERE and tree[child].key != key:
        child = tree[child].next
    return child


@rule_apart
def most_promising(tree: Any, node: Any, moves: Any, count: Any) -> Any:
    """The best child among the moves that are legal here, by what is known and what is not."""
    best, best_promise = NOWHERE, -1.0
    child = tree[node].first
    while child != NOWHERE:
        if is_among(tree[child].key, moves, count):
            tree[child].offers += 1
            promise = promise_of(tree[child])
            if promise > best_promise:
                best, best_promise = child, promise
        child = tree[child].next
    return best


@rule
def promise_of(node: Any) -> Any:
    if node.visits == 0:
        return 1e9
    doubt = math.sqrt(math.log(node.offers + 1.0) / node.visits)
    return node.total / node.visits + CURIOSITY * doubt


@rule
def is_among(move: Any, moves: Any, count: Any) -> Any:
    found = False
    for place in range(count):
        found |= moves[place] == move
    return found


@rule
def drop_known(tree: Any, node: Any, moves: Any, count: Any) -> Any:
    """Keep the moves that have no node yet: how many they are."""
    kept = 0
    for place in range(count):
        if child_of(tree, node, moves[place]) == NOWHERE:
            moves[kept] = moves[place]
            kept += 1
    return kept


@rule
def note(tree: Any, way: Any, steps: Any, shares: Any) -> None:
    """Tell every node on the way what came of it."""
    for step in range(steps):
        node = way[step]
        tree[node].visits += 1
        if tree[node].mover != NOWHERE:
            tree[node].total += shares[tree[node].mover]


@rule_apart
def play_on(state: Any, moves: Any, sight: Any, generator: Any, scratch: Any) -> None:
    """So many decisions further, each taken at a glance."""
    decisions = 0
    while state.awaits != END and decisions < sight:
        if state.awaits == DRAW:
            fall(state, generator)
        else:
            count = legal(state, moves)
            go(state, moves[favourite(state, moves, count, generator, scratch)])
            decisions += 1


@rule_apart
def play_at_random(state: Any, moves: Any, generator: Any) -> None:
    while state.awaits != END:
        if state.awaits == DRAW:
            fall(state, generator)
        else:
            go(state, moves[below(generator, legal(state, moves))])


@rule_apart
def favourite(state: Any, moves: Any, count: Any, generator: Any, scratch: Any) -> Any:
    """The place of the move that is liked best; of very many, some are looked at by chance."""
    if count == 1:
        return 0
    best, best_liking = 0, -1.0
    for look in range(min(count, GLANCES)):
        place = look if count <= GLANCES else below(generator, count)
        liked = liking(state, moves[place], scratch)
        if liked > best_liking:
            best, best_liking = place, liked
    return best


@rule_apart
def liking(state: Any, move: Any, scratch: Any) -> Any:
    """What the mover thinks of a move at a glance: how the position right after it looks."""
    seat = state.seat
    scratch[0] = state
    after = scratch[0]
    go(after, move)
    if after.awaits == END:
        return 1.0 if has_won(after, seat) else 0.0
    return worth_of(after, seat)


@rule_apart
def judge(state: Any, players: Any, shares: Any) -> None:
    """What part of the victory each seat has, or may hope for."""
    total = 0.0
    for seat in range(players):
        if state.awaits == END:
            shares[seat] = 1.0 if has_won(state, seat) else 0.0
        else:
            shares[seat] = max(worth_of(state, seat), 1e-9)
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


@rule_apart
def glance(states: Any, moves: Any, likings: Any, scratch: Any) -> None:
    """What the mover thinks of each of the moves."""
    for place in range(moves.shape[0]):
        likings[place] = liking(states[0], moves[place], scratch)


@rule_apart
def legal(state: Any, into: Any) -> Any:
    return list_moves(state, into)


@rule_apart
def go(state: Any, move: Any) -> None:
    make_move(state, move)


@rule_apart
def fall(state: Any, generator: Any) -> Any:
    """Let the awaited draw come out: how."""
    k = below(generator, state.draw_size)
    take_draw(state, k)
    return k
