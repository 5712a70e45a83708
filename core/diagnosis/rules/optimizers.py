"""What optimizer state says of how it is resumed: where it lies and in which dtype, and what torch makes of that.

``Optimizer.load_state_dict`` puts state on the device of its parameter, in the parameter's dtype; it leaves ``step``
alone unless the group is capturable or fused (``_process_value_according_to_param_policy`` in
``torch/optim/optimizer.py``). So no place that is told of here makes ``optimizer.step()`` fail by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.scalar_state import STEP, scalars_on_cpu
from core.catalogue.rows import Optimizer, OptimizerEntry
from core.diagnosis.finding import NOTE, WARNING, Finding, make_finding
from core.diagnosis.planned import child_named, group_of
from core.diagnosis.rules.optimizer_state import state_findings
from core.dtypes import NO_DEVICE
from core.edits.edits import FOLLOW, Edit, MoveOptimizer, RemapDevice, SetValue
from core.edits.preview import Preview
from core.loading.computer import Computer
from core.loading.torch_messages import STEP_ON_GPU, not_capturable
from core.text import count_text, sentences
from core.words import marked, say

_ORDER = marked(
    "Build the model and move it to its device, build the optimizer from its parameters after that, and load the "
    "optimizer's state last: optimizer.load_state_dict puts each piece where its parameter is."
)
_OLD_LOOP = marked(
    "The loop that is passed around (for state in optimizer.state.values(): … v.cuda()) is a workaround of old; it "
    "moves step too, which makes each step of the optimizer slow."
)


def optimizer_findings(preview: Preview, computer: Computer) -> Iterator[Finding]:
    """Everything about optimizer state."""
    for optimizer in preview.catalogue.optimizers:
        if preview.dropped(optimizer.entry):
            continue
        states = _Split(preview, optimizer)
        if child_named(preview, optimizer.entry, "param_groups") is None:
            continue  # fastai's, which loads state as it is (``Optimizer.load_state_dict`` of fastai/optimizer.py)
        yield from states.elsewhere()
        yield from states.steps_on_gpu()
        if computer.gpus:  # where there is none, capturable itself is what is wrong
            yield from states.steps_on_cpu()
        yield from states.cast()
        yield from _capturable(preview, optimizer, computer)
        yield from state_findings(preview, optimizer)


class _Split:
    """The tensors of an optimizer with their parameters: ``steps`` that stay on the CPU as a rule, and the others."""

    def __init__(self, preview: Preview, optimizer: Optimizer) -> None:
        self.preview, self.optimizer = preview, optimizer
        self.steps: list[tuple[int, OptimizerEntry]] = []
        self.others: list[tuple[int, OptimizerEntry]] = []
        catalogue = preview.catalogue
        for item in optimizer.entries:
            if item.entry is None:
                continue
            scalars = scalars_on_cpu(catalogue.labels[child] for child in catalogue.children(item.entry))
            for row in catalogue.subtree_rows(item.entry):
                entry = catalogue.tensors[row].entry
                if not preview.dropped(entry):
                    is_step = STEP in scalars and catalogue.labels[entry] == STEP and not catalogue.tensors[row].shape
                    (self.steps if is_step else self.others).append((row, item))

    def elsewhere(self) -> Iterator[Finding]:
        """State and parameter on two devices; single numbers go along with tensors of any."""
        catalogue, preview = self.preview.catalogue, self.preview
        apart = []
        for row, item in self.others:
            home = _home(preview, item)
            if home not in (None, NO_DEVICE) and home != preview.device(row) and catalogue.tensors[row].shape:
                apart.append(catalogue.tensors[row].entry)
        if apart:
            yield make_finding(
                preview,
                "optimizer-elsewhere",
                NOTE,
                say("optimizer state was saved on another device than its parameters"),
                "",
                apart,
                say(
                    "{tensors} of the optimizer's state were saved on another device than the parameter that they "
                    "belong to, as after net.cpu(). The file alone makes nothing fail: optimizer.load_state_dict puts "
                    "the state where the parameters are then. optimizer.step() fails where the model is moved after "
                    "its optimizer was loaded, or the state is put into the optimizer by hand.",
                    tensors=count_text(len(apart), "tensor"),
                ),
                sentences(say("Nothing in the file has to be mended."), say(_ORDER)),
                [MoveOptimizer(FOLLOW, self.optimizer.entry)],
                say(_OLD_LOOP),
            )

    def steps_on_gpu(self) -> Iterator[Finding]:
        """``step`` on a GPU although the group is not capturable."""
        preview, catalogue = self.preview, self.preview.catalogue
        rows = [
            row for row, item in self.steps if preview.device(row) not in ("cpu", "meta") and not self._on_device(item)
        ]
        if not rows:
            return
        cures: list[Edit] = [
            RemapDevice(saved, "cpu", None, frozenset(row for row in rows if catalogue.device_of(row) == saved))
            for saved in dict.fromkeys(catalogue.device_of(row) for row in rows)
        ]
        yield make_finding(
            preview,
            "step-on-gpu",
            NOTE,
            say(
                "{tensors} lie on {device}",
                tensors=count_text(len(rows), "`step` tensor"),
                device=preview.device(rows[0]),
            ),
            STEP_ON_GPU,
            [catalogue.tensors[row].entry for row in rows],
            say(
                "Optimizers count their steps in small tensors that belong on the CPU unless the group is capturable "
                "or fused, and optimizer.load_state_dict leaves them where torch.load put them. torch 1.12.0 alone "
                "refuses to step; others read each count back from the card at every step, which is slow."
            ),
            say(
                "Leave step on the CPU: only exp_avg and its like go with the parameter. With map_location='cpu' it "
                "stays there, and optimizer.load_state_dict moves the rest."
            ),
            cures,
            say("Setting capturable=True makes the error of torch 1.12.0 go away too."),
        )

    def steps_on_cpu(self) -> Iterator[Finding]:
        """``step`` on the CPU although the group is capturable or fused and the parameter on a GPU."""
        preview, catalogue = self.preview, self.preview.catalogue
        rows = [
            row
            for row, item in self.steps
            if preview.device(row) == "cpu" and self._on_device(item) and (_home(preview, item) or "cpu") != "cpu"
        ]
        if not rows:
            return
        yield make_finding(
            preview,
            "step-on-cpu",
            NOTE,
            say(
                "{tensors} lie on the cpu in a capturable or fused group",
                tensors=count_text(len(rows), "`step` tensor"),
            ),
            _capturable_message(catalogue, self.optimizer),
            [catalogue.tensors[row].entry for row in rows],
            say(
                "With capturable=True or fused=True torch wants step on the device of its parameter. Since torch 2.0 "
                "optimizer.load_state_dict moves it there, so the file alone makes nothing fail; before, or where the "
                "model is moved after that, optimizer.step() does."
            ),
            sentences(say("For torch 1.12 and 1.13 let step follow its parameter."), say(_ORDER)),
            [MoveOptimizer(FOLLOW, self.optimizer.entry)],
        )

    def cast(self) -> Iterator[Finding]:
        """State of another dtype than its parameter, which loading rounds."""
        preview, catalogue = self.preview, self.preview.catalogue
        entries: list[int] = []
        pairs: set[tuple[str, str]] = set()
        for row, item in self.others:
            have, want = catalogue.tensors[row].dtype, _dtype(catalogue, item)
            if want is not None and _is_float(want) and _is_float(have) and have != want:
                entries.append(catalogue.tensors[row].entry)
                pairs.add((have, want))
        if not entries:
            return
        have, want = min(pairs)
        yield make_finding(
            preview,
            "optimizer-dtype",
            NOTE,
            say("optimizer state is {have}, its parameters are {want}", have=have, want=want),
            "",
            entries,
            say(
                "DeepSpeed and bitsandbytes keep their state in another dtype than the weights on purpose, and load "
                "it as it is. torch's own optimizer.load_state_dict casts it to the dtype of its parameter without a "
                "word: with a model of {want}, {have} becomes {want}, and may be rounded.",
                want=want,
                have=have,
            ),
            say(
                "With an optimizer of torch load into a model of the dtype that it was trained in, and convert "
                "afterwards; there is nothing to mend in the file."
            ),
        )

    def _on_device(self, item: OptimizerEntry) -> bool:
        """Whether torch keeps ``step`` with the parameter, by the group as it is planned."""
        if not item.step_on_device:
            return False
        _, group = group_of(self.preview, self.optimizer.entry, item.group)
        return any(self.preview.planned_value(group, key)[0] is True for key in ("capturable", "fused"))


def _capturable(preview: Preview, optimizer: Optimizer, computer: Computer) -> Iterator[Finding]:
    """A capturable group on a computer where nothing is."""
    if computer.gpus:
        return
    entries: list[int] = []
    for index in range(optimizer.groups):
        entry, group = group_of(preview, optimizer.entry, index)
        if entry is None or preview.planned_value(group, "capturable")[0] is not True:
            continue
        child = child_named(preview, entry, "capturable")
        if child is not None:
            entries.append(child)
    if entries:
        yield make_finding(
            preview,
            "capturable-on-cpu",
            WARNING,
            say("the optimizer is capturable, which a CPU cannot be"),
            _capturable_message(preview.catalogue, optimizer),
            entries,
            say(
                "capturable=True comes with the group's options when its state is loaded, and it means CUDA graphs. "
                "On a CPU optimizer.step() fails."
            ),
            say("Set capturable to False in the file, or in optimizer.param_groups after loading."),
            [SetValue(entry, value=False) for entry in entries],
        )


def _capturable_message(catalogue: Catalogue, optimizer: Optimizer) -> str:
    """The words of the optimizer that has state of these names."""
    entries = [item.entry for item in optimizer.entries if item.entry is not None]
    return not_capturable({catalogue.labels[child] for entry in entries[:1] for child in catalogue.children(entry)})


def _home(preview: Preview, item: OptimizerEntry) -> str | None:
    if item.home is not None:
        return item.home.device
    row = preview.catalogue.row_of(item.parameter) if item.parameter is not None else -1
    return preview.device(row) if row >= 0 else None


def _dtype(catalogue: Catalogue, item: OptimizerEntry) -> str | None:
    if item.home is not None:
        return item.home.dtype
    row = catalogue.row_of(item.parameter) if item.parameter is not None else -1
    return catalogue.tensors[row].dtype if row >= 0 else None


def _is_float(dtype: str) -> bool:
    return "float" in dtype
