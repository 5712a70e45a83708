"""The numbers of the selected tensors."""
