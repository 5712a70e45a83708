"""Resuming: optimizers, schedulers, the states of random numbers, and what frameworks want beside the weights."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import itemgetter

from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.groups import STEP, scalars_on_cpu
from core.catalogue.quoting import literal
from core.catalogue.rows import Optimizer, OptimizerEntry, TensorRow
from core.diagnosis.finding import NOTE, WARNING, Finding, make_finding
from core.diagnosis.planned import child_named, group_of, rows_to_device
from core.diagnosis.trap import STEP_COUNT, STEP_COUNT_ON_GPU, Case, Judged, cause, error, innocent, says, trap, unknown
from core.diagnosis.traps.many_files import many_files_findings, ranks_of_zero
from core.diagnosis.traps.scripts import arguments_of_lightning, key_at_the_top
from core.diagnosis.traps.state_apart import ORDER, together
from core.dtypes import NO_DEVICE
from core.edits.edits import FOLLOW, MoveOptimizer, NumberState, SetValue
from core.edits.numbering import listed_ids, numbers_meant
from core.edits.preview import Preview
from core.loading.code import LIGHTNING
from core.loading.computer import Computer
from core.loading.torch_messages import RNG_STATE, STEP_ON_GPU, not_capturable
from core.pickling.nodes import mapping
from core.text import clauses, clip, count_text, enumerated, first_sentence, listed, sentence, sentences, series
from core.words import marked, say

_NAMES = re.compile(r"rng|random_state|generator_state", re.IGNORECASE)
_OF_CPU = frozenset({(5056,), (5048,)})
"""The shapes of ``torch.get_rng_state()``, now and of old: ``CPUGeneratorImplState`` in
``aten/src/ATen/CPUGeneratorImpl.cpp``, and its ``legacy_pod`` alone."""
_OF_CARD = frozenset({(16,), (816,), (824_016,), (824_008,), (44,), (36,)})
"""Those of cards. CUDA, ROCm and XPU: a seed and an offset; below them once 200 × ``sizeof(4120)`` bytes, that is of
an int, as ``aten/src/ATen/cuda/CUDAGeneratorImpl.cpp`` of torch 1.13 has it, and before that 200 × 4,120, at first with
no offset (``THCTensorRandom.cu``). MPS: seven ints, a seed and an offset, at first without this
(``aten/src/ATen/mps/MPSGeneratorImpl.mm``)."""
_OF_ANY = _OF_CPU | _OF_CARD


def random_states(preview: Preview) -> Iterator[tuple[int, TensorRow]]:
    """(row, tensor) of each that a generator may take: named as such, or as many bytes as the state of a CPU."""
    found = {**dict(_named_random(preview)), **dict(_looks_random(preview, _OF_CPU))}
    yield from sorted(found.items(), key=itemgetter(0))


def _named_random(preview: Preview) -> Iterator[tuple[int, TensorRow]]:
    """(row, tensor) of each tensor of one dimension at or below a name that speaks of random numbers."""
    catalogue, end = preview.catalogue, 0
    for entry, label in enumerate(catalogue.labels):
        if entry < end or type(label) is not str or _NAMES.search(label) is None:
            continue
        end = catalogue.tree.ends[entry]
        for row in catalogue.subtree_rows(entry):
            tensor = catalogue.tensors[row]
            if len(tensor.shape) == 1 and not preview.dropped(tensor.entry):
                yield row, tensor


def _looks_random(preview: Preview, shapes: frozenset[tuple[int, ...]]) -> Iterator[tuple[int, TensorRow]]:
    """(row, tensor) of each that has the type and the size of a state, under any name, but not among weights."""
    catalogue = preview.catalogue
    found = _bytes_of_shape(catalogue, shapes)
    if not found:
        return
    states = _bytes_of_shape(catalogue, _OF_ANY)
    for entry in (*catalogue.state_dicts, *(optimizer.entry for optimizer in catalogue.optimizers)):
        rows = catalogue.subtree_rows(entry)
        if not states.issuperset(rows):
            found.difference_update(rows)
    yield from _kept(preview, found)


def _kept(preview: Preview, rows: Iterable[int]) -> Iterator[tuple[int, TensorRow]]:
    tensors = ((row, preview.catalogue.tensors[row]) for row in sorted(rows))
    yield from ((row, each) for row, each in tensors if not preview.dropped(each.entry))


def _bytes_of_shape(catalogue: Catalogue, shapes: frozenset[tuple[int, ...]]) -> set[int]:
    """The rows of such tensors, read off the columns: a row made for each of 300,000 tensors takes a moment."""
    facts = zip(catalogue.tree.facts.dtypes, catalogue.tree.facts.shapes, strict=True)
    return {row for row, (dtype, shape) in enumerate(facts) if dtype == "uint8" and shape in shapes}


def rng_findings(preview: Preview, _computer: Computer) -> Iterator[Finding]:
    """States that were saved on another device, where some map_location had put them."""
    rows = [(row, each) for row, each in random_states(preview) if each.dtype == "uint8"]
    away = [(row, each) for row, each in rows if preview.device(row) not in ("cpu", "meta")]
    if not away:
        return
    yield make_finding(
        preview,
        "rng-state",
        WARNING,
        say(
            "a random state on {away}",
            away=listed(dict.fromkeys((preview.device(row) for row, _ in away))),
        ),
        RNG_STATE,
        [each.entry for _, each in away],
        say(
            "set_rng_state takes only bytes on the CPU, even for a GPU. get_rng_state returns them "
            "so, but a load with map_location moved them before they were saved again."
        ),
        say("Change their saved device to cpu, or call .cpu() on them in the script."),
        rows_to_device(preview, [row for row, _ in away], "cpu"),
    )


_STARTS_ANEW = marked("the optimizer starts again from zero, and the loss may jump after resuming")


def state_findings(preview: Preview, optimizer: Optimizer) -> Iterator[Finding]:
    """Everything about state under wrong keys, and about state that is missing, of one optimizer that stays."""
    entry = child_named(preview, optimizer.entry, "state")
    if entry is None or preview.dropped(entry):
        return
    catalogue = preview.catalogue
    items = mapping(catalogue.values[entry])
    if items is None:
        return
    listed = listed_ids(catalogue.values[optimizer.entry])
    keys = [(child, preview.label(child)) for child in catalogue.children(entry) if not preview.dropped(child)]
    numbers = numbers_meant((key for _, key in keys), listed)
    if numbers:
        texts = [child for child, key in keys if isinstance(key, str) and key in numbers]
        yield _text_keys(preview, optimizer, texts)
    stray = [child for child, key in keys if _is_stray(key, listed) and not (isinstance(key, str) and key in numbers)]
    if stray:
        yield _stray(preview, stray)
    if listed and next(preview.rewrite.live_keys(items), None) is None and _keeps_state(preview, optimizer):
        yield _none(preview, optimizer, entry)


def _is_stray(key: object, listed: set[int | str]) -> bool:
    return (type(key) is int and key not in listed) or (isinstance(key, str) and key.isdecimal() and key not in listed)


def _text_keys(preview: Preview, optimizer: Optimizer, entries: list[int]) -> Finding:
    return make_finding(
        preview,
        "optimizer-text-keys",
        WARNING,
        say(
            "the state of {parameters} has string keys, but the groups list integers",
            parameters=count_text(len(entries), "parameter"),
        ),
        "",
        entries,
        say(
            "optimizer.load_state_dict finds no parameter for such keys and raises no error: the state is not "
            "used, and {starts_anew}. torch.distributed.checkpoint turns keys into strings, and dcp_to_torch_save "
            "does not turn them back.",
            starts_anew=say(_STARTS_ANEW),
        ),
        say("Turn the keys back into numbers."),
        [NumberState(optimizer.entry)],
    )


def _stray(preview: Preview, entries: list[int]) -> Finding:
    return make_finding(
        preview,
        "optimizer-stray-state",
        NOTE,
        say(
            "no optimizer group lists {parameters} that have state",
            parameters=count_text(len(entries), "parameter"),
        ),
        "",
        entries,
        say(
            "optimizer.load_state_dict keeps such state but never uses it; it only takes up space in the file and "
            "in memory. This happens if a file with the wrong kind of keys was loaded and trained further, or if "
            "groups were removed."
        ),
        say("Loading works. You can drop this state if nothing else reads it."),
    )


def _none(preview: Preview, optimizer: Optimizer, entry: int) -> Finding:
    return make_finding(
        preview,
        "optimizer-no-state",
        NOTE,
        say("the optimizer has its groups but no state of {kind}", kind=optimizer.kind)
        if optimizer.kind
        else say("the optimizer has its groups but no state"),
        "",
        [entry],
        say(
            "It was saved before its first step, or its state was left out to make the file smaller; the file does "
            "not say which. If it had already been trained, {starts_anew}.",
            starts_anew=say(_STARTS_ANEW),
        ),
        say(
            "If the model had been trained before this file was saved, look for a checkpoint that has the "
            "optimizer state. If not, there is nothing to do."
        ),
    )


def _keeps_state(preview: Preview, optimizer: Optimizer) -> bool:
    """Whether the optimizer has state once it stepped: SGD without momentum has none (``torch/optim/sgd.py``)."""
    if optimizer.kind != "SGD":
        return True
    groups = (group_of(preview, optimizer.entry, index)[1] for index in range(optimizer.groups))
    return any(preview.planned_value(group, "momentum")[0] for group in groups)


_OLD_LOOP = marked(
    "The widely copied loop (for state in optimizer.state.values(): … v.cuda()) also moves “step”, which slows down "
    "every optimizer.step()."
)


def optimizer_findings(preview: Preview, computer: Computer) -> Iterator[Finding]:
    """Everything about optimizer state."""
    for optimizer in preview.catalogue.optimizers:
        if preview.dropped(optimizer.entry):
            continue
        states = _Split(preview, optimizer)
        if child_named(preview, optimizer.entry, "param_groups") is None:
            continue  # fastai's, which loads state as it is (``Optimizer.load_state_dict`` of fastai/optimizer.py)
        yield from states.elsewhere(computer)
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

    def elsewhere(self, computer: Computer) -> Iterator[Finding]:
        """State and parameter on two devices; single numbers go along with tensors of any."""
        catalogue, preview = self.preview.catalogue, self.preview
        apart: list[int] = []
        devices: dict[str, None] = {}
        homes: dict[str, None] = {}
        for row, item in self.others:
            home, device = _home(preview, item), preview.device(row)
            if home is not None and home not in (NO_DEVICE, device) and catalogue.tensors[row].shape:
                apart.append(catalogue.tensors[row].entry)
                devices[device] = homes[home] = None
        if apart:
            both = together(list(devices), list(homes), computer)
            found = make_finding(
                preview,
                "optimizer-elsewhere",
                NOTE,
                say(
                    "optimizer state is on {devices}, its parameters on {homes}",
                    devices=enumerated(list(devices), 3),
                    homes=enumerated(list(homes), 3),
                ),
                "",
                apart,
                say(
                    "{tensors} of the optimizer state were saved on a different device from their parameters, for "
                    "example after net.to({home}). That alone does no harm: optimizer.load_state_dict moves the state "
                    "to the parameters. optimizer.step() fails only if you move the model after loading its "
                    "optimizer, or fill optimizer.state yourself instead of calling optimizer.load_state_dict.",
                    tensors=count_text(len(apart), "tensor"),
                    home=literal(clip(next(iter(homes)), 40)),
                ),
                both.how,
                [MoveOptimizer(FOLLOW, self.optimizer.entry)],
                say(_OLD_LOOP),
            )
            yield replace(found, is_covered=both.is_covered, fixed_with=both.error)

    def steps_on_gpu(self) -> Iterator[Finding]:
        """``step`` on a GPU although the group is not capturable."""
        preview, catalogue = self.preview, self.preview.catalogue
        rows = [
            row for row, item in self.steps if preview.device(row) not in ("cpu", "meta") and not self._on_device(item)
        ]
        if not rows:
            return
        yield make_finding(
            preview,
            "step-on-gpu",
            NOTE,
            say(
                "{tensors} are on {device}",
                tensors=count_text(len(rows), "“step” tensor"),
                device=preview.device(rows[0]),
            ),
            STEP_ON_GPU,
            [catalogue.tensors[row].entry for row in rows],
            say(
                "Optimizers count steps in small tensors that belong on the CPU unless the group is capturable or "
                "fused. optimizer.load_state_dict leaves them where torch.load put them. torch 1.12.0 refuses to "
                "step; other versions read each count from the card at every step, which is slow."
            ),
            say(
                "Leave step on the CPU. Load with map_location='cpu': step stays there, and "
                "optimizer.load_state_dict moves exp_avg and the rest."
            ),
            rows_to_device(preview, rows, "cpu"),
            say("Setting capturable=True avoids the error of torch 1.12.0 too, but costs speed."),
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
                "{tensors} are on the cpu, in a capturable or fused group",
                tensors=count_text(len(rows), "“step” tensor"),
            ),
            _capturable_message(catalogue, self.optimizer),
            [catalogue.tensors[row].entry for row in rows],
            say(
                "With capturable=True or fused=True torch needs “step” on the device of its parameter. Since torch "
                "2.0 optimizer.load_state_dict moves it there, so this file trains as it is. optimizer.step() "
                "fails only with an older torch, or if you move the model after loading the optimizer."
            ),
            sentences(
                say("For torch 1.12 and 1.13, move “step” in the file to the device of its parameter."), say(ORDER)
            ),
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
                "DeepSpeed and bitsandbytes deliberately keep optimizer state in a different dtype from the "
                "weights, and load it unchanged. torch's own optimizer.load_state_dict silently casts the state to "
                "its parameter's dtype: in a {want} model, {have} becomes {want} and may be rounded.",
                want=want,
                have=have,
            ),
            say(
                "With an optimizer of torch, load into a model of the dtype it was trained in, and "
                "convert afterwards. The file needs no change."
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
            say("the optimizer is capturable, which does not work on a CPU"),
            _capturable_message(preview.catalogue, optimizer),
            entries,
            say(
                "optimizer.load_state_dict also loads the saved option capturable=True, which is for CUDA graphs. "
                "On a CPU optimizer.step() then fails."
            ),
            say("Set capturable to False in the file, or in optimizer.param_groups after loading."),
            [SetValue(entry, value=False) for entry in entries],
        )


def _capturable_message(catalogue: Catalogue, optimizer: Optimizer) -> str:
    """The words of the optimizer that has state of these names."""
    entries = [item.entry for item in optimizer.entries if item.entry is not None]
    return not_capturable({key for entry in entries[:1] for key in catalogue.by_text(entry)})


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


_BYTES = r"torch\.(?:cuda\.)?\w{0,20}Tensor"


_SHOWN = 3


def groups(case: Case) -> Judged | None:
    """Other groups of parameters: the optimizer of the script decides what is right."""
    if case.view is None:
        return None
    there = case.findings_of("optimizer-groups")
    if there:
        return cause(first_sentence(there[0].explanation), *there)
    optimizers = case.view.catalogue.optimizers
    sizes = clauses(_sizes(optimizer.params, optimizer.groups) for optimizer in optimizers[:3])
    return unknown(
        "its optimizer has {sizes}. Compare that with the script: [len(g['params']) for g in optimizer.param_groups].",
        sizes=sizes,
    )


def _sizes(params: int, number: int) -> str:
    return say(
        "{parameters} in {groups}",
        parameters=count_text(params, "parameter"),
        groups=count_text(number, "group"),
    )


def no_optimizer(case: Case) -> Judged | None:
    """``KeyError: 'param_groups'``: something else was handed to an optimizer's ``load_state_dict``."""
    if case.view is None:
        return None
    catalogue = case.view.catalogue
    handed = [key for looked_in, key in case.recognised.facts.items if looked_in != "state_dict"]
    tops = {case.view.label(entry): entry for entry in catalogue.children(case.view.root)}
    others = [
        key for key in handed if key in tops and not any(each.entry == tops[key] for each in catalogue.optimizers)
    ]
    if others:
        what = clip(catalogue.summary(tops[others[-1]]), 80)
        return cause("at {key!r} it has {what} instead of optimizer state.", key=others[-1], what=what)
    if not catalogue.optimizers:
        return unknown("it has no optimizer state, so the script passed something else to the optimizer.")
    where = [catalogue.path_text(optimizer.entry) for optimizer in catalogue.optimizers[:_SHOWN]]
    return innocent(
        "it has optimizer state at {where}; the script passed something else.", where=listed(map(repr, where))
    )


