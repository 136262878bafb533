"""The designer's bench: variants of a game compared by how their matches go."""
