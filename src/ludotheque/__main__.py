"""`python -m ludotheque` is the command `ludotheque`."""

from .cli.main import main

main()
