"""`@cases` for all tests; the house tests use it too."""

from ludotheque.checks.cases import cases

__all__ = ["cases"]
