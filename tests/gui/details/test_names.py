"""The names that a file refers to are told in the window, with what loading them would mean."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import torch

from gui.details.model import facts_of
from gui.page.status import file_text, file_tip
from tests.gui.documents import catalogue_of, saved, unplanned


def test_names_with_their_severity(tmp_path: Path) -> None:
    values = {"args": argparse.Namespace(lr=0.1), "seen": Counter("ab"), "w": torch.ones(2)}
    catalogue = catalogue_of(saved(tmp_path, lambda _tensor: values))
    assert "refers to 1 class or function; it was not run" in file_text(catalogue)
    tip = file_tip(catalogue)
    assert "would run code when loaded without weights_only: argparse.Namespace" in tip
    assert "safe: collections.Counter" in tip
    preview = unplanned(catalogue)
    facts = {fact.name: fact.text for fact in facts_of(preview, catalogue.find("args"))}
    assert facts["Names that run code"].startswith("argparse.Namespace: would run code")
    assert "Names" not in facts
    assert "collections.Counter (safe)" in {fact.text for fact in facts_of(preview, catalogue.find("seen"))}


def test_plain_files_have_none(tmp_path: Path) -> None:
    catalogue = catalogue_of(saved(tmp_path, lambda tensor: {"a": {"weight": tensor("cuda:0", 2)}}))
    assert "would run code" not in file_text(catalogue) + file_tip(catalogue)
    assert not [fact for fact in facts_of(unplanned(catalogue), catalogue.find("a")) if fact.name.startswith("Names")]
