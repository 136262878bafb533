"""Monte Carlo tree search, written with rule slots for any game, and compiled for each.

At the root the legal moves, the *candidates*, compete by sequential halving (Karnin, Koren and
Somekh 2013): in every round all remaining ones get the same number of iterations, then the worse
half is dropped. The i-th iterations of all candidates share their seed (common random numbers), so
that they see the same hidden cards and the same dice.

In games of perfect information a tree grows below each candidate. An iteration selects children by
UCB1 (Auer, Cesa-Bianchi and Fischer 2002), expands one node, plays a guided rollout, and
backpropagates each seat's share of the victory. Decision nodes get further children only when they
have been visited often enough (progressive widening, Coulom 2007); chance nodes have a child for
each outcome that was drawn.

In games of imperfect information no tree is built: a node would mix decisions of players who know
different things. Instead every iteration samples a determinization, a complete state from the
seat's information set, and plays a quick rollout in which each seat looks at its own cards only.
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
MOST_DEPTH = 256  # maximum number of nodes on a path

#: Exploration constant of UCB1.
UCB_C = 0.5

#: Progressive widening: a node with n visits may have C · (n + 1) ^ ALPHA children.
WIDENING_C, WIDENING_ALPHA = 3.0, 0.4

#: Weight of a candidate's prior, in visits.
PRIOR_VISITS = 2.0

NODE = np.dtype(
    (
        Fields,
        [
            ("first", np.int32),  # the newest child
            ("next", np.int32),  # the sibling that was added before it
            ("children", np.int32),  # their number
            ("key", np.int64),  # the move, or the outcome of a draw, that leads here
            ("mover", np.int32),  # the seat whose move leads here; NONE for a draw
            ("visits", np.int32),
            ("parent_visits", np.int32),  # how often UCB compared it with its siblings
            ("total", np.float64),  # the sum of the mover's shares over all visits
            ("prior", np.float64),  # the mover's share by the evaluation; candidates only
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
    """Compare the candidates: write their indices into `ranking`, the best first.

    `root` is an array of one state. With `perfect_information` a tree is built in `tree`, and
    guided rollouts of `rollout_depth` decisions start from its leaves. Otherwise quick rollouts
    take as many decisions and one more for each player. With `random_rollouts`, rollouts are random
    and go to the end of the match instead. `priors` are the candidates' values by the evaluation.
    `states` (two) and `moves` are workspace.
    """
    path = np.zeros(MOST_DEPTH, np.int32)
    shares = np.zeros(players, np.float64)
    generator = np.zeros(1, np.uint64)
    prior_visits = 0.0 if random_rollouts else PRIOR_VISITS
    size = init(tree, candidates, np.int64(root[0].seat), priors)
    left = candidates.shape[0]
    for place in range(left):
        ranking[place] = place
    rounds, done = halving_rounds(left), 0
    for finished in range(1, rounds + 1):
        turn = 0
        # The first of several rounds needs no guided rollouts to find the worse half of the moves.
        depth = 0 if finished == 1 < rounds else rollout_depth
        while done < iterations * finished // rounds:
            path[1] = 1 + ranking[turn % left]
            start_iteration(states, root, tree[path[1]], seed, generator)
            length = 2
            if perfect_information and tree[path[1]].visits > 0:
                size, length = select_and_expand(states, tree, size, path, generator, moves)
            if random_rollouts or perfect_information:
                known = NONE
                if random_rollouts:
                    random_rollout(states[0], moves, generator)
                else:
                    known = guided_rollout(states, moves, depth, generator, shares)
                evaluate_seats(states[0], players, shares, known)
            else:
                searcher = np.int64(tree[path[1]].mover)
                quick_rollout(states, moves, searcher, players + rollout_depth, generator)
                evaluate_seat(states[0], searcher, players, shares)
            backpropagate(tree, path, length, shares)
            done += 1
            turn += 1
        rank(tree, ranking, left, prior_visits)
        left = (left + 1) // 2


@rule(inline=False)
def start_iteration(states: Any, root: Any, candidate: Any, seed: Any, generator: Any) -> None:
    """Determinize the root, and make the candidate's move in it.

    The generator is seeded by the candidate's number of visits alone: common random numbers.
    """
    seed_generator(generator, seed, candidate.visits)
    states[0] = root[0]
    state = states[0]
    determinize(state, np.int64(state.seat), generator)
    apply_move(state, candidate.key)


@rule(inline=False)
def sample_states(states: Any, seat: Any, seed: Any) -> None:
    """Determinize each of these states independently."""
    generator = np.zeros(1, np.uint64)
    for number in range(states.shape[0]):
        seed_generator(generator, seed, number)
        determinize(states[number], seat, generator)


@rule(inline=False)
def evaluate_priors(roots: Any, players: Any, into: Any, priors: Any, scratch: Any) -> Any:
    """Write the shortlisted moves and their priors; returns the number of moves.

    A move's prior is the mover's share right after it, on average over the states `roots`.
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


