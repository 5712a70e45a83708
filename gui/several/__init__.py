"""A folder of several checkpoints: which there are, to choose from."""
