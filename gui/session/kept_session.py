"""What is open, as it is kept beside the settings: after a crash, too, all comes back as it was.

Plans are kept as `core.recipes.kept_plan` writes them, never in the folder of a checkpoint.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Final

from core.catalogue.catalogue import Catalogue
from core.edits.edits import Plan
from core.errors import CheckpointError, EditError
from core.files.parts import whole_file
from core.memory.known_cards import parse_card
from core.progress import Tick, ignore
from core.recipes.kept_plan import Carried, plan_to_json, restored
from core.remote.address import as_path
from core.saving.gate import make_folder, place_of
from gui.look import settings
from gui.look.settings import Settings
from gui.session.computers import SessionMachine
from gui.session.loading_on import loading_on
from gui.session.session import Session, Steps

VERSION: Final = 1
_LARGEST: Final = 1 << 28
MOST_SELECTED: Final = 1_000
"""Selected entries that are kept; of more only the current one is."""
_WRITING: Final = Lock()


@dataclass(frozen=True)
class KeptPlan:
    """A plan as JSON, to be put in place when its file is open again."""

    json: Any

    def fitted(self, catalogue: Catalogue) -> Carried | None:
        """The plan as far as it fits the file as it is now; what is no such JSON counts as lost."""
        return restored(catalogue, self.json) if self.json else None


@dataclass(frozen=True)
class KeptTab:
    """One open file."""

    path: str
    """Absolute, or a URL without anything secret."""
    plan: Any = None
    """As `plan_to_json` gives it; None for an empty plan."""
    current: str = ""
    """The path of the current entry in the file."""
    selected: tuple[str, ...] = ()
    search: str = ""
    regex: bool = False
    showing: str = ""
    """Of a file among several that one alone, of ranks their parts: see `gui.session.opening`."""
    machine: Any = None
    """Where it was to be loaded, as `LoadingOn.kept` gives it."""


@dataclass(frozen=True)
class KeptWindow:
    """One window: its tabs from left to right."""

    tabs: tuple[KeptTab, ...]
    on_show: int = 0


@dataclass(frozen=True)
class TabState:
    """A tab at one moment, made on the GUI's thread; `kept` can be asked on another."""

    path: Path
    catalogue: Catalogue | None = None
    plan: Plan = Plan()
    current: int = -1
    selected: tuple[int, ...] = ()
    search: str = ""
    regex: bool = False
    showing: str = ""
    machine: Any = None
    not_yet_back: KeptTab | None = None
    """What was to come back and has not: its file is being read, or cannot be."""

    def kept(self) -> KeptTab:
        """What is written of it. Linear in the entries that the plan names."""
        catalogue = self.catalogue
        if catalogue is None:
            return self.not_yet_back or KeptTab(str(self.path), showing=self.showing, machine=self.machine)
        return KeptTab(
            str(self.path),
            plan_to_json(catalogue, self.plan) if self.plan else None,
            catalogue.path_text(self.current) if self.current >= 0 else "",
            tuple(map(catalogue.path_text, self.selected)) if len(self.selected) <= MOST_SELECTED else (),
            self.search,
            self.regex,
            self.showing,
            self.machine,
        )


def write(file: Path, windows: tuple[KeptWindow, ...], failures: int = 0, tick: Tick = ignore) -> None:
    """Keep what is open, all or nothing; `failures` is how often it did not come back so far.

    One thread at a time; ``tick`` is asked when its turn has come, so that what is stale by then is not written.
    Raises `SaveError`.
    """
    data = {"version": VERSION, "failures": failures, "windows": [asdict(window) for window in windows]}
    with _WRITING:
        tick(0, 1)
        make_folder(file.parent)
        place_of(file, overwrite=True).fill(lambda text: text.write(json.dumps(data)))


def read(file: Path) -> tuple[tuple[KeptWindow, ...], int]:
    """What was open, and how often it did not come back so far; nothing for a file that is not there, or not ours."""
    try:
        data = json.loads(whole_file(file, _LARGEST) or b"")
        if data["version"] != VERSION:
            return (), 0
        return tuple(KeptWindow(tuple(map(_tab, each["tabs"])), int(each["on_show"])) for each in data["windows"]), int(
            data["failures"]
        )
    except (OSError, ValueError, TypeError, KeyError, OverflowError, RecursionError, CheckpointError):
        return (), 0


def _tab(data: dict[str, Any]) -> KeptTab:
    texts = [str(data[name]) for name in ("path", "current", "search")]
    path, current, search = texts
    as_path(path)
    selected, showing = tuple(map(str, data["selected"])), str(data.get("showing", ""))
    machine = data.get("machine")
    return KeptTab(path, data["plan"], current, selected, search, bool(data["regex"]), showing, machine)


# -- what a page was like, until its file is open again --------------------------------------------------------


class Keeping:
    """Remembers what a page was like when the program ended, until its file is open."""

    def __init__(self, session: Session, remembered: Settings) -> None:
        self._session = session
        self._machine = SessionMachine.of(session)
        self.kept: KeptTab | None = None
        """What is to come back."""
        self._steps: Steps | None = None
        last = remembered.get(settings.LAST_CARD)
        with suppress(EditError):
            self._machine.last_card = parse_card(last) if last else None
        self._machine.card_used.connect(lambda card: remembered.set(settings.LAST_CARD, card.kept))

    def expect(self, kept: KeptTab | None, steps: Steps | None = None) -> None:
        """This is to come back; None for nothing. ``steps`` are those of a page of before."""
        self.kept, self._steps = kept, steps
        if kept is not None and kept.machine is not None:
            self._machine.choose(loading_on(kept.machine))

    def is_about(self, path: Path) -> bool:
        """Whether something is to come back of a file."""
        return self.kept is not None and as_path(self.kept.path) == path

    def state(self, path: Path, showing: str) -> TabState:
        """The page as it is to be kept."""
        session = self._session
        if session.catalogue is None or self.kept is not None:
            return TabState(path, showing=showing, machine=self._machine.on.kept, not_yet_back=self.kept)
        few = len(session.selection) <= MOST_SELECTED
        return TabState(
            session.catalogue.checkpoint.path,
            session.catalogue,
            session.plan,
            session.current,
            tuple(session.selection) if few else (),
            session.filter_text,
            session.filter_regex,
            showing,
            self._machine.on.kept,
        )

    def bring_back(self) -> None:
        """Take the steps, select and search what was selected and searched, as far as the file still has it."""
        session, kept, steps = self._session, self.kept, self._steps
        self.expect(None)
        catalogue = session.catalogue
        if steps is not None:
            session.take_steps(steps)
        if kept is None or catalogue is None:
            return
        if kept.search:
            session.set_filter(kept.search, kept.regex)
        current = catalogue.finds(kept.current) if kept.current else None
        if current is not None:
            session.reveal(current)
        selected = [entry for entry in map(catalogue.finds, kept.selected) if entry is not None]
        if len(selected) > 1:
            session.request_selection(selected)
