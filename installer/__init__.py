"""Makes the program that has its own Python with it; `docs/packaging.md` says how and why."""
