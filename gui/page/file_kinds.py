"""Which files a dialog offers, and the one that comes with the program."""

from __future__ import annotations

from core.words import say
from gui.look import theme

DEMO = theme.RESOURCES / "demo.pth"


def file_kinds() -> str:
    """The kinds that a dialog for opening offers, as Qt wants them written."""
    kinds = "(*.pt *.pth *.ckpt *.bin *.pkl *.tar *.sav *.jit *.safetensors *.index.json *.distcp)"
    return f"{say('PyTorch checkpoints')} {kinds};;{say('All files')} (*)"
