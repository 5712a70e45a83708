"""The arguments that several commands have: the checkpoint that is opened, and how; the edits."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.limits import ranks
from core.errors import EditError, SaveError
from core.formats.register import TARGETS
from core.words import say

if TYPE_CHECKING:
    from core.loading.computer import Computer
    from core.memory.known_cards import Card

Add = Callable[..., Any]


def edit_arguments(add: Callable[..., Any]) -> None:
    """Describe them all. They are collected in ``steps``, in the order in which they stand."""
    from core.edits.edits import OPTIONS  # noqa: PLC0415 - only for commands that edit

    for option in OPTIONS.values():
        if not option.form:
            add(f"--{option.name}", action=_Collect, dest="steps", nargs=0, default=[], help=say(option.help))
        elif option.metavar:
            named, told = option.metavar, say(option.help)
            add(f"--{option.name}", action=_Collect, dest="steps", default=[], metavar=named, help=told)
    add("--in-order", action="store_true", help=say("do these in the order in which they stand, not devices first"))
    add(
        "--recipe",
        metavar="FILE",
        help=say("do the steps of a recipe after these, as far as the file has what they need"),
    )
    add("--save-recipe", metavar="FILE", help=say("write what is done as a recipe for other files"))
    add("--container", choices=TARGETS, help=say("write this container (default: that of FILE)"))
    add(
        "--shard-size",
        type=_size,
        metavar="SIZE",
        help=say("write a folder of files of at most this size, such as 5GB, with the index that transformers writes"),
    )


def accept_missing(add: Callable[..., Any]) -> None:
    """That a copy may be incomplete."""
    add("--accept-missing", action="store_true", help=say("write what is there of a model with missing files"))


def batch_arguments(add: Callable[..., Any]) -> None:
    """The arguments of ``batch``."""
    add("file", metavar="FOLDER")
    add(
        "--recipe",
        metavar="FILE",
        required=True,
        help=say("the steps, as the window or `fix --save-recipe` wrote them"),
    )
    add("--into", metavar="DIR", help=say("write the new files into this folder, under their names"))
    add(
        "--suffix",
        metavar="S",
        help=say("write them beside the old ones, with S before the ending, as --suffix=-cpu (default: -fixed)"),
    )
    add("--in-place", action="store_true", help=say("replace the old files, each only once its new one is checked"))
    add("--overwrite", action="store_true", help=say("replace files that are there"))
    accept_missing(add)
    add("--deep", action="store_true", help=say("go through folders below it too"))
    machine_arguments(add, say("for a step that cures: "))
    add("--dry-run", action="store_true", help=say("say what would be done and write nothing"))
    add("--json", action="store_true", help=say("print one JSON object"))


def _size(text: str) -> int:
    from core.saving.targets.sharding import size_of  # noqa: PLC0415 - for who asks for it

    try:
        return size_of(text)
    except SaveError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


class _Collect(argparse.Action):
    """Puts a step behind those before it."""

    def __call__(
        self, _: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        from core.edits.edits import Step, check_step  # noqa: PLC0415 - as above

        step = Step((option or "").removeprefix("--"), values if isinstance(values, str) else "")
        try:
            check_step(step)
        except EditError as error:
            raise argparse.ArgumentError(self, str(error)) from None
        namespace.steps = [*namespace.steps, step]


def add_file(add: Add) -> None:
    """A file, a folder, or a file that stands for all of several."""
    add("file", metavar="FILE")
    ways_to_open(add)


def ways_to_open(add: Add) -> None:
    """What else can be shown than the whole."""
    add("--alone", action="store_true", help=say("open this file by itself, and not the whole it is part of"))
    add("--as-parts", action="store_true", help=say("show the files of ranks as they are, not put together"))
    add("--follow-links", action="store_true", help=say("read symbolic links that lead out of the folder"))
    add("--download", action="store_true", help=say("fetch all of a file whose server gives no parts of it"))


def machine_arguments(add: Add, purpose: str = "") -> None:
    """Where a file is to be loaded: what `computer_of` and `card_of` read."""
    add(
        "--machine",
        metavar="M",
        help=say("{purpose}where it is to be loaded: cpu (the default) or gpus:N", purpose=purpose),
    )
    add(
        "--card",
        metavar="CARD",
        help=say("{purpose}a card of it, such as T4 or 24GB: a machine that has one has a GPU", purpose=purpose),
    )
    add(
        "--target",
        metavar="DEV",
        help=say("{purpose}the device to run on, such as cuda:1 (default: cuda:0, or the cpu)", purpose=purpose),
    )
    add(
        "--ranks",
        type=ranks,
        default=1,
        metavar="N",
        help=say("{purpose}processes that load it, each for its own card", purpose=purpose),
    )


def computer_of(arguments: Any) -> Computer:
    """The computer that ``--machine``, ``--card``, ``--target`` and ``--ranks`` name.

    Raises `EditError` for what is none, and for a card of a machine that has none.
    """
    from core.loading.computer import parse_computer  # noqa: PLC0415 - most calls do without

    asked, target, card = arguments.machine, arguments.target, card_of(arguments)
    if card is None:
        found = parse_computer(asked, target, arguments.ranks)
        return replace(found, is_here=asked is None and target is None and not _has_driver())
    found = parse_computer("gpus:1" if asked is None and target is None else asked, target, arguments.ranks)
    if not found.gpus:
        raise EditError(say("A machine without a GPU has no card; leave out --card, or say --machine gpus:1."))
    return found


def card_of(arguments: Any) -> Card | None:
    """The card of ``--card``, if it was given. Raises `EditError` for what is neither a card nor a size."""
    if getattr(arguments, "card", None) is None:
        return None
    from core.memory.machine import parse_checked_card  # noqa: PLC0415 - as above

    return parse_checked_card(arguments.card)


def _has_driver() -> bool:
    """Whether there may be an NVIDIA card here; asked for words alone, so nothing is loaded for it."""
    return any(Path(place).exists() for place in ("/proc/driver/nvidia", "/dev/nvidiactl", "/dev/dxg"))
