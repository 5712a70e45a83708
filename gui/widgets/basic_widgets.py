"""Small parts that several rooms of the window use: labels that never read markup, buttons with a rank."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFont, QFontMetrics, QIcon, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from core.remote.trouble import Unreachable
from core.text import quoted
from core.words import marked, say
from gui.look import theme
from gui.look.eliding import elided
from gui.look.plain_text import lines, tooltip
from gui.look.wording import breakable, together
from gui.widgets.layouts import vertical

#: Offered where loading with torch was stopped at a limit.
WITHOUT_LIMITS = marked("Try again without limits")
WITHOUT_LIMITS_TIP = marked(
    "Do this only for a file that you trust: it may use all memory of this computer until you cancel."
)
#: What Qt calls the action of the button that clears a line.
_CLEARING = "_q_qlineeditclearaction"
#: Pixels of a label whose text may be cut.
_LEAST_LABEL = 60


class PlainLabel(QLabel):
    """A label that shows its text as it is, in several lines with what belongs together in one, if none can copy it."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        copied = self.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse
        super().setText(lines(together(text) if self.wordWrap() and not copied else text))


def plain_label(text: str = "", *, rank: str = "", wrap: bool = False, mono: QFont | None = None) -> QLabel:
    """A label that shows its text as it is: file names and keys are never taken for markup.

    `rank` is `title`, `muted`, `error` or nothing; the style sheet knows them.
    """
    label = PlainLabel()
    label.setWordWrap(wrap)
    label.setText(text)
    if rank:
        label.setProperty("rank", rank)
    if mono is not None:
        label.setFont(mono)
    return label


