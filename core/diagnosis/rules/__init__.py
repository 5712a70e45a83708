"""The traps that a file itself shows, a rule each."""
