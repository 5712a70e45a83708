"""What the banner says of the files of ranks."""

from __future__ import annotations

import shutil
from pathlib import Path

from core.edits.edits import Plan
from core.edits.preview import preview
from gui.page.notice import notice
from tests.containers.facts import FOLDERS
from tests.support.engine import catalogue_of


def test_why_ranks_are_shown_as_parts(tmp_path: Path) -> None:
    flat = notice(preview(catalogue_of(FOLDERS / "fsdp" / "fsdp1_local"), Plan(())))
    assert flat.text.startswith("FSDP saved flat parameters.")
    assert not flat.missing
    folder = Path(shutil.copytree(FOLDERS / "fsdp" / "fsdp2", tmp_path / "run"))
    (folder / "rank1.pt").unlink()
    gone = notice(preview(catalogue_of(folder), Plan(())))
    assert gone.text.startswith("rank1.pt is missing. Ranks are missing, so the model cannot be put together.")
    assert gone.missing
