"""How clients are connected to a live match: sockets, event streams, and commands by POST.

These routes carry nearly all the traffic, so they are plain ASGI; FastAPI has the others.
"""
