"""A plan as the torch code that makes the same file, for who wants it in a script of their own."""
