"""Where a checkpoint is, on this computer or elsewhere: a location that is typed or chosen, and those opened last."""
