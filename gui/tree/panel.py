"""The centre of the window: the keys of the checkpoint, and what can be done to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QFrame, QMenu, QToolButton, QWidget

from core.edits.edits import RenameKey
from core.edits.entries import drop_or_take_back
from core.text import clip, count_text, size_text
from core.words import marked, say, say_count
from gui.document.cells import Cells
from gui.document.outline import TOP
from gui.document.rows import Rows
from gui.document.selection import Held, covering_nodes, entries_of, held, uppermost
from gui.look import icons, scale, theme
from gui.look.plain_text import tooltip
from gui.session.badge_layers import BadgeLayers
from gui.session.comparison import Comparison
from gui.session.session import NO_ENTRY, Session
from gui.tree.crossing import Crossing
from gui.tree.menu import MANY, Handlers, Selection, add_copying, add_edits, copy_lines, copy_table, fill_menu
from gui.tree.table_model import FILTER, ORDER, REMOVED_ROWS, RowChanges, Search, TreeModel
from gui.tree.view import TreeView
from gui.widgets.basic_widgets import CutLabel, button
from gui.widgets.layouts import Gap, Stretch, horizontal, vertical
from gui.widgets.progress import ProgressLine
from gui.widgets.side_by_side import fit_words, least_room

if TYPE_CHECKING:
    from gui.document.compared import Compared


# ---- The line above the tree, its small buttons, and its shortcuts.

_GAP: Final = 10
_NOTE: Final = 60
"""Pixels that the words of buttons leave for how much is selected."""


class Note(CutLabel):
    """How much is selected. It gives way to the buttons: a plain label would push the panels beside the tree away."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("rank", "muted")

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    @property
    def shown(self) -> str:
        """Nothing rather than half a word."""
        return super().shown if not super().shown.endswith("…") else ""

    def tell(self, chosen: Held | None, *, searched: bool) -> None:
        """Say what is held by all that is selected; ``searched`` is whether a search hides some of it."""
        if chosen is None:
            self.clear()
            return
        tensors, size = count_text(len(chosen.rows), "tensor"), size_text(chosen.nbytes)
        text = say("{tensors} selected · {size}", tensors=tensors, size=size)
        self.short = say("{count:,} selected", count=len(chosen.rows))
        self.setText(text if chosen.rows else "")
        lines = [
            text,
            say_count(
                chosen.nbytes,
                "{n:,} byte of storage, shared ones counted once",
                "{n:,} bytes of storage, shared ones counted once",
            ),
        ]
        if searched:
            lines.append(say("Only matching rows are selected, not those that the search hides."))
        self.setToolTip(tooltip("\n".join(lines)) or "")


