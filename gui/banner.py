"""The line above the tree that says the one thing to know about this file: will torch.load(f) work elsewhere?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from core.edits import FOLLOW, MoveOptimizer, Plan, RemapDevice
from core.preview import Preview
from core.text import clip
from gui import icons, theme
from gui.models import steps
from gui.models.refused import refusal, refused_entries
from gui.saving import EVERYWHERE
from gui.session import Session
from gui.widgets import button, plain_label, set_state

CUDA_ERROR: Final = "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False."
"""What torch.load raises on a machine without a GPU."""

WHY: Final = (
    "A checkpoint notes for every storage on which device it was when it was saved, and torch.load(f) puts it back "
    "there. On a machine that lacks the device it raises instead, unless every caller passes map_location. "
    "Mapping rewrites the noted device in the copy you save, for good; not a bit of a tensor's values changes. "
    "A tensor of the optimizer state that must stay on the CPU (Adam's step) stays there."
)

State = Literal["warning", "good", "calm"]


@dataclass(frozen=True)
class Notice:
    """What the banner says; `map_from` are the devices that its button would map to the CPU."""

    state: State
    text: str
    map_from: tuple[str, ...] = ()
    offer_save: bool = False
    drop: tuple[int, ...] = ()
    """Entries that torch.load refuses, and their names."""
    drop_names: tuple[str, ...] = ()

    @property
    def map_text(self) -> str:
        """The words on the button."""
        one = self.map_from[0] if len(self.map_from) == 1 else "cuda:*" if _all_cuda(self.map_from) else "all"
        return f"Map {one} → cpu"

    @property
    def drop_text(self) -> str:
        """The words on the button that leaves out what is refused."""
        names = self.drop_names
        return f"Drop “{'” and “'.join(names)}”" if len(names) <= 2 else f"Drop {len(names)} entries"


def notice(preview: Preview, *, saved: bool) -> Notice | None:
    """What there is to say about a document with its plan, or nothing."""
    if preview.catalogue.checkpoint.read_only:
        return Notice("calm", preview.catalogue.checkpoint.read_only)
    before = _elsewhere([total.device for total in preview.totals_before])
    after = _elsewhere([total.device for total in preview.totals_after])
    refused = refusal(preview)
    if not after and refused:
        begin = "Saved. It loads on" if saved else "Once saved, it loads on" if before else "This file loads on"
        text = f"{begin} a machine without a GPU, but torch.load(f) refuses {refused} unless told weights_only=False."
        drop = tuple(entry for entry in refused_entries(preview.catalogue) if not preview.dropped(entry))
        names = tuple(clip(preview.catalogue.path_text(entry), 24) for entry in drop)
        return Notice("calm", text, offer_save=bool(preview.plan) and not saved, drop=drop, drop_names=names)
    if not before and not after:
        return None
    if not after:
        done = "Saved: t" if saved else "Once saved, t"
        return Notice(
            "good", f"{done}orch.load(f) works on a machine without a GPU, with no map_location.", offer_save=not saved
        )
    on = _listed(after)
    said = "Saved on" if set(after) == set(before) else "Still on" if set(after) < set(before) else "Will be saved on"
    if _all_cuda(after):
        text = f"{said} {on}. On a machine without a GPU, torch.load(f) raises “{CUDA_ERROR}”"
    else:
        text = f"{said} {on}. torch.load(f) fails on a machine without that device."
    return Notice("warning", text, tuple(after))


def map_to_cpu(plan: Plan, devices: Sequence[str]) -> Plan:
    """The plan with every one of `devices` mapped to the CPU, and nothing sent to another device any more."""
    for edit in plan.edits:
        if isinstance(edit, RemapDevice | MoveOptimizer) and edit.target not in {*EVERYWHERE, FOLLOW}:
            plan = plan.without(edit)
    return steps.gather(plan, devices)


def _elsewhere(devices: Sequence[str]) -> list[str]:
    return [device for device in devices if device not in EVERYWHERE]


def _all_cuda(devices: Sequence[str]) -> bool:
    return all(device.split(":")[0] == "cuda" for device in devices)


def _listed(names: Sequence[str]) -> str:
    shown = list(names[:3]) + ([f"{len(names) - 3} more"] if len(names) > 3 else [])
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


class Banner(QFrame):
    """Shows the notice of the open document."""

    save_asked = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._session = session
        self._sign = QLabel()
        self.text = plain_label(wrap=True)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.map_button = button(
            "Map",
            self._map,
            tip="Plan what torch.load(f, map_location='cpu') would do, but for good: "
            "the saved device of these tensors becomes cpu. Undo with Ctrl+Z.",
            primary=True,
        )
        self.drop_button = button(
            "Drop",
            self._drop,
            tip="Leave out what torch.load(f) refuses: with torch 2.6 and later it takes only plain data, unless every "
            "caller passes weights_only=False. Undo with Ctrl+Z.",
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
        self.why = plain_label(WHY, wrap=True)
        self.why.setVisible(False)
        self.why_button.toggled.connect(self.why.setVisible)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 7, 12, 7)
        row = QHBoxLayout()
        row.setSpacing(10)
        column.addLayout(row)
        column.addWidget(self.why)
        row.addWidget(self._sign)
        row.addWidget(self.text, 1)
        row.addWidget(self.why_button)
        row.addWidget(self.drop_button)
        row.addWidget(self.map_button)
        row.addWidget(self.save_button)
        for signal in (session.opened, session.closed, session.plan_changed, session.undo_stack.cleanChanged):
            signal.connect(self.refresh)
        theme.theme().changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Say what holds now."""
        preview = self._session.preview
        saved = bool(self._session.plan) and self._session.undo_stack.isClean()
        shown = notice(preview, saved=saved) if preview is not None else None
        self._notice = shown
        self.setVisible(shown is not None)
        if shown is None:
            return
        c = theme.colours()
        name, colour = {
            "warning": ("warning", c.on_warning),
            "good": ("good", c.on_good),
            "calm": ("info", c.text),
        }[shown.state]
        self._sign.setPixmap(icons.pixmap(name, 20, colour))
        self.text.setText(shown.text)
        self.map_button.setText(shown.map_text if shown.map_from else "")
        self.map_button.setVisible(bool(shown.map_from))
        self.drop_button.setText(shown.drop_text.replace("&", "&&") if shown.drop else "")
        self.drop_button.setVisible(bool(shown.drop))
        self.save_button.setVisible(shown.offer_save)
        self.why_button.setVisible(bool(shown.map_from))
        self.why.setVisible(bool(shown.map_from) and self.why_button.isChecked())
        set_state(self, "state", shown.state)

    def _map(self) -> None:
        if self._notice is not None and self._session.preview is not None:
            devices = [total.device for total in self._session.preview.totals_before if total.device not in EVERYWHERE]
            self._session.set_plan(map_to_cpu(self._session.plan, devices))

    def _drop(self) -> None:
        if self._notice is not None and self._session.catalogue is not None:
            self._session.set_plan(steps.drop(self._session.plan, self._session.catalogue, self._notice.drop))
