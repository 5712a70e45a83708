"""The numbers of one tensor: facts, histogram, picture, and each of them. At a glance first, then of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QStackedWidget,
    QWidget,
)

from core.edits.edits import Edit
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.numbers.places import Index
from core.remote.traffic import News
from core.text import count_text, size_text
from core.words import say
from gui.jobs.job import Work
from gui.jobs.latest_job import LatestJob, Turn
from gui.look import theme
from gui.look.plain_text import tooltip
from gui.look.wording import breakable, news_text
from gui.plots.number_grid import NumberGrid
from gui.plots.plane import Plane
from gui.plots.plane_bar import PlaneBar
from gui.session.session import Session
from gui.values import reading
from gui.values.changing import ChangeMenu, CopyMenu, Shown, recipe_of
from gui.values.fact_grid import FactGrid
from gui.values.facts import facts, notes
from gui.values.model import subtitle, title
from gui.values.reading import Glance, Known, View
from gui.values.tensor_pages import HistogramPage, NumbersPage, PicturePage, UpdatePage, source_of
from gui.values.update_model import has_moments
from gui.widgets.basic_widgets import CutLabel, ReadError, button, plain_label, set_state
from gui.widgets.layouts import ScrolledColumn, Stretch, fill, horizontal, vertical
from gui.widgets.tabs import TabLine


class ScrolledBody(ScrolledColumn):
    """A body as wide as its panel. ``grid`` is scrolled to as long as it has the keyboard, once all has its place."""

    def __init__(self, body: QWidget, grid: NumberGrid) -> None:
        super().__init__(body)
        self._grid = grid
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._uncover)
        self.verticalScrollBar().rangeChanged.connect(lambda _least, _most: self.uncover())

    def uncover(self) -> None:
        """Bring the grid into view, where the keyboard is there."""
        self._soon.start()

    def _uncover(self) -> None:
        if self._grid.view.hasFocus():
            self.ensureWidgetVisible(self._grid, 0, 0)


_WIDE: Final = 640
"""Pixels from which on the facts stand beside the pages, not above them."""
_FACTS_WIDTH: Final = 250
_LEAST: Final = 230
"""Pixels of the height of a page: in a lower panel one scrolls."""
_ASKS_FROM: Final = 16 << 20
"""Bytes of a tensor elsewhere from which on all of it is fetched only where somebody asks for that."""
_ANY_WIDTH: Final = (1 << 24) - 1
_PATIENCE: Final = 200
"""Milliseconds after which it is said that something is being read."""
HISTOGRAM, PICTURE, NUMBERS, UPDATE = range(4)


class OneTensor(QWidget):
    """A page that follows `show_row`. What has been asked for another tensor is dropped."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._row = -1
        self._recipe: Any = None
        self.glance: Glance | None = None
        self.known: Known | None = None
        self.view: View | None = None
        self._wanted: tuple[Index, str] | None = None
        self._then: Callable[[Any], None] = self._glanced
        self._work = LatestJob(self, done=self._go_on, failed=self._fail)
        self._pictures = LatestJob(self, turn=Turn(), done=self._draw, failed=self._fail)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE)
        self.title = plain_label(wrap=True)
        self.subtitle = plain_label(rank="muted", wrap=True)
        self.note = plain_label(wrap=True)
        self.error = ReadError()
        self.facts = FactGrid(say("Facts"))
        self.tabs = TabLine()
        self.pages = QStackedWidget()
        self.histogram, self.picture, self.numbers = HistogramPage(), PicturePage(), NumbersPage()
        self.numbers.setMinimumHeight(_LEAST)  # all pages are as high as the one that needs most
        self.update_page = UpdatePage(session)
        self.planes = PlaneBar()
        self.status = TellingLine()
        self.read_all = button("", self._count, tip=say("Fetch all numbers of this tensor from its server"))
        self.copy = CopyMenu(session, self._shown, self)
        self.change = ChangeMenu(
            session, self.copy.menu, lambda: (self.numbers.plane, self.numbers.grid.selected), self
        )
        self._body = QWidget()
        self._sides = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._body)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        font = theme.key_font()
        font.setBold(True)
        self.title.setFont(font)
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        for page, words, tip in (
            (self.histogram, say("Histogram"), say("How the numbers are distributed")),
            (self.picture, say("Picture"), say("The numbers as colours; as a line where there is one dimension")),
            (self.numbers, say("Numbers"), say("Each number, to look at, copy and edit")),
            (
                self.update_page,
                say("optimizer.step()"),
                say("The moments of the optimizer, and how large its next step is"),
            ),
        ):
            self.tabs.setTabToolTip(self.tabs.addTab(words), tip)
            self.pages.addWidget(page)
        names = vertical(self.title, self.subtitle, spacing=1)
        head = horizontal((names, 1), (self.copy.button, 0, Qt.AlignmentFlag.AlignTop))
        left = vertical(self.facts, Stretch(0))
        right = vertical(self.tabs, self.planes, (self.pages, 1), spacing=3)
        fill(self._sides, left, (right, 1), margins=0, spacing=6)
        layout = vertical(head, of=self, margins=(10, 8, 8, 6), spacing=6)
        for above in (self.note, self.error):
            layout.addWidget(above)
            above.hide()
        self._scroll = ScrolledBody(self._body, self.numbers.grid)
        layout.addWidget(self._scroll, 1)
        foot = horizontal((self.status, 1), self.read_all)
        self.read_all.hide()
        layout.addLayout(foot)

    def _connect(self) -> None:
        self._session.closed.connect(self.forget)  # what is still being read is about a file that has gone
        self._work.progress.connect(self.status.tell_progress)
        self._work.waiting.connect(self.status.tell_news)
        self.error.again_asked.connect(lambda: self.show_row(self._row))
        self._patience.timeout.connect(self.status.tell_reading)
        self.tabs.currentChanged.connect(self._turn_page)
        self.planes.changed.connect(lambda: self._look(self.planes.plane))
        self.picture.changed.connect(lambda: self._look(self.planes.plane))
        self.numbers.grid.model.edit_wanted.connect(self._edit)
        self.numbers.moved.connect(self._go_to_plane)
        for chosen in (self.facts.chosen, self.picture.picked):
            chosen.connect(self.go_to)
        self.numbers.said.connect(self.status.say)
        for plot in (self.histogram.plot, self.picture.heat_map.plot, self.picture.line):
            plot.told.connect(self.status.tell_pointed)
        self.update_page.told.connect(self.status.tell_pointed)
        self.copy.said.connect(self.status.say)
        self.change.said.connect(lambda text, wrong: self.status.tell_change(text, self._session, wrong=wrong))
        self._session.plan_changed.connect(lambda: self.status.forget_undone(self._session))

    # ---- one tensor after the other

    def show_row(self, row: int) -> None:
        """Show a tensor from the beginning."""
        preview = self._session.preview
        if preview is None:
            return
        self._row = row
        self.glance = self.known = self.view = self._wanted = None
        self.copy.show_row(row)
        self.change.show_row(row)
        self.status.say("")
        self._begin(preview)

    def replan(self) -> None:
        """Show what another plan makes of the numbers, at the place that is looked at."""
        preview = self._session.preview
        if preview is None or self._row < 0:
            return
        if recipe_of(preview, self._row) == self._recipe:
            self._tell_about(preview)
            self.update_page.forget()  # its moments, or lr, may be other ones
            self._turn_page(self.tabs.currentIndex())
        else:
            self._begin(preview)

    def _begin(self, preview: Preview) -> None:
        row, view = self._row, self.view
        self._recipe = recipe_of(preview, row)
        self._pictures.drop()
        self.read_all.hide()
        self.update_page.forget()
        self.tabs.setTabVisible(UPDATE, has_moments(preview.catalogue, preview.catalogue.tensors[row].entry))
        self._tell_about(preview)
        self._patience.start()
        self._ask(lambda tick: reading.glance(preview, row, view, tick), self._glanced)

    def forget(self) -> None:
        self._row = -1
        self._work.drop()
        self._pictures.drop()
        self.update_page.forget()
        self._patience.stop()

    @property
    def busy(self) -> bool:
        return self._work.busy or self._pictures.busy

    def _ask(self, work: Work, then: Callable[[Any], None]) -> None:
        self._then = then
        self._work.ask(work)

    def _go_on(self, answer: Any) -> None:
        self._then(answer)

    def _glanced(self, glance: Glance) -> None:
        """The first answer: it is seen, and what it does not say of all numbers is asked for."""
        preview = self._session.preview
        assert preview is not None
        self._patience.stop()
        self.status.reading_ends()
        self.error.hide()
        stays = self.view is not None and self.view.plane.shape == glance.view.plane.shape
        self.glance, self.view = glance, glance.view
        self._tell_about(preview)
        self._body.setVisible(glance.size > 0)
        if not stays:
            self.planes.show_plane(glance.view.plane)
        self.picture.begin(glance, glance.view)
        for tab in (HISTOGRAM, PICTURE):
            self.tabs.setTabVisible(tab, glance.size > 1)
        self._show_known(glance.known)
        self._show_numbers(stay=stays)
        self._turn_page(self.tabs.currentIndex())
        self._arrive()
        if glance.known.counted:
            return
        nbytes = preview.catalogue.tensors[self._row].nbytes
        if preview.catalogue.checkpoint.is_elsewhere and nbytes >= _ASKS_FROM:
            self.read_all.setText(say("Read all {size}", size=size_text(nbytes)))
            self.read_all.show()
            self.status.say(say("Worked out from a sample"))
        else:
            self._count()

    def _count(self) -> None:
        """Look at all numbers, where those shown are of a sample."""
        preview, row = self._session.preview, self._row
        self.read_all.hide()
        if preview is not None and self.known is not None:
            self._ask(lambda tick: reading.exact_statistics(preview, row, tick), self._counted)

    def _counted(self, statistics: Any) -> None:
        """Show the statistics of all numbers, and ask for their distribution."""
        preview, row = self._session.preview, self._row
        assert preview is not None
        assert self.known is not None
        self._show_known(replace(self.known, statistics=statistics, counted=True))
        if self.known.has_odd:
            self._look(self.planes.plane)  # a picture that left some out shows them now
        self._ask(lambda tick: reading.distribution(preview, row, statistics, tick), self._distributed)

    def _distributed(self, distribution: Any) -> None:
        assert self.known is not None
        self._show_known(replace(self.known, distribution=distribution, settled=True))
        self.status.reading_ends()

    def _show_known(self, known: Known) -> None:
        self.known = known
        self.facts.show_facts(facts(known))
        self.histogram.show_known(known)
        self.copy.known = known

    def _fail(self, error: Exception) -> None:
        """Its numbers cannot be read: the sentence in their place."""
        if not isinstance(error, CheckpointError):
            raise error
        self._patience.stop()
        self.status.say("")
        self._body.hide()
        self.error.show_error(error)
        self._session.could_not_read(error)

    # ---- what is said

    def _tell_about(self, preview: Preview) -> None:
        catalogue, glance = preview.catalogue, self.glance
        self.title.setText(breakable(title(catalogue, self._row)))
        planned = glance.dtype if glance is not None else ""
        self.subtitle.setText(subtitle(preview, self._row, planned))
        noted = notes(glance, dropped=preview.dropped(catalogue.tensors[self._row].entry))
        self.note.setText(noted)
        self.note.setVisible(bool(noted))

    # ---- planes

    def _look(self, plane: Plane) -> None:
        """Show another picture and other numbers of the same tensor."""
        preview, row = self._session.preview, self._row
        if preview is None or self.view is None:
            return
        odd = self.known is not None and self.known.has_odd
        view = self.view = View(plane, self.picture.tiles.isChecked(), self.picture.part.currentText(), odd)
        self._pictures.ask(lambda tick: (reading.picture(preview, row, view, tick), view))
        if plane != self.numbers.plane:
            self._show_numbers()
        self._turn_page(self.tabs.currentIndex())

    def _draw(self, answer: Any) -> None:
        picture, view = answer
        if self.view is not None and view == self.view:
            self.picture.show_picture(picture, view)

    def _go_to_plane(self, plane: Plane) -> None:
        self.planes.show_plane(plane)
        self._look(plane)

    def _show_numbers(self, *, stay: bool = False) -> None:
        preview, row, view, glance = self._session.preview, self._row, self.view, self.glance
        if preview is None or view is None or glance is None:
            return
        self.numbers.show_plane(view.plane, source_of(preview, row, view.plane, glance), stay=stay)

    def _edit(self, row: int, column: int, text: str) -> None:
        """Make a pending change of a typed number, or say why not."""
        taken = self.change.set_number(self.numbers.plane.index(row, column), text)
        self.numbers.grid.model.refused = not taken

    # ---- one number

    @property
    def number(self) -> Index | None:
        """The index of the number that is highlighted, if any is."""
        selected = self.numbers.grid.selected
        return self.numbers.plane.index(*selected[1]) if selected is not None and self.glance is not None else None

    def go_to(self, index: Index, word: str = "") -> None:
        """Show a number, highlighted and with the keyboard at it, as soon as the tensor has been looked at."""
        self._wanted = index, word
        if self.glance is not None:
            self._arrive()

    def _arrive(self) -> None:
        if self._wanted is None:
            return
        (index, word), self._wanted = self._wanted, None
        self.tabs.setCurrentIndex(NUMBERS)
        self.numbers.go_to(index)
        self._scroll.uncover()
        self.status.say(word)

    def _turn_page(self, tab: int) -> None:
        self.pages.setCurrentIndex(tab)
        tiles = tab == PICTURE and self.picture.tiles.isChecked()
        self.planes.setVisible(tab in (PICTURE, NUMBERS) and self.planes.is_needed and not tiles)
        if tab == UPDATE:
            self.update_page.show_row(self._row)

    # ---- room and menu

    def _shown(self) -> Shown:
        page = self.pages.currentWidget()
        assert page is not None
        return Shown(self.planes.plane, page)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= _WIDE
        way = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if self._sides.direction() != way:
            self._sides.setDirection(way)
            self._sides.setStretch(0, 0)
            self.facts.setMinimumWidth(_FACTS_WIDTH if wide else 0)
            self.facts.setMaximumWidth(_FACTS_WIDTH if wide else _ANY_WIDTH)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.copy.menu.popup(event.globalPos())
        event.accept()


