"""Folders of torch.distributed.checkpoint, against torch."""
