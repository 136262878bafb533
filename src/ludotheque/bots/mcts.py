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

from ..core.fields import Fields
from ..core.rng import seed_generator
from ..core.rule import DRAW, END, determinize, rule
from .rollout import (
    NONE,
    apply_move,
    best_move,
    evaluate_seat,
    evaluate_seats,
    guided_rollout,
    quick_rollout,
    random_rollout,
    sample_draw,
    shortlisted,
)

ROOT = 0
MOST_DEPTH = 256  # nodes on one way down

#: How much a search goes where it has not been, beside where it was well.
UCB_C = 0.5

#: A node gets another child when it was visited often enough for those it has.
WIDENING_C, WIDENING_ALPHA = 3.0, 0.4

#: How many iterations a candidate's first impression counts for.
PRIOR_VISITS = 2.0

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
            ("availability", np.int32),  # how often it could have been chosen
            ("total", np.float64),  # what came of it for the mover, over all visits
            ("prior", np.float64),  # what was thought of it beforehand; of candidates only
        ],
    )
)


@rule
def search(
    root: Any,
    players: Any,
    iterations: Any,
    rollout_depth: Any,
    random_rollouts: Any,
    perfect_information: Any,
    seed: Any,
    tree: Any,
    states: Any,
    moves: Any,
    candidates: Any,
    priors: Any,
    ranking: Any,
) -> None:
    """Compare the candidates: write their places into `ranking`, the best first.

    `roots` are imagined states. `sight` is how many decisions are imagined before the advice
    judges, after the tree or, where there is none, after a round of everybody's decisions; or all
    play at random `to_the_end`. `branching`: nothing is secret, so that a tree grows. `likings`
    say what is thought of the candidates beforehand. `states` (two) and `moves` are workspace.
    """
    path = np.zeros(MOST_DEPTH, np.int32)
    shares = np.zeros(players, np.float64)
    generator = np.zeros(1, np.uint64)
    prior_visits = 0.0 if random_rollouts else PRIOR_VISITS
    size = init(tree, candidates, root[0].seat, priors)
    left = candidates.shape[0]
    for place in range(left):
        ranking[place] = place
    rounds, done = halving_rounds(left), 0
    for finished in range(1, rounds + 1):
        turn = 0
        # Below a tree a short look is enough to tell which half is not worth a longer one.
        reach = 0 if finished == 1 < rounds else rollout_depth
        while done < iterations * finished // rounds:
            path[1] = 1 + ranking[turn % left]
            start_iteration(states, root, tree[path[1]], seed, generator)
            steps = 2
            if perfect_information and tree[path[1]].visits > 0:
                size, steps = select_and_expand(states, tree, size, path, generator, moves)
            if random_rollouts:
                random_rollout(states[0], moves, generator)
                evaluate_seats(states[0], players, shares, NONE)
            elif perfect_information:
                known = guided_rollout(states, moves, reach, generator, shares)
                evaluate_seats(states[0], players, shares, known)
            else:
                thinker = tree[path[1]].mover
                quick_rollout(states, moves, thinker, players + rollout_depth, generator)
                evaluate_seat(states[0], thinker, players, shares)
            backpropagate(tree, path, steps, shares)
            done += 1
            turn += 1
        rank(tree, ranking, left, prior_visits)
        left = (left + 1) // 2


@rule(inline=False)
def start_iteration(states: Any, root: Any, candidate: Any, seed: Any, generator: Any) -> None:
    """Imagine a state, and make a candidate in it.

    Each candidate meets the same imagined states and the same draws as the others, so that luck
    does not part them.
    """
    seed_generator(generator, seed, candidate.visits)
    states[0] = root[0]
    state = states[0]
    determinize(state, state.seat, generator)
    apply_move(state, candidate.key)


@rule(inline=False)
def sample_states(states: Any, seat: Any, seed: Any) -> None:
    """Determinize each of these states by itself."""
    generator = np.zeros(1, np.uint64)
    for number in range(states.shape[0]):
        seed_generator(generator, seed, number)
        determinize(states[number], seat, generator)


@rule
def halving_rounds(candidates: Any) -> Any:
    """How often so many can be halved; once at least."""
    rounds = 1
    while candidates > 2:
        candidates = (candidates + 1) // 2
        rounds += 1
    return rounds


@rule(inline=False)
def rank(tree: Any, ranking: Any, left: Any, prior_visits: Any) -> None:
    """Put the first so many candidates in order, the best first; equals stay as they are."""
    for last in range(1, left):
        place = ranking[last]
        value = mean_value(tree[1 + place], prior_visits)
        ahead = last
        while ahead > 0 and mean_value(tree[1 + ranking[ahead - 1]], prior_visits) < value:
            ranking[ahead] = ranking[ahead - 1]
            ahead -= 1
        ranking[ahead] = place


@rule
def mean_value(node: Any, prior_visits: Any) -> Any:
    """What has come of a candidate, and what was thought of it beforehand, as if seen so often."""
    return (node.total + prior_visits * node.prior) / max(node.visits + prior_visits, 1e-9)


