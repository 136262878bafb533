"""PostgreSQL as the store's database."""
