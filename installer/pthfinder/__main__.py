"""``python -m pthfinder``."""

from pthfinder import run  # type: ignore[import-not-found]  # known where it is installed

run()
