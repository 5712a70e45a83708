"""Models of the hub are opened by their ranges, from the store that it sends us to; a token stays with the hub."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.remote import asking
from tests.remote.saving import CPU, Pair, fix, make_pair
from tests.stores.hub import MODEL, TOKEN, Hub, hub
from tests.support.command import run_here
from tests.support.oracle import assert_same_files

__all__ = ["hub"]
FILE = f"hf://{MODEL}/runs/old.pth"
pytestmark = pytest.mark.stores


@pytest.fixture
def files(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pair:
    """A checkpoint of a GPU, which the hub has, and what torch makes of it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(asking, "_FIRST_PAUSE", 0.01)
    made = make_pair(tmp_path)
    hub.files |= {"runs/old.pth": made.source.read_bytes(), "config.json": b"{}"}
    return made


def test_it_is_opened_by_ranges_of_the_store(hub: Hub, files: Pair) -> None:
    done = run_here("inspect", FILE)
    assert (done.returncode, "8 tensors" in done.stdout) == (0, True), done.stderr
    assert hub.store_asked
    assert all("range" in head for _, _, head in hub.store_asked)


def test_it_is_fixed_onto_this_computer(hub: Hub, files: Pair, tmp_path: Path) -> None:
    fix(FILE, tmp_path / "new.pth", CPU)
    assert_same_files(tmp_path / "new.pth", files.theirs)


def test_a_model_is_a_folder(hub: Hub, files: Pair) -> None:
    hub.files["pytorch_model.bin"] = files.source.read_bytes()
    done = run_here("inspect", f"hf://{MODEL}")
    assert (done.returncode, "8 tensors" in done.stdout) == (0, True), done.stderr


def test_the_token_goes_to_the_hub_alone(hub: Hub, files: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    hub.private = True
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    done = run_here("inspect", FILE)
    assert (done.returncode, "8 tensors" in done.stdout) == (0, True), done.stderr
    assert not any("authorization" in head for _, _, head in hub.store_asked)


@pytest.mark.parametrize("private", [True, False])
def test_what_is_not_there_or_not_shown_is_said_at_once(hub: Hub, files: Pair, private: bool) -> None:
    hub.private = private
    done = run_here("inspect", FILE if private else f"hf://{MODEL}/none.pth")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "could not be read after" not in done.stderr, done.stderr
    assert TOKEN not in done.stderr


def test_a_file_that_has_changed_is_said(hub: Hub, files: Pair, tmp_path: Path) -> None:
    from core.catalogue.build import open_catalogue
    from core.edits.edits import Plan
    from core.edits.preview import preview
    from core.errors import SourceChanged
    from core.saving.save import save

    catalogue = open_catalogue(FILE)
    hub.files["runs/old.pth"] = files.theirs.read_bytes()
    with pytest.raises(SourceChanged):
        save(preview(catalogue, Plan((CPU,))), tmp_path / "new.pth")
    assert not (tmp_path / "new.pth").exists()
