"""Which errors a checkpoint raises on a computer, why, and what cures them."""
