"""The commands that look at the numbers of tensors."""
