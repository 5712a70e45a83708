"""The table of an optimizer's entries as Qt asks for it."""

from __future__ import annotations

from typing import Any, Final

from core.text import clip, shape_text
from core.words import marked, say
from gui.optimizer.model import OptimizerRow
from gui.widgets.table_model import Heading, TableModel

STATE_ON: Final = 2
"""The column that says whether state and parameter lie together."""


class OptimizerModel(TableModel[OptimizerRow]):
    """Id, parameter, where the state is, shape, what the state consists of, group."""

    headings = (
        Heading(marked("Id"), marked("The number of the entry in optimizer.state_dict()['state']"), number=True),
        Heading(
            marked("Parameter"), marked("The parameter the entry belongs to, told by order, shape and param_names")
        ),
        Heading(
            marked("State on"),
            marked(
                "Where its exp_avg, momentum_buffer … will lie; after ≠ where the parameter is, if that is elsewhere"
            ),
        ),
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
            row.shape or (),
            row.parts,
            row.item.group,
        )
        return raws[column]

    def tip(self, row: OptimizerRow, column: int) -> str:
        """Why a row is marked."""
        name = clip(row.item.name or "", 300) or say("no parameter that could be told")
        if column == STATE_ON and row.mismatch:
            here, there = ", ".join(map(clip, row.state_devices)), clip(row.parameter_device or "")
            return say(
                "The state of {name} is on {here}, the parameter on {there}.\n"
                "optimizer.load_state_dict moves it there; used as it is, optimizer.step() raises\n"
                "“Expected all tensors to be on the same device”. In Diagnosis let the state follow its parameters.",
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
        return row.state_devices if column == STATE_ON else ()

    def note(self, row: OptimizerRow, column: int) -> str:
        """Where the parameter is, if not with its state."""
        return f"≠ {clip(row.parameter_device or '', 40)}" if column == STATE_ON and row.mismatch else ""

    def accessible_text(self, row: OptimizerRow, column: int) -> str:
        """What a screen reader says, which does not see the sign."""
        return " ".join(filter(None, (self.text(row, column), self.note(row, column))))
