"""Does with one file what the program would do with it: shared by the tests of hostile files and the fuzzers."""

from __future__ import annotations

import json
import os
from pathlib import Path

from core.catalogue.build import build_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.catalogue.search import index_of, search
from core.diagnosis.diagnose import cure_all, diagnose
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import Preview, preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from core.loading.recipes import load_recipes
from core.memory.analysis import predict_memory
from core.memory.machine import Machine
from core.report.inspect import inspection, inspection_lines
from core.report.plan import preview_json, preview_lines
from core.saving.save import save
from gui.document.rows import fill_caches

FEW = 300
"""Entries whose texts are asked for one by one, as the rows on a screen are."""


def look(path: Path) -> Catalogue:
    """Open a file and ask for what the window, and the command line as text, show of it."""
    catalogue = build_catalogue(open_checkpoint(path))
    shown = preview(catalogue, Plan((RemapDevice("*", "cpu"),)))
    "\n".join(inspection_lines(catalogue))
    "\n".join(preview_lines(shown))
    diagnose(preview(catalogue, Plan()), Computer(0))
    fill_caches(catalogue)
    for entry in range(min(len(catalogue), FEW)):
        catalogue.summary(entry)
        catalogue.meaning(entry)
        catalogue.kind(entry)
        catalogue.label_text(entry)
        catalogue.path_text(entry)
    index_of(catalogue)
    search(catalogue, "weight device:cpu")
    search(catalogue, "w.*t$", regex=True)
    return catalogue


def look_and_save(path: Path, target: Path) -> str:
    """All of `look`, and save in both containers and cured; what became of it: ``saved``, or classes of refusals."""
    catalogue = look(path)
    json.dumps([inspection(catalogue), preview_json(preview(catalogue, Plan()))])
    plan = Plan((RemapDevice("*", "cuda:3"),))
    diagnose(preview(catalogue, plan), Computer(2))
    outcomes = [_saved(preview(catalogue, plan), target, container) for container in ("zip", "legacy")]
    cured = preview(catalogue, cure_all(catalogue, Plan(), Computer(0)))
    load_recipes(cured, Computer(0))
    predict_memory(cured, Machine(1, 24 << 30, "cuda:0", 1, True, 300 << 20))
    outcomes.append(_saved(cured, target, None))
    if target.exists():
        os.unlink(target)  # noqa: PTH108 - fuzzers run this a million times
    return "/".join(outcomes)


def _saved(planned: Preview, target: Path, container: str | None) -> str:
    try:
        save(planned, target, container=container, overwrite=True, accept_damage=True, accept_odd=True)
    except CheckpointError as error:
        assert str(error)  # noqa: PT017 - either outcome is right
        return type(error).__name__
    look(target)
    return "saved"
