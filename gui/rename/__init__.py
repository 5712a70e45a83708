"""Keys renamed in bulk: what a pattern would do, shown while it is typed."""
