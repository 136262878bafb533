"""The house tests: what every game must pass, whoever wrote it. `ludotheque check-game` runs them.

They are pytest modules that name no game: `plugin` gives each test with a parameter `game` the
games to check. The project's own tests import them, and run them on every built-in game.
"""
