"""Health: one click reads all values of the file; then what is wrong, where, and a map of all tensors."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QLinearGradient, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QSizePolicy,
    QSplitter,
    QStyledItemDelegate,
    QWidget,
)

from core.catalogue.catalogue import Catalogue
from core.report.severities import severity_text
from core.text import clip, index_text, listed, size_text, titled
from core.values.symptom import NOTE, WARNING
from core.words import marked, say
from gui.document.badges import RowBadge
from gui.health.colouring import CHOICES, Colouring
from gui.health.map import ModelMap
from gui.health.model import TONES, SymptomRow, facts_of, symptom_rows, symptoms_by_row, verdict_of
from gui.look import theme
from gui.look.plain_text import one_line, tooltip
from gui.look.roles import Role, set_role
from gui.look.wording import breakable
from gui.session.scanning import Scanner
from gui.session.session import Session
from gui.widgets.basic_widgets import CutButton, button, plain_label
from gui.widgets.delegates import BadgeDelegate, PathDelegate
from gui.widgets.item_roles import ItemRole
from gui.widgets.layouts import Stretch, horizontal, vertical
from gui.widgets.progress import ProgressLine
from gui.widgets.side_by_side import SideBySide
from gui.widgets.table_view import Column, Sizing, TableModel, TableView
from gui.widgets.verdict import VerdictLabel
from gui.widgets.wrapped_text import TwoLines

# ---- What the colours of the map mean: squares with words, and a ramp with the numbers at its ends.

_SQUARE: Final = 10
_GAP: Final = 4
_BETWEEN: Final = 10
_RAMP: Final = 70
_ENDLESS: Final = 10_000


class Legend(QWidget):
    """Its parts stand beside each other, in as many lines as they need."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.StaticText)
        self._colouring: Colouring | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_colours(self, colouring: Colouring | None) -> None:
        """Tell what other colours mean."""
        self._colouring = colouring
        words = [] if colouring is None else [part for part in (*colouring.scale, *_names(colouring)) if part]
        self.setAccessibleName(listed(words))
        self.setToolTip(tooltip("\n".join(map(one_line, words))) or "")
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        parts = self._laid_out(width)
        return parts[-1][1].bottom() + 1 if parts else 0

    def sizeHint(self) -> QSize:
        """All in one line."""
        parts = self._laid_out(_ENDLESS)
        return QSize(parts[-1][1].right() + 1, parts[-1][1].height()) if parts else QSize(0, 0)

    def _laid_out(self, width: int) -> list[tuple[int, QRect]]:
        """The parts with their places: -1 is the ramp, others count the swatches."""
        if self._colouring is None:
            return []
        metrics = QFontMetrics(self.font())
        sizes = [
            (place, _SQUARE + _GAP + metrics.horizontalAdvance(one_line(text)))
            for place, text in enumerate(_names(self._colouring))
        ]
        if self._colouring.ramp:
            low, high = map(metrics.horizontalAdvance, self._colouring.scale)
            sizes.insert(0, (-1, low + _GAP + _RAMP + _GAP + high))
        found: list[tuple[int, QRect]] = []
        left = top = 0
        for place, size in sizes:
            if left and left + size > width:
                left, top = 0, top + metrics.height() + 1
            found.append((place, QRect(left, top, size, metrics.height())))
            left += size + _BETWEEN
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        colouring = self._colouring
        if colouring is None:
            return
        painter = QPainter(self)
        ink = self.palette().windowText().color()
        for place, rect in self._laid_out(self.width()):
            painter.setPen(ink)
            if place < 0:
                self._paint_ramp(painter, rect, colouring)
                continue
            colour, text = colouring.swatches[place]
            square = QRect(rect.left(), rect.center().y() - _SQUARE // 2 + 1, _SQUARE, _SQUARE)
            if colour:
                painter.fillRect(square, QColor(colour))
            words = rect.adjusted(_SQUARE + _GAP, 0, 1, 0)
            painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), one_line(text))
        painter.end()

    @staticmethod
    def _paint_ramp(painter: QPainter, rect: QRect, colouring: Colouring) -> None:
        low, high = colouring.scale
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        painter.drawText(rect, flags | int(Qt.AlignmentFlag.AlignLeft), low)
        painter.drawText(rect, flags | int(Qt.AlignmentFlag.AlignRight), high)
        left = rect.left() + painter.fontMetrics().horizontalAdvance(low) + _GAP
        bar = QRect(left, rect.center().y() - _SQUARE // 2 + 1, _RAMP, _SQUARE)
        gradient = QLinearGradient(bar.topLeft(), bar.topRight())
        for place, colour in enumerate(colouring.ramp):
            gradient.setColorAt(place / (len(colouring.ramp) - 1), QColor(colour))
        painter.fillRect(bar, gradient)


def _names(colouring: Colouring) -> list[str]:
    return [swatch.text for swatch in colouring.swatches]


# ---- The board.

_WIDE = 1.2
"""Times its height from which on the map stands beside the table and not below it."""
_BOTH = 640
"""Pixels that table and map take beside each other."""
_MAP: Final = 0.3
"""The part of that which the map has at least."""
_ROWS_MEASURED = 40


def _why(row: SymptomRow) -> str:
    return f"{row.path}\n{clip(row.symptom.why, 1000)}"


def _link_font(row: SymptomRow) -> QFont | None:
    if not row.place:
        return None
    font = theme.key_font()
    font.setUnderline(True)
    return font


FIRST = 3
"""The column that leads to a number."""
_fitted = partial(Column[SymptomRow], sizing=Sizing.ResizeToContents)
COLUMNS = (
    _fitted(
        marked("What"),
        marked("What the scan found, worst first"),
        lambda row: row.title,
        raw=lambda row: (row.rank, row.title),
        tip=_why,
        spoken=lambda row: titled(
            severity_text(row.symptom.severity).strip(), row.title
        ),  # which the eye sees by the colour
        roles={ItemRole.BADGES: lambda row: [RowBadge(TONES[row.symptom.severity], row.title, "")]},
        paint=BadgeDelegate,
    ),
    _fitted(
        marked("Where"),
        marked("The tensor or optimizer entry. Press Enter or double-click to go there."),
        lambda row: row.path,
        raw=lambda row: row.symptom.entry,
        tip=_why,
        paint=PathDelegate,
        sizing=Sizing.Stretch,
    ),
    _fitted(
        marked("Affected"),
        marked("How many numbers, rows or parameters are affected"),
        lambda row: row.affected,
        raw=lambda row: row.symptom.count,
        number=True,
    ),
    _fitted(
        marked("First at"),
        marked("The first affected number. Click to go there and overwrite it."),
        lambda row: row.place,
        raw=lambda row: row.symptom.first,
        tip=lambda row: "\n".join(map(index_text, row.symptom.first)),
        roles={
            Qt.ItemDataRole.ForegroundRole: lambda row: QColor(theme.colours().accent) if row.place else None,
            Qt.ItemDataRole.FontRole: _link_font,
        },
        paint=QStyledItemDelegate,  # it paints what looks like a link
    ),
)


class HealthBoard(QWidget):
    """The parts of the panel; what is found out is the scanner's."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._scanner = Scanner.of(session)
        self._symptoms: dict[int, list[str]] = {}
        self.scan_button = button(
            say("Scan values"),
            self._scanner.start,
            tip=say(
                "Read every number in the file to find NaN, Inf, and tensors that are all zero, dead or far "
                "too large.\n"
                "Nothing changes, and nothing in the file is run."
            ),
        )
        self.progress = ProgressLine(self._scanner.cancel)
        self.verdict = VerdictLabel()
        self.model = TableModel(COLUMNS, self)
        self.table = TableView(self.model, say("What is wrong with the values"), self)
        self.why = plain_label(wrap=True, rank="muted")
        self.link = CutButton()
        self.link.setProperty("link", True)
        self.link.setCursor(Qt.CursorShape.PointingHandCursor)
        self.choice = QComboBox()
        self.legend = Legend()
        self.map = ModelMap(self._tip)
        self.told = TwoLines()
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self._by_hand = False
        """The user has moved the edge between table and map."""
        self._lay_out()
        self._connect()
        self._on_opened()

    # ---- parts

    def _lay_out(self) -> None:
        self.table.horizontalHeader().setResizeContentsPrecision(_ROWS_MEASURED)
        self.table.allow_sorting()
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.why.setMinimumWidth(10)
        for choice in CHOICES:
            self.choice.addItem(say(choice.text))
            self.choice.setItemData(self.choice.count() - 1, tooltip(say(choice.tip)), Qt.ItemDataRole.ToolTipRole)
        self.choice.setAccessibleName(say("What the map is coloured by"))
        self.choice.setToolTip(tooltip(say("What the cells of the map are coloured by")) or "")
        head = horizontal((self.progress, 1), (self.verdict, 1), self.scan_button)
        question = QWidget()
        horizontal(plain_label(say("Colour by"), rank="muted"), self.choice, Stretch(), of=question, margins=0)
        colours = SideBySide(question, self.legend)
        self.symptoms, cells = QWidget(), QWidget()
        vertical((self.table, 1), self.why, self.link, of=self.symptoms, margins=0, spacing=4)
        vertical(colours, (self.map, 1), self.told, of=cells, margins=0, spacing=4)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.symptoms)
        self.splitter.addWidget(cells)
        vertical(head, (self.splitter, 1), of=self, margins=(8, 4, 8, 6), spacing=6)
        self.setFocusProxy(self.scan_button)

    def _connect(self) -> None:
        self._session.opened.connect(self._on_opened)
        self._session.closed.connect(self._on_opened)
        self._session.current_changed.connect(self._follow)
        self._scanner.changed.connect(self._refresh)
        self._scanner.progress.connect(lambda done, total: self.progress.show_progress(done, total, sizes=True))
        self._scanner.waiting.connect(self.progress.show_news)
        self.table.activated.connect(self._jump)
        self.table.clicked.connect(self._go_to_number)
        self.link.clicked.connect(lambda _checked=False: self._jump(self.table.currentIndex()))
        self.table.selectionModel().currentRowChanged.connect(self._show_why)
        self.choice.currentIndexChanged.connect(self._colour)
        self.map.pointed.connect(self._tell)
        self.map.chosen.connect(self._select)
        self.splitter.splitterMoved.connect(self._on_moved)
        theme.theme().follow(self._refresh)

    # ---- showing

    def _on_opened(self) -> None:
        self.map.show_tensors(self._session.catalogue)
        self._refresh()
        self._follow(self._session.current)

    def _refresh(self) -> None:
        scanner, catalogue, scan = self._scanner, self._session.catalogue, self._scanner.scan
        self.progress.setVisible(scanner.busy)
        self.verdict.setVisible(not scanner.busy)
        if scanner.busy:
            self.progress.start(say("Reading all values …"))
        else:
            severity, text = self._verdict(catalogue)
            self.verdict.say(severity, text, brief=scanner.scan is not None and bool(severity))
        words = say("Scan again") if scan is not None else say("Scan values")
        self.scan_button.setText(say("Try again") if scanner.unreachable else words)
        self.scan_button.setVisible(not scanner.busy)
        self.scan_button.setEnabled(catalogue is not None)
        if scan is not None and catalogue is not None:
            self._symptoms = symptoms_by_row(catalogue, scan)
            self.model.set_rows(symptom_rows(catalogue, scan))
        else:
            self._symptoms = {}
            self.model.set_rows([])
        self.symptoms.setVisible(bool(self.model.rows))  # the verdict tells what an empty table would
        self._share_width()
        self._show_why()
        self._colour()
        self._tell(self.map.current_row)

    def _verdict(self, catalogue: Catalogue | None) -> tuple[str, str]:
        scanner = self._scanner
        if catalogue is None:
            return NOTE, say("Open a checkpoint to look for NaN, Inf, all-zero and constant tensors.")
        if scanner.problem:
            return WARNING, scanner.problem
        if scanner.scan is not None:
            return verdict_of(scanner.scan)
        if scanner.outdated:
            return WARNING, say("The file was reloaded after the scan. Scan it again.")
        size = size_text(sum(total.bytes for total in catalogue.devices))
        return NOTE, say(
            "Are there NaN, Inf, all-zero or constant tensors? “Scan values” reads all {size} to find out.", size=size
        )

    def _colour(self) -> None:
        catalogue = self._session.catalogue
        if catalogue is None:
            self.legend.show_colours(None)
            return
        colouring = CHOICES[self.choice.currentIndex()].colour(catalogue, self._scanner.scan)
        self.map.colour(colouring.pixels)
        self.legend.show_colours(colouring)

    def _tip(self, row: int) -> str:
        catalogue = self._session.catalogue
        if catalogue is None or row < 0:
            return ""
        return "\n".join((*facts_of(catalogue, self._scanner.scan, row), *self._symptoms.get(row, ())))

    def _tell(self, row: int) -> None:
        """Say in two lines what the pointer or the keyboard is at."""
        catalogue = self._session.catalogue
        known = catalogue is not None and 0 <= row < len(catalogue.tensors)
        text = " · ".join(facts_of(catalogue, self._scanner.scan, row)) if known and catalogue is not None else ""
        hint = say("Each cell is a tensor. Hover to see which one, or click to select it in the tree.")
        self.told.setText(text or hint)
        self.told.setToolTip(tooltip(self._tip(row) or hint) or "")

    def _show_why(self, *_rows: object) -> None:
        row = self.table.currentIndex().row()
        chosen = self.model.rows[row] if 0 <= row < len(self.model.rows) else None
        why = chosen.symptom.why if chosen is not None else ""
        self.link.setText(say("Go to {place}", place=chosen.place) if chosen is not None else "")
        self.link.setVisible(chosen is not None and bool(chosen.place))
        self.why.setText(breakable(why))
        self.why.setVisible(bool(why))

    def _follow(self, entry: int) -> None:
        """The tensor that is current in the tree has a frame in the map."""
        catalogue = self._session.catalogue
        if catalogue is not None:
            self.map.set_current_row(catalogue.rows[entry] if entry >= 0 else -1)
            self._tell(self.map.current_row)

    # ---- what the user does

    def _jump(self, index: QModelIndex) -> None:
        """To the first number that it is about; where it is about none, to its row in the tree."""
        if not index.isValid():
            return
        symptom = self.model.rows[index.row()].symptom
        if symptom.first:
            self._session.show_number(symptom.entry, symptom.first[0])
        else:
            self._session.reveal(symptom.entry)

    def _go_to_number(self, index: QModelIndex) -> None:
        if index.column() == FIRST and self.model.rows[index.row()].symptom.first:
            self._jump(index)

    def _select(self, row: int) -> None:
        catalogue = self._session.catalogue
        if catalogue is not None:
            self._session.request_selection([catalogue.tree.tensors[row]])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a wide panel the map stands beside the table."""
        super().resizeEvent(event)
        wide = self.width() > max(_WIDE * self.height(), theme.px(_BOTH))
        way = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if way != self.splitter.orientation():
            self.splitter.setOrientation(way)
            self.splitter.setSizes([1000, 1000])
            self._by_hand = False
        self._share_width()

    def _share_width(self) -> None:
        """Beside the map the table is as wide as its rows, as long as the map has its part."""
        if self._by_hand or self.splitter.orientation() == Qt.Orientation.Vertical:
            return
        header = self.table.horizontalHeader()
        columns = range(len(COLUMNS))
        wanted = sum(max(self.table.sizeHintForColumn(at), header.sectionSizeHint(at)) for at in columns)
        wanted += self.table.verticalScrollBar().sizeHint().width() + 2 * self.table.frameWidth()
        room = self.splitter.width() - self.splitter.handleWidth()
        table = min(wanted, round(room * (1 - _MAP)))
        self.splitter.setSizes([table, room - table])

    def _on_moved(self, *_place: int) -> None:
        self._by_hand = True
