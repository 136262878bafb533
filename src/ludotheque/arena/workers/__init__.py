"""Where the chunks of a long run are worked on: threads, processes, a Ray cluster, any Executor."""
