"""The checkpoints of one training: what each is, since when numbers are wrong, and what is made of them together."""
