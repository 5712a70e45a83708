"""The content of the panel: a box for a traceback, what was found, what else can be done, further tools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from core.diagnosis.finding import Finding
from core.diagnosis.traceback.answer import NOT_CAUSE, machine_of
from core.diagnosis.traceback.recognise import Recognised
from core.edits.edit import in_few_words
from core.text import clip, count_text
from core.words import say
from gui.diagnosis.checks import START_TIP, IntegrityView, VerifyView
from gui.diagnosis.error_model import ErrorAnswer, answer_to, made_of, read_error
from gui.diagnosis.finding_card import FindingCard, WideButton
from gui.diagnosis.fixes_list import FixesList
from gui.diagnosis.model import Card, cards_of
from gui.diagnosis.pasted_error import AnswerView
from gui.look import theme
from gui.look.roles import Role, set_role
from gui.look.theme import is_on_screen
from gui.look.wording import breakable
from gui.session.asked_error import AskedError
from gui.session.diagnosis_service import DiagnosisService
from gui.session.session import Session
from gui.widgets.basic_widgets import CutButton, plain_label
from gui.widgets.error_box import ErrorBox
from gui.widgets.few_rows import FewRows
from gui.widgets.layouts import ScrolledColumn, Stretch, vertical

#: Pixels beside the words of two buttons that share a line.
_TIGHT = 18
#: Percent of the panel's height that its buttons may take from the findings.
_SHARE = 15


class DiagnosisContent(QWidget):
    """Everything it shows comes from the session's service; everything it does is a step of the session."""

    compare_asked = Signal()
    code_asked = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.service = DiagnosisService.of(session)
        self._asked = AskedError.of(session)
        self.state = plain_label(rank="muted", wrap=True)
        """Stands for the findings where there are none."""
        self.error = ErrorBox()
        self.answer = AnswerView()
        self.verified = VerifyView(session)
        self.integrity = IntegrityView(session)
        self.fixes = FixesList(session, self)
        self.list = CardList((self.answer, self.verified, self.integrity, self.state), self.fixes)
        self.compare = WideButton(say("Compare keys with a model…"))
        self.code = WideButton(say("Code to load it…"), margin=_TIGHT)
        self.verify = WideButton(say("Verify with torch"), margin=_TIGHT)
        self.tools = FewRows(self.verify, self.code, self.compare)
        self._told: Sequence[Finding] = ()
        """What the answer to a pasted error tells."""
        self._causes: Recognised | None = None
        """The pasted error, where the file causes it, or did."""
        self._is_answered = False
        """Whether an error is pasted that the file is held against."""
        self._was_cause: bool | None = None  # whether the file is the cause as it is; nobody has asked yet
        self._fill()
        self._lay_out()
        self._connect()
        self.refresh()

    def _fill(self) -> None:
        self.compare.setToolTip(
            say(
                "Compare the keys with those of a model, as load_state_dict(strict=True) does. You see "
                "keys that are missing,\n"
                "unexpected or of another shape, and the rename that makes most of them fit."
            )
        )
        self.verify.setToolTip(say(START_TIP))
        self.code.setToolTip(
            say("Show Python code that loads this file on the chosen computer, before and after your changes")
        )

    def _lay_out(self) -> None:
        vertical(self.error, (self.list, 1), self.tools, of=self, margins=(8, 6, 8, 8), spacing=8)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The findings come first."""
        super().resizeEvent(event)
        self.tools.spare(event.size().height() * _SHARE // 100)

    def _connect(self) -> None:
        self.service.changed.connect(self.refresh)
        self._session.opened.connect(self._forget)
        self._session.closed.connect(self._forget)
        self._session.undo_stack.cleanChanged.connect(lambda _clean: self.refresh())
        self.list.cure_asked.connect(self._cure)
        self.list.reveal_asked.connect(self._session.reveal)
        self.answer.cure_asked.connect(self._cure)
        self.error.given.connect(self._read_error)
        self.error.sent.connect(self.take_answer)
        self.compare.clicked.connect(lambda _checked=False: self.compare_asked.emit())
        self.verify.clicked.connect(lambda _checked=False: self.verify_with_torch())
        self.code.clicked.connect(lambda _checked=False: self.code_asked.emit())
        theme.theme().follow(self._restyle)

    # ---- showing

    def refresh(self, *, anew: bool = False) -> None:
        """Show what the service says now, and what of it a pasted error is about: that stands in the answer alone."""
        catalogue = self._session.catalogue
        findings = self.service.findings
        self._told = told = self._show_answer()
        for part in (self.compare, self.code, self.verify):
            part.setEnabled(catalogue is not None)
        cards: Sequence[Card] = ()
        if catalogue is None:
            state = say("Open a checkpoint to see which errors it would raise and how to fix them.")
        elif findings is None:
            state = self.service.problem or say("Checking what torch.load would say …")
        else:
            cures = {finding.edits for finding in told if finding.edits}
            cards = cards_of(catalogue, [each for each in findings if each not in told and each.edits not in cures])
            state = say("No problems found in the copy.") if self._session.plan.edits else say("No problems found.")
        self.state.setText(breakable(state))
        self.state.setVisible(not cards and not told)
        self.list.show_cards(cards, anew=anew, asked=self._is_answered)
        self.fixes.show_beside(findings or ())
        wanted = self.service.wanted
        self.compare.set_words(
            say("Compare with a model…") if wanted is None else say("Compared with {name}…", name=clip(wanted.name, 40))
        )

    @property
    def cards(self) -> list[Card]:
        """The cards on show, worst first; those of the notes too, folded or not."""
        return [widget.card for widget in (*self.list.cards, *self.list.notes)]

    def _restyle(self) -> None:
        self.refresh(anew=True)

    def explain(self) -> None:
        """Unfold what is worst, and show it: what torch says, and what it means. A pasted error may tell it already."""
        worst = self.list.cards[0] if self.list.cards else None
        if worst is None or (self._told and worst.card.finding not in (self.service.findings or ())[:1]):
            self.list.verticalScrollBar().setValue(0)
        else:
            worst.unfold(True)
            QTimer.singleShot(0, worst, lambda: self.list.scroll_to(worst))  # once it has its place

    def verify_with_torch(self) -> None:
        """Really load what would be saved."""
        self.list.verticalScrollBar().setValue(0)
        self.verified.start()

    def verify_integrity(self) -> None:
        self.list.verticalScrollBar().setValue(0)
        self.integrity.start()

    # ---- a pasted error

    def ask_error(self, text: str | None = None) -> None:
        """Put the keyboard into the box for a traceback; a text is put into it too."""
        if text:
            self.error.paste_text(text)
        self.error.focus(select=not text)

    def _forget(self) -> None:
        """Judge an error that still stands in the box by another file alone."""
        self._was_cause = None
        self.refresh()

    def _read_error(self, text: str) -> None:
        self._was_cause = None
        if self._session.catalogue is not None:  # whether the file is the cause is a question about that computer
            computer = machine_of(read_error(text), self.service.computer)
            if computer != self.service.computer:
                self.service.set_computer(computer)
        self.refresh()
        self.list.verticalScrollBar().setValue(0)

    def _show_answer(self) -> Sequence[Finding]:
        """Show the answer to what is in the box, and return the findings of the file that it tells as the cause."""
        answer, text = None, self.error.text
        if text.strip():
            answer = self._answer_to(text)
            if (saved := self._session.saved_as) is not None:
                name = clip(saved.path.name, 60)
                made = made_of(answer.recognised, self._session.preview, name, saved.call)
                answer = answer.once_saved(name, made)
        if answer is not None and text.strip().endswith(answer.quote.strip()):
            answer = replace(answer, quote="")  # the box above ends with it
        catalogue = self._session.catalogue
        cures = answer.cures if answer is not None and catalogue is not None else ()
        self.answer.show_answer(answer, [in_few_words(catalogue, finding.edits) for finding in cures if catalogue])
        self._is_answered = answer is not None and bool(answer.verdict)
        self._causes = answer.recognised if answer is not None and answer.is_of_this_file else None
        self.tell(on_screen=is_on_screen(self))
        return answer.findings if answer is not None and answer.is_cause else ()

    def tell(self, *, on_screen: bool) -> None:
        """Let the rest of the window know what is asked, and what the answer offers to somebody who sees it."""
        offered = self.answer.cures[0].words if on_screen and self.answer.cures else ""
        self._asked.put(self._causes, offered)

    def _answer_to(self, text: str) -> ErrorAnswer:
        """What is said of the file as planned. Where that is not the cause, the file may be it as it is."""
        recognised, planned = read_error(text), self.service.findings
        answer = answer_to(recognised, planned, bool(self._was_cause), self._session.preview, text)
        if answer.is_cause:
            self._was_cause = True
        elif self._was_cause is None and planned is not None and self._session.plan and answer.verdict == NOT_CAUSE:
            view, findings = self.service.of_the_file_as_it_is()
            self._was_cause = answer_to(recognised, findings, False, view, text).is_cause
            return answer_to(recognised, planned, self._was_cause, self._session.preview, text)
        return answer

    def take_answer(self) -> None:
        """Do what the answer offers first; without an offer nothing, whatever the banner offers."""
        if self.answer.cures:
            self.answer.cures[0].click()

    # ---- what the user does

    def _cure(self, finding: Finding) -> None:
        self._session.set_plan(self._session.plan.with_edits(finding.edits))


# -- the list: what is wrong, each with its cure, notes folded under one line, then what else can be done ------


_LEAST = (228, 120)
"""Pixels, across and down, in which a card can be read."""
_WIDE_ENOUGH = 250
"""Pixels across that will do in text of any size: the tree has the rest of a small screen."""


class CardList(ScrolledColumn):
    """Cards below each other. A finding that stays keeps its card, so that what was unfolded and scrolled to stays."""

    cure_asked = Signal(object)
    reveal_asked = Signal(int)

    def __init__(self, above: Sequence[QWidget], below: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._above = tuple(above)
        """What scrolls along above the cards; `below` does below them."""
        self.cards: list[FindingCard] = []
        self.notes: list[FindingCard] = []
        self.notes_button = CutButton()
        self.notes_button.setProperty("link", True)
        self.notes_button.setCheckable(True)
        self.notes_button.setToolTip(say("Good to know; nothing fails because of it"))
        self.notes_button.toggled.connect(self._show_notes)
        self.setAccessibleName(say("Findings"))
        set_role(self, Role.Grouping)
        page = QWidget()
        self._column = vertical(
            *self._above, self.notes_button, below, Stretch(), of=page, margins=(0, 0, 3, 0), spacing=8
        )
        self.setWidget(page)
        self._give_room()
        theme.theme().follow(self._give_room)
        self.show_cards(())

    def scroll_to(self, card: FindingCard) -> None:
        """Show a card from its top on; the first one with what is above it, if that leaves room for it."""
        top = card.y() if card.geometry().bottom() > self.viewport().height() else 0
        self.verticalScrollBar().setValue(top)

    def _give_room(self) -> None:
        """A card can be read; where there is less room, the whole panel is scrolled."""
        wide, high = map(theme.px, _LEAST)
        self.setMinimumSize(min(wide, _WIDE_ENOUGH), high)

    def show_cards(self, cards: Sequence[Card], *, anew: bool = False, asked: bool = False) -> None:
        """Show these findings, worst first; `anew` makes every card again, in the colours of another theme, say.

        `asked` says that an error is answered above them.
        """
        known: dict[Finding, FindingCard] = {} if anew else {w.card.finding: w for w in (*self.cards, *self.notes)}
        before = [*self.cards, *self.notes]
        self.cards = [self._widget(card, known) for card in cards if not card.is_folded(asked=asked)]
        self.notes = [self._widget(card, known) for card in cards if card.is_folded(asked=asked)]
        kept = set(map(id, (*self.cards, *self.notes)))
        for widget in before:
            self._column.removeWidget(widget)
            if id(widget) not in kept:
                widget.hide()
                widget.deleteLater()
        for place, shown in enumerate((*self.cards, self.notes_button, *self.notes), len(self._above)):
            self._column.insertWidget(place, shown)
        self.notes_button.setVisible(bool(self.notes))
        self._show_notes()

    def _widget(self, card: Card, known: dict[Finding, FindingCard]) -> FindingCard:
        widget = known.get(card.finding)
        if widget is not None and widget.card == card:
            return widget
        widget = FindingCard(card)
        widget.cure_asked.connect(self.cure_asked)
        widget.reveal_asked.connect(self.reveal_asked)
        return widget

    def _show_notes(self, *_toggled: object) -> None:
        shown = self.notes_button.isChecked()
        self.notes_button.setText(f"{'▾' if shown else '▸'} {count_text(len(self.notes), 'note')}")
        for widget in self.notes:
            widget.setVisible(shown)
        for widget in self.cards:
            widget.show()