class TreeBar(QWidget):
    """How the keys are shown, folding and unfolding of everything, and how much is selected."""

    def __init__(self) -> None:
        super().__init__()
        self.modules = toggle(
            say("Modules"),
            say(
                "Show the dotted keys of a state_dict as a tree of modules: conv1.weight appears as “weight” under "
                "“conv1”"
            ),
        )
        self.keys = toggle(
            say("Flat keys"), say("Show the flat keys as torch sees them in the state_dict: conv1.weight")
        )
        self.unfold = tool(say("Expand all"), say("Show everything below (Ctrl+Shift+Right)"))
        self.fold = tool(say("Collapse all"), say("Show only the top-level keys (Ctrl+Shift+Left)"))
        self.note = Note()
        views = QButtonGroup(self)
        views.addButton(self.modules)
        views.addButton(self.keys)
        self.modules.setChecked(True)
        buttons = self.modules, self.keys, Gap(_GAP), self.unfold, self.fold
        row = horizontal(*buttons, Stretch(), self.note, of=self, margins=(8, 5, 8, 5), spacing=3)
        row.setSizeConstraint(row.SizeConstraint.SetNoConstraint)  # it may be narrower than its words
        for each in (self.unfold, self.fold):
            scale.give_icon_size(each, 16)
        self._draw_icons()
        theme.theme().follow(self._draw_icons)

    def minimumSizeHint(self) -> QSize:
        """The words of the views, and the icons of the others."""
        views = self.modules.sizeHint().width() + self.keys.sizeHint().width()
        return QSize(views + least_room(self._tools) + self._between, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @property
    def _tools(self) -> tuple[QToolButton, QToolButton]:
        return self.unfold, self.fold

    @property
    def _between(self) -> int:
        """Pixels beside and between the buttons."""
        row = self.layout()
        assert row is not None
        ends = row.contentsMargins()
        return ends.left() + ends.right() + _GAP + 5 * row.spacing()

    def _fit(self) -> None:
        views = self.modules.sizeHint().width() + self.keys.sizeHint().width()
        fit_words(self._tools, self.width() - views - self._between - _NOTE, Qt.ToolButtonStyle.ToolButtonTextOnly)

    def _draw_icons(self) -> None:
        self.unfold.setIcon(icons.icon("unfold"))
        self.fold.setIcon(icons.icon("fold"))
        self._fit()


def toggle(text: str, tip: str) -> QToolButton:
    """A button that stays down."""
    button = tool(text, tip)
    button.setCheckable(True)
    return button


def tool(text: str, tip: str) -> QToolButton:
    """A flat button that the mouse does not give the focus to."""
    button = QToolButton()
    button.setText(text)
    button.setAccessibleName(text)
    button.setToolTip(tooltip(tip) or "")
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def shortcut(owner: QWidget, keys: QKeySequence, act: Callable[[], None]) -> None:
    """Keys that work while the focus is somewhere in a widget."""
    made = QShortcut(keys, owner)
    made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    made.activated.connect(act)


# ---- The line above the tree while a second file is compared with: which one, what differs, and the way out.

_LONGEST_NAME = 40
_ONLY_TIP = marked(
    "Show only the keys that changed. Tensors that differ only in their device appear only if nothing else "
    "changed. You can search at the same time."
)
_END_TIP = marked("Close the second file (Esc, Ctrl+Shift+D); your pending changes stay")
_AGAIN_TIP = marked("Reload the other file from disk and compare again")


class ComparisonLine(QFrame):
    """Shown as long as there is a comparison; says how far it is while it is being made."""

    only_toggled = Signal(bool)
    """Show only what differs, or everything."""

    def __init__(self, comparison: Comparison, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("comparisonLine")
        self._comparison = comparison
        self.words = CutLabel()
        self.only = QCheckBox(say("Changed only"))
        self.only.setToolTip(tooltip(say(_ONLY_TIP)) or "")
        self.only.toggled.connect(self.only_toggled)
        self.again = button(say("Compare again"), comparison.again, tip=say(_AGAIN_TIP))
        self.close_button = tool("", say(_END_TIP))
        self.close_button.setAccessibleName(say("End the comparison"))
        self.close_button.clicked.connect(lambda _checked=False: comparison.end())
        self.progress = ProgressLine(comparison.cancel)
        row = horizontal((self.words, 1), self.again, self.only, self.close_button, spacing=4)
        vertical(row, self.progress, of=self, margins=(8, 3, 4, 3), spacing=3)
        comparison.changed.connect(self.refresh)
        comparison.progress.connect(self.progress.show_progress)
        comparison.waiting.connect(self.progress.show_news)
        theme.theme().follow(self._draw)
        self._draw()
        self.refresh()

    def refresh(self) -> None:
        comparison, compared = self._comparison, self._comparison.compared
        if comparison.busy and not self.progress.isVisibleTo(self):
            self.progress.start(say("Reading…"))
        self.progress.setVisible(comparison.busy)
        self.setVisible(comparison.on)
        self.again.setVisible(comparison.outdated and not comparison.busy)
        self.only.setVisible(compared is not None)
        if compared is None:
            self.only.setChecked(False)
        self.words.short = self._short()
        self.words.setText(self._text())
        self.words.setToolTip(tooltip(self._tip()) or "")

    def _text(self) -> str:
        comparison = self._comparison
        if comparison.path is None:
            return ""
        name = clip(comparison.path.name, _LONGEST_NAME)
        if comparison.busy:
            return say("Comparing with {name} …", name=name)
        if comparison.outdated:
            return say("{name} has changed on disk since the comparison", name=name)
        return (
            say("{summary}, compared with {name}", name=name, summary=comparison.compared.summary)
            if comparison.compared is not None
            else ""
        )

    def _short(self) -> str:
        """The same without a word that could be spared, where there is little room."""
        comparison, compared = self._comparison, self._comparison.compared
        if compared is None or comparison.path is None or comparison.busy or comparison.outdated:
            return ""
        return f"{compared.summary} · {clip(comparison.path.name, _LONGEST_NAME)}"

    def _tip(self) -> str:
        compared = self._comparison.compared
        if compared is None:
            return ""
        here, there = compared.mine.checkpoint.path, compared.theirs.checkpoint.path
        return say(
            "{text}\n"
            "here: {here}\n"
            "there: {there}\n"
            "“Same” means that every number is equal. Renamed tensors count as same or changed, too.",
            text=self._text(),
            here=clip(str(here), 300),
            there=clip(str(there), 300),
        )

    def _draw(self) -> None:
        self.close_button.setIcon(icons.icon("close", theme.colours().muted))


# ---- What is copied of the selected rows besides their keys: all that they show.


def copy_rows(view: TreeView) -> None:
    """The selected rows as they show: a line each, cells parted by tabs, the headings above."""
    model, columns, nodes = view.tree_model, view.columns.visible(), view.selected_nodes()
    cells = model.cells
    if cells is None:
        return
    if len(nodes) >= MANY:  # another thread puts them together, and must not meet a plan that changes
        result, cells = cells.search_result, Cells(cells.outline, cells.preview)
        cells.search_result = result
    heads = [str(model.headerData(column, Qt.Orientation.Horizontal)) for column in columns]
    copy_table(heads, lambda node: [column.text(cells, node) for column in columns], nodes)


# ---- The panel.

#: More tensors than that are not unfolded to be selected.
_MOST_UNFOLDED = 5_000
#: What so many selected rows hold is told when the window has had its turn.
_MANY_ROWS = 5_000


class TreePanel(QWidget):
    """The tree with its toggle, its filter and its menu. It follows the session and tells it what is selected."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._badge_layers = BadgeLayers.of(session)
        self._comparison = Comparison.of(session)
        self._quiet = False
        self._compared: Compared | None = None
        self._untouched = False
        """A file was opened of which nobody has seen anything."""
        self._entering = False
        """The keyboard is on its way to what a search finds."""
        self._later = QTimer(self, singleShot=True, interval=0)
        self._unsearched: Sequence[int] | None = None
        """The nodes that were selected when the search began, as long as nothing else is selected by hand."""
        self.model = TreeModel(self)
        self._changes = RowChanges(self.model, self)
        self.view = TreeView(session, self.model, self)
        self.bar = TreeBar()
        self.modules_button, self.keys_button = self.bar.modules, self.bar.keys
        self.unfold_button, self.fold_button = self.bar.unfold, self.bar.fold
        self.note = self.bar.note
        self.comparison_line = ComparisonLine(self._comparison)
        vertical(self.comparison_line, self.bar, (self.view, 1), of=self, margins=0, spacing=0)
        self.setFocusProxy(self.view)
        self._connect()
        self._on_opened()

    def _connect(self) -> None:
        session = self._session
        session.opened.connect(self._on_opened)
        session.closed.connect(self._on_opened)
        session.plan_changed.connect(self._on_plan_changed)
        self._badge_layers.changed.connect(self._on_badges_changed)
        self._comparison.changed.connect(self._on_compared)
        self._comparison.reveal_there_requested.connect(self.reveal_there)
        self.comparison_line.only_toggled.connect(self._refilter)
        session.filter_changed.connect(self._refilter)
        session.select_requested.connect(self.select_entries)
        session.reveal_requested.connect(self.reveal)
        self.modules_button.toggled.connect(self._on_modules_toggled)
        self.unfold_button.clicked.connect(lambda _checked=False: self.unfold_all())
        self.fold_button.clicked.connect(lambda _checked=False: self.fold_all())
        self._later.timeout.connect(self._on_selection_changed)
        self._changes.made.connect(self._show)
        self._changes.refused.connect(lambda error: session.filter_answered.emit(0, str(error), 0))
        self.model.sort_wanted.connect(lambda: self._changes.want(ORDER, self.model.apply_order))
        self.model.rename_wanted.connect(lambda entry, name: session.apply(RenameKey(entry, name)))
        self.view.selectionModel().selectionChanged.connect(self._on_selected)
        self.view.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.view.customContextMenuRequested.connect(self._show_menu)
        self.view.drop_wanted.connect(self._drop_selection)
        self.view.rename_wanted.connect(self.rename)
        Crossing.of(session).to_results.connect(self.enter_results)
        for keys, act in (("Ctrl+Shift+Right", self.unfold_all), ("Ctrl+Shift+Left", self.fold_all)):
            shortcut(self, QKeySequence(keys), act)
        shortcut(self, QKeySequence(QKeySequence.StandardKey.Copy), self.copy_keys)
        shortcut(self, QKeySequence("Ctrl+Shift+C"), lambda: copy_rows(self.view))

    # ---- the document

    def _on_opened(self) -> None:
        session = self._session
        self._changes.stop()
        self._unsearched = self._compared = None
        self.model.compare(None)
        self.model.mark(())
        self.view.empty_text = say("Open a checkpoint to see its keys.")
        if session.catalogue is None or session.preview is None:
            self.model.clear()
        else:
            self._untouched = not self.isVisible()
            self.model.take(session.catalogue, session.preview, self.view.rows_that_fit())
            self.model.mark(self._badge_layers.layers)
        self.view.begin()
        self.view.columns.plan(self.model.planned)
        self.bar.setEnabled(session.catalogue is not None)
        self.note.clear()
        self.view.scrollToTop()

    def showEvent(self, event: QShowEvent) -> None:
        """Unfold as many levels as there is room for, now that it is known."""
        super().showEvent(event)
        rows = self.model.rows
        if self._untouched and rows is not None and not self.view.selectionModel().hasSelection():
            fits = self.view.rows_that_fit()
            self._changes.want("first look", lambda rows: rows.unfold_a_little(fits))
        self._untouched = False

    def _on_plan_changed(self) -> None:
        if self._session.preview is not None:
            self.model.replan(self._session.preview)
            self.view.columns.plan(self.model.planned)

    def _on_badges_changed(self) -> None:
        self.model.mark(self._badge_layers.layers)

    def _on_compared(self) -> None:
        compared, rows = self._comparison.compared, self.model.rows
        if rows is None or compared is self._compared:
            return
        self._compared = compared
        self.model.compare(compared)
        removed_rows = compared.removed_rows if compared is not None else None
        self._changes.want(REMOVED_ROWS, lambda rows: rows.set_removed_rows(removed_rows))
        if rows.outline.filtered:
            self._refilter()

    def _refilter(self, *_wanted: object) -> None:
        rows, session = self.model.rows, self._session
        if rows is None:
            return
        others = self._changes.wants_besides(FILTER)
        search = Search(
            session.filter_text, session.filter_regex, self._compared, self.comparison_line.only.isChecked()
        )
        if search or (rows.outline.filtered and (others or not rows.remembers)):
            self._changes.want(FILTER, search)
            return
        self._changes.forget(FILTER)
        if rows.outline.filtered:
            self._keep_place(self.model.unfilter, searched=True, uncover=True)
        self._session.filter_answered.emit(NO_ENTRY, "", 0)

    def _on_modules_toggled(self, modules: bool) -> None:
        self.model.modules_for_new = modules
        self._changes.want("modules", lambda rows: rows.set_modules(modules))

    # ---- which rows show

    @property
    def busy(self) -> bool:
        """Whether rows are being laid out beside the event loop; those of before show meanwhile."""
        return self._changes.busy

    def _show(self, changed: Rows, what: frozenset[str]) -> None:
        """All changes are made; if a search was among them, say what it found."""
        searched = FILTER in what
        cleared = searched and changed.matches is None
        self._keep_place(lambda: self.model.adopt(changed), ORDER not in what, searched, cleared)
        if searched:
            text = self._session.filter_text
            none = say("Nothing in this file matches “{text}”.", text=text) if text else say("Nothing differs.")
            self.view.empty_text = none
            matches = NO_ENTRY if changed.matches is None else changed.matches
            self._session.filter_answered.emit(matches, "", changed.matching_tensors)
            if self._entering:
                self.enter_results()

    def _keep_place(
        self, change: Callable[[], None], scroll: bool = True, searched: bool = False, uncover: bool = False
    ) -> None:
        """Change the rows and put selection, focus and scroll back as far as the rows still show.

        After a search what it found and the user selected is wanted: `uncover` unfolds what hides the selected rows
        and brings them into sight. Where the user has only looked, what was selected before the search is again.
        """
        nodes = self._kept_by_search() if searched else self.view.selected_nodes()
        current = self.view.current_node()
        top = self.model.node(self.view.rowAt(0))
        self._quiet = True
        try:
            change()
            if self.model.cells is not None and self.model.rows is not None:
                self.model.cells.search_result = self.model.rows.search_result
            if uncover and self._unsearched is not None:
                nodes, uncover = self._unsearched, False
            if uncover and 0 < len(nodes) < _MOST_UNFOLDED:
                self.model.uncover(nodes)
            self.view.select_nodes(nodes, current if current >= 0 else None)
        finally:
            self._quiet = False
        if not scroll:
            pass
        elif self.model.row(current) >= 0 and self.model.row(top) < 0:
            self.view.scroll_to_node(current)
        else:
            self.view.scroll_to_node(top, top=True)
        if uncover and nodes:
            self.view.scroll_to_node(current if current in nodes else nodes[0])
        if len(nodes) < _MANY_ROWS:
            self._on_selection_changed()
        else:
            self._later.start()  # the window has its turn in between

    # ---- selection

    def selected_entries(self) -> Sequence[int]:
        """The entries of the selected rows; a module stands for all keys below it, in a search for those it found."""
        rows, nodes = self.model.rows, self.view.selected_nodes()
        if rows is None:
            return ()
        result = rows.search_result
        return entries_of(rows.outline, nodes) if result is None else result.stands_for(rows.outline, nodes)

    def _kept_by_search(self) -> Sequence[int]:
        """The nodes that stay selected when a search begins, changes or ends, as far as they show then."""
        rows, nodes = self.model.rows, self.view.selected_nodes()
        if rows is not None and rows.search_result is not None:
            return rows.search_result.kept(rows.outline, nodes)
        self._unsearched = nodes
        return nodes

    def select_entries(self, entries: Sequence[int]) -> None:
        """Select these entries, with whatever hides them unfolded; lifts the filter if it hides them.

        Of a great many tensors the containers are selected that hold no others, which stand for them.
        """
        if not entries:
            self.view.clearSelection()
            return
        self._unsearched = None
        self._quiet = True
        try:
            self._lift_filter_for(entries)
            outline = self.model.outline
            nodes: Sequence[int] = entries
            if outline is not None and len(entries) > _MOST_UNFOLDED:
                nodes = covering_nodes(outline, entries)
            elif outline is not None:
                nodes = outline.nodes_for(entries)
            self.model.uncover(nodes)
            self.view.select_nodes(nodes)
        finally:
            self._quiet = False
        self.view.scroll_to_node(nodes[0])
        self._on_selection_changed()
        self._on_current_changed()

    def _lift_filter_for(self, entries: Sequence[int]) -> None:
        outline = self.model.outline
        if outline is not None and outline.filtered and not all(map(outline.shows, entries)):
            self._session.set_filter("", False)
            if not all(map(outline.shows, entries)):
                self.comparison_line.only.setChecked(False)
            self._changes.settle()

    def enter_results(self) -> None:
        """Go on to the first row that the search found, once it has found it; without a search to the rows."""
        self.view.setFocus()
        self._entering = self._changes.busy
        rows = self.model.rows
        if self._entering or rows is None or not self.model.rowCount():
            return
        node = rows.first_found()
        if node < 0 and rows.found:  # folded: a great deal was found
            (node,) = rows.outline.nodes_for(rows.found[:1])
            self.model.uncover([node])
        if node < 0:
            node = self.model.node(max(0, self.view.currentIndex().row()))
        self.view.select_nodes([node], node)
        self.view.scroll_to_node(node)

    def reveal(self, entry: int) -> None:
        """Show an entry, select it alone and give it the focus."""
        self.select_entries([entry])
        self.view.setFocus()

    def reveal_there(self, entry: int) -> None:
        """Show the row of something that only the other file has, and make it the current one."""
        outline, compared = self.model.outline, self._compared
        if outline is None or compared is None:
            return
        self._session.set_filter("", False)
        self._changes.settle()
        node = outline.placed.standing_for(entry, compared.theirs)
        if node is not None:
            self.model.uncover([node])
            self.view.setCurrentIndex(self.model.index(self.model.row(node), 0))
            self.view.scroll_to_node(node)

    def _on_selected(self, *_spans: object) -> None:
        if not self._quiet:
            self._unsearched = None
            self._on_selection_changed()
            self._on_current_changed()

    def _on_selection_changed(self) -> None:
        self._later.stop()
        entries = self.selected_entries()
        self._session.set_selection(entries)
        cells, outline = self.model.cells, self.model.outline
        chosen = held(cells.catalogue, entries) if entries and cells is not None else None
        self.note.tell(chosen, searched=outline is not None and outline.filtered)

    def _on_current_changed(self, *_indexes: object) -> None:
        """Tell the row that one is at; where nothing is selected it is the first one, which Qt takes for focus."""
        if self._quiet or self.model.outline is None:
            return
        node = self.view.current_node() if self.view.selectionModel().hasSelection() else -1
        entry = node if node >= 0 and not self.model.outline.is_group(node) else NO_ENTRY
        self._session.set_current(entry)
        removed = self.model.outline.placed.removed_rows.get(node)
        self._comparison.look_there(removed.entries[0] if removed is not None else NO_ENTRY)

    # ---- what the user does

    def unfold_all(self, node: int | None = None) -> None:
        start = TOP if node is None else node
        self._changes.want(f"unfold {start}", lambda rows: rows.unfold_all(start))

    def fold_all(self, node: int | None = None) -> None:
        start = TOP if node is None else node
        self._changes.want(f"fold {start}", lambda rows: rows.fold_all(start))

    def copy_keys(self) -> None:
        """Copy the keys of the selection, one a line."""
        if self._session.catalogue is not None:
            copy_lines(self._session.catalogue.label_text, self.selected_entries())

    def rename(self) -> None:
        """Edit the key of the current row in place; where it is none of a dict, its plain value."""
        row = self.view.currentIndex().row()
        if row >= 0 and not self.model.can_rename(self.model.node(row)):
            self.view.edit_value(row)
        elif row >= 0:
            index = self.model.index(row, 0)
            self.view.setCurrentIndex(index)
            self.view.edit(index)

    def _drop_selection(self) -> None:
        catalogue = self._session.catalogue
        if catalogue is not None and catalogue.checkpoint.read_only is None:
            chosen = uppermost(catalogue, self.selected_entries())
            self._session.set_plan(drop_or_take_back(self._session.plan, chosen))

    def _show_menu(self, point: QPoint) -> None:
        chosen = self._chosen()
        if chosen is None:
            return
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fill_menu(menu, self._session, *chosen)
        menu.popup(self.view.viewport().mapToGlobal(point))

    def add_edits(self, menu: QMenu) -> None:
        """Put what copies and changes the selected keys into a menu; nothing where no document is open."""
        chosen = self._chosen()
        if chosen is not None:
            add_copying(menu, *chosen)
            menu.addSeparator()
            add_edits(menu, self._session, *chosen)

    def _chosen(self) -> tuple[Selection, Handlers] | None:
        """What a menu is about, and what of it only the tree can do."""
        rows = self.model.rows
        if rows is None:
            return None
        node = self.view.current_node()
        if self._later.isActive():
            self._on_selection_changed()
        nodes, found = self.view.selected_nodes(), rows.search_result
        partly = found is not None and (not nodes or (node >= 0 and not found.whole(rows.outline, [node])))
        selection = Selection(rows.outline, node, nodes, self._session.selection, partly)
        rename = self.model.can_rename(node)
        row = self.view.currentIndex().row()
        set_value = (lambda: self.view.edit_value(row)) if self.view.can_edit_value(row) else None
        handlers = Handlers(
            self.copy_keys, lambda: copy_rows(self.view), self.rename, rename, self.unfold_all, self.fold_all, set_value
        )
        return selection, handlers
