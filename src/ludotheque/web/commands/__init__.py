"""What callers ask of matches: one function a command, for the forms and the JSON API alike."""
