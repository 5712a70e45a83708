"""The files that plans and pasted errors are tried on and that nothing else keeps, as real torch writes them.

``python -m tests.golden.inputs`` makes ``inputs.tar.xz`` anew. Nobody needs to: other files give other hashes, and
torch of another version writes other files.
"""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
import tempfile
from pathlib import Path
from typing import Any

ARCHIVE = Path(__file__).with_name("inputs.tar.xz")
INDEX = "errors/index.json"


def unpacked(folder: Path) -> Path:
    """All of them, below a folder."""
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(folder, filter="data")
    return folder


def error_id(error: str) -> str:
    """What an error is called in the index of the files that are tried with it."""
    return hashlib.sha256(error.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _make(folder: Path) -> None:
    import torch

    from tests.diagnosis.traceback.test_pasted_errors import CASES
    from tests.files import fitting_files
    from tests.recipes import cases
    from tests.support.oracle import PretendGpus

    (folder / "plans").mkdir()
    cases.make(folder / "plans").rename(folder / "plans/everything.pt")
    with PretendGpus() as gpus:
        value = torch.load(folder / "plans/everything.pt", weights_only=False)
        value["odd"] = cases.odd_tensors(gpus, "legacy")
        cases.save(value, folder / "plans/legacy.pt", "legacy")
        cases.save(cases.training_checkpoint(gpus), folder / "plans/training.pth")
        cases.save(cases.training_checkpoint(gpus, wrap=False), folder / "plans/training_legacy.pth", "legacy")
    (folder / "errors").mkdir()
    made: dict[tuple[str, str], str] = {}
    index: dict[str, Any] = {}
    for case in CASES:
        for which in ("fits", "other"):
            description, error = case[which], case["error"]
            key = (description, error if fitting_files.of_the_error(description) else "")
            if key not in made:
                made[key] = f"errors/{len(made):03}.pth"
                fitting_files.make(description, error, folder / made[key])
            index.setdefault(error_id(error), {})[which] = made[key]
    (folder / INDEX).write_text(json.dumps(index, indent=1, sort_keys=True) + "\n", "ascii")


def main() -> None:
    """Make all of them, and keep them with no times and no owners."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _make(folder)
        with tarfile.open(ARCHIVE, "w:xz", preset=9) as archive:
            for path in sorted(each for each in folder.rglob("*") if each.is_file()):
                data = path.read_bytes()
                entry = tarfile.TarInfo(str(path.relative_to(folder)))
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))


if __name__ == "__main__":
    main()
