"""The command `ludotheque`."""
