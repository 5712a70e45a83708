"""What the comparison of two files is made of: which entry is which, and how far numbers are apart."""
