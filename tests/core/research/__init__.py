"""What programs that learn rely on: actions, bytes, observations, schemas."""
