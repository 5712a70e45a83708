"""What every way of loading would allocate where, phase by phase, and whether it fits."""
