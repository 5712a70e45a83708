"""The numbers of several tensors: distributions as ridges, statistics as columns, one batch after the other."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, isfinite, isnan, sqrt
from typing import Any, Final

import numpy as np
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
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
    QScrollArea,
    QSplitter,
    QToolTip,
    QWidget,
)

from core.catalogue.catalogue import Catalogue
from core.edits.preview import Preview
from core.errors import CheckpointError, SourceChanged
from core.numbers.reader import Numbers
from core.numbers.tensor import TensorNumbers
from core.progress import Tick
from core.text import clip, count_text, shape_text, size_text
from core.values.distribution import Histogram
from core.values.planned import numbers_of
from core.values.statistics import Statistics, statistics_of
from core.words import marked, say
from gui.document.totals import tables_of
from gui.jobs.latest_job import LatestJob
from gui.look import theme
from gui.look.eliding import elided
from gui.look.plain_text import one_line, tooltip
from gui.look.roles import Role, set_role
from gui.look.wording import breakable
from gui.session.scanning import Scanner
from gui.session.session import Session
from gui.widgets.basic_widgets import ReadError, plain_label
from gui.widgets.delegates import CellDelegate
from gui.widgets.layouts import horizontal, vertical
from gui.widgets.progress import ProgressLine
from gui.widgets.table_view import Column, Sizing, TableModel, TableView

# -- without Qt: what is read, a batch at a time ---------------------------------------------------------------


MOST: Final = 400
"""Tensors that are compared at most."""
BATCH: Final = 0.15
"""Seconds after which what is known by then is shown."""
_SAMPLE: Final = 20_000
_BINS: Final = 64
_LONGEST: Final = 300
_FURTHER: Final = 4.0
"""Times what most tensors reach that the common axis reaches."""
_SPREAD: Final = 4.0
"""Standard deviations on either side of the mean that the common axis covers at most."""


@dataclass(frozen=True)
class SeveralRow:
    """One tensor; what is not known yet is None. ``histogram`` is of a sample, ``problem`` says why none is known."""

    row: int
    entry: int
    path: str
    key: str
    """The path without what all have in common."""
    dtype: str
    shape: tuple[int, ...]
    statistics: Statistics | None = None
    histogram: Histogram | None = None
    problem: str = ""

    @property
    def is_pending(self) -> bool:
        return self.statistics is None and not self.problem

    @property
    def rms(self) -> float | None:
        """The root of the mean square."""
        found = self.statistics
        return found.l2 / sqrt(found.count) if found is not None and found.count else None

    @property
    def infinite(self) -> int:
        """How many numbers are NaN or Inf."""
        found = self.statistics
        return found.nan + found.posinf + found.neginf if found is not None else 0


def pending_rows(preview: Preview, rows: Sequence[int]) -> list[SeveralRow]:
    """The first `MOST` of some tensors, before any has been read: in the dtype of the file, and the planned shape."""
    catalogue, shapes = preview.catalogue, preview.planned.tree.facts.shapes
    tensors = [catalogue.tensors[row] for row in rows[:MOST]]
    paths = [catalogue.meaning(each.entry) or catalogue.path_text(each.entry) for each in tensors]
    skip = len(shared_prefix(paths))
    return [
        SeveralRow(row, each.entry, clip(path, _LONGEST), clip(path[skip:], _LONGEST), each.dtype, shapes[row])
        for row, path, each in zip(rows, paths, tensors, strict=False)
    ]


def shared_prefix(paths: Sequence[str]) -> str:
    """What all paths begin with, up to a slash or a dot: ``model/layers.``."""
    if len(paths) < 2:
        return ""
    first, last = min(paths), max(paths)  # what these share all between them do
    pairs = enumerate(zip(first, last, strict=False))
    common = first[: next((place for place, (one, other) in pairs if one != other), min(len(first), len(last)))]
    return common[: max(common.rfind("/"), common.rfind(".")) + 1]


def measured(
    preview: Preview, rows: Sequence[SeveralRow], known: Sequence[Statistics] | None, tick: Tick
) -> list[SeveralRow]:
    """The first of the pending rows with what there is to know of them, as many as `BATCH` allows, but one at least.

    They are of the numbers that would be saved. ``known`` are the statistics of all rows of the file as it is, where a
    scan has them. Raises `CannotOpen` and `SourceChanged`
    where the file is gone or another one; of a tensor that cannot be read the row says why.
    """
    found: list[SeveralRow] = []
    end = time.monotonic() + BATCH
    with numbers_of(preview.planned, lambda: tick(0, 0)) as numbers:
        for each in rows:
            if found and time.monotonic() > end:
                break
            stays = not preview.numbers_differ(each.row)
            found.append(_measured(numbers, each, known if stays else None, tick))
    return found


def _measured(numbers: Numbers, each: SeveralRow, known: Sequence[Statistics] | None, tick: Tick) -> SeveralRow:
    tick(0, 0)
    try:
        tensor = numbers.tensor(each.row)
        histogram = _histogram(tensor)
        statistics = known[each.row] if known is not None else statistics_of(tensor, tick)
    except SourceChanged:
        raise
    except CheckpointError as error:
        return replace(each, problem=str(error))
    dtype = each.dtype if tensor.dtype == each.dtype else f"{each.dtype} → {tensor.dtype}"
    return replace(each, dtype=dtype, statistics=statistics, histogram=histogram)


def _histogram(tensor: TensorNumbers) -> Histogram | None:
    """Return a rough histogram of the finite numbers of a sample, by magnitude where they are complex."""
    values = tensor.sample(_SAMPLE)
    values = (np.abs(values) if values.dtype.kind == "c" else values).astype(np.float64)
    values = values[np.isfinite(values)]
    if not values.size or not isfinite(values.max() - values.min()):
        return None
    counts, edges = np.histogram(values, _BINS)
    return Histogram(edges, counts)


def common_span(rows: Sequence[SeveralRow]) -> tuple[float, float]:
    """The ends of an axis on which all can be compared: what most of them reach, each but for its outliers."""
    spans = list(_spans(rows))
    if not spans:
        return -1.0, 1.0
    reach = _reach([max(abs(low), abs(high)) for low, high in spans])
    low, high = max(min(low for low, _ in spans), -reach), min(max(high for _, high in spans), reach)
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def _reach(sizes: list[float]) -> float:
    """The furthest from zero, but no further than some times what three quarters of them reach.

    To both sides alike: of numbers on both sides of zero one would seem to be missing.
    """
    sizes = sorted(sizes)
    usual = sizes[len(sizes) * 3 // 4 - 1] if len(sizes) > 3 else sizes[-1]
    return min(sizes[-1], usual * _FURTHER) if usual > 0 else sizes[-1]


def _spans(rows: Sequence[SeveralRow]) -> Iterator[tuple[float, float]]:
    for each in rows:
        found, histogram = each.statistics, each.histogram
        if histogram is None or found is None or not len(histogram.edges):
            continue
        low, high = float(histogram.edges[0]), float(histogram.edges[-1])
        if found.std is not None and found.mean is not None and isfinite(found.std) and found.minimum is not None:
            mean, reach = found.mean.real, _SPREAD * found.std
            low, high = max(low, mean - reach), min(high, mean + reach)
        yield low, high


def head_text(catalogue: Catalogue, rows: Sequence[int], shown: Sequence[SeveralRow]) -> str:
    """What is selected: ``12 tensors of model/ · 1.40 MiB``, and how many of them are shown if not all."""
    prefix = shared_prefix([each.path for each in shown])
    tensors = count_text(len(rows), "tensor")
    if prefix and len(shown) == len(rows):
        tensors = say("{tensors} of {prefix}", tensors=tensors, prefix=clip(prefix, 80))
    text = f"{tensors} · {size_text(tables_of(catalogue).nbytes([rows]))}"
    more = len(rows) - MOST
    return (
        say("{text} · the first {most} are shown, and {more:,} more are not", text=text, most=MOST, more=more)
        if more > 0
        else text
    )


# -- the statistics as a table: a row a tensor, columns that sort ----------------------------------------------


def _row_tip(row: SeveralRow) -> str:
    return f"{row.path}\n{row.problem or f'{row.dtype} {shape_text(row.shape)}'}"


def _figure(
    title: str,
    means: str,
    value: Callable[[SeveralRow], Any],
    shown: Callable[[Any], str] = "{:.4g}".format,
    exact: Callable[[Any], str] = repr,
) -> Column[SeveralRow]:
    """A column of numbers. What is not known yet is a dot."""

    def of(row: SeveralRow) -> Any:
        return value(row) if row.statistics is not None else None

    def text(row: SeveralRow) -> str:
        number = of(row)
        return "·" if row.is_pending else shown(number) if number is not None else ""

    def raw(row: SeveralRow) -> Any:
        """What has no number is less than all of them."""
        number = of(row)
        number = abs(number) if isinstance(number, complex) else number
        return -inf if number is None or isnan(number) else number

    def tip(row: SeveralRow) -> str:
        number = of(row)
        return _row_tip(row) if row.problem else exact(number) if number is not None else ""

    return Column(title, means, text, raw=raw, tip=tip, number=True, sizing=Sizing.ResizeToContents)


def _zeros(row: SeveralRow) -> float | None:
    found = row.statistics
    return 100 * found.zeros / found.count if found is not None and found.count else None


def _statistic(name: str) -> Callable[[SeveralRow], Any]:
    return lambda row: getattr(row.statistics, name)


COLUMNS: Final = (
    Column[SeveralRow](
        marked("Key"),
        marked("The tensor. Press Enter or double-click to show only this one."),
        lambda row: row.key,
        raw=lambda row: row.row,
        tip=_row_tip,
        paint=partial(CellDelegate, mono=True, cut=Qt.TextElideMode.ElideMiddle),
        width=150,
    ),
    Column[SeveralRow](
        marked("Shape"),
        marked("Its shape, and its dtype in the tooltip"),
        lambda row: shape_text(row.shape),
        raw=lambda row: (len(row.shape), row.shape),
        tip=_row_tip,
        sizing=Sizing.ResizeToContents,
    ),
    _figure(marked("Min"), marked("The smallest number"), _statistic("minimum")),
    _figure(marked("Max"), marked("The largest number"), _statistic("maximum")),
    _figure(marked("Mean"), marked("The mean"), _statistic("mean")),
    _figure(marked("Std"), marked("The standard deviation, as torch.std gives it"), _statistic("std")),
    _figure(
        marked("RMS"),
        marked("The root mean square: the norm divided by the square root of numel()"),
        lambda row: row.rms,
    ),
    _figure(
        marked("Zeros"),
        marked("The share of the numbers that are zero"),
        _zeros,
        lambda share: f"{share:.3g} %" if share else "",
        lambda _share: "",
    ),
    _figure(
        marked("NaN, Inf"),
        marked("How many numbers are not finite"),
        lambda row: row.infinite,
        lambda count: f"{count:,}" if count else "",
    ),
)


# -- the page --------------------------------------------------------------------------------------------------


_PATIENCE = 500
"""Milliseconds after which there is a bar."""
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
        self.progress = ProgressLine(self._latest.cancel)
        self.own_scale = QCheckBox(say("Separate scales"))
        self.own_scale.setToolTip(say("Draw each distribution over its own range, not over a common one"))
        self.ridges = Ridges()
        self.model = TableModel(COLUMNS, self)
        self.table = TableView(self.model, say("Statistics of the selected tensors"), self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.table.allow_sorting()
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.table.horizontalHeader().setResizeContentsPrecision(40)
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
        self.error.again_asked.connect(self._read)
        self.own_scale.toggled.connect(self.ridges.set_own_scale)
        self.model.modelReset.connect(self._order_ridges)
        self.model.dataChanged.connect(self._order_ridges)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _before: self.ridges.set_current(now.row()))
        self.table.activated.connect(self._jump)
        self.ridges.current_changed.connect(self.table.selectRow)
        self.ridges.chosen.connect(lambda place: self._jump(self.model.index(place, 0)))

    @property
    def busy(self) -> bool:
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
        self.ridges.set_current(-1)
        self.model.set_rows(self._rows)
        self._read()

    def forget(self) -> None:
        self._latest.drop()
        self._stop()

    def _go_on(self) -> None:
        """Read the next few."""
        preview = self._session.preview
        pending = [each for each in self._rows if each.is_pending]
        if preview is None or not pending:
            self._stop()
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

    def _stop(self) -> None:
        self._patience.stop()
        self.progress.hide()

    def _fail(self, error: Exception) -> None:
        self._stop()
        if not isinstance(error, CheckpointError):
            raise error
        self.error.show_error(error)
        self._session.could_not_read(error)

    def _read(self) -> None:
        """Read what has not been read yet."""
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
        return QFontMetrics(theme.key_font(_SMALLER)).height() + 2

    def _fit(self) -> None:
        bar, room = self.verticalScrollBar(), self.viewport().height() - self._foot
        bar.setRange(0, max(0, len(self.rows) * _PITCH + _TALL - _PITCH - room))
        bar.setPageStep(max(room, 1))
        self.viewport().update()

    @property
    def _axis(self) -> tuple[int, int]:
        """Return where the axis begins and ends; the keys stand left of it."""
        width = self.viewport().width()
        metrics = QFontMetrics(theme.key_font(_SMALLER))
        longest = max((metrics.horizontalAdvance(one_line(each.key)) for each in self.rows), default=0)
        return min(longest + 3 * _SIDE, int(width * _KEYS)), width - _SIDE

    def _baseline(self, place: int) -> int:
        return _TALL + place * _PITCH - self.verticalScrollBar().value()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ridges in view from top to bottom, and the axis below them."""
        painter = QPainter(self.viewport())
        area = self.viewport().rect()
        painter.fillRect(area, QColor(theme.colours().base))
        font = theme.key_font(_SMALLER)
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
            "{path}\n{low:.4g} to {high:.4g}: {share:.2%}, estimated from a sample",
            path=each.path,
            low=edges[at],
            high=edges[at + 1],
            share=counts[at] / total,
        )

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), tooltip(self.tip_at(event.pos())) or "", self)
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position().toPoint())
        if place >= 0:
            self._go(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
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
        super().resizeEvent(event)
        self._fit()
