"""The devices of a file, and moving tensors between them."""
