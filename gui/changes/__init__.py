"""What the plan changes."""
