"""Folders of ``torch.distributed.checkpoint``: a list of pieces (``.metadata``), and the files they lie in."""
