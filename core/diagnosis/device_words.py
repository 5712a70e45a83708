"""The devices that values of a file name: options of a script, which moves something there once it has loaded them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.edits.preview import Preview
from core.objects.tensors import DEVICE
from core.objects.value_text import device_argument, value_text
from core.pickling.nodes import calls

_OPTION: Final = re.compile(
    r"(?!no?_|num_)(?:\w*_)?(?:local_rank|(?:gpu|cuda|device)(?:_?(?:id|idx|index))?(?P<many>s?))", re.IGNORECASE
)
"""What options call a card, or whether to use one; ``n_gpu`` and ``gpus`` say how many."""
_NUMBERS: Final = re.compile(r"\d{1,3}(?:, ?\d{1,3})*", re.ASCII)
_LONGEST: Final = 100_000
"""Characters of a text that is looked through."""
_SHORT: Final = 40
"""Characters of one that is shown as it is."""


class NamedDevice(NamedTuple):
    """A value that names a ``device``: what it ``says``, and what it could say ``instead``; None where nothing."""

    entry: int
    device: str
    says: str
    instead: str | int | None


def named_devices(view: Preview, wanted: re.Pattern[str], home: str) -> Iterator[NamedDevice]:
    """The values of the planned file that name a ``wanted`` device, each with what names ``home``."""
    file, tree = view.planned, view.catalogue.tree
    word = re.compile(rf"(?<![\w:./-])(?:{wanted.pattern})(?![\w:/-])")
    for entry in range(len(tree.values)):
        if view.dropped(entry):
            continue
        value = view.rewrite.value_at(tree, entry)
        if calls(value, {DEVICE}):
            if wanted.fullmatch(device := device_argument(value.args)):
                yield NamedDevice(entry, device, value_text(value), home)
        elif isinstance(value, str) and len(value) <= _LONGEST and (found := word.search(value)):
            says = value_text(value) if len(value) <= _SHORT else found[0]
            yield NamedDevice(entry, found[0], says, value[: found.start()] + home + value[found.end() :])
        elif isinstance(value, (str, int)) and (device := _of_option(file, entry, value, wanted)):
            alone = type(file.labels[entry]) is str
            yield NamedDevice(entry, device, value_text(value), _like(value, home) if alone else None)


def _of_option(file: Catalogue, entry: int, value: str | int, wanted: re.Pattern[str]) -> str:
    """The wanted device that a number, or a flag, stands for, by what it is called: ``gpu=5``, ``device_ids=[5]``."""
    label, many = file.labels[entry], False
    if type(label) is int:
        label, many = file.labels[file.parents[entry]], True
    option = _OPTION.fullmatch(label) if isinstance(label, str) else None
    if option is None or bool(option["many"]) != many:
        return ""
    if isinstance(value, bool):
        devices = ["cuda"] if value else []
    else:
        devices = [f"cuda:{number}" for number in re.findall(r"\d+", str(value)) if _NUMBERS.fullmatch(str(value))]
    return next(filter(wanted.fullmatch, devices), "")


def _like(value: str | int, home: str) -> str | int | None:
    """What stands for ``home`` as the value stands for its device."""
    index = home.partition(":")[2]
    if isinstance(value, bool):
        return None if index else False
    return type(value)(index) if index else None
