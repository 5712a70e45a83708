"""The palette and the way to a key."""
