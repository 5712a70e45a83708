"""A run in a tab: its checkpoints as a list, since when it is sick as lamps, how its weights drift as plots."""
