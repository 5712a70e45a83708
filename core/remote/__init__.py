"""Checkpoints that lie on other computers: reached by URLs, read by ranges, cached by their version."""
