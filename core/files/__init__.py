"""Files, here or elsewhere: opened, read at an offset as if many were one, and copied from."""
