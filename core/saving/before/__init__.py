"""What is known of a save before it is made."""