def no_state_dict(case: Case) -> Judged | None:
    """``'tuple' object has no attribute 'copy'``: a file that is no dict, handed to ``load_state_dict`` as it is."""
    kind = case.details.get("class", "")
    if case.view is None or not kind:
        return None
    whole = type(case.view.catalogue.values[case.view.root])
    if whole in (list, tuple) and whole.__name__ == kind:
        return cause(
            "it is a {kind}. The state_dict is inside: find it in the tree, and take it from there.", kind=kind
        )
    return innocent("it is not a {kind}. The script takes something out of it, or passes something else.", kind=kind)


def without_data(case: Case) -> Judged | None:
    """``Cannot copy out of meta tensor; no data!``: of the model, or of the file that was saved from such a one."""
    there = case.findings_of("no-data") if "no data" in case.recognised.quote else ()
    return cause(sentence(there[0].title), *there) if there else None


def initial_lr(case: Case) -> Judged | None:
    """A scheduler with ``last_epoch`` wants ``initial_lr`` in each group (``torch/optim/lr_scheduler.py``)."""
    if case.view is None:
        return None
    catalogue = case.view.catalogue
    lacking = [
        optimizer
        for optimizer in catalogue.optimizers
        if "initial_lr" not in catalogue.labels[optimizer.entry : catalogue.tree.ends[optimizer.entry]]
    ]
    if not lacking:
        return innocent(
            "the groups of its optimizer have initial_lr; the script creates the scheduler before it loads them."
        )
    return unknown(
        "the groups of its optimizer have no initial_lr, because it was saved without a scheduler. In the script, "
        "create the scheduler without last_epoch and load its own state, or set group.setdefault('initial_lr', "
        "group['lr'])."
    )


