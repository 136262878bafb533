"""The house in the browser: pages, live updates, a JSON API."""
