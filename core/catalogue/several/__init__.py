"""The checkpoints of one folder, each by itself: what each is, and how far its training had got."""
