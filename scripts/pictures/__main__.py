"""``python -m scripts.pictures [NAME…]`` makes the pictures of the docs anew, all of them or those named so."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # before Qt is imported

from core.front_end import show_window
from gui.app.start import make_application
from gui.jobs import job
from gui.look import theme
from scripts.pictures import moving, of_tour, of_values
from scripts.pictures.files import ROOT, Files
from scripts.pictures.png import keep, keep_moving

PICTURES = ROOT / "docs" / "pictures"
MOVING = ROOT / "docs" / "moving.png"


def main(wanted: set[str]) -> None:
    """Take them in both themes; `moving`, that of README.md, in the light one."""
    PICTURES.mkdir(exist_ok=True)
    show_window()
    make_application(sys.argv[:1])
    with _seen_in_pictures(Path(tempfile.gettempdir(), "checkpoints-of-pictures")) as folder:
        files = Files(folder)
        scenes = {**of_tour.scenes(files), **of_values.scenes(files)}
        unknown = wanted - {*scenes, "moving"}
        if unknown:
            sys.exit(f"no such picture: {', '.join(sorted(unknown))}; there are {', '.join(scenes)}, moving")
        for name in ("light", "dark"):
            theme.theme().apply(name)
            for picture, take in scenes.items():
                if not wanted or picture in wanted:
                    target = PICTURES / f"{picture}-{name}.png"
                    keep(take(), target)
                    _tell(target)
        if not wanted or "moving" in wanted:
            theme.theme().apply("light")
            keep_moving(moving.frames(files), MOVING)
            _tell(MOVING)
    job.stop_all()


@contextmanager
def _seen_in_pictures(folder: Path) -> Iterator[Path]:
    """A folder whose name is always the same, as it stands in pictures; gone afterwards."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def _tell(path: Path) -> None:
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main(set(sys.argv[1:]))
