"""Edits of numbers: tensors in another dtype, numbers set, tensors put in from other files."""
