"""All about the selected entries."""
