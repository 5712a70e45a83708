"""The tree of keys."""
