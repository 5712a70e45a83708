"""What torch does with a file, and the code that loads it."""
