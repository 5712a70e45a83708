"""An error as people paste it: what it says, and whether this file is its cause."""
