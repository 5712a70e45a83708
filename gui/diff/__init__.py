"""The file beside a second one: what differs."""
