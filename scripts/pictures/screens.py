"""Pictures of all there is to see, to be looked at one by one: every panel, dialog and menu, in every language.

``make screens``, or ``python -m scripts.pictures.screens [--languages en,xx] [--scales 1] [--only panel]``, fills the
folder .screens and writes an index.html that lays the pictures out beside each other. ``xx`` is no language: texts
are 40 % longer and accented, so that what is cut off, and what nobody translates, is seen.
"""

from __future__ import annotations

import argparse
import html
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".screens"
LANGUAGES = ("en", "zh", "ja", "xx")
THEMES = ("light", "dark")
SCALES = ("1", "1.5", "2")
AT_ONCE = 2 * (os.cpu_count() or 1)
"""Processes: each waits half of its time for the window to come to rest."""
SIZES = ("1280x800", "1024x700")
"""Pixels of the window before scaling."""


def main() -> None:
    """A process for each scale, as Qt takes it once, language and theme; then the sheet."""
    arguments = _arguments()
    folder = arguments.folder.absolute()
    folder.mkdir(exist_ok=True)
    walks = product(*(each.split(",") for each in (arguments.scales, arguments.languages, arguments.themes)))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(lambda walk: _walk(folder, arguments, *walk), walks))
    _write_sheet(folder)
    print(f"{len(list(folder.glob('*/*.png'))):,} pictures: {folder / 'index.html'}")


def _walk(folder: Path, arguments: argparse.Namespace, scale: str, language: str, theme: str) -> None:
    """Raises `subprocess.CalledProcessError`."""
    command = [sys.executable, "-m", "scripts.pictures.walk", str(folder), scale, language, theme]
    command += [arguments.sizes, arguments.only]
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "QT_SCALE_FACTOR": scale})


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    parser.add_argument("--themes", default=",".join(THEMES))
    parser.add_argument("--scales", default=",".join(SCALES))
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--folder", default=FOLDER, type=Path)
    parser.add_argument("--only", default="", help="scenes whose name has this in it")
    return parser.parse_args()


def _write_sheet(folder: Path) -> None:
    """A row a scene, a column a variant; a click shows the picture alone."""
    taken = {(path.stem, path.parent.name) for path in folder.glob("*/*.png")}
    scenes, variants = sorted({scene for scene, _ in taken}), sorted({variant for _, variant in taken})
    head = "".join(f"<th>{html.escape(variant)}</th>" for variant in variants)
    rows = []
    cells: dict[str, list[str]] = {scene: [] for scene in scenes}
    for scene, variant in product(scenes, variants):
        address = html.escape(f"{variant}/{scene}.png")
        picture = f'<a href="{address}"><img loading="lazy" src="{address}"></a>' if (scene, variant) in taken else ""
        cells[scene].append(f"<td>{picture}</td>")
    rows = [f"<tr><th>{html.escape(scene)}</th>{''.join(cells[scene])}</tr>" for scene in scenes]
    style = "body{font:14px sans-serif} th{position:sticky;top:0;left:0;background:#fff} img{width:420px;display:block}"
    page = f"<!doctype html><meta charset=utf-8><title>Screens</title><style>{style}</style>"
    page += f"<table><tr><th></th>{head}</tr>{''.join(rows)}</table>"
    (folder / "index.html").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
