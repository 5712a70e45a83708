"""Bytes and inert nodes: what a pickle says, read and written without running any of it."""
