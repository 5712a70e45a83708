"""Windows of their own: saving, help."""
