"""The window: everything that needs Qt. The engine in `core` knows nothing of it."""
