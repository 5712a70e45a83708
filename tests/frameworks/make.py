"""Makes the files of one framework: ``python -m tests.frameworks.make FRAMEWORK FOLDER`` prints their facts as JSON."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import torch

from tests.frameworks import torchvision_on_cpu
from tests.frameworks.facts import facts_of_all
from tests.frameworks.making import Cards


def make(framework: str, folder: Path) -> dict[str, Any]:
    """All files of one framework, in a folder of its name; gives their entries in the manifest."""
    torchvision_on_cpu.allow()
    torch.manual_seed(12)
    (folder / framework).mkdir(parents=True, exist_ok=True)
    maker = importlib.import_module(f"tests.frameworks.make_{framework}")
    with Cards() as cards:
        made = list(maker.make(folder / framework, cards))
    names = [each.path.relative_to(folder).as_posix() for each in made]
    # Only now, because torch knows one kind of pretended cards at a time.
    return dict(zip(names, facts_of_all(made), strict=True))


if __name__ == "__main__":
    print(json.dumps(make(sys.argv[1], Path(sys.argv[2]))))
