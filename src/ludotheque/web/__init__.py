"""The server: pages, live updates and a JSON API.

Its packages build on one another in this order: live (matches being played), access (who is asking,
and what they may see), commands (what they ask for), render (templates), pages and api (routes).
"""
