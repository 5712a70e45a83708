"""The bytes of tensors, and the numbers that they are."""
