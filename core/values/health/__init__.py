"""The rules by which the numbers of a file are judged, a family a module."""
