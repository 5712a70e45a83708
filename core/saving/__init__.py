"""The new file: laid out, written, verified, and put in place, all or nothing."""
