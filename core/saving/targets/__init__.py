"""What a checkpoint can be saved as besides one file of torch."""
