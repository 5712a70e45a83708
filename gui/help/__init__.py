"""Help inside the window: the pages of docs/, searched and read."""
