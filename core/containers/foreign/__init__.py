"""Files of other fields, whose tensors their own readers list: NumPy's and llama.cpp's."""
