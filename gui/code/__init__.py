"""The code that loads the file."""
