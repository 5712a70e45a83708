"""Pictures of the real window on real files, without a display: those of the docs, and all there is to look at."""
