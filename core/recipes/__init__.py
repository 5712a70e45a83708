"""Plans that outlive the window: kept for the same file, or made into recipes for other files."""
