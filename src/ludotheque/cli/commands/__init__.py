"""The commands of `ludotheque`: one module for each, with its options and what it does."""
