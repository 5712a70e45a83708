"""What plain ``torch.load`` says to files in a process that imported nothing but torch: ``python plain.py FILE…``.

A process of its own, because frameworks allow names of theirs as soon as they are imported.
"""

from __future__ import annotations

import json
import re
import sys
import warnings

import torch


def said(path: str) -> str | None:
    """The name that it refuses, or else the first line of its error; None when the file loads."""
    try:
        torch.load(path)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what the user sees
        refused = re.search(r"GLOBAL (\S+)", str(error))
        return refused[1] if refused else str(error).splitlines()[0]
    return None


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    torch.serialization.register_package(0, lambda storage: None, lambda storage, location: storage)
    print(json.dumps([said(path) for path in sys.argv[1:]]))
