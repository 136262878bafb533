"""Other people's servers, measured beside ours on the same machine in the same run."""
