"""What can be fixed with a click."""
