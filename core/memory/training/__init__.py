"""What resuming a training takes beyond loading."""
