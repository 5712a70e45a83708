"""What can be done to the selected keys: the context menu of the tree, and the part of it that Edit has too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from core.catalogue.catalogue import Catalogue
from core.catalogue.quoting import literal, member_word
from core.edits.devices import check_device, count_moved, gather, move_rows, targets
from core.edits.edits import StripPrefix
from core.edits.entries import drop_or_take_back, drops, keep
from core.edits.numbers.cast import FLOATING, Castable, Castables, cast_rows
from core.errors import CheckpointError
from core.progress import Tick
from core.report.layers import outline_text
from core.text import clauses, clip, count_text, sentences, shown
from core.words import marked, say, say_count
from gui.document.outline import Outline
from gui.document.selection import Held, entries_on, held, uppermost
from gui.document.totals import tables_of
from gui.jobs.latest_job import LatestJob, raised
from gui.look import theme
from gui.look.palette import chip_icon, device_colour
from gui.look.plain_text import caption, one_line, tooltip
from gui.session.comparison import Comparison
from gui.session.session import Session
from gui.widgets.basic_widgets import add_action
from gui.widgets.device_box import OTHER_TIP, ask_device

_SOME: Final = 2_000
"""Tensors from which on it takes longer to tell which of them can be converted than a menu may take to open."""
_HIDDEN_TIP = marked("The search hides some of what this would change: clear it first")
_NOTHING = marked("Select a key first.")
_NO_TENSOR = marked("Select a tensor first.")
_NO_KEY = marked("Select one key of a dictionary first.")
_NO_VALUE = marked("Select one number, text, True, False or None first.")
_WHOLE_FILE = marked("You cannot drop the whole file.")


@dataclass(frozen=True)
class Selection:
    """What the menu is about: the node under the pointer, the nodes selected and the entries they stand for."""

    outline: Outline
    node: int
    nodes: Sequence[int]
    entries: Sequence[int]
    partly: bool = False
    """A search hides something of the node: what is done to the node as a whole would touch that as well."""

    @property
    def is_all(self) -> bool:
        """Whether nothing is selected, which is the whole file where it can be."""
        return not len(self.entries)

    @cached_property
    def held(self) -> Held:
        """The tensors below the entries."""
        return held(self.outline.catalogue, (0,) if self.is_all else self.entries)

    @property
    def is_tensor(self) -> bool:
        """Whether it is one tensor itself, and no branch that holds it."""
        return len(self.entries) == 1 and self.outline.catalogue.rows[self.entries[0]] >= 0

    @property
    def why_no_tensors(self) -> str:
        """Why nothing can be done to its tensors; empty where it can."""
        if self.is_all and self.partly:
            return say(_HIDDEN_TIP)
        if self.held.rows:
            return ""
        return say("There is no tensor in this file.") if self.is_all else say(_NO_TENSOR)


@dataclass(frozen=True)
class Handlers:
    """What only the tree itself can do."""

    copy_keys: Callable[[], None]
    copy_rows: Callable[[], None]
    rename: Callable[[], None]
    can_rename: bool
    unfold: Callable[[int | None], None]
    fold: Callable[[int | None], None]
    set_value: Callable[[], object] | None = None
    """None where there is no plain value."""


def add_opening(menu: QMenu, session: Session, selection: Selection) -> None:
    """What opens the checkpoint that a key holds as bytes."""
    place = member_word(selection.outline.catalogue, selection.node) if len(selection.nodes) == 1 else ""
    if place:
        tip = say("Open the checkpoint inside these bytes in its own tab. Saving it writes a separate file.")
        ask = partial(session.file_requested.emit, Path(place))
        _add(menu, say("Open this checkpoint"), ask, tip, True, Qt.Key.Key_Return)
        menu.addSeparator()


def fill_menu(menu: QMenu, session: Session, selection: Selection, handlers: Handlers) -> None:
    """Put all entries into a menu; those that do not fit the selection are disabled or left out."""
    catalogue = selection.outline.catalogue
    some = bool(selection.entries)
    editable = catalogue.checkpoint.read_only is None
    add_opening(menu, session, selection)
    add_copying(menu, selection, handlers)
    menu.addSeparator()
    add_edits(menu, session, selection, handlers)
    tip = say("Rename many keys at once, the selected ones or all")
    _add(menu, say("Rename by a pattern…"), session.rename_requested.emit, tip, editable, "Ctrl+R")
    _add_theirs(menu, session, selection, editable)
    _add_structure(menu, session, selection, editable)
    menu.addSeparator()
    _add_devices(menu, session, selection)
    unfold, fold = partial(handlers.unfold, selection.node), partial(handlers.fold, selection.node)
    _add(menu, say("Expand all below"), unfold, say("Show everything below this row"), some)
    _add(menu, say("Collapse all below"), fold, say("Collapse this row and everything below"), some)
    menu.addSeparator()
    unfold, fold = partial(handlers.unfold, None), partial(handlers.fold, None)
    _add(menu, say("Expand everything"), unfold, say("Show all keys"), True, "Ctrl+Shift+Right")
    _add(menu, say("Collapse everything"), fold, say("Show only the top-level keys"), True, "Ctrl+Shift+Left")


def add_copying(menu: QMenu, selection: Selection, handlers: Handlers) -> None:
    """What copies the selection."""
    catalogue, some = selection.outline.catalogue, bool(selection.entries)
    copy = QKeySequence.StandardKey.Copy
    _add(menu, say("Copy key"), handlers.copy_keys, say("Copy the selected keys, one per line"), some, copy)
    copy_paths = partial(copy_lines, catalogue.path_text, selection.entries)
    _add(menu, say("Copy path"), copy_paths, say("Copy the full paths, one per line"), some)
    tip = say("Copy the modules of the selected rows, each with its layer")
    _add(menu, say("Copy layers as text"), partial(copy_outline, catalogue, selection.entries), tip, some)
    tip = say("Copy the rows as a table, separated by tabs")
    _add(menu, say("Copy rows"), handlers.copy_rows, tip, some, "Ctrl+Shift+C")


def add_edits(menu: QMenu, session: Session, selection: Selection, handlers: Handlers) -> None:
    """What changes the selected keys; what cannot be done says why."""
    read_only = selection.outline.catalogue.checkpoint.read_only or ""
    alone = len(selection.nodes) == 1
    _add_targets(menu, session, selection, read_only)
    _add_dtypes(menu, session, selection, read_only)
    tip = say("Change this key in the file you save")
    why = read_only or ("" if handlers.can_rename and alone else say(_NO_KEY))
    _add_unless(menu, say("Rename key…"), handlers.rename, tip, why, "F2")
    tip = say("Change this value in the file you save")
    why = read_only or ("" if handlers.set_value is not None and alone else say(_NO_VALUE))
    _add_unless(menu, say("Set value…"), handlers.set_value or (lambda: None), tip, why)
    _add_drop(menu, session, selection, read_only)


def _add(  # noqa: PLR0913 - what an action consists of
    menu: QMenu,
    text: str,
    act: Callable[[], object],
    tip: str,
    enabled: bool = True,
    keys: QKeySequence.StandardKey | Qt.Key | str | None = None,
) -> QAction:
    action = add_action(menu, caption(text), act, one_line(tip), enabled=enabled)
    if keys is not None:
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)  # told here: the tree and the window have the key
    return action


def _add_unless(  # noqa: PLR0913 - what an action consists of
    menu: QMenu,
    text: str,
    act: Callable[[], object],
    tip: str,
    why_not: str,
    keys: QKeySequence.StandardKey | str | None = None,
) -> None:
    """An action that is disabled where there is a reason, which is its tip then."""
    _add(menu, text, act, why_not or tip, not why_not, keys)


def _add_targets(menu: QMenu, session: Session, selection: Selection, read_only: str) -> None:
    storages, preview = selection.held.storages, session.preview
    below = menu.addMenu(say("Map all tensors to") if selection.is_all else say("Map to"))
    below.setToolTipsVisible(True)
    why_not = read_only or selection.why_no_tensors
    below.setEnabled(not why_not)
    below.menuAction().setToolTip(tooltip(one_line(why_not)) or "")
    order = session.device_order
    kept = preview.kept_tensors if preview is not None and len(storages) < _SOME else None
    for device in targets(order):
        moved = 0 if kept is None else count_moved(selection.outline.catalogue, storages, device, kept)
        action = _add(
            below,
            _with_count(device, moved),
            lambda device=device: _map(session, selection, device),  # type: ignore[misc]
            say(
                "Write {device} as the saved device: torch.load(saved) puts these tensors there without map_location",
                device=device,
            ),
        )
        action.setIcon(chip_icon(device_colour(device, theme.is_dark()), theme.is_dark()))
    below.addSeparator()
    parent = menu.parentWidget()
    _add(
        below,
        say("Other device…"),
        lambda: ask_device(parent, lambda device: _map(session, selection, device)),
        say(OTHER_TIP),
    )


def _map(session: Session, selection: Selection, device: str) -> None:
    try:
        if selection.is_all:
            plan = gather(session.plan, session.device_order, check_device(device))
        else:
            plan = session.plan.with_edit(move_rows(selection.held.rows, device))
    except CheckpointError as error:
        session.refused.emit(str(error))
        return
    session.set_plan(plan)


def _add_dtypes(menu: QMenu, session: Session, selection: Selection, read_only: str) -> None:
    """The dtypes that the selected tensors can have; of many tensors it is worked out later which are meant."""
    rows, preview = selection.held.rows, session.preview
    saved = list(map(tables_of(selection.outline.catalogue).dtype_of.__getitem__, rows))
    planned = set(saved)
    if preview is not None and preview.draft.recipes:
        planned = set(map(preview.planned.tree.facts.dtypes.__getitem__, rows))
    kept = preview.kept_tensors if preview is not None else None
    found = (
        Castables(selection.outline.catalogue, rows, named=selection.is_tensor, kept=kept)
        if len(rows) < _SOME
        else None
    )
    below = menu.addMenu(say("Convert all dtypes to") if selection.is_all else say("Convert dtype to"))
    below.setToolTipsVisible(True)
    none = selection.why_no_tensors or (_why_none(found.to(FLOATING[0])) if found is not None else "")
    below.setEnabled(not (read_only or none))
    below.menuAction().setToolTip(tooltip(one_line(read_only or none)) or "")
    for dtype in FLOATING:
        meant = found.to(dtype) if found is not None else None
        already = say("This is {dtype} already.", dtype=dtype) if planned.intersection(FLOATING) == {dtype} else ""
        _add_unless(
            below,
            _with_count(dtype, meant.changed if meant is not None else 0),
            lambda dtype=dtype: _cast(session, selection, dtype),  # type: ignore[misc]
            sentences(
                say("Write {dtype} into the file you save, as tensor.to(torch.{dtype}) gives it.", dtype=dtype),
                *(_left(reason, len(left)) for reason, left in (meant.left.items() if meant is not None else ())),
            ),
            already or (_why_none(meant) if meant is not None else ""),
        )


def _with_count(target: str, count: int) -> str:
    """A device or a dtype, and how many tensors it would be another one for."""
    return say("{target} ({tensors})", target=target, tensors=count_text(count, "tensor")) if count else target


def _left(reason: str, count: int) -> str:
    return say_count(
        count, "1 tensor stays as it is: {reason}.", "{n:,} tensors stay as they are: {reason}.", reason=reason
    )


def _why_none(found: Castable) -> str:
    """Why nothing is converted; empty where something is."""
    if found.rows:
        return ""
    return say("Nothing here can be converted: {reasons}.", reasons=clauses(found.left))


def _cast(session: Session, selection: Selection, dtype: str) -> None:
    catalogue, rows = selection.outline.catalogue, selection.held.rows

    def plan(found: Castable) -> None:
        if session.catalogue is catalogue and found.rows:
            session.set_plan(cast_rows(session.plan, catalogue, found.rows, dtype))
        elif not found.rows:
            session.refused.emit(_why_none(found))

    def ask(_tick: Tick) -> Callable[[], None]:
        return partial(plan, Castables(catalogue, rows, named=selection.is_tensor).to(dtype))

    _casting().ask(ask, at_once=len(rows) < _SOME)


@cache
def _casting() -> LatestJob:
    """What is converted last is what is planned in the end."""
    return LatestJob(done=lambda plan: plan(), failed=raised)


def _add_drop(menu: QMenu, session: Session, selection: Selection, read_only: str) -> None:
    chosen = [entry for entry in uppermost(selection.outline.catalogue, selection.entries) if entry > 0]
    dropped = bool(chosen) and set(session.plan.edits).issuperset(drops(chosen))
    tip = (
        say("Leave this out of the file you save")
        if not dropped
        else say("Do not drop this: keep it in the file you save")
    )
    lacking = "" if chosen else say(_WHOLE_FILE) if selection.entries else say(_NOTHING)
    _add_unless(
        menu,
        say("Keep after all") if dropped else say("Drop"),
        lambda: session.set_plan(drop_or_take_back(session.plan, chosen)),
        tip,
        read_only or lacking,
        QKeySequence.StandardKey.Delete,
    )


def _add_theirs(menu: QMenu, session: Session, selection: Selection, editable: bool) -> None:
    """While a second file is compared with: what differs becomes what it is there."""
    comparison = Comparison.of(session)
    found = comparison.offer(selection.entries)
    if found is None or comparison.compared is None:
        return
    tip = found.tip(comparison.compared) if editable else selection.outline.catalogue.checkpoint.read_only or ""
    action = _add(menu, found.words, lambda: comparison.take(found), tip, found.possible and editable)
    action.setToolTip(tooltip(tip) or "")  # of several lines


def _add_structure(menu: QMenu, session: Session, selection: Selection, editable: bool) -> None:
    outline, node = selection.outline, selection.node
    if node < 0 or len(selection.nodes) != 1:
        return
    if outline.is_group(node):
        entry, prefix = outline.prefix(node)
        text = say("Strip prefix “{prefix}.” here", prefix=clip(prefix, 40))
        tip = say("Remove “{prefix}.” from the keys that start with it, and from _metadata", prefix=clip(prefix))
        _add_whole(menu, text, lambda: session.apply(StripPrefix(f"{prefix}.", entry)), tip, selection, editable)
    elif node > 0 and (outline.catalogue.kind(node) == "dict" or node in session.plan.extracted):
        tip = say("Make this dictionary the whole file: torch.load(saved) returns only this")
        alone = partial(keep, session.plan, node)
        _add_whole(menu, say("Keep only this (unwrap)"), lambda: session.set_plan(alone()), tip, selection, editable)


def _add_whole(  # noqa: PLR0913 - what an action consists of
    menu: QMenu, text: str, act: Callable[[], object], tip: str, selection: Selection, editable: bool
) -> None:
    """An action about all of a row, which is none as long as a search hides a part of it."""
    _add(menu, text, act, say(_HIDDEN_TIP) if selection.partly else tip, editable and not selection.partly)


def _add_devices(menu: QMenu, session: Session, selection: Selection) -> None:
    catalogue = selection.outline.catalogue
    found = set(map(tables_of(catalogue).devices.__getitem__, selection.held.storages))
    order = session.device_order
    for device in sorted(found, key=order.index)[:8]:
        action = _add(
            menu,
            say("Select all on {device}", device=device),
            lambda device=device: session.request_selection(entries_on(catalogue, device)),  # type: ignore[misc]
            say("Select every tensor of the file that was saved on {device}", device=device),
        )
        action.setIcon(chip_icon(device_colour(device, theme.is_dark()), theme.is_dark()))


# -- what is copied --------------------------------------------------------------------------------------------


MANY: Final = 5_000
"""Entries from which on their lines take longer to put together than the window may stand still."""


def copy_lines(text_of: Callable[[int], str], entries: Sequence[int]) -> None:
    """Put one line an entry on the clipboard; many of them get there a moment later.

    A text that would not be seen as it is, or not be one line, is copied as Python writes it: whoever pastes it into a
    terminal must not run what stands behind a line break.
    """
    _copying().ask(lambda _tick: "\n".join([_line(text_of(entry)) for entry in entries]), at_once=len(entries) < MANY)


def copy_outline(catalogue: Catalogue, entries: Sequence[int]) -> None:
    """Put the modules that entries are of on the clipboard, each with its layer; nothing where they are of none."""
    inside = frozenset(entries) if len(entries) > 1 else range(entries[0], catalogue.ends[entries[0]])
    _copying().ask(lambda _tick: outline_text(catalogue, inside), at_once=len(catalogue.tensors) < MANY)


def copy_table(headings: Sequence[str], cells_of: Callable[[int], Sequence[str]], entries: Sequence[int]) -> None:
    """Put a table on the clipboard as spreadsheets take it: a line an entry, cells parted by tabs, headings above."""

    def lines() -> str:
        rows = (headings, *map(cells_of, entries))
        return "\n".join("\t".join(map(_line, cells)) for cells in rows)

    _copying().ask(lambda _tick: lines(), at_once=len(entries) < MANY)


@cache
def _copying() -> LatestJob:
    """What is copied last is what is on the clipboard in the end."""
    return LatestJob(done=_copy, failed=raised)


def _line(text: str) -> str:
    return text if shown(text) == text else literal(text)


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
