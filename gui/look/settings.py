"""What the window remembers between two runs: each setting declared once, with key, type and default.

What the user is asked about in the preferences is declared there: `gui.preferences.offered`.

The only room that touches QSettings. A value of the wrong type (an edited or older file) reads as the default.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from core.errors import CannotOpen
from core.remote.address import RemotePath, as_path

T = TypeVar("T")

ORGANISATION: Final = "pthfinder"
APPLICATION: Final = "pthfinder"


@dataclass(frozen=True)
class Setting(Generic[T]):
    """One remembered value."""

    key: str
    type: type[T]
    default: T


LAST_CARD: Final = Setting("computer/last_card", str, "")
"""The card that was chosen last, as it is typed: its name, or its memory in bytes."""
RECENT_FILES: Final = Setting("files/recent", list, [])
"""Absolute paths, and URLs without anything secret; the latest first."""
PINNED_FILES: Final = Setting("files/pinned", list, [])
"""Absolute paths that stay among the recent ones, in the order in which they were pinned."""
MOST_RECENT: Final = Setting("files/most_recent", int, 10)
"""How many recent files are remembered; the pinned ones do not count."""
HINTS: Final = Setting("view/hints", str, "")
"""`seen` once the hints of the first start were shown; they never come again."""
LAST_FOLDER: Final = Setting("files/last_folder", str, "")
"""Where the open dialog starts."""
WINDOW_GEOMETRY: Final = Setting("window/geometry", QByteArray, QByteArray())
DOCK_LAYOUT: Final = Setting("window/dock_layout", QByteArray, QByteArray())
"""The layout of the panels around the tree."""
TREE_COLUMNS: Final = Setting("tree/columns", str, "")
"""Which columns of the tree show, their order and widths, as `gui.tree.column_widths` writes them."""

USED_COMMANDS: Final = Setting("palette/used", list, [])
"""Ids of the commands used last in the palette, the latest first."""


class _Forgetful:
    """Remembers until the program ends."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}

    def value(self, key: str, default: Any) -> Any:
        return self._values.get(key, default)

    def setValue(self, key: str, value: Any) -> None:  # noqa: N802 - as Qt calls it
        self._values[key] = value

    def remove(self, key: str) -> None:
        self._values.pop(key, None)


def folder() -> Path:
    """Where settings are kept, and what else is remembered beside them."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation), ORGANISATION)


def _store() -> QSettings | _Forgetful:
    """What keeps the settings. Qt would wait for ever for a pipe that lies there."""
    file = folder() / f"{APPLICATION}.conf"
    for needed in (file, file.with_name(f"{file.name}.lock")):
        if needed.exists() and not needed.is_file():
            return _Forgetful()
    return QSettings(ORGANISATION, APPLICATION)


class Settings:
    """Typed access to the declared settings."""

    def __init__(self, store: QSettings | None = None) -> None:
        self._store = store if store is not None else _store()

    @property
    def folder(self) -> Path:
        """The folder beside the settings, for what is too large to be one; it may have to be made."""
        file = Path(self._store.fileName()) if isinstance(self._store, QSettings) else Path()
        if file.suffix in (".conf", ".ini") and file.is_absolute():
            return file.parent
        return folder()

    def get(self, setting: Setting[T]) -> T:
        value = self._store.value(setting.key, setting.default)
        if setting.type is list and isinstance(value, str):  # an ini file keeps a list of one, and a number, as text
            value = [value]
        if setting.type is int and isinstance(value, str) and value.removeprefix("-").isdecimal():
            value = int(value)
        return value if isinstance(value, setting.type) else setting.default

    def set(self, setting: Setting[T], value: T) -> None:
        self._store.setValue(setting.key, value)

    def forget(self, setting: Setting[T]) -> None:
        """Go back to the default."""
        self._store.remove(setting.key)

    def recent_files(self) -> list[Path]:
        """The files opened last that are not pinned, the latest first."""
        pinned = set(self.pinned_files())
        return [path for path in self._paths(RECENT_FILES) if path not in pinned][: max(0, self.get(MOST_RECENT))]

    def pinned_files(self) -> list[Path]:
        """The files that stay among the recent ones."""
        return self._paths(PINNED_FILES)

    def pin(self, path: Path, pinned: bool) -> None:
        """Keep a file among the recent ones, or no longer: then it is the latest of the others."""
        others = [known for known in self.pinned_files() if known != path]
        self.set(PINNED_FILES, [str(each) for each in ([*others, path] if pinned else others)])
        if not pinned:
            self.add_recent_file(path)

    def clear_recent_files(self) -> None:
        """Forget all recent files; the pinned ones stay."""
        self.forget(RECENT_FILES)

    def local_folder(self, path: Path | None = None) -> Path:
        """The folder that a dialog begins in: that of a path of this computer, else the last one, else Downloads."""
        if path is not None and not isinstance(path, RemotePath):
            return path.parent
        last = self.get(LAST_FOLDER)
        place = QStandardPaths.StandardLocation.DownloadLocation
        known = (Path(each) for each in (last, QStandardPaths.writableLocation(place)) if each)
        return next((folder for folder in known if folder.is_dir()), Path.home())

    def _paths(self, setting: Setting[list]) -> list[Path]:
        found = []
        for text in self.get(setting):
            with suppress(CannotOpen):  # of a kind that another version of the program knew
                found += [as_path(text)] if isinstance(text, str) and text else []
        return found

    def add_recent_file(self, path: Path) -> None:
        """Put a file at the top of the recent ones."""
        if path in self.pinned_files():
            return
        files = [path, *(known for known in self._paths(RECENT_FILES) if known != path)]
        self.set(RECENT_FILES, [str(file) for file in files[: max(0, self.get(MOST_RECENT))]])

    def remove_recent_file(self, path: Path) -> None:
        """Forget one recent file, because it is gone, say; one that is pinned stays."""
        self.set(RECENT_FILES, [str(known) for known in self._paths(RECENT_FILES) if known != path])
