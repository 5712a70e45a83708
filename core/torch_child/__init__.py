"""The only room that imports torch, in a process of its own."""
