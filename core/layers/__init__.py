"""What the modules of a model are, as far as a file tells: its layers, a known model, and a class that takes it."""
