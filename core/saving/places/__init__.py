"""Where a new file is written before it is in its place: beside its target here, or in a store elsewhere."""
