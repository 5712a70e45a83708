"""The centre of the window: the keys of the checkpoint, and what can be done to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from core.edits import RenameKey
from core.errors import CheckpointError
from core.search import search
from core.text import count_text, size_text
from gui.jobs import Job
from gui.models import steps
from gui.models.cover import cover
from gui.models.outline import Outline
from gui.models.rows import Filtered, filtered
from gui.models.tooltips import tooltip
from gui.models.totals import tables_of
from gui.models.tree import TreeModel
from gui.session import MANY_ENTRIES, NO_ENTRY, Session
from gui.tree_menu import Handlers, Selection, fill_menu
from gui.tree_view import TreeView
from gui.widgets import plain_label

_MODULES_TIP = "Show the dotted keys of a state_dict as a tree of modules: conv1.weight is weight below conv1"
_KEYS_TIP = "Show the flat keys as torch sees them in the state_dict: conv1.weight"

#: More tensors than that are not unfolded to be selected.
_MOST_UNFOLDED = 5_000


class TreePanel(QWidget):
    """The tree with its toggle, its filter and its menu. It follows the session and tells it what is selected."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._quiet = False
        self._searching: Job | None = None
        self.model = TreeModel(self)
        self.view = TreeView(session, self.model, self)
        self.modules_button = _toggle("Modules", _MODULES_TIP)
        self.keys_button = _toggle("Flat keys", _KEYS_TIP)
        self.note = plain_label(rank="muted")
        self._lay_out()
        self._connect()
        self._on_opened()

    def _lay_out(self) -> None:
        views = QButtonGroup(self)
        views.addButton(self.modules_button)
        views.addButton(self.keys_button)
        self.modules_button.setChecked(True)
        self.unfold_button = _tool("Unfold all", "Show everything that lies below (Ctrl+Shift+Right)")
        self.fold_button = _tool("Fold all", "Show the uppermost keys only (Ctrl+Shift+Left)")
        bar = QHBoxLayout()
        bar.setContentsMargins(8, 5, 8, 5)
        bar.setSpacing(3)
        for widget in (self.modules_button, self.keys_button):
            bar.addWidget(widget)
        bar.addSpacing(10)
        for widget in (self.unfold_button, self.fold_button):
            bar.addWidget(widget)
        bar.addStretch(1)
        bar.addWidget(self.note)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self.view, 1)
        self.setFocusProxy(self.view)

    def _connect(self) -> None:
        session = self._session
        session.opened.connect(self._on_opened)
        session.closed.connect(self._on_opened)
        session.plan_changed.connect(self._on_plan_changed)
        session.filter_changed.connect(self._on_filter_changed)
        session.select_requested.connect(self.select_entries)
        session.reveal_requested.connect(self.reveal)
        self.modules_button.toggled.connect(self._on_modules_toggled)
        self.unfold_button.clicked.connect(lambda _checked=False: self.unfold_all())
        self.fold_button.clicked.connect(lambda _checked=False: self.fold_all())
        self.model.rename_wanted.connect(self._on_rename_wanted)
        self.view.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.view.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.view.customContextMenuRequested.connect(self._show_menu)
        self.view.drop_wanted.connect(self._drop_selection)
        for keys, act in (("Ctrl+Shift+Right", self.unfold_all), ("Ctrl+Shift+Left", self.fold_all)):
            _shortcut(self, QKeySequence(keys), act)
        _shortcut(self, QKeySequence(QKeySequence.StandardKey.Copy), self.copy_keys)

    # ---- the document

    def _on_opened(self) -> None:
        session = self._session
        self._stop_searching()
        self.view.empty_text = "Open a checkpoint to see its keys."
        if session.catalogue is None or session.preview is None:
            self.model.clear()
        else:
            self.model.take(session.catalogue, session.preview)
        for widget in (self.modules_button, self.keys_button, self.unfold_button, self.fold_button):
            widget.setEnabled(session.catalogue is not None)
        self.note.clear()
        self.view.scrollToTop()

    def _on_plan_changed(self) -> None:
        if self._session.preview is not None:
            self.model.replan(self._session.preview)

    def _on_filter_changed(self, text: str, regex: bool) -> None:
        catalogue, outline = self._session.catalogue, self.model.outline
        self._stop_searching()
        if catalogue is None or outline is None:
            return
        if not text.strip():
            self._keep_place(lambda: self.model.set_matches(None))
            self._session.filter_answered.emit(NO_ENTRY, "")
        elif len(catalogue) < MANY_ENTRIES:
            try:
                self._show_found(found(outline, text, regex))
            except CheckpointError as error:
                self._object(error)
        else:
            # What was found before stays on screen until this is there.
            job = self._searching = Job(lambda _tick: found(outline, text, regex))
            job.done.connect(self._show_found)
            job.failed.connect(self._object)
            job.start()

    def _stop_searching(self) -> None:
        if self._searching is not None:
            self._searching.drop()
            self._searching = None

    def _show_found(self, answer: Found) -> None:
        self._searching = None
        self.view.empty_text = f"Nothing in this file matches “{self._session.filter_text}”."
        self._keep_place(lambda: self.model.show_filtered(answer.rows))
        self._session.filter_answered.emit(answer.count, "")

    def _object(self, error: Exception) -> None:
        self._searching = None
        if not isinstance(error, CheckpointError):
            raise error
        self._session.filter_answered.emit(0, str(error))

    def _on_modules_toggled(self, modules: bool) -> None:
        self._keep_place(lambda: self.model.set_modules(modules))

    def _keep_place(self, change: Callable[[], None]) -> None:
        """Change the rows and put selection, focus and scroll back as far as the rows still show."""
        nodes = self.view.selected_nodes()
        current = self.view.current_node()
        top = self.view.top_node()
        self._quiet = True
        try:
            change()
            self.view.select_nodes(nodes, current if current >= 0 else None)
        finally:
            self._quiet = False
        if self.model.row(current) >= 0 and self.model.row(top) < 0:
            self.view.scroll_to_node(current)
        else:
            self.view.scroll_to_node(top, top=True)
        self._on_selection_changed()

    # ---- selection

    def selected_entries(self) -> list[int]:
        """The entries of the selected rows; a module stands for all keys below it."""
        outline = self.model.outline
        if outline is None:
            return []
        return list(dict.fromkeys(entry for node in self.view.selected_nodes() for entry in outline.members(node)))

    def select_entries(self, entries: Iterable[int]) -> None:
        """Select these entries, with whatever hides them unfolded; lifts the filter if it hides them.

        Of a great many tensors the containers are selected that hold no others, which stand for them.
        """
        entries = list(entries)
        if not entries:
            self.view.clearSelection()
            return
        self._quiet = True
        try:
            self._lift_filter_for(entries)
            outline = self.model.outline
            if outline is not None:
                entries = list(dict.fromkeys(map(outline.seen, entries)))
            nodes = cover(outline, entries) if outline is not None and len(entries) > _MOST_UNFOLDED else entries
            self.model.uncover(nodes)
            self.view.select_nodes(nodes)
        finally:
            self._quiet = False
        self.view.scroll_to_node(nodes[0])
        self._on_selection_changed()
        self._on_current_changed()

    def _lift_filter_for(self, entries: list[int]) -> None:
        outline = self.model.outline
        if outline is not None and outline.filtered and not all(map(outline.shows, entries)):
            self._session.set_filter("", False)

    def reveal(self, entry: int) -> None:
        """Show an entry, select it alone and give it the focus."""
        self.select_entries([entry])
        self.view.setFocus()

    def _on_selection_changed(self, *_spans: object) -> None:
        if self._quiet:
            return
        entries = self.selected_entries()
        self._session.set_selection(entries)
        self._tell_selection(entries)

    def _on_current_changed(self, *_indexes: object) -> None:
        if self._quiet or self.model.outline is None:
            return
        node = self.view.current_node()
        entry = node if node >= 0 and not self.model.outline.is_group(node) else NO_ENTRY
        self._session.set_current(entry)

    def _tell_selection(self, entries: list[int]) -> None:
        if not entries or self.model.facts is None:
            self.note.clear()
            return
        catalogue = self.model.facts.catalogue
        rows = steps.rows_below(catalogue, entries)
        storages = set(map(tables_of(catalogue).storage_of.__getitem__, rows))
        nbytes = sum([catalogue.storages[storage].nbytes for storage in storages])
        self.note.setText(f"{count_text(len(rows), 'tensor')} selected · {size_text(nbytes)}" if rows else "")
        self.note.setToolTip(tooltip(f"{nbytes:,} bytes of storage, shared ones counted once") or "")

    # ---- what the user does

    def unfold_all(self, node: int | None = None) -> None:
        """Unfold a node or everything."""
        self._keep_place(lambda: self.model.unfold_all() if node is None else self.model.unfold_all(node))

    def fold_all(self, node: int | None = None) -> None:
        """Fold a node or everything."""
        self._keep_place(lambda: self.model.fold_all() if node is None else self.model.fold_all(node))

    def copy_keys(self) -> None:
        """Copy the keys of the selection, one a line."""
        catalogue = self._session.catalogue
        if catalogue is not None:
            QGuiApplication.clipboard().setText("\n".join(map(catalogue.label_text, self.selected_entries())))

    def rename(self) -> None:
        """Edit the key of the current row in place."""
        row = self.view.currentIndex().row()
        if row >= 0 and self.model.can_rename(self.model.node(row)):
            index = self.model.index(row, 0)
            self.view.setCurrentIndex(index)
            self.view.edit(index)

    def _on_rename_wanted(self, entry: int, name: str) -> None:
        self._session.apply(RenameKey(entry, name))

    def _drop_selection(self) -> None:
        catalogue = self._session.catalogue
        if catalogue is not None and catalogue.checkpoint.read_only is None:
            self._session.set_plan(steps.drop(self._session.plan, catalogue, self.selected_entries()))

    def _show_menu(self, point: QPoint) -> None:
        if self.model.outline is None:
            return
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        node = self.view.current_node()
        selection = Selection(self.model.outline, node, self.view.selected_nodes(), self.selected_entries())
        rename = self.model.can_rename(node)
        handlers = Handlers(self.copy_keys, self.rename, rename, self.unfold_all, self.fold_all)
        fill_menu(menu, self._session, selection, handlers)
        menu.popup(self.view.viewport().mapToGlobal(point))


@dataclass(frozen=True)
class Found:
    """What a search found: how many entries, and the rows that show them."""

    count: int
    rows: Filtered


def found(outline: Outline, text: str, regex: bool) -> Found:
    """Search, and work out the rows; on any thread. Raises `CheckpointError` for what cannot be searched for."""
    matches = search(outline.catalogue, text, regex)
    return Found(len(matches), filtered(outline, matches))


def _toggle(text: str, tip: str) -> QToolButton:
    button = _tool(text, tip)
    button.setCheckable(True)
    return button


def _tool(text: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _shortcut(owner: QWidget, keys: QKeySequence, act: Callable[[], None]) -> None:
    shortcut = QShortcut(keys, owner)
    shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    shortcut.activated.connect(act)
