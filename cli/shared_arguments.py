"""What several commands take: the file that is opened, and how; the computer; limits; and what these words name."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import EditError
from core.memory.sizes import parse_size
from core.text import sentences
from core.torch_child.limits import MEMORY, Limits, OverLimit
from core.words import marked, say

if TYPE_CHECKING:
    from core.loading.computer import Computer
    from core.memory.known_cards import Card

Add = Callable[..., Any]
"""`argparse.ArgumentParser.add_argument`, or what stands in its place."""
KEY = marked("a path, a glob such as 'model/**', a parameter's name, or 'exp_avg of conv1.weight'")
NONE = "none"
_MOST = 1024
"""Cards, and processes."""


def add_file(add: Add, *, several: bool = False) -> None:
    """A file, a folder, or a file that stands for all of several; or the checkpoints of a run."""
    add("file", metavar="FILE")
    if several:
        add("more", metavar="FILE", nargs="*", help=say("further checkpoints of one run"))
        add("--run", action="store_true", help=say("list the checkpoints inside a folder that is itself a checkpoint"))
    ways_to_open(add)


def ways_to_open(add: Add) -> None:
    """What else can be shown than the whole."""
    add("--alone", action="store_true", help=say("open only this file, not the whole model"))
    add("--as-parts", action="store_true", help=say("show the files of ranks as they are, not assembled"))
    add("--follow-links", action="store_true", help=say("read symbolic links that lead out of the folder"))
    add("--download", action="store_true", help=say("download the whole file if its server cannot send parts"))


def json_argument(add: Add) -> None:
    """That the answer is for a script."""
    add("--json", action="store_true", help=say("print one JSON object"))


def overwrite_argument(add: Add) -> None:
    """That what is there may be replaced."""
    add("--overwrite", action="store_true", help=say("replace OUT if it exists"))


def model_arguments(add: Add) -> None:
    """Which model the optimizers of a file belong to: what `cli.opening.opened` reads."""
    add("--model", metavar="OTHER", help=say("the file with the model, if FILE holds only optimizer state"))
    optimizer_of(add)


def optimizer_of(add: Add) -> None:
    """The same, where the model is in the file itself."""
    add(
        "--optimizer-of",
        action="append",
        default=[],
        metavar="PATH=PATH",
        help=say("which model an optimizer belongs to, such as optimizerD=netD"),
    )


def accept_missing(add: Add) -> None:
    """That a copy may be incomplete."""
    add("--accept-missing", action="store_true", help=say("write the model even if some of its files are missing"))


def accept_files(add: Add) -> None:
    """That a recipe may read other files."""
    add("--accept-files", action="store_true", help=say("let a recipe copy numbers from the files that it names"))


def accepted(add: Add) -> None:
    """What a copy may be without."""
    accept_missing(add)
    add(
        "--accept-odd",
        action="store_true",
        help=say("write what is shown as a plain file, even if torch.save did not write the source"),
    )


def machine_arguments(add: Add, purpose: str = "") -> None:
    """Where a file is to be loaded: what `computer_of` and `card_of` read."""
    add(
        "--machine",
        metavar="M",
        help=say("{purpose}where the file will be loaded: cpu (the default) or gpus:N", purpose=purpose),
    )
    add(
        "--card",
        metavar="CARD",
        help=say("{purpose}the card there, such as T4 or 24GB; this implies a GPU", purpose=purpose),
    )
    add(
        "--target",
        metavar="DEV",
        help=say(
            "{purpose}the device to run on, such as cuda:1 (default: cuda:0, or cpu without a GPU)", purpose=purpose
        ),
    )
    add(
        "--ranks",
        type=ranks,
        default=1,
        metavar="N",
        help=say("{purpose}how many processes load it, each for its own card", purpose=purpose),
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
        raise EditError("A machine without a GPU has no card; leave out --card, or say --machine gpus:1.")
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


# -- limits ----------------------------------------------------------------------------------------------------


def child_arguments(add: Add) -> None:
    """What the process that loads with torch may take: what `limits_of` reads."""
    add(
        "--child-memory",
        type=memory_limit,
        metavar="SIZE",
        help=say(
            "memory limit of the separate process, such as 8GiB, or none (default: 1 GiB plus 16 times the file "
            "size, but no more than is free)"
        ),
    )
    add(
        "--child-seconds",
        type=seconds_limit,
        metavar="N",
        help=say(
            "time limit of the separate process in seconds, or none (default: 1 minute of processor time and 5 "
            "minutes in all, more for large files)"
        ),
    )


def limits_of(arguments: argparse.Namespace) -> Limits:
    """The limits that ``--child-memory`` and ``--child-seconds`` name; as usual where they are not given."""
    return Limits(arguments.child_memory, arguments.child_seconds, arguments.child_seconds)


def memory_limit(text: str) -> float:
    """Bytes, or no limit. Raises `argparse.ArgumentTypeError`."""
    if text == NONE:
        return math.inf
    try:
        return parse_size(text)
    except EditError as error:
        raise argparse.ArgumentTypeError(say("{error}, or {none}", error=str(error).rstrip(".。"), none=NONE)) from None


def seconds_limit(text: str) -> float:
    """Seconds, or no limit. Raises `argparse.ArgumentTypeError`."""
    if text == NONE:
        return math.inf
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:10]) < 10**9:
        raise argparse.ArgumentTypeError(
            say("{text!r} is not a number of seconds; write {none}, or a number such as 600", text=text, none=NONE)
        )
    return int(text)


def count(text: str) -> int:
    """A number of cards. Raises `argparse.ArgumentTypeError`."""
    if not text.isascii() or not text.isdigit() or int(text) > _MOST:
        raise argparse.ArgumentTypeError(say("{text!r} is not a number from 0 to 1024", text=text))
    return int(text)


def ranks(text: str) -> int:
    """A number of processes. Raises `argparse.ArgumentTypeError`."""
    if count(text) == 0:
        raise argparse.ArgumentTypeError(say("at least one process must load the file"))
    return int(text)


def told(error: OverLimit) -> str:
    """Why the child was stopped, and how to allow it more."""
    option, value = ("--child-memory", "SIZE") if error.limit == MEMORY else ("--child-seconds", "N")
    more = say(
        "If you trust the file, raise the limit with {option} {value}, or remove it with {option} {none}.",
        option=option,
        value=value,
        none=NONE,
    )
    return sentences(str(error), more)
