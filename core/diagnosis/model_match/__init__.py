"""A checkpoint held against the keys and shapes that a model wants."""
