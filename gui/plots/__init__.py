"""Pictures of numbers that several features show."""
