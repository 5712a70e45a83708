"""The table of an optimizer's entries as Qt asks for it."""

from __future__ import annotations

from typing import Any

from core.text import clip, shape_text
from core.words import marked, say
from gui.optimizer.model import OptimizerRow
from gui.widgets.table_model import Heading, TableModel


class OptimizerModel(TableModel[OptimizerRow]):
    """Id, parameter, where the state is and where the parameter, shape, what the state consists of, group."""

    headings = (
        Heading(marked("Id"), marked("The number of the entry in optimizer.state_dict()['state']"), number=True),
        Heading(
            marked("Parameter"), marked("The parameter the entry belongs to, told by order, shape and param_names")
        ),
        Heading(
            marked("State on"), marked("Where its exp_avg, momentum_buffer … will lie; ≠: not where the parameter is")
        ),
        Heading(marked("Parameter on"), marked("Where the parameter itself will lie")),
        Heading(marked("Shape"), marked("The shape of the parameter")),
        Heading(marked("State"), marked("The tensors kept for it")),
        Heading(marked("Group"), marked("Its place in param_groups"), number=True),
    )

    def text(self, row: OptimizerRow, column: int) -> str:
        """What a cell shows."""
        texts = (
            clip(str(row.item.param_id), 60),
            clip(row.item.name, 300) if row.item.name is not None else say("(not told)"),
            ", ".join(row.state_devices) or "–",
            row.parameter_device or "–",
            shape_text(row.shape) if row.shape is not None else "",
            clip(", ".join(row.parts), 120) or say("no state yet"),
            str(row.item.group),
        )
        return texts[column]

    def raw(self, row: OptimizerRow, column: int) -> Any:
        """Numbers as numbers; entries in their own order where the ids are not."""
        raws = (
            row.place,
            row.item.name or "",
            (not row.mismatch, row.state_devices),
            row.parameter_device or "",
            row.shape or (),
            row.parts,
            row.item.group,
        )
        return raws[column]

    def tip(self, row: OptimizerRow, column: int) -> str:
        """Why a row is marked."""
        name = clip(row.item.name or "", 300) or say("no parameter that could be told")
        if column in (2, 3) and row.mismatch:
            here, there = ", ".join(map(clip, row.state_devices)), clip(row.parameter_device or "")
            return say(
                "The state of {name} is on {here}, the parameter on {there}.\n"
                "optimizer.load_state_dict moves it there; used as it is, optimizer.step() raises\n"
                "“Expected all tensors to be on the same device”. Fixes → optimizer → follow parameters.",
                name=name,
                here=here,
                there=there,
            )
        return say(
            "state[{number}] belongs to {name}\nA click shows it in the tree; one on the parameter shows that.",
            number=row.item.param_id,
            name=name,
        )

    def chips(self, row: OptimizerRow, column: int) -> tuple[str, ...]:
        """Devices as chips."""
        if column == 2:
            return row.state_devices
        return (row.parameter_device,) if column == 3 and row.parameter_device else ()

    def note(self, row: OptimizerRow, column: int) -> str:
        """The sign of a mismatch."""
        return "≠" if column == 2 and row.mismatch else ""
