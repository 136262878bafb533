"""The server: pages, live updates and a JSON API."""