class CutLabel(PlainLabel):
    """A label in one line that may be narrower than its text: the end gives way, and the tooltip has all of it.

    Where the text does not fit, `short` is shown in its place, if there is one.
    """

    def __init__(self) -> None:
        super().__init__()
        self.short = ""

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST_LABEL, super().minimumSizeHint().height())

    @property
    def shown(self) -> str:
        """What of the text can be read."""
        room = self.contentsRect().width() + 1  # a hint is rounded
        fits = self.fontMetrics().horizontalAdvance(self.text()) <= room
        text = self.text() if fits else self.short or self.text()
        return elided(self.fontMetrics(), text, Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        side = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        role = self.foregroundRole()
        self.style().drawItemText(
            painter, self.contentsRect(), side, self.palette(), self.isEnabled(), self.shown, role
        )
        painter.end()


def _without_aside(text: str) -> str:
    """A choice without words in parentheses at its end: half of them say nothing."""
    place = max(text.rfind(" ("), text.rfind("（"))
    return text[:place].rstrip() if place > 0 and text.endswith((")", "）")) else text


class CutBox(QComboBox):
    """A drop-down that may be as narrow as some characters, whatever its items say: the end gives way."""

    def __init__(self, characters: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(characters)

    def sizeHint(self) -> QSize:
        """As wide as what an empty line asks for, where one can type."""
        hint, line, metrics = super().sizeHint(), self.lineEdit(), self.fontMetrics()
        if line is not None:
            usual = self.minimumContentsLength() * metrics.horizontalAdvance("X")
            hint.setWidth(hint.width() + max(metrics.horizontalAdvance(line.placeholderText()) - usual, 0))
        return hint

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint what fits; Qt would cut within a letter. An icon goes before letters do: by itself it says nothing."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        control, field = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(control, option, field, self).width() - 2
        beside = 0 if option.currentIcon.isNull() else option.iconSize.width() + 4
        metrics = self.fontMetrics()
        if metrics.horizontalAdvance(option.currentText) > room - beside:
            option.currentText = _without_aside(option.currentText)
        if metrics.horizontalAdvance(option.currentText) > room - beside:
            option.currentIcon = QIcon()
        else:
            room -= beside
        option.currentText = elided(metrics, option.currentText, Qt.TextElideMode.ElideRight, room)
        painter.drawComplexControl(control, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()


class CutButton(QPushButton):
    """A push button whose words give way at their end where a narrow panel has less room than they take."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what fits; Qt would cut off both ends."""
        if self.width() >= self.sizeHint().width():
            super().paintEvent(event)
            return
        painter, option = QStylePainter(self), QStyleOptionButton()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self).width()
        option.text = elided(self.fontMetrics(), option.text, Qt.TextElideMode.ElideRight, room)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.end()


class NumberBox(QComboBox):
    """A drop-down of the numbers that occur; 1 is chosen at first."""

    changed = Signal()

    def __init__(self, numbers: Sequence[int], tip: str) -> None:
        super().__init__()
        for number in numbers:
            self.addItem(str(number), number)
        self.show_value(1)
        self.setToolTip(tooltip(tip) or "")
        self.setAccessibleName(tip.partition(":")[0])
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.activated.connect(lambda _place: self.changed.emit())

    @property
    def value(self) -> int:
        return int(self.currentData())

    def show_value(self, number: int) -> None:
        """Show a number without telling; one that is not on the list is added to it."""
        if self.findData(number) < 0:
            self.addItem(str(number), number)
        self.setCurrentIndex(self.findData(number))


def button(text: str, act: Callable[[], object], *, tip: str = "", primary: bool = False) -> QPushButton:
    """A push button; a primary one carries the colour that says "this is the way on"."""
    result = CutButton(text)
    result.clicked.connect(lambda _checked=False: act())
    result.setToolTip(tooltip(tip) or "")
    result.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    if primary:
        result.setProperty("primary", True)
    return result


def keep_room(push: QPushButton, other: str) -> None:
    """Be as wide as other words want too, which the button says at times, so that nothing beside it moves then."""
    words, wide = push.text(), push.sizeHint().width()
    push.setText(other)
    push.setMinimumWidth(max(wide, push.sizeHint().width()))
    push.setText(words)


def add_action(menu: QMenu, text: str, act: Callable[[], object], tip: str = "", *, enabled: bool = True) -> QAction:
    """Add something to do to a menu, its words as they are: a `&` in them is a key."""
    action = menu.addAction(text)
    action.setToolTip(tooltip(tip) or "")
    action.setEnabled(enabled)
    action.triggered.connect(lambda _checked=False: act())
    return action


def allow_clearing(line: QLineEdit) -> None:
    """Put a button that clears the line into it, with the name that Qt does not give it."""
    line.setClearButtonEnabled(True)
    for action in line.findChildren(QAction):
        if action.objectName() == _CLEARING:
            action.setText(say("Clear the search"))


def bigger(widget: QWidget, factor: float, *, bold: bool = False) -> None:
    """Scale the font of a widget."""
    font = widget.font()
    font.setPointSizeF(font.pointSizeF() * factor)
    font.setBold(bold or font.bold())
    widget.setFont(font)


def set_state(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet selects by, and restyle."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        for each in (widget, *widget.findChildren(QLabel)):
            theme.repolish(each)


def cut_name(metrics: QFontMetrics, text: str, room: int) -> str:
    """A text cut to some pixels: within the quoted name it is about, if that leaves a piece of it, else in its middle.

    What is done to it stays legible that way: `make “hpar…ift” plain data`.
    """
    if metrics.horizontalAdvance(text) <= room:
        return text
    middle = Qt.TextElideMode.ElideMiddle
    opening, closing = quoted("")[:1], quoted("")[1:2]
    head, _, rest = text.partition(opening)
    name, _, tail = rest.rpartition(closing)
    for_name = room - metrics.horizontalAdvance(f"{head}{opening}{closing}{tail}")
    if not name or opening in name or for_name < metrics.horizontalAdvance(name[:2] + "…"):
        return elided(metrics, text, middle, room)
    return f"{head}{opening}{metrics.elidedText(name, middle, for_name)}{closing}{tail}"


def shortcut_text(keys: str) -> str:
    """A shortcut as the desktop writes it."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def does_the_same(keys: str) -> str:
    """What the tooltip of a button says of its shortcut."""
    return say("{shortcut} does the same.", shortcut=shortcut_text(keys))


def is_for_the_plan(event: QEvent, *, undo: bool, redo: bool) -> bool:
    """Whether a key that a field of text would keep for itself does nothing there, and so belongs to the window.

    `undo` and `redo` say whether the field has something to take back or to do again.
    """
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    keys = QKeySequence.StandardKey
    return (event.matches(keys.Undo) and not undo) or (event.matches(keys.Redo) and not redo)


class ReadError(QWidget):
    """Hidden until there is an error. A server may answer the next time; a damaged file is not asked twice."""

    again_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = plain_label(rank="error", wrap=True)
        self.again = button(say("Try again"), self.again_asked.emit, tip=say("Ask the server again"))
        vertical(self._words, (self.again, 0, Qt.AlignmentFlag.AlignLeft), of=self, margins=0, spacing=6)
        self.hide()

    def show_error(self, error: Exception) -> None:
        self._words.setText(breakable(str(error)))
        self.again.setVisible(isinstance(error, Unreachable))
        self.show()

    def text(self) -> str:
        return self._words.text()
