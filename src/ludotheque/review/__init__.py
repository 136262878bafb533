"""Post-match analysis: win probabilities along a match, luck and skill, and mistakes.

`Replay` replays a match once; `Reviewer` estimates by Monte Carlo rollouts and makes a `Review`;
`report` turns that into sentences and numbers for a page, a terminal or a program.
"""