def random_state(case: Case) -> Judged | None:
    """``RNG state must be a torch.ByteTensor``: bytes on the CPU, whichever generator they are of."""
    if case.view is None:
        return None
    view = case.view
    found = list(random_states(view)) or list(_looks_random(view, _OF_CARD))
    states = [(each, view.device(row)) for row, each in found]
    if not states:
        return _among_weights(view)
    if "ByteTensor" not in case.recognised.quote:
        sizes = series(
            say("{path!r} has {size:,}", path=_path(view, row.entry), size=row.shape[0]) for row, _ in states[:_SHOWN]
        )
        return unknown(
            "the random state of a CPU has 5,056 bytes and that of a GPU 16; here {sizes}. Check that each goes to "
            "the right generator.",
            sizes=sizes,
        )
    is_type = "got torch.FloatTensor" in case.recognised.quote
    wrong = [row.entry for row, device in states if (row.dtype != "uint8" if is_type else device != "cpu")]
    if wrong:
        path = _path(view, wrong[0])
        text = (
            say(
                "its {path!r} is not uint8; a generator takes its state as bytes on the CPU.",
                path=path,
            )
            if is_type
            else say("its {path!r} was saved on a GPU; a generator takes its state as bytes on the CPU.", path=path)
        )
        return cause(text, *case.findings_of("rng-state"))
    path = _path(view, states[0][0].entry)
    return innocent("its {path!r} is on the CPU as bytes. map_location moves it: call .cpu() on it.", path=path)


