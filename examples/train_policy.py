"""Learn to play Level X from the decisions of a better player, with NumPy alone.

    python examples/train_policy.py

1. Let `habitué` play against itself and `random`, and write down every decision.
2. Fit a softmax policy: each action has a linear score of the position; illegal ones are masked.
   That is multinomial logistic regression, fitted by Adam on the log loss.
3. Let the learned policy play against `débutant`.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
import polars

import ludotheque
from ludotheque.arena import decisions, information_states

GAME = ludotheque.game("levelx")
ACTIONS = len(GAME.actions)


def features(records, seats):
    """What the policy looks at, for many positions at once, scaled to about 1."""
    rows = np.arange(len(records))
    own = records["pawns"][rows, seats]  # how far the own pawns are, row by row
    left = records["spaces"] - own
    parts = [own / 4, left == 1, left == 2, left == 3, records["chips"] / 12]
    return np.column_stack([np.ones(len(records)), *parts]).astype(np.float64)


def log_probabilities(weights, inputs, legal):
    scores = np.where(legal, inputs @ weights, -np.inf)
    scores -= scores.max(axis=1, keepdims=True)
    return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))


def fit(inputs, legal, chosen, rounds=300, rate=0.05, decay=1e-4):
    """The weights that make the chosen actions most likely (Adam, Kingma and Ba 2015)."""
    weights = np.zeros((inputs.shape[1], ACTIONS))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    target = np.eye(ACTIONS)[chosen]
    for step in range(1, rounds + 1):
        probabilities = np.exp(log_probabilities(weights, inputs, legal))
        gradient = inputs.T @ (probabilities - target) / len(inputs) + decay * weights
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        unbiased = np.sqrt(square / (1 - 0.999**step)) + 1e-8
        weights -= rate * mean / (1 - 0.9**step) / unbiased
    return weights


class Policy:
    """Plays the most likely action."""

    def __init__(self, weights):
        self.weights = weights

    def choose(self, view):
        record = information_states(GAME, [bytes.fromhex(view.information_state)])
        legal = np.zeros((1, ACTIONS), bool)
        legal[0, [GAME.actions.index(move) for move in view.moves]] = True
        inputs = features(record, np.array([view.seat]))
        return GAME.actions[int(log_probabilities(self.weights, inputs, legal)[0].argmax())]


def learned(path):
    """The policy that a file of decisions teaches: what `habitué` did where it had a choice."""
    rows = decisions(path).filter(
        (polars.col("player") == "habitué") & (polars.col("move_count") > 1)
    )
    frame = rows.select("information_state", "seat", "actions", "legal_actions").collect()
    records = information_states(GAME, frame["information_state"])
    legal = np.zeros((len(frame), ACTIONS), bool)
    for row, (allowed, *_) in enumerate(frame["legal_actions"]):
        legal[row, allowed] = True
    chosen = frame["actions"].list.first().to_numpy()
    return Policy(fit(features(records, frame["seat"].to_numpy()), legal, chosen))


def main(matches=400, tests=200, workers=None):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "decisions.parquet"
        ludotheque.arena(
            "levelx", ["habitué", "random"], matches, seed=1, decisions=path, workers=workers
        )
        policy = learned(path)
    frame = ludotheque.arena("levelx", [policy, "débutant"], tests, seed=2, workers=1)
    share = frame.filter(polars.col("player") == "Policy")["win"].mean()
    print(f"the learned policy wins {share:.0%} of {tests} matches against débutant")
    return share


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
