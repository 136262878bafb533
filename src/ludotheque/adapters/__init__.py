"""The games behind other libraries' interfaces: PettingZoo, Gymnasium, OpenSpiel.

Each module needs the extra of its name (`pip install ludotheque[pettingzoo]`), and nothing here is
imported before it is used. docs/ADAPTERS.md shows how, and where the libraries' assumptions do not
fit these games.
"""
