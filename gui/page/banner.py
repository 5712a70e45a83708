"""The line above the tree that says the one thing to know about this file: will torch.load(f) work elsewhere?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from core.catalogue.named import is_refused
from core.diagnosis.finding import DEVICE_CODES, ERROR, Finding
from core.edits.edits import FOLLOW, Edit, MoveOptimizer, Plan, RemapDevice
from core.edits.preview import Preview
from core.edits.wording import in_few_words
from core.text import clip
from gui.document import next_plan
from gui.document.refused import refusal
from gui.look import icons, theme
from gui.look.plain_text import caption
from gui.save.saver import EVERYWHERE
from gui.session.doctor import Doctor
from gui.session.session import Session
from gui.widgets.basic_widgets import button, plain_label, set_state

CUDA_ERROR: Final = "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False."
"""What torch.load raises on a machine without a GPU."""

WHY: Final = (
    "A checkpoint notes for every storage on which device it was when it was saved, and torch.load(f) puts it back "
    "there. On a machine that lacks the device it raises instead, unless every caller passes map_location. "
    "Mapping rewrites the noted device in the copy you save, for good; not a bit of a tensor's values changes. "
    "A tensor of the optimizer state that must stay on the CPU (Adam's step) stays there."
)

Tone = Literal["warning", "good", "calm"]


@dataclass(frozen=True)
class Notice:
    """What the banner says; `map_from` are the devices that its button would map to the CPU."""

    state: Tone
    text: str
    map_from: tuple[str, ...] = ()
    offer_save: bool = False
    fix: tuple[Edit, ...] = ()
    """What cures the errors that the text is about, and the words on the button that does."""
    fix_words: str = ""

    @property
    def map_text(self) -> str:
        """The words on the button."""
        one = self.map_from[0] if len(self.map_from) == 1 else "cuda:*" if _all_cuda(self.map_from) else "all"
        return f"Map {clip(one, 24)} → cpu"


def notice(preview: Preview, *, saved: bool, name: str = "", findings: Sequence[Finding] = ()) -> Notice | None:
    """What there is to say about a document with its plan, or nothing; `findings` are those of its diagnosis."""
    if preview.catalogue.checkpoint.read_only:
        return Notice("calm", preview.catalogue.checkpoint.read_only)
    before = _elsewhere([total.device for total in preview.totals_before])
    after = _elsewhere([total.device for total in preview.totals_after])
    if not after:
        errors = [found for found in findings if found.severity == ERROR and found.code not in DEVICE_CODES]
        if errors or preview.refused_names:
            return _of_errors(preview, errors, saved=saved)
        if not before and not (preview.plan and is_refused(preview.catalogue)):
            return None
        works = "torch.load(f) works on a machine without a GPU, with no map_location."
        source = preview.catalogue.checkpoint.path.name
        done = f"Saved as {clip(name, 60)}: {works} {clip(source, 60)}, which is open here, is as it was."
        return Notice("good", done if saved else f"Once saved, {works}", offer_save=not saved)
    on = _listed(after)
    said = "Saved on" if set(after) == set(before) else "Still on" if set(after) < set(before) else "Will be saved on"
    if _all_cuda(after):
        text = f"{said} {on}. On a machine without a GPU, torch.load(f) raises “{CUDA_ERROR}”"
    else:
        text = f"{said} {on}. torch.load(f) fails on a machine without that device."
    errors = [found for found in findings if found.severity == ERROR and found.code not in DEVICE_CODES]
    if not errors:
        return Notice("warning", text, tuple(after))
    fix = tuple(dict.fromkeys(edit for found in errors for edit in found.edits))
    refused = refusal(preview)
    also = f" Everywhere it refuses {refused}." if refused else f" Everywhere: {clip(errors[0].title, 120)}."
    return Notice("warning", text + also, tuple(after), fix=fix, fix_words=in_few_words(preview.catalogue, fix))


def _of_errors(preview: Preview, errors: Sequence[Finding], *, saved: bool) -> Notice:
    """What keeps the file from loading anywhere, whatever its devices are."""
    moved = bool(preview.plan) and any(total.device not in EVERYWHERE for total in preview.totals_before)
    refused = refusal(preview)
    if refused and all(found.code == "refused-name" for found in errors):
        text = f"torch.load(f) refuses {refused} on every machine, unless told weights_only=False."
        if moved:
            text = f"{'Saved: it' if saved else 'Once saved, it'} needs no GPU. But {text}"
    else:
        text = f"torch.load(f) fails: {clip(errors[0].title if errors else refused, 160)}."
    fix = tuple(dict.fromkeys(edit for found in errors for edit in found.edits))
    words = in_few_words(preview.catalogue, fix)
    return Notice("warning", text, offer_save=bool(preview.plan) and not saved, fix=fix, fix_words=words)


def map_to_cpu(plan: Plan, devices: Sequence[str]) -> Plan:
    """The plan with every one of `devices` mapped to the CPU, and nothing sent to another device any more."""
    for edit in plan.edits:
        if isinstance(edit, RemapDevice | MoveOptimizer) and edit.target not in {*EVERYWHERE, FOLLOW}:
            plan = plan.without(edit)
    return next_plan.gather(plan, devices)


def _elsewhere(devices: Sequence[str]) -> list[str]:
    return [device for device in devices if device not in EVERYWHERE]


def _all_cuda(devices: Sequence[str]) -> bool:
    return all(device.split(":")[0] == "cuda" for device in devices)


def _listed(names: Sequence[str]) -> str:
    shown = [clip(name, 60) for name in names[:3]] + ([f"{len(names) - 3} more"] if len(names) > 3 else [])
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


class Banner(QFrame):
    """Shows the notice of the open document."""

    save_asked = Signal()
    diagnosis_asked = Signal()
    """Show what the diagnosis says."""
    changed = Signal()
    """The banner says something else now."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._session = session
        self._doctor = Doctor.of(session)
        self._sign = QLabel()
        self.text = plain_label(wrap=True)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.map_button = button(
            "Map",
            self._map,
            tip="Plan what torch.load(f, map_location='cpu') would do, but for good: "
            "the saved device of these tensors becomes cpu (Ctrl+Return). Undo with Ctrl+Z.",
            primary=True,
        )
        self.fix_button = button(
            "Fix",
            self._fix,
            tip="Plan what cures this. The diagnosis on the right says more. Undo with Ctrl+Z.",
            primary=True,
        )
        self.save_button = button(
            "Save fixed…",
            self.save_asked.emit,
            tip="Write a new checkpoint with the pending changes (Ctrl+S)",
            primary=True,
        )
        self.why_button = QPushButton("Why?")
        self.why_button.setProperty("link", True)
        self.why_button.setCheckable(True)
        self.why_button.setToolTip("Explain where the error comes from and what the button changes")
        self.more_button = QPushButton("Why?")
        self.more_button.setProperty("link", True)
        self.more_button.setToolTip("Show the diagnosis: what torch says, where, and what cures it")
        self.more_button.clicked.connect(lambda _checked=False: self.diagnosis_asked.emit())
        self.why = plain_label(WHY, wrap=True)
        self.why.setVisible(False)
        self.why_button.toggled.connect(self.why.setVisible)
        two_lines = 2 * self.fontMetrics().lineSpacing()
        self._sign.setMinimumHeight(max(self.save_button.sizeHint().height(), two_lines))  # as high with buttons or not
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 7, 12, 7)
        row = QHBoxLayout()
        row.setSpacing(10)
        column.addLayout(row)
        column.addWidget(self.why)
        row.addWidget(self._sign)
        row.addWidget(self.text, 1)
        row.addWidget(self.why_button)
        row.addWidget(self.more_button)
        row.addWidget(self.fix_button)
        row.addWidget(self.map_button)
        row.addWidget(self.save_button)
        for signal in (session.opened, session.closed, session.plan_changed, session.undo_stack.cleanChanged):
            signal.connect(self.refresh)
        self._doctor.changed.connect(self.refresh)
        theme.theme().changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Say what holds now."""
        preview = self._session.preview
        saved = bool(self._session.plan) and self._session.undo_stack.isClean()
        shown = None
        if preview is not None:
            shown = notice(preview, saved=saved, name=self._session.saved_as, findings=self._findings())
        self._notice = shown
        self.setVisible(shown is not None)
        if shown is not None:
            self._show(shown)
        self.changed.emit()

    def _show(self, shown: Notice) -> None:
        c = theme.colours()
        name, colour = {
            "warning": ("warning", c.on_warning),
            "good": ("good", c.on_good),
            "calm": ("info", c.text),
        }[shown.state]
        self._sign.setPixmap(icons.pixmap(name, 20, colour))
        self.text.setText(shown.text)
        self.map_button.setText(caption(shown.map_text) if shown.map_from else "")
        self.map_button.setVisible(bool(shown.map_from))
        words = clip(shown.fix_words[:1].upper() + shown.fix_words[1:], 48)
        self.fix_button.setText(caption(words))
        self.fix_button.setVisible(bool(shown.fix))
        self.more_button.setVisible(shown.state == "warning" and not shown.map_from)
        self.save_button.setVisible(shown.offer_save)
        self.why_button.setVisible(bool(shown.map_from))
        self.why.setVisible(bool(shown.map_from) and self.why_button.isChecked())
        set_state(self, "state", shown.state)

    @property
    def way_on(self) -> QPushButton | None:
        """The button that does the next thing: curing what is wrong, then saving. None where there is none."""
        buttons = (self.map_button, self.fix_button, self.save_button)
        return next((each for each in buttons if self._notice is not None and not each.isHidden()), None)

    def go_on(self) -> None:
        """Do what the main button does."""
        button = self.way_on
        if button is not None:
            button.click()

    def _findings(self) -> Sequence[Finding]:
        """What the diagnosis has found in the file as it is planned now."""
        doctor = self._doctor
        current = doctor.answered is not None and doctor.answered.preview is self._session.preview
        return doctor.findings or () if current else ()

    def _map(self) -> None:
        if self._notice is not None and self._session.preview is not None:
            devices = [total.device for total in self._session.preview.totals_before if total.device not in EVERYWHERE]
            self._session.set_plan(map_to_cpu(self._session.plan, devices))

    def _fix(self) -> None:
        if self._notice is not None:
            self._session.set_plan(self._session.plan.with_edits(self._notice.fix))
