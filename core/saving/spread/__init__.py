"""New files that several workers write: what is left to them, and what each of them does."""
