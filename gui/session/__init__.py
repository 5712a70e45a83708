"""One open document: its catalogue, its plan, opening and saving."""
