"""What the numbers of tensors say: statistics, health, differences."""