# -- candidates


@rule
def halving_rounds(candidates: Any) -> Any:
    """The number of rounds of sequential halving, the last one between two; at least one."""
    rounds = 1
    while candidates > 2:
        candidates = (candidates + 1) // 2
        rounds += 1
    return rounds


@rule(inline=False)
def rank(tree: Any, ranking: Any, left: Any, prior_visits: Any) -> None:
    """Sort the first `left` candidates by mean value, best first (stable insertion sort)."""
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
    """A candidate's mean share, in which its prior counts as `prior_visits` visits."""
    return (node.total + prior_visits * node.prior) / max(node.visits + prior_visits, 1e-9)


# -- the tree


@rule(inline=False)
def init(tree: Any, candidates: Any, seat: Any, priors: Any) -> Any:
    """Create the root and a child for every candidate; returns the size of the tree."""
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
    tree[node].parent_visits = 0
    tree[node].total = 0.0
    tree[node].prior = 0.0


@rule(inline=False)
def add_child(tree: Any, parent: Any, key: Any, mover: Any, size: Any) -> Any:
    """Add a node to a tree of `size` nodes; returns its index, or NONE if the array is full."""
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
    """Descend from a candidate to a new decision node; returns the sizes of tree and path."""
    state, scratch = states[0], states[1:2]
    node, length = np.int64(path[1]), 2
    while state.awaits != END and length < MOST_DEPTH:
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
        path[length] = node
        length += 1
        if tree[node].mover != NONE and tree[node].visits == 0:
            break
    return size, length


@rule(inline=False)
def choose_child(
    state: Any, tree: Any, node: Any, size: Any, generator: Any, moves: Any, scratch: Any
) -> Any:
    """Select the child with the highest UCB, or add one; apply its move and return the child."""
    child = best_child(tree, node)
    if child == NONE or may_widen(tree, node):
        untried = keep_untried(tree, node, moves, shortlisted(state, moves))
        if untried > 0:
            place, _ = best_move(state, moves, untried, generator, scratch)
            added = add_child(tree, node, moves[place], np.int64(state.seat), size)
            child = child if added == NONE else added
    if child != NONE:
        apply_move(state, tree[child].key)
    return child


@rule
def may_widen(tree: Any, node: Any) -> Any:
    """Progressive widening: whether the node has been visited enough for one more child."""
    return tree[node].children < WIDENING_C * (tree[node].visits + 1.0) ** WIDENING_ALPHA


@rule(inline=False)
def child_of(tree: Any, node: Any, key: Any) -> Any:
    child = tree[node].first
    while child != NONE and tree[child].key != key:
        child = tree[child].next
    return child


@rule(inline=False)
def best_child(tree: Any, node: Any) -> Any:
    """The child with the highest UCB; NONE if there are no children."""
    best, best_bound = NONE, -1.0
    child = tree[node].first
    while child != NONE:
        tree[child].parent_visits += 1
        bound = ucb(tree[child])
        if bound > best_bound:
            best, best_bound = child, bound
        child = tree[child].next
    return best


@rule
def ucb(node: Any) -> Any:
    """UCB1: the mean value plus an exploration term; unvisited nodes come first."""
    if node.visits == 0:
        return 1e9
    uncertainty = math.sqrt(math.log(node.parent_visits + 1.0) / node.visits)
    return node.total / node.visits + UCB_C * uncertainty


@rule
def keep_untried(tree: Any, node: Any, moves: Any, count: Any) -> Any:
    """Keep, at the front of `moves`, those that have no node yet; returns their number."""
    kept = 0
    for place in range(count):
        if child_of(tree, node, moves[place]) == NONE:
            moves[kept] = moves[place]
            kept += 1
    return kept


@rule
def backpropagate(tree: Any, path: Any, length: Any, shares: Any) -> None:
    """Add a visit to every node on the path, and to its total the share of its mover."""
    for step in range(length):
        node = path[step]
        tree[node].visits += 1
        if tree[node].mover != NONE:
            tree[node].total += shares[tree[node].mover]
