"""Optimizers in a catalogue: of which kind they are, and whose parameters they train."""
