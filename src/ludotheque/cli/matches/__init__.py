"""What `ludotheque matches` does with a store, or asks a running server for."""
