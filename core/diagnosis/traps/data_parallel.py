"""Traps of pickled models and ``DataParallel``, which runs only where all of its model lies on ``device_ids[0]``.

A state dict has no such trap: ``load_state_dict`` copies into parameters that stay where they are. A pickled model
brings its devices along, and a pickled wrapper its ``device_ids``. Source: ``torch/nn/parallel/data_parallel.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.catalogue.modules import DATA_PARALLEL, PickledModule, module_entries
from core.devices import card_of
from core.diagnosis.finding import NOTE, WARNING, Finding, make_finding
from core.diagnosis.planned import rows_to_device
from core.diagnosis.trap import trap
from core.diagnosis.traps.devices import data_parallel
from core.edits.edits import Extract
from core.edits.preview import Preview
from core.loading.computer import Computer
from core.loading.torch_messages import NO_SUCH_ORDINAL, not_on_first
from core.text import listed, sentences
from core.words import say


def data_parallel_findings(preview: Preview, computer: Computer) -> Iterator[Finding]:
    """One finding a pickled model that is wrapped, or that ``DataParallel`` would not take."""
    for model in module_entries(preview.catalogue):
        if preview.dropped(model.entry) or preview.plan.find(Extract, entry=model.entry) is not None:
            continue
        devices = _devices(preview, model.entry)
        on_cards = [device for device in devices if card_of(device) is not None]
        cards = [device for _, device in sorted((card_of(device), device) for device in on_cards)]
        if model.wrapper == DATA_PARALLEL and model.device_ids and not _runs(model, devices, computer):
            yield _kept_apart(preview, model, devices, computer)
        elif model.wrapper == DATA_PARALLEL and (lost := _lost(model, computer)):
            yield _without_cards(preview, model, lost, computer)
        elif model.wrapper:
            yield _inside(preview, model)
        elif len(cards) > 1:
            yield _spread(preview, model, cards)


def _runs(model: PickledModule, devices: Sequence[str], computer: Computer) -> bool:
    first = f"cuda:{model.device_ids[0]}"
    return computer.has(first) and set(devices) <= {first, "meta"}


def _lost(model: PickledModule, computer: Computer) -> list[str]:
    """The cards of a wrapper that are not here."""
    return [card for card in (f"cuda:{number}" for number in model.device_ids) if not computer.has(card)]


def _without_cards(preview: Preview, model: PickledModule, lost: Sequence[str], computer: Computer) -> Finding:
    return make_finding(
        preview,
        "wrapped-model",
        WARNING,
        say(
            "a pickled DataParallel also uses {lost}, which {computer} does not have",
            lost=listed(lost),
            computer=computer.text,
        ),
        NO_SUCH_ORDINAL,
        [model.entry],
        say(
            "The pickled DataParallel has device_ids={device_ids} and sends each of these cards a "
            "share of every batch, even if the card is missing.",
            device_ids=list(model.device_ids),
        ),
        say(
            "Unwrap the model: write model = model.module in the script, or extract the state_dict of the inner "
            "model here."
        ),
        [Extract(model.entry, unwrap=True)],
    )


def _inside(preview: Preview, model: PickledModule) -> Finding:
    return make_finding(
        preview,
        "wrapped-model",
        NOTE,
        say("the model is wrapped in {wrapper}", wrapper=model.wrapper),
        "",
        [model.entry],
        say(
            "The pickled model is inside {wrapper}, so all keys of its state_dict start with the wrapper's prefix.",
            wrapper=model.wrapper,
        ),
        say(
            "To load into a model without the wrapper, extract the state_dict of the model inside, as "
            "model.module.state_dict() gives it."
        ),
        [Extract(model.entry, unwrap=True)],
    )


def _kept_apart(preview: Preview, model: PickledModule, devices: Sequence[str], computer: Computer) -> Finding:
    first = f"cuda:{model.device_ids[0]}"
    strays = [device for device in devices if device not in (first, "meta")]
    here = computer.has(first)
    astray = [preview.catalogue.tensors[row].entry for row in _rows_on(preview, model.entry, strays)]
    other = strays[0] if here else computer.home
    return make_finding(
        preview,
        "dataparallel-on-cpu" if other == "cpu" else "several-gpus",
        WARNING,
        say("a pickled DataParallel for {first}, with weights on {devices}", first=first, devices=listed(strays))
        if here
        else say(
            "a pickled DataParallel for {first}, which {computer} does not have", first=first, computer=computer.text
        ),
        not_on_first(first, other),
        astray if here else [model.entry],
        say(
            "The pickled DataParallel has device_ids={device_ids} and runs only if the whole model is on {first}. "
            "It neither moves the model there nor falls back to the CPU.",
            device_ids=list(model.device_ids),
            first=first,
        ),
        sentences(
            say(
                "Unwrap the model: write model = model.module in the script, or extract the state_dict of the inner "
                "model here."
            ),
            say("To keep the wrapper, put the whole model on {first} instead.", first=first) if here else "",
        ),
        [Extract(model.entry, unwrap=True)],
    )


def _spread(preview: Preview, model: PickledModule, cards: Sequence[str]) -> Finding:
    first = cards[0]
    rows = _rows_on(preview, model.entry, cards[1:])
    return make_finding(
        preview,
        "several-gpus",
        NOTE,
        say("the pickled model is spread over {cards}", cards=listed(cards)),
        not_on_first(first, cards[1]),
        [preview.catalogue.tensors[row].entry for row in rows],
        say(
            "If you spread the model over several GPUs on purpose, change nothing. DataParallel cannot run such a "
            "model, because it needs the whole model on its first device."
        ),
        say("For DataParallel, put the whole model on {first}.", first=first),
        rows_to_device(preview, rows, first),
    )


def _devices(preview: Preview, entry: int) -> list[str]:
    return list(dict.fromkeys(preview.device(row) for row in _live_rows(preview, entry)))


def _rows_on(preview: Preview, entry: int, devices: Sequence[str]) -> list[int]:
    return [row for row in _live_rows(preview, entry) if preview.device(row) in devices]


def _live_rows(preview: Preview, entry: int) -> Iterator[int]:
    tensors = preview.catalogue.tensors
    return (row for row in preview.catalogue.subtree_rows(entry) if not preview.dropped(tensors[row].entry))


WRAPPERS = (
    trap("wrapped-model", look=data_parallel_findings),
    trap("dataparallel-on-cpu", look=data_parallel_findings, judge=data_parallel),
)
