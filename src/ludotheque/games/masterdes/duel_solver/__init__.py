"""Exact solution of a duel by backward induction, in arrays over all hands; for `solver.py`."""
