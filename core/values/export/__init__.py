"""Tensors written into files of other programs: NumPy, safetensors, CSV."""
