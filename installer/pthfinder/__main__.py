"""``python -m pthfinder``."""

from pthfinder import run

run()
