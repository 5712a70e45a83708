"""A finding as a row: how bad, its title, a button that cures it; opened, what torch says, what it means and where."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QToolButton, QWidget

from core.diagnosis.finding import ERROR, TORCH, WARNING, Finding
from core.text import capital
from core.words import say
from gui.diagnosis.model import Card
from gui.look import icons, theme
from gui.look.plain_text import caption, tooltip
from gui.look.roles import Role, set_role
from gui.look.wording import breakable
from gui.widgets.basic_widgets import CutButton, button, cut_name, plain_label
from gui.widgets.layouts import Stretch, horizontal, vertical
from gui.widgets.wrapped_text import WrappedText

_ICON = 16
_SMALLER = 0.92
_BESIDE = 26
"""Letters across a card from which on the cure stands beside the title."""
_AFTER_TITLE = 2
"""Its place there."""
#: Pixels of a button beside its words.
_USUAL_MARGIN = 30


class FindingCard(QFrame):
    """One finding, folded to its title and its cure, or whole, as an editor lists problems.

    It changes nothing itself: `cure_asked` and `reveal_asked` say what the user clicked.
    """

    cure_asked = Signal(object)
    """The `Finding` to cure."""
    reveal_asked = Signal(int)
    """The entry to show in the tree."""

    def __init__(self, card: Card, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.card = card
        self.links: list[QPushButton] = []
        self.message: MessageBox | None = None
        self.cure: QPushButton | None = None
        self.other: WideButton | None = None
        self.unfolded = False
        self._folded_away: list[QWidget] = []
        self.setAccessibleName(card.accessible_text)
        self.setObjectName("finding")
        set_role(self, Role.Grouping)
        self._column = vertical(spacing=6)
        self._add_head()
        if card.message:
            self.message = MessageBox(card.message, card.short, card.finding.says)
            self._add(self.message)
        self._add_other()
        self._add_loss()
        self._say(card.finding.explanation)
        self._add_links()
        if card.finding.fix:
            self._say(say("What to do"), rank="title")
            self._say(card.finding.fix)
        if card.finding.workaround:
            self._say(say("Not advised: {workaround}", workaround=card.finding.workaround), rank="muted")
        self.unfold(False)

    def unfold(self, on: bool) -> None:
        """Show all of it, or the title and the cure alone."""
        self.unfolded = on
        self.chevron.setText("▾" if on else "▸")
        for widget in self._folded_away:
            widget.setVisible(on)

    def _add_head(self) -> None:
        sign = plain_label()
        sign.setPixmap(icons.pixmap(self.card.sign, _ICON, severity_ink(self.card.finding.severity)))
        code = self.card.finding.code
        named = say("The code of this finding, for diagnose --json and fix --cure: {code}", code=code)
        title = plain_label(breakable(self.card.title), wrap=True)
        title.setMinimumWidth(10)
        for part in (sign, title):
            part.setToolTip(tooltip(f"{self.card.word}\n{named}") or "")
        self.chevron = QToolButton()
        self.chevron.setAutoRaise(True)
        self.chevron.setToolTip(say("Show or hide what torch says, what it means and where it happens"))
        self.chevron.setAccessibleName(say("Details of {title}", title=self.card.title))
        self.chevron.clicked.connect(lambda _checked=False: self.unfold(not self.unfolded))
        told = vertical(title, spacing=2)
        buttons: list[QWidget] = [self.chevron]
        if self.card.cure:
            told.addWidget(plain_label(breakable(capital(self.card.cure)), rank="muted", wrap=True))
            self.cure = CutButton(say("Fix"))
            self.cure.setProperty("small", True)
            explain_fix(self.cure, self.card.cure, self.card.finding)
            self._let_cure(self.cure, self.card.finding)
            buttons.insert(0, self.cure)
        top = Qt.AlignmentFlag.AlignTop
        head = horizontal((sign, 0, top), (told, 1), *((each, 0, top) for each in buttons), spacing=7)
        self._head, self._told = head, told
        vertical(head, self._column, of=self, margins=(4, 7, 2, 8), spacing=6)
        self._column.setContentsMargins(_ICON + 7, 0, 4, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where the title would have a word a line beside the cure, the cure stands below it."""
        super().resizeEvent(event)
        below = self.width() < _BESIDE * self.fontMetrics().averageCharWidth()
        if self.cure is None or below == (self._told.indexOf(self.cure) >= 0):
            return
        if below:
            self._head.removeWidget(self.cure)
            self._told.addWidget(self.cure, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            self._told.removeWidget(self.cure)
            self._head.insertWidget(_AFTER_TITLE, self.cure, 0, Qt.AlignmentFlag.AlignTop)

    def _add(self, widget: QWidget) -> None:
        """Add what is folded away."""
        self._column.addWidget(widget)
        self._folded_away.append(widget)

    def _say(self, text: str, rank: str = "") -> None:
        if text:
            label = plain_label(breakable(text), rank=rank, wrap=True)
            label.setMinimumWidth(10)
            self._add(label)

    def _add_links(self) -> None:
        for link in self.card.links:
            shown = WideButton(link.text, margin=2)
            shown.setProperty("link", True)
            shown.setProperty("slim", True)
            shown.setFont(theme.key_font())
            shown.setCursor(Qt.CursorShape.PointingHandCursor)
            shown.setToolTip(tooltip(say("Show {link} in the tree", link=link.text)) or "")
            shown.clicked.connect(lambda _checked=False, entry=link.entry: self.reveal_asked.emit(entry))
            self._add(shown)
            self.links.append(shown)
        if self.card.more:
            self._say(self.card.more, rank="muted")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on the head folds too."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.unfold(not self.unfolded)

    def _add_loss(self) -> None:
        """What the cure costs, which is why "Fix all" leaves it out."""
        if self.card.finding.loses:
            self._say(
                say("“Fix all” skips this fix, because you would lose {loses}.", loses=self.card.finding.loses),
                rank="muted",
            )

    def _add_other(self) -> None:
        """The second way to do it."""
        if self.card.other is not None:
            self.other = wide_fix(self.card.other_cure, self.card.other)
            self._let_cure(self.other, self.card.other)
            self._add(self.other)

    def _let_cure(self, made: QPushButton, finding: Finding) -> None:
        made.clicked.connect(lambda _checked=False: self.cure_asked.emit(finding))


class MessageBox(QFrame):
    """Words of torch or another program in monospace: the first lines, all on request, a button that copies them."""

    def __init__(self, message: str, short: str, program: str = TORCH, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message, self._short, self._program = message, short, program
        self.setObjectName("torchSays")
        self._text: WrappedText | None = None
        self.copy = button(say("Copy"), self._copy, tip=say("Copy what {program} says", program=program))
        self.copy.setProperty("link", True)
        self.more = CutButton(say("Show all"))
        self.more.setProperty("link", True)
        self.more.setCheckable(True)
        self.more.setToolTip(say("Show the whole message or only its start"))
        self.more.toggled.connect(self._show)
        below = horizontal(
            plain_label(say("{program} says", program=program), rank="muted"), Stretch(), self.more, self.copy
        )
        self._column = vertical(below, of=self, margins=(8, 3, 4, 6), spacing=2)
        self.more.setVisible(short != message)  # not before it has a place: it would be a window of its own
        self._show(whole=False)

    @property
    def shown(self) -> str:
        """The words on the screen."""
        return self._text.toPlainText() if self._text is not None else ""

    def _show(self, whole: bool) -> None:
        if self._text is not None:
            self._column.removeWidget(self._text)
            self._text.hide()
            self._text.deleteLater()
        self._text = WrappedText(self.message if whole else self._short, theme.key_font(_SMALLER))
        self._text.setAccessibleName(say("What {program} says", program=self._program))
        self._column.addWidget(self._text)
        self.more.setText(say("Show less") if whole else say("Show all"))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.message)
        self.copy.setText(say("Copied"))


class WideButton(QPushButton):
    """A button as wide as its column; a text that is longer gives way to `short`, or is cut: the tooltip has it all."""

    def __init__(self, text: str, *, short: str = "", margin: int = _USUAL_MARGIN) -> None:
        super().__init__()
        self.words = ""
        self._short, self._margin = short, margin
        self.setProperty("tight", margin < _USUAL_MARGIN)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_words(text)

    def set_words(self, text: str) -> None:
        self.words = text
        self.setAccessibleName(text)
        self._fit()

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self._short or self.words) + self._margin
        return QSize(width, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics, room = self.fontMetrics(), self.width() - self._margin
        fits = metrics.horizontalAdvance(self.words) <= room
        shown = cut_name(metrics, self.words if fits else self._short or self.words, room)
        self.setText(caption(shown))


def wide_fix(words: str, finding: Finding, *more: str) -> WideButton:
    """A button as wide as its column that cures a finding, and says how."""
    made = WideButton(say("Fix: {words}", words=words), short=capital(words))
    explain_fix(made, words, finding, *more)
    return made


def explain_fix(made: QPushButton, words: str, finding: Finding, *more: str) -> None:
    """Have the button that cures a finding say what it does, what that loses, that it is not all, and `more`."""
    loss = [say("You lose {loses}.", loses=finding.loses)] if finding.loses else []
    alone = say("This fixes only this problem.")
    lines = [words, *loss, alone, say("It stays pending until you save. Ctrl+Z undoes it."), *more]
    made.setAccessibleName(say("Fix: {words}", words=words))
    made.setToolTip(tooltip("\n".join(lines)) or "")


def severity_ink(severity: str) -> str:
    """The colour of the sign and the word, readable on a card."""
    colours = theme.colours()
    return {ERROR: colours.error, WARNING: colours.on_warning}.get(severity, colours.muted)
