"""What programs that learn need of games and states: docs/RESEARCH.md explains it."""
