"""What the user prefers, in a dialog whose changes apply at once."""
