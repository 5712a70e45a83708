"""One tab of the window: everything about one open document, and what is shown while there is none."""
