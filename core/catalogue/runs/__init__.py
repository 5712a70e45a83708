"""What lies in a folder of several checkpoints, each by itself."""
