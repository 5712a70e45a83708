"""The engine: reads, edits and writes checkpoints without running them. Knows no window and no torch."""
