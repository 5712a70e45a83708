"""A file beside the keys that a model wants."""
