"""Exact solution of a duel by backward induction, in tables over all hands; `solver.py` asks it."""