def _among_weights(view: Preview) -> Judged:
    """Bytes among weights may be the weights' own, or a state that was saved beside them."""
    found = next(_kept(view, _bytes_of_shape(view.catalogue, _OF_ANY)), None)
    if found is None:
        return innocent("it has no random state.")
    return unknown(
        "its {path!r}, among weights, is bytes and as long as a random state. If the script takes it for one, call "
        ".cpu() on it.",
        path=_path(view, found[1].entry),
    )


def _path(view: Preview, entry: int) -> str:
    """The path in the file; the file's name for a file that is the tensor alone."""
    return view.path_text(entry) or view.label_text(entry)


def whole_lightning(case: Case) -> Judged | None:
    """Lightning resumes only from what ``Trainer.save_checkpoint`` saved with ``weights_only=False``.

    None where the error is that of a key that is looked for.
    """
    if case.view is None or " " not in case.details.get("key", ""):
        return None
    view = case.view
    parts = {view.label(child) for child in view.catalogue.children(view.root) if not view.dropped(child)}
    if LIGHTNING not in parts:
        return innocent("it is not a Lightning checkpoint, which would have 'pytorch-lightning_version'.")
    if "optimizer_states" in parts:
        return innocent("it has 'optimizer_states'.")
    return cause("it is a Lightning checkpoint without 'optimizer_states', saved with save_weights_only=True.")


