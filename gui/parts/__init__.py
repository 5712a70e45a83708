"""The files of a checkpoint of many: a strip below the tree, which a click filters."""
