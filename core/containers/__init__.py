"""Every container that a checkpoint can come in, one file or many, as one inert graph with one archive."""