@rule(inline=False)
def init(tree: Any, candidates: Any, seat: Any, priors: Any) -> Any:
    """A root, and a child for every candidate; the size of the tree."""
    make_node(tree, ROOT, NONE, NONE, NONE)
    for place in range(candidates.shape[0]):
        add_child(tree, ROOT, candidates[place], seat, place + 1)
        tree[place + 1].prior = priors[place]
    return candidates.shape[0] + 1


@rule
def make_node(tree: Any, node: Any, key: Any, mover: Any, sibling: Any) -> None:
    tree[node].first = NONE
    tree[node].next = sibling
    tree[node].children = 0
    tree[node].key = key
    tree[node].mover = mover
    tree[node].visits = 0
    tree[node].availability = 0
    tree[node].total = 0.0
    tree[node].prior = 0.0


@rule(inline=False)
def add_child(tree: Any, parent: Any, key: Any, mover: Any, size: Any) -> Any:
    """A new node; NOWHERE when there is no room left."""
    if size >= tree.shape[0]:
        return NONE
    make_node(tree, size, key, mover, tree[parent].first)
    tree[parent].first = size
    tree[parent].children += 1
    return size


@rule(inline=False)
def select_and_expand(
    states: Any, tree: Any, size: Any, path: Any, generator: Any, moves: Any
) -> Any:
    """From a candidate to a node that nobody has visited: the tree's size, and the way's length."""
    state, scratch = states[0], states[1:2]
    node, steps = path[1], 2
    while state.awaits != END and steps < MOST_DEPTH:
        if state.awaits == DRAW:
            k = sample_draw(state, generator)
            child = child_of(tree, node, k)
            if child == NONE:
                child = add_child(tree, node, k, NONE, size)
        else:
            child = choose_child(state, tree, node, size, generator, moves, scratch)
        if child == NONE:
            break
        size = max(size, child + 1)
        node = child
        path[steps] = node
        steps += 1
        if tree[node].mover != NONE and tree[node].visits == 0:
            break
    return size, steps


@rule(inline=False)
def choose_child(
    state: Any, tree: Any, node: Any, size: Any, generator: Any, moves: Any, scratch: Any
) -> Any:
    """Make the move that promises most, or one that has not been tried: the node it leads to."""
    count = shortlisted(state, moves)
    child = best_child(tree, node, moves, count)
    if child == NONE or may_widen(tree, node):
        untried = keep_untried(tree, node, moves, count)
        if untried > 0:
            place, _ = best_move(state, moves, untried, generator, scratch)
            added = add_child(tree, node, moves[place], state.seat, size)
            child = child if added == NONE else added
    if child != NONE:
        apply_move(state, tree[child].key)
    return child


@rule
def may_widen(tree: Any, node: Any) -> Any:
    return tree[node].children < WIDENING_C * (tree[node].visits + 1.0) ** WIDENING_ALPHA


@rule(inline=False)
def child_of(tree: Any, node: Any, key: Any) -> Any:
    child = tree[node].first
    while child != NONE and tree[child].key != key:
        child = tree[child].next
    return child


@rule(inline=False)
def best_child(tree: Any, node: Any, moves: Any, count: Any) -> Any:
    """The best child among the moves that are legal here, by what is known and what is not."""
    best, best_promise = NONE, -1.0
    child = tree[node].first
    while child != NONE:
        if is_among(tree[child].key, moves, count):
            tree[child].availability += 1
            promise = ucb(tree[child])
            if promise > best_promise:
                best, best_promise = child, promise
        child = tree[child].next
    return best


@rule
def ucb(node: Any) -> Any:
    if node.visits == 0:
        return 1e9
    doubt = math.sqrt(math.log(node.availability + 1.0) / node.visits)
    return node.total / node.visits + UCB_C * doubt


@rule
def is_among(move: Any, moves: Any, count: Any) -> Any:
    found = False
    for place in range(count):
        found |= moves[place] == move
    return found


@rule
def keep_untried(tree: Any, node: Any, moves: Any, count: Any) -> Any:
    """Keep the moves that have no node yet: how many they are."""
    kept = 0
    for place in range(count):
        if child_of(tree, node, moves[place]) == NONE:
            moves[kept] = moves[place]
            kept += 1
    return kept


@rule
def backpropagate(tree: Any, path: Any, steps: Any, shares: Any) -> None:
    """Tell every node on the way what came of it."""
    for step in range(steps):
        node = path[step]
        tree[node].visits += 1
        if tree[node].mover != NONE:
            tree[node].total += shares[tree[node].mover]


@rule(inline=False)
def evaluate_priors(roots: Any, players: Any, into: Any, priors: Any, scratch: Any) -> Any:
    """What the moves worth a thought promise the mover right after them; how many moves there are.

    They are written `into`, their likings (the average over all imagined states) into `likings`.
    """
    shares = np.zeros(players, np.float64)
    seat = roots[0].seat
    count = shortlisted(roots[0], into)
    for place in range(count):
        priors[place] = 0.0
        for root in range(roots.shape[0]):
            scratch[0] = roots[root]
            apply_move(scratch[0], into[place])
            evaluate_seats(scratch[0], players, shares, NONE)
            priors[place] += shares[seat] / roots.shape[0]
    return count
