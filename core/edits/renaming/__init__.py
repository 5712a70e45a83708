"""Many keys renamed at once, by a text, a glob or a regular expression."""
