"""What is wrong with the numbers of the whole file."""
