"""Everything within a few letters: the palette of all actions, and the way to any key of any open document."""
