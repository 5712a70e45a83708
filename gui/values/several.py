"""The numbers of several tensors: distributions as ridges, statistics as columns, one batch after the other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from math import inf, isnan
from typing import Any, Final

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QCheckBox,
    QFrame,
    QHeaderView,
    QScrollArea,
    QSplitter,
    QToolTip,
    QWidget,
)

from core.errors import CheckpointError
from core.text import shape_text
from core.words import marked, say
from gui.jobs.latest_job import LatestJob
from gui.look import theme
from gui.look.eliding import elided
from gui.look.plain_text import one_line, tooltip
from gui.look.roles import Role, set_role
from gui.look.wording import breakable
from gui.session.scanning import Scanner
from gui.session.session import Session
from gui.values.several_model import SeveralRow, common_span, head_text, measured, pending_rows
from gui.widgets.basic_widgets import plain_label
from gui.widgets.delegates import CellDelegate
from gui.widgets.layouts import horizontal, vertical
from gui.widgets.progress import ProgressLine
from gui.widgets.read_error import ReadError
from gui.widgets.table_model import Heading, TableModel
from gui.widgets.table_view import TableView

# -- the statistics as a table: a row a tensor, columns that sort ----------------------------------------------


_KEY, _SHAPE, _LOW, _HIGH, _MEAN, _STD, _RMS, _ZEROS, _ILL = range(9)


class SeveralModel(TableModel[SeveralRow]):
    """What is not known yet is a dot."""

    headings = (
        Heading(marked("Key"), marked("The tensor. Enter or a double click goes to it alone.")),
        Heading(marked("Shape"), marked("Its shape, and its dtype in the tooltip")),
        Heading(marked("Min"), marked("The smallest number"), number=True),
        Heading(marked("Max"), marked("The largest number"), number=True),
        Heading(marked("Mean"), marked("The mean"), number=True),
        Heading(marked("Std"), marked("The standard deviation, as torch.std gives it"), number=True),
        Heading(marked("RMS"), marked("The root of the mean square: the norm for each number"), number=True),
        Heading(marked("Zeros"), marked("The share of the numbers that are zero"), number=True),
        Heading(marked("NaN, Inf"), marked("How many numbers are not finite"), number=True),
    )

    def text(self, row: SeveralRow, column: int) -> str:
        """What a cell shows."""
        if column == _KEY:
            return row.key
        if column == _SHAPE:
            return shape_text(row.shape)
        if row.is_pending:
            return "·"
        value = self.value(row, column)
        if value is None:
            return ""
        if column == _ZEROS:
            return f"{value:.3g} %" if value else ""
        if column == _ILL:
            return f"{value:,}" if value else ""
        return f"{value:.4g}"

    def raw(self, row: SeveralRow, column: int) -> Any:
        """Numbers as numbers; what has none is less than all of them."""
        if column == _KEY:
            return row.row
        if column == _SHAPE:
            return len(row.shape), row.shape
        value = self.value(row, column)
        if isinstance(value, complex):
            value = abs(value)
        return -inf if value is None or isnan(value) else value

    def tip(self, row: SeveralRow, column: int) -> str:
        """The exact matter."""
        if row.problem:
            return f"{row.path}\n{row.problem}"
        if column in (_KEY, _SHAPE):
            return f"{row.path}\n{row.dtype} {shape_text(row.shape)}"
        value = self.value(row, column)
        return f"{value!r}" if value is not None and column != _ZEROS else ""

    @staticmethod
    def value(row: SeveralRow, column: int) -> Any:
        """The number of a cell; None where there is none."""
        found = row.statistics
        if found is None:
            return None
        return {
            _LOW: found.minimum,
            _HIGH: found.maximum,
            _MEAN: found.mean,
            _STD: found.std,
            _RMS: row.rms,
            _ZEROS: 100 * found.zeros / found.count if found.count else None,
            _ILL: row.infinite,
        }[column]


# -- the page --------------------------------------------------------------------------------------------------


_PATIENCE = 500
"""Milliseconds after which there is a bar."""
_KEY_WIDTH = 150
_LEAST_TABLE = 96
"""Pixels of the table: its headings and three rows."""


class SeveralTensors(QWidget):
    """A page that follows `show_rows`. A click on a heading sorts ridges and table alike; Enter goes to a tensor."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._latest = LatestJob(self, done=self._take, failed=self._fail, cancelled=self._stop)
        self._rows: list[SeveralRow] = []
        """In the order of the file."""
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE)
        self.head = plain_label(wrap=True)
        self.error = ReadError()
        self.progress = ProgressLine(self._cancel)
        self.own_scale = QCheckBox(say("Own scale each"))
        self.own_scale.setToolTip(
            say("Each ridge from its own least to its own greatest number, not on one common axis")
        )
        self.ridges = Ridges()
        self.model = SeveralModel(self)
        self.table = TableView(self.model, say("Statistics of the selected tensors"), self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.table.allow_sorting()
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.table.setItemDelegateForColumn(0, CellDelegate(self.table, mono=True, cut=Qt.TextElideMode.ElideMiddle))
        header = self.table.horizontalHeader()
        header.setResizeContentsPrecision(40)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(0, _KEY_WIDTH)
        top = horizontal((self.head, 1), (self.own_scale, 0, Qt.AlignmentFlag.AlignTop))
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.ridges)
        splitter.addWidget(self.table)
        self.table.setMinimumHeight(_LEAST_TABLE)
        area = QScrollArea()  # in a low panel one scrolls: a splitter would lay one over the other
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(splitter)
        layout = vertical(top, of=self, margins=(8, 6, 8, 8), spacing=6)
        for widget in (self.error, self.progress):
            layout.addWidget(widget)
            widget.hide()
        layout.addWidget(area, 1)
        self.setFocusProxy(self.ridges)

    def _connect(self) -> None:
        self._patience.timeout.connect(self._show_progress)
        self._latest.waiting.connect(self.progress.show_news)
        self.error.again_asked.connect(self._read_again)
        self.own_scale.toggled.connect(self.ridges.set_own_scale)
        self.model.modelReset.connect(self._order_ridges)
        self.model.dataChanged.connect(self._order_ridges)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _before: self.ridges.set_current(now.row()))
        self.table.activated.connect(self._jump)
        self.ridges.current_changed.connect(self.table.selectRow)
        self.ridges.chosen.connect(lambda place: self._jump(self.model.index(place, 0)))

    @property
    def busy(self) -> bool:
        """Whether some are still to be read."""
        return self._latest.busy

    # ---- several tensors after others

    def show_rows(self, rows: Sequence[int]) -> None:
        """Show other tensors, by row of the catalogue."""
        preview = self._session.preview
        if preview is None:
            return
        self.forget()
        self._rows = pending_rows(preview, rows)
        self.head.setText(breakable(head_text(preview.catalogue, rows, self._rows)))
        self.error.hide()
        self.ridges.set_current(-1)
        self.model.set_rows(self._rows)
        self.progress.start("")
        self._patience.start()
        self._go_on()

    def forget(self) -> None:
        """What is still to be read is not wanted any more."""
        self._latest.drop()
        self._patience.stop()
        self.progress.hide()

    def _go_on(self) -> None:
        """Read the next few."""
        preview = self._session.preview
        pending = [each for each in self._rows if each.is_pending]
        if preview is None or not pending:
            self._patience.stop()
            self.progress.hide()
            return
        scan = Scanner.of(self._session).scan
        self._latest.ask(partial(measured, preview, pending, scan.statistics if scan is not None else None))

    def _take(self, found: list[SeveralRow]) -> None:
        first = next(place for place, each in enumerate(self._rows) if each.is_pending)
        self._rows[first : first + len(found)] = found
        self.model.set_rows(self._rows)
        self._go_on()
        if self.busy and self.progress.isVisible():
            self._show_progress()

    def _show_progress(self) -> None:
        self.progress.show()
        self.progress.show_progress(sum(not each.is_pending for each in self._rows), len(self._rows))

    def _cancel(self) -> None:
        self.progress.show_cancelling()
        self._latest.cancel()

    def _stop(self) -> None:
        self._patience.stop()
        self.progress.hide()

    def _fail(self, error: Exception) -> None:
        self._stop()
        if not isinstance(error, CheckpointError):
            raise error
        self.error.show_error(error)
        self._session.could_not_read(error)

    def _read_again(self) -> None:
        """Go on where it could not be read."""
        self.error.hide()
        self.progress.start("")
        self._patience.start()
        self._go_on()

    def _order_ridges(self, *_what: object) -> None:
        self.ridges.show_rows(self.model.rows)
        self.ridges.set_current(self.table.currentIndex().row())

    def _jump(self, index: QModelIndex) -> None:
        if index.isValid():
            self._session.reveal(self.model.rows[index.row()].entry)


