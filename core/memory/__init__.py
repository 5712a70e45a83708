"""What loading a checkpoint allocates, on which device, phase by phase."""
