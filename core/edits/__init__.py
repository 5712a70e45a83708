"""What a user can want of a checkpoint, worked out without touching a file."""
