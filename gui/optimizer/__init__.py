"""The optimizers of a file, their groups and their state."""