def _of_lightning(case: Case) -> Judged | None:
    if {"argument", "unwanted"} & case.details.keys():
        return arguments_of_lightning(case)
    return whole_lightning(case) or key_at_the_top(case)


_MAKES = r"load_from_checkpoint|_load_model_state|_cls_kwargs|lightning[/\\.\w]{0,40}saving"
"""In the lines above an error, that Lightning makes the module."""


RESUMING = (
    trap(
        "optimizer-groups",
        error(
            "the parameter groups of the optimizer differ",
            "torch matches optimizer state to parameters by position in each group, and the number of groups, or "
            "of parameters in a group, differs. If only the order differs, torch silently loads the state of one "
            "parameter into another.",
            "Build the optimizer with the same groups, parameters and order as when it was saved, or "
            "start it without its state.",
            says(r"loaded state dict has a different number of parameter groups"),
            says(r"loaded state dict contains a parameter group that doesn'?t match the size of optimizer'?s group"),
            absent="Compare its groups with those of your optimizer.",
        ),
        judge=groups,
        of_optimizers=True,
    ),
    trap(
        "initial-lr",
        error(
            "a scheduler that goes on without the optimizer's state",
            "A scheduler that is created with last_epoch ≥ 0 looks for 'initial_lr' in the optimizer's groups. "
            "That entry exists only if you first load the state of an optimizer that was saved with a scheduler.",
            "Load the optimizer's state first, then create the scheduler with last_epoch. Or create the scheduler "
            "without last_epoch and call scheduler.load_state_dict. If the groups in the file have no "
            "'initial_lr', set it: for group in optimizer.param_groups: group.setdefault('initial_lr', "
            "group['lr']).",
            says(r"param '?\"?initial_lr'?\"? is not specified"),
            says(r"KeyError: ?['\"]initial_lr['\"]"),
            absent="The groups of its optimizer have 'initial_lr', or it has no optimizer.",
        ),
        judge=initial_lr,
        of_optimizers=True,
    ),
    trap(
        "rng-state",
        error(
            "a random state that is not on the CPU",
            "torch accepts random states only as bytes on the CPU, even those of GPUs. This one was moved, usually by "
            "torch.load(f, map_location='cuda:0'), which moves every tensor, or it was saved on a GPU.",
            "Load with map_location='cpu', or move it back: torch.set_rng_state(state.cpu()). load_state_dict puts "
            "the other tensors where they belong by itself.",
            says(r"RNG state must be a torch\.ByteTensor"),
            says(rf"expected a torch\.ByteTensor, ?but got (?P<class>{_BYTES}|\w{{1,40}})"),
            says(r"RNG state (?:is )?wrong size"),
            says(r"but found the input RNG state size to be"),
            absent="Its random states are on the CPU; the script moves them with map_location.",
        ),
        look=rng_findings,
        judge=random_state,
        loaded=True,
    ),
    trap(
        "step-on-gpu",
        error(
            "“step” is on a GPU",
            "torch 1.12.0 refuses a step count on a GPU unless the group is capturable; later "
            "versions accept it but are slow. It was moved along with everything else.",
            "Leave “step” on the CPU: load with map_location='cpu' and let optimizer.load_state_dict place the "
            "state, or rewrite the device of “step” in the file. Setting capturable=True is the popular workaround "
            "and costs speed.",
            says(r"capturable ?= ?False[^\n]{1,60}?CUDA"),  # in any language
            says(r"`?state_steps`? (?:should|must) not be CUDA tensors"),
            absent="Its “step” tensors are where torch wants them; the script moves them, by hand or with "
            "map_location.",
        ),
        look=optimizer_findings,
        kin=(STEP_COUNT_ON_GPU,),
        of_optimizers=True,
    ),
    trap(
        "step-on-cpu",
        error(
            "“step” is on the CPU, but a group is capturable",
            "Groups with capturable=True need the parameter and its step count on one GPU. Here the step count, or "
            "the parameter too, is on the CPU.",
            "Move the model to the GPU before the optimizer is built and its state loaded: “step” then follows its "
            "parameter. On a CPU set capturable=False in the groups.",
            says(r"If capturable=True, ?[\w,\s]{0,120}?(?:must be|state_steps) "),
            absent="It has no capturable or fused group whose state is on the CPU.",
            also="capturable-on-cpu",
        ),
        look=optimizer_findings,
        kin=(STEP_COUNT,),
        of_optimizers=True,
    ),
    trap(
        "optimizer-not-dict",
        error(
            "not the state of an optimizer",
            "optimizer.load_state_dict needs the dict of optimizer.state_dict(), with 'state' and 'param_groups'. The "
            "script passed something else, such as the model's weights, None or the whole checkpoint.",
            "Look at the top-level keys of the file and pass the part that has 'param_groups'. If no "
            "part has it, the file has no optimizer state: start without it.",
            says(r"KeyError: ?'(?P<key>param_groups)'"),
            says(r"KeyError: ?'(?P<key>state)'", above=r"torch[/\\]{1,2}optim[/\\_]{1,2}optimizer"),
            says(r"optim[^\0]{0,60}?optimizer\.py[^\0]{0,1500}?'\w{1,40}' object has no attribute 'copy'"),
            absent="It has the state of an optimizer.",
            also="optimizer-groups",
        ),
        judge=no_optimizer,
        loaded=True,
    ),
    trap(
        "lightning-key",
        error(
            "not a complete Lightning checkpoint",
            "Lightning resumes only from its own checkpoints, which also hold the Lightning version, the epoch and "
            "the state of the loops. This file lacks them: another program wrote it, or it holds only the weights.",
            "Take the weights with model.load_state_dict(torch.load(f)['state_dict']) and start a new run; "
            "trainer.fit(ckpt_path=…) needs a whole Lightning checkpoint.",
            says(r"KeyError: ?['\"](?P<key>pytorch-lightning_version)"),
            says(r"(?P<key>Trying to restore [\w ]{1,60} state) but checkpoint contains only the model"),
            says(
                r"KeyError: "
                r"?'(?P<key>global_step|epoch|loops|callbacks|optimizer_states|lr_schedulers|hyper_parameters)'",
                above=r"lightning",
            ),
            absent="It has what Lightning looks for.",
        ),
        error(
            "a LightningModule whose __init__ gets the wrong arguments",
            "load_from_checkpoint creates the module with the arguments that save_hyperparameters() put into the "
            "file as 'hyper_parameters'.",
            "Give load_from_checkpoint the arguments by name; call self.save_hyperparameters() in __init__.",
            says(
                r"__init__\(\) missing \d{1,3} required [\w-]{1,20} arguments?: ?'(?P<argument>\w{1,80})'",
                above=_MAKES,
            ),
            says(r"__init__\(\) got an unexpected keyword argument '(?P<unwanted>\w{1,80})'", above=_MAKES),
            absent="Its 'hyper_parameters' are not what the error is about.",
        ),
        judge=_of_lightning,
        loaded=True,
    ),
    trap(
        "zero-world-size",
        error(
            "ZeRO state saved by a different number of processes",
            "DeepSpeed's ZeRO splits the optimizer state into one piece per process, and this state was split for "
            "a different number of processes. The weights are not affected.",
            "Resume with the same number of processes as when it was saved, or convert the checkpoint to a "
            "universal one (ds_to_universal.py). If you need only the weights, run the zero_to_fp32.py next to the "
            "checkpoint.",
            says(r"used a DP world size of (?P<have>\d{1,6}) but the current world size is (?P<want>\d{1,6})"),
            says(r"Automatic adjustment of ZeRO'?s optimizer state partitioning"),
            says(r"ZeRORuntimeException"),
            absent="It is not a ZeRO checkpoint, or the number of ranks has not changed.",
        ),
        look=many_files_findings,
        of_any_file=True,
        judge=ranks_of_zero,
    ),
    trap("optimizer-text-keys", look=optimizer_findings),
    trap("optimizer-stray-state", look=optimizer_findings),
    trap("optimizer-no-state", look=optimizer_findings),
    trap("optimizer-dtype", look=optimizer_findings),
    trap("capturable-on-cpu", look=optimizer_findings, kin=(STEP_COUNT,)),
    trap("state-not-dict", judge=no_state_dict),
)
