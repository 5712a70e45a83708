"""The machine that the file is to be loaded on, as a chip whose menu sets it."""
