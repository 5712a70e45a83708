"""``python -m tests.frameworks.folders.make NAME FOLDER`` makes the cases of one maker, each with its facts."""

from __future__ import annotations

import importlib
import json
import logging
import shutil
import sys
import warnings
from pathlib import Path

import torch

from tests.frameworks import torchvision_on_cpu
from tests.frameworks.folders.recording import facts_of
from tests.frameworks.run import as_text


def make(name: str, folder: Path) -> list[str]:
    """The names of the cases made, relative to ``folder``."""
    torchvision_on_cpu.allow()
    torch.manual_seed(17)
    shutil.rmtree(folder / name, ignore_errors=True)
    (folder / name).mkdir(parents=True)
    maker = importlib.import_module(f"tests.frameworks.folders.{name}")
    names = []
    for case in maker.make(folder / name):
        names.append(case.path.relative_to(folder).as_posix())
        beside = case.path.with_name(case.path.name + ".json")
        beside.write_text(as_text(json.loads(json.dumps(facts_of(case)))) + "\n", encoding="utf-8")
    return names


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    print(json.dumps(make(sys.argv[1], Path(sys.argv[2]))))
