"""One module a command of `ludotheque`: its options, and what it does."""
