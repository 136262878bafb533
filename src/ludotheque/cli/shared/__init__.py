"""What several commands use: the console, messages, parameter types, common options."""
