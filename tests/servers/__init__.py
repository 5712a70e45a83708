"""Real servers, and toxic ones, for the tests and benchmarks of what is read and written over a network.

Each is a context manager on a port of 127.0.0.1 of its own, and ends with it; none is any of the program.
"""
