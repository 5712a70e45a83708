"""Fuzzers: broken and hostile files by the million, none of which may end in anything but a `CheckpointError`."""
