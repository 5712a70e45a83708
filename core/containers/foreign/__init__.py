"""Files of other fields, whose tensors their own readers list: NumPy's."""
