"""Saving the fixed checkpoint beside the event loop, and the words for what it will do."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from core.dtypes import NO_DEVICE
from core.edits.preview import Preview
from core.progress import Tick
from core.remote.address import RemotePath
from core.saving.new_name import COPY, FIXED, beside
from core.saving.save import check, save
from core.saving.save_report import SaveReport
from core.text import count_text, size_text
from core.words import marked, say, say_count
from gui.document.refused import refusal
from gui.jobs.latest_job import LatestJob
from gui.look.plain_text import one_line
from gui.save.model import ENDINGS, IN_A_ZIP, LOADERS, Layout

EVERYWHERE: Final = frozenset({"cpu", "meta", NO_DEVICE})
"""Devices that every machine has, and what stands for none."""
MOST_LINES: Final = 100
"""Lines of a list in the dialog; a plan can hold thousands of changes, and a file thousands of devices."""
NOTHING_DIFFERS: Final = marked("nothing: the copy will hold the same as the source")
_MOST_DEVICES: Final = 3
_LONGEST_NAME: Final = 44


@dataclass(frozen=True)
class SaveRequest:
    """All that one save needs, captured when the user says so."""

    preview: Preview
    target: Path
    container: str | None = None
    """None keeps the container of the source."""
    shard_size: int | None = None
    """The most bytes of a file in a folder; None for one file, or for shards as the source has them."""
    overwrite: bool = False
    accept_odd: bool = False


class Saver(QObject):
    """Runs one save at a time."""

    progress = Signal(object, object)
    waiting = Signal(object)
    """The `News` of a server that the source is read from."""
    saved = Signal(object)
    """The writer's `SaveReport`."""
    failed = Signal(object)
    cancelled = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestJob(self)
        self._latest.progress.connect(self.progress)
        self._latest.waiting.connect(self.waiting)
        self._latest.done.connect(self.saved)
        self._latest.failed.connect(self.failed)
        self._latest.cancelled.connect(self.cancelled)

    @property
    def busy(self) -> bool:
        """True while a save is under way."""
        return self._latest.busy

    def save(self, request: SaveRequest) -> None:
        """Start; one of `saved`, `failed` and `cancelled` follows."""
        self._latest.ask(lambda tick: write(request, tick))

    def cancel(self) -> None:
        """Ask the save to stop; the target stays as it was."""
        self._latest.cancel()


def write(request: SaveRequest, tick: Tick) -> SaveReport:
    """Do the save; runs on a worker thread."""
    return save(
        request.preview,
        request.target,
        container=request.container,
        shard_size=request.shard_size,
        overwrite=request.overwrite,
        accept_odd=request.accept_odd,
        tick=tick,
    )


def kept_out(preview: Preview, target: Path, layout: Layout) -> tuple[str, ...]:
    """Sentences on what a layout does not keep. Raises a `CheckpointError` for what it cannot hold."""
    return check(
        preview,
        layout.container,
        target=target,
        shard_size=layout.shard_size,
        accept_damage=True,
        accept_odd=True,
    )


def default_target(source: Path, *, changed: bool = True) -> Path:
    """`epoch27-fixed.pth` beside `epoch27.pth`; `best-fixed.pth.tar` beside `best.pth.tar`; `-copy` if not changed."""
    return beside(source, FIXED if changed else COPY)


def short_name(name: str) -> str:
    """A file name for a line of a dialog; a long one keeps its beginning and its ending."""
    half, name = _LONGEST_NAME // 2, one_line(name)
    return name if len(name) <= _LONGEST_NAME else f"{name[:half]}…{name[1 - half :]}"


def typed_name(text: str, cursor: int, suggested: str) -> str:
    """What is meant while a name is typed before the suggested ending: one that has an ending needs no other."""
    typed, rest = text[:cursor], text[cursor:]
    return typed if rest == suggested and Path(typed).suffix in ENDINGS else text


def with_ending(name: str, ending: str) -> str:
    """A file name with an ending, where it has none of its own."""
    bare = bool(name) and not Path(name).suffix and not name.endswith(".")
    return name + ending if bare else name


def is_source(target: Path, source: Path) -> bool:
    """Whether a target is the source itself, under whatever name."""
    try:
        return target.samefile(source)
    except OSError:
        return target == source


def is_there(target: Path) -> bool:
    """Whether a file of this computer is there already; False where that cannot be asked, as saving tells why."""
    return not isinstance(target, RemotePath) and os.path.exists(target)  # noqa: PTH110 - pathlib raises


@dataclass(frozen=True)
class Line:
    """One line of the summary: what, and how much of it."""

    what: str
    amount: str


def change_lines(preview: Preview) -> list[Line]:
    """What will differ, one line a change."""
    lines = [Line(change.title, " · ".join(change.amounts)) for change in preview.changes]
    return _first_of(lines, lambda left: say_count(left, "… and {n:,} more change", "… and {n:,} more changes"))


def device_lines(preview: Preview) -> list[Line]:
    """The devices of the file to be saved, and what lies on each."""
    return _first_of(
        [
            Line(total.device, f"{count_text(total.tensors, 'tensor')} · {size_text(total.bytes)}")
            for total in preview.totals_after
        ],
        lambda left: say_count(left, "… and {n:,} more device", "… and {n:,} more devices"),
    )


def _first_of(lines: list[Line], rest: Callable[[int], str]) -> list[Line]:
    """As many lines as somebody reads, and how many more there are."""
    left = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], Line(rest(left), "")] if left > 0 else lines


def outcome(preview: Preview, layout: Layout = IN_A_ZIP) -> str:
    """What torch.load, or who else loads it, will make of the file to be saved."""
    loader = LOADERS.get(layout.container)
    if loader is not None:
        return say("{call} works on any machine, with no map_location", call=loader)
    elsewhere = [total.device for total in preview.totals_after if total.device not in EVERYWHERE]
    refused = refusal(preview)
    if not elsewhere and not refused:
        call = say("torch.load of each file") if layout.is_folder else "torch.load(f)"
        return say("{call} works on any machine, with no map_location", call=call)
    if not elsewhere:
        return say(
            "torch.load(f, weights_only=False) works on any machine, with no map_location; without weights_only, "
            "torch refuses {refused}",
            refused=refused,
        )
    devices = listed([*elsewhere[:_MOST_DEVICES], *([say("more")] if len(elsewhere) > _MOST_DEVICES else [])])
    if refused:
        return say(
            "torch.load(f, weights_only=False) needs {devices}, or a map_location; without weights_only, "
            "torch refuses {refused}",
            devices=devices,
            refused=refused,
        )
    return say("torch.load(f) needs {devices}, or a map_location", devices=devices)


def listed(names: list[str]) -> str:
    """`a`, `a and b`, `a and b and c`."""
    first, *others = names
    for name in others:
        first = say("{first} and {second}", first=first, second=name)
    return first


def size_line(preview: Preview) -> str:
    """The size of the file before and after."""
    before, after = size_text(preview.bytes_before), size_text(preview.bytes_after)
    return after if before == after else f"{before} → {after}"
