"""Memory: what every way of loading would allocate where, phase by phase, and whether it fits."""

from gui.panels.memory.panel import MemoryPanel

__all__ = ["MemoryPanel"]