# -- the line at the foot: what is pointed at, what is being read, what was done -------------------------------


class TellingLine(CutLabel):
    """Shows one sentence. Each kind of words gives way to its own kind alone: what else was said stays."""

    def __init__(self) -> None:
        super().__init__()
        self._pointed = self._read = self._kept = self._confirmed = ""
        self._planned: Edit | None = None

    def say(self, text: str, wrong: bool = False) -> None:
        set_state(self, "rank", "error" if wrong else "muted")
        self.setText(text.replace("\n", " · "))
        self.setToolTip(tooltip(text) or "")

    def tell_change(self, text: str, session: Session, *, wrong: bool = False) -> None:
        """Tell what was just planned, for as long as it is."""
        self.say(text, wrong)
        self._confirmed, self._planned = self.text(), None if wrong else session.plan.edits[-1]

    def forget_undone(self, session: Session) -> None:
        """Say no longer what is not planned any more."""
        if self._planned is not None and self._planned not in session.plan.edits:
            self._planned = None
            if self._kept == self._confirmed:
                self._kept = ""
            if self.text() == self._confirmed:
                self.say("")

    def tell_pointed(self, text: str) -> None:
        """Tell what is pointed at; where nothing is any more, what else was said stays."""
        if text or self.text() == self._pointed:
            self.say(text)
        self._pointed = text and self.text()

    def tell_reading(self) -> None:
        self._say_reading(say("Reading …"))

    def tell_progress(self, done: int, total: int) -> None:
        """Tell how many numbers have been read."""
        if total > reading.AT_ONCE:
            share, numbers = done / total, count_text(total, "number")
            self._say_reading(say("Reading … {share:.0%} of {numbers}", share=share, numbers=numbers))

    def tell_news(self, news: News) -> None:
        """Tell what the server does that the numbers come from."""
        self._say_reading(say("Reading … {news}", news=news_text(news)).rstrip())

    def reading_ends(self) -> None:
        """Say again what was said before something was read."""
        if self.text() == self._read:
            self.say(self._kept)
        self._kept = ""

    def _say_reading(self, text: str) -> None:
        if self.text() not in ("", self._read, self._pointed):
            self._kept = self.text()
        self._read = text
        self.say(text)
