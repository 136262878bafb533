"""A search that knows no game: bound to one, it runs compiled.

The moves that could be made, the *candidates*, are tried in turn, and the better half of them more
often, and so on. Every iteration takes a state that agrees with what the seat knows, makes one of
the candidates, plays on, and notes how well each seat stands there.

In open games a tree grows below the candidates: an iteration goes down along the moves that promise
most to whoever is to move, adds one node, and plays a few decisions on by the game's advice. Chance
has nodes of its own there, a branch for every outcome. Where there are secrets no tree could be
trusted: its nodes would mix what players do who know different things. So there everybody decides
by a hunch, in the knowledge of the own cards as they were imagined.
"""

import math
from typing import Any

import numpy as np

from ..core.chance import sow
from ..core.fields import Fields
from ..core.rule import DRAW, END, reimagine, rule, rule_apart
from .glances import (
    NOWHERE,
    fall,
    favourite,
    go,
    judge,
    judge_for,
    play_at_random,
    play_by_hunch,
    play_on,
    worthwhile,
)

ROOT = 0
DEEPEST = 256  # nodes on one way down

#: How much a search goes where it has not been, beside where it was well.
CURIOSITY = 0.5

#: A node gets another child when it was visited often enough for those it has.
WIDTH, WIDENING = 3.0, 0.4

#: How many iterations a candidate's first impression counts for.
TRUST = 2.0

NODE = np.dtype(
    (
        Fields,
        [
            ("first", np.int32),  # the newest child
            ("next", np.int32),  # the sibling that came before
            ("children", np.int32),  # how many
            ("key", np.int64),  # the move, or the outcome of a draw, that leads here
            ("mover", np.int32),  # the seat that decides to come here; NOWHERE if chance does
            ("visits", np.int32),
            ("offers", np.int32),  # how often it could have been chosen
            ("total", np.float64),  # what came of it for the mover, over all visits
            ("liking", np.float64),  # what was thought of it beforehand; of candidates only
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
    seed: Any,
    tree: Any,
    states: Any,
    moves: Any,
    candidates: Any,
    likings: Any,
    ranking: Any,
) -> None:
    """Compare the candidates: write their places into `ranking`, the best first.

    `roots` are imagined states. `sight` is how many decisions are imagined before the advice
    judges, after the tree or, where there is none, after a round of everybody's decisions; or all
    play at random `to_the_end`. `branching`: nothing is secret, so that a tree grows. `likings`
    say what is thought of the candidates beforehand. `states` (two) and `moves` are workspace.
    """
    way = np.zeros(DEEPEST, np.int32)
    shares = np.zeros(players, np.float64)
    generator = np.zeros(1, np.uint64)
    trust = 0.0 if to_the_end else TRUST
    size = plant(tree, candidates, roots[0].seat, likings)
    left = candidates.shape[0]
    for place in range(left):
        ranking[place] = place
    rounds, done = rounds_for(left), 0
    for finished in range(1, rounds + 1):
        turn = 0
        # Below a tree a short look is enough to tell which half is not worth a longer one.
        reach = 0 if finished == 1 < rounds else sight
        while done < iterations * finished // rounds:
            way[1] = 1 + ranking[turn % left]
            begin(states, roots, tree[way[1]], seed, generator)
            steps = 2
            if branching and tree[way[1]].visits > 0:
                size, steps = go_down(states, tree, size, way, generator, moves)
            if to_the_end:
                play_at_random(states[0], moves, generator)
                judge(states[0], players, shares, NOWHERE)
            elif branching:
                known = play_on(states, moves, reach, generator, shares)
                judge(states[0], players, shares, known)
            else:
                thinker = tree[way[1]].mover
                play_by_hunch(states, moves, thinker, players + sight, generator)
                judge_for(states[0], thinker, players, shares)
            note(tree, way, steps, shares)
            done += 1
            turn += 1
        rank(tree, ranking, left, trust)
        left = (left + 1) // 2


@rule_apart
def begin(states: Any, roots: Any, candidate: Any, seed: Any, generator: Any) -> None:
    """Imagine a state, and make a candidate in it.

    Each candidate meets the same imagined states and the same draws as the others, so that luck
    does not part them.
    """
    sow(generator, seed, candidate.visits)
    states[0] = roots[candidate.visits % roots.shape[0]]
    state = states[0]
    reimagine(state, state.seat, generator)
    go(state, candidate.key)


@rule
def rounds_for(candidates: Any) -> Any:
    """How often so many can be halved; once at least."""
    rounds = 1
    while candidates > 2:
        candidates = (candidates + 1) // 2
        rounds += 1
    return rounds


@rule_apart
def rank(tree: Any, ranking: Any, left: Any, trust: Any) -> None:
    """Put the first so many candidates in order, the best first; equals stay as they are."""
    for last in range(1, left):
        place = ranking[last]
        value = value_of(tree[1 + place], trust)
        ahead = last
        while ahead > 0 and value_of(tree[1 + ranking[ahead - 1]], trust) < value:
            ranking[ahead] = ranking[ahead - 1]
            ahead -= 1
        ranking[ahead] = place


@rule
def value_of(node: Any, trust: Any) -> Any:
    """What has come of a candidate, and what was thought of it beforehand, as if seen so often."""
    return (node.total + trust * node.liking) / max(node.visits + trust, 1e-9)


@rule_apart
def plant(tree: Any, candidates: Any, seat: Any, likings: Any) -> Any:
    """A root, and a child for every candidate; the size of the tree."""
    make_node(tree, ROOT, NOWHERE, NOWHERE, NOWHERE)
    for place in range(candidates.shape[0]):
        add_child(tree, ROOT, candidates[place], seat, place + 1)
        tree[place + 1].liking = likings[place]
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
    tree[node].liking = 0.0


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
def go_down(states: Any, tree: Any, size: Any, way: Any, generator: Any, moves: Any) -> Any:
    """From a candidate to a node that nobody has visited: the tree's size, and the way's length."""
    state, scratch = states[0], states[1:2]
    node, steps = way[1], 2
    while state.awaits != END and steps < DEEPEST:
        if state.awaits == DRAW:
            k = fall(state, generator)
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
    count = worthwhile(state, moves)
    child = most_promising(tree, node, moves, count)
    if child == NOWHERE or may_widen(tree, node):
        untried = drop_known(tree, node, moves, count)
        if untried > 0:
            place, _ = favourite(state, moves, untried, generator, scratch)
            added = add_child(tree, node, moves[place], state.seat, size)
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
def glance(roots: Any, players: Any, into: Any, likings: Any, scratch: Any) -> Any:
    """What the moves worth a thought promise the mover right after them; how many moves there are.

    They are written `into`, their likings (the average over all imagined states) into `likings`.
    """
    shares = np.zeros(players, np.float64)
    seat = roots[0].seat
    count = worthwhile(roots[0], into)
    for place in range(count):
        likings[place] = 0.0
        for root in range(roots.shape[0]):
            scratch[0] = roots[root]
            go(scratch[0], into[place])
            judge(scratch[0], players, shares, NOWHERE)
            likings[place] += shares[seat] / roots.shape[0]
    return count
