"""The errors that torch and its frameworks are known to raise."""