# -- the ridges: the distributions one below the other, on one axis --------------------------------------------


_PITCH: Final = 30
"""Pixels from one ridge to the next."""
_TALL: Final = 40
"""Pixels of the highest peak: ridges overlap a little."""
_SMALLER: Final = 0.86
_SIDE: Final = 4
_KEYS: Final = 0.45
"""Share of the width that the keys take at most."""


class Ridges(QAbstractScrollArea):
    """One ridge a tensor, in the order of the rows. A click or the arrow keys make one current, Enter goes to it."""

    current_changed = Signal(int)
    """The place of the ridge that has been made current."""
    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[SeveralRow] = ()
        self.own_scale = False
        self.current = -1
        self._span = (-1.0, 1.0)
        self.setAccessibleName(say("Distributions one below the other"))
        set_role(self, Role.Chart)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.setMinimumHeight(3 * _PITCH + _TALL)
        self.verticalScrollBar().setSingleStep(_PITCH)

    def show_rows(self, rows: Sequence[SeveralRow]) -> None:
        """Show other tensors, or more of what is known of them."""
        self.rows = rows
        self._span = common_span(rows)
        self._fit()

    def set_own_scale(self, own: bool) -> None:
        """Whether each ridge has an axis of its own, from its least to its greatest number."""
        self.own_scale = own
        self.viewport().update()

    def set_current(self, place: int) -> None:
        """Light one ridge up, and bring it into view."""
        if place == self.current:
            return
        self.current = place
        if 0 <= place < len(self.rows):
            bar, top = self.verticalScrollBar(), place * _PITCH
            if not bar.value() <= top <= bar.value() + self.viewport().height() - self._foot - _TALL:
                bar.setValue(top)
        self.viewport().update()

    # ---- painting

    @property
    def _foot(self) -> int:
        """Pixels of the line below the ridges, with the ends of the axis."""
        return QFontMetrics(self._small()).height() + 2

    def _small(self) -> QFont:
        font = QFont(theme.key_font())
        font.setPointSizeF(font.pointSizeF() * _SMALLER)
        return font

    def _fit(self) -> None:
        bar, room = self.verticalScrollBar(), self.viewport().height() - self._foot
        bar.setRange(0, max(0, len(self.rows) * _PITCH + _TALL - _PITCH - room))
        bar.setPageStep(max(room, 1))
        self.viewport().update()

    @property
    def _axis(self) -> tuple[int, int]:
        """Where the axis begins and ends; the keys stand left of it."""
        width = self.viewport().width()
        metrics = QFontMetrics(self._small())
        longest = max((metrics.horizontalAdvance(one_line(each.key)) for each in self.rows), default=0)
        return min(longest + 3 * _SIDE, int(width * _KEYS)), width - _SIDE

    def _baseline(self, place: int) -> int:
        return _TALL + place * _PITCH - self.verticalScrollBar().value()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ridges in view from top to bottom, and the axis below them."""
        painter = QPainter(self.viewport())
        area = self.viewport().rect()
        painter.fillRect(area, QColor(theme.colours().base))
        font = self._small()
        painter.setFont(font)
        painter.save()
        painter.setClipRect(area.adjusted(0, 0, 0, -self._foot))
        axis = self._axis
        for place, each in enumerate(self.rows):
            baseline = self._baseline(place)
            if baseline >= 0 and baseline - _TALL <= area.height():
                self._paint_ridge(painter, each, baseline, axis, place == self.current)
        painter.restore()
        self._paint_axis(painter, area, axis)
        if self.hasFocus():
            painter.setPen(QColor(theme.colours().accent))
            painter.drawRect(area.adjusted(0, 0, -1, -1))
        painter.end()

    def _paint_ridge(
        self, painter: QPainter, each: SeveralRow, baseline: int, axis: tuple[int, int], current: bool
    ) -> None:
        colours = theme.colours()
        width = self.viewport().width()
        if current:
            painter.fillRect(QRect(0, baseline - _PITCH + 1, width, _PITCH), QColor(colours.selection))
        painter.setPen(QColor(colours.border))
        painter.drawLine(0, baseline, width, baseline)
        outline = self._outline(each, baseline, axis)
        if outline is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            fill = QColor(colours.accent)
            fill.setAlpha(70)
            painter.setPen(QPen(QColor(colours.accent), 1))
            for brush in (QColor(colours.base), fill):  # what lies behind does not shine through
                painter.setBrush(brush)
                painter.drawPolygon(outline)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        metrics = painter.fontMetrics()
        words = each.key or say("(all)")
        painter.setPen(QColor(colours.error if each.infinite or each.problem else colours.text))
        text = elided(metrics, one_line(words), Qt.TextElideMode.ElideLeft, axis[0] - 2 * _SIDE)
        painter.drawText(_SIDE, baseline - metrics.descent() - 2, text)
        note = "…" if each.is_pending else say("cannot be read") if each.problem else ""
        note = say("{infinite:,} not finite", infinite=each.infinite) if each.infinite else note
        painter.drawText(axis[0], baseline - metrics.descent() - 2, note)

    def _outline(self, each: SeveralRow, baseline: int, axis: tuple[int, int]) -> QPolygonF | None:
        histogram = each.histogram
        if histogram is None or not len(histogram.counts):
            return None
        edges, counts = histogram.edges.tolist(), histogram.counts.tolist()
        left, right = (edges[0], edges[-1]) if self.own_scale else self._span
        # How high is how dense, so that ridges of other bins compare; on one axis a narrow one is as high as a wide.
        peak = max(counts)
        if not peak or left >= right:
            return None
        begin, end_of_axis = axis
        across = (end_of_axis - begin) / (right - left)
        points = []
        for low, high, count in zip(edges, edges[1:], counts, strict=False):
            start, end = (begin + (min(max(edge, left), right) - left) * across for edge in (low, high))
            if end < start or (end == start and low < high and (high <= left or low >= right)):
                continue
            height = baseline - (_TALL - 4) * count / peak
            points += [QPointF(start, height), QPointF(max(end, start + 1), height)]
        if not points:
            return None
        return QPolygonF([QPointF(points[0].x(), baseline), *points, QPointF(points[-1].x(), baseline)])

    def _paint_axis(self, painter: QPainter, area: QRect, axis: tuple[int, int]) -> None:
        begin, end = axis
        foot = QRect(begin, area.height() - self._foot, end - begin, self._foot)
        painter.setPen(QColor(theme.colours().muted))
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        if self.own_scale:
            painter.drawText(foot, flags, say("each from least to greatest"))
            return
        left, right = self._span
        least = painter.drawText(foot, flags | int(Qt.AlignmentFlag.AlignLeft), f"{left:.3g}")
        most = painter.drawText(foot, flags | int(Qt.AlignmentFlag.AlignRight), f"{right:.3g}")
        if left < 0 < right:
            x = round(begin + (0 - left) / (right - left) * (end - begin))
            zero = QRect(x - 10, foot.top(), 20, foot.height())
            if not (zero.intersects(least) or zero.intersects(most)):
                painter.drawText(zero, flags | int(Qt.AlignmentFlag.AlignHCenter), "0")
            painter.setPen(QPen(QColor(theme.colours().border), 1, Qt.PenStyle.DashLine))
            painter.drawLine(x, 0, x, foot.top())

    # ---- mouse and keyboard

    def place_at(self, point: QPoint) -> int:
        """The place of the ridge at a point, -1 for none."""
        place = (point.y() + self.verticalScrollBar().value() - _TALL + _PITCH - 1) // _PITCH
        return place if 0 <= place < len(self.rows) and point.y() < self.viewport().height() - self._foot else -1

    def tip_at(self, point: QPoint) -> str:
        """The tensor and the bin at a point."""
        place = self.place_at(point)
        if place < 0:
            return ""
        each = self.rows[place]
        if each.problem or each.histogram is None:
            return "\n".join(filter(None, (each.path, each.problem)))
        edges, counts = each.histogram.edges.tolist(), each.histogram.counts.tolist()
        left, right = (edges[0], edges[-1]) if self.own_scale else self._span
        begin, end = self._axis
        share = (point.x() - begin) / max(1, end - begin)
        at = bisect_right(edges, left + share * (right - left)) - 1
        if not 0 <= at < len(counts):
            return each.path
        total = max(1, sum(counts))
        return say(
            "{path}\n{low:.4g} to {high:.4g}: {share:.2%}, by a sample",
            path=each.path,
            low=edges[at],
            high=edges[at + 1],
            share=counts[at] / total,
        )

    def viewportEvent(self, event: QEvent) -> bool:
        """What is under the pointer, in a tooltip."""
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), tooltip(self.tip_at(event.pos())) or "", self)
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click makes a ridge current."""
        place = self.place_at(event.position().toPoint())
        if place >= 0:
            self._go(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click goes to the tensor."""
        place = self.place_at(event.position().toPoint())
        if place >= 0:
            self.chosen.emit(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down go from ridge to ridge, Enter to the tensor."""
        last = len(self.rows) - 1
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Home: -last, Qt.Key.Key_End: last}
        key = event.key()
        if key in steps and last >= 0:
            self._go(max(0, min(last, self.current + steps[Qt.Key(key)])))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and 0 <= self.current <= last:
            self.chosen.emit(self.current)
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _go(self, place: int) -> None:
        self.set_current(place)
        self.setAccessibleDescription(one_line(self.rows[place].path))
        self.current_changed.emit(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scroll as far as there is something."""
        super().resizeEvent(event)
        self._fit()
