"""The arguments of the commands: one table, and one function a command that says what it takes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

from cli.edit_arguments import accept_missing, add_file, batch_arguments, edit_arguments, machine_arguments
from cli.language import OPTION, message_text
from cli.limits import count, memory_limit, ranks, seconds_limit
from cli.output import DONE, USAGE, complain, print_lines
from cli.values import arguments as values
from cli.values.workers import worker_arguments
from core import program
from core.languages import LANGUAGES
from core.version import VERSION
from core.words import marked, say

Add = Callable[..., Any]

_USAGES = (
    "[--lang LANG] [--new-window] [--machine M] [--card CARD] [FILE…]",
    "inspect FILE [--json] [--all] [--table OUT]",
    "diagnose FILE [OPTION]…",
    "fix FILE -o OUT [OPTION]…",
    "batch FOLDER --recipe FILE [OPTION]…",
    "extract FILE -o OUT [OPTION]…",
    "code FILE [OPTION]…",
    "verify FILE [--workers N] [--json]",
    "memory FILE [OPTION]…",
    "values FILE KEY [--slice PART] [--json]",
    "diff A B [--all] [--json]",
    "scan FILE [--csv OUT] [--parquet OUT] [--json]",
    "report FILE -o OUT [OPTION]…",
    "export FILE KEY… -o OUT [--slice PART] [--overwrite] [--json]",
    "completion SHELL",
    "install-desktop [--remove]",
)


class Command(NamedTuple):
    """One command: what the list of commands says of it, its arguments, and ``module.function`` that runs it."""

    help: str
    arguments: Callable[[Add], None]
    run: str


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Read the command line; ``command`` is the name of the command. Ends the process for `--help` and bad usage.

    Only the command that is wanted gets its arguments: each costs time to describe.
    """
    parser = _Parser(
        prog=program.name(),
        usage="\n       ".join(f"{program.name()} {usage}" for usage in _USAGES),
        description=say(
            "Look into PyTorch checkpoints and fix them, without running them. With nothing, or with files "
            "alone, the window opens, in the program that runs already unless --new-window is said; the "
            "commands work in the terminal and need neither Qt nor torch."
        ),
        formatter_class=_Formatter,
        add_help=False,
    )
    _help(parser)
    parser.add_argument("--version", action=_Version, nargs=0, help=say("print the version"))
    spoken = say("the language to speak; before the command")  # where it is taken away already
    parser.add_argument(OPTION, metavar="|".join(LANGUAGES), default=argparse.SUPPRESS, help=spoken)
    commands = parser.add_subparsers(
        title="commands", required=True, metavar="COMMAND", prog=program.name(), dest="command"
    )
    for name, command in COMMANDS.items():
        described = commands.add_parser(
            name, help=say(command.help), allow_abbrev=False, add_help=False, formatter_class=_Formatter
        )
        _help(described)
        if name in argv:
            command.arguments(described.add_argument)
    if argv and not argv[0].startswith("-") and argv[0] not in COMMANDS:
        parser.no_command(argv[0])
    lost = next((word for word in argv if word.startswith("--") and word.endswith("=--")), None)
    if lost is not None:  # argparse of Python before 3.13 takes the value away
        parser.error(say("{lost} cannot be said: -- is no value. Rename that key in the window", lost=lost))
    return parser.parse_args(argv)


def _help(parser: argparse.ArgumentParser) -> None:
    """The option that argparse describes in English."""
    parser.add_argument("-h", "--help", action="help", help=say("show this help message and exit"))


_HEADINGS = {
    "commands": marked("commands"),
    "options": marked("options"),
    "positional arguments": marked("positional arguments"),
}


class _Formatter(argparse.HelpFormatter):
    """Asks for the width of the terminal itself: argparse imports a third of the standard library for it."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)

    def start_section(self, heading: str | None) -> None:
        """Headings that argparse has in English."""
        super().start_section(say(_HEADINGS.get(heading or "", heading or "")))

    def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """The line above all, which argparse begins in English."""
        super().add_usage(usage, actions, groups, say("usage: ") if prefix is None else prefix)


def _columns() -> int:
    try:
        return int(os.environ.get("COLUMNS", "")) or 80
    except ValueError:
        try:
            return os.get_terminal_size(sys.__stdout__.fileno()).columns if sys.__stdout__ else 80
        except (OSError, ValueError):
            return 80


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        message = message_text(message)
        complain(say("pthfinder: {message}. See `{prog} --help`.", message=message, prog=self.prog))
        self.exit(USAGE)

    def no_command(self, word: str) -> NoReturn:
        """Say that a word is no command, and which one it may have been."""
        from difflib import get_close_matches  # noqa: PLC0415 - for a slip, and for nothing else

        meant = next(iter(get_close_matches(word.lower(), COMMANDS, 1, 0.65)), None)
        if meant is None:
            self.error(say("there is no command {word}", word=word))
        complain(
            say(
                "pthfinder: there is no command {word}. Did you mean {meant}? See `{prog} --help`.",
                word=word,
                meant=meant,
                prog=self.prog,
            )
        )
        self.exit(USAGE)

    def print_help(self, _file: object = None) -> None:
        print_lines(self.format_help().splitlines())


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        print_lines([f"pthfinder {VERSION}"])
        parser.exit(DONE)


def _inspect(add: Add) -> None:
    add_file(add)
    add("--json", action="store_true", help=say("print one JSON object"))
    add("--all", action="store_true", help=say("list all tensors, not only the first"))
    table = say("write all keys as a table: a file that ends in .csv, .json or .md")
    add("--table", dest="output", metavar="OUT", help=table)
    add("--overwrite", action="store_true", help=say("replace OUT if it is there"))
    _models(add)


def _report(add: Add) -> None:
    add_file(add)
    add("-o", "--output", required=True, metavar="OUT", help=say("the page to write, such as report.html"))
    machine_arguments(add)
    _models(add)
    add("--overwrite", action="store_true", help=say("replace OUT if it is there"))


def _diagnose(add: Add) -> None:
    add_file(add)
    machine_arguments(add)
    add(
        "--against",
        metavar="OTHER",
        help=say("what it is to be loaded into: a checkpoint, or a list of keys and shapes"),
    )
    _models(add)
    add("--error", metavar="TEXT", help=say("an error that you got; - reads it from stdin"))
    add("--verify", action="store_true", help=say("also load it here with torch, in a process of its own"))
    _child(add)
    add("--json", action="store_true", help=say("print one JSON object"))


def _fix(add: Add) -> None:
    add_file(add)
    add("-o", "--output", metavar="OUT", help=say("the file to write; may be FILE itself with --overwrite"))
    _models(add)
    edit_arguments(add)
    add(
        "--cure",
        action="extend",
        nargs="+",
        default=[],
        metavar="CODE",
        help=say("cure findings of diagnose; or `all`"),
    )
    machine_arguments(add, say("for --cure: "))
    add("--against", metavar="OTHER", help=say("for --cure: what it is to be loaded into, as for diagnose"))
    add("--overwrite", action="store_true", help=say("replace OUT if it is there"))
    add("--accept-damage", action="store_true", help=say("write bytes that do not match their checksum all the same"))
    _accepted(add)
    add("--dry-run", action="store_true", help=say("say what would be done and write nothing"))
    worker_arguments(add, say("processes of this machine that make what is cast or put together (default: 1)"))
    add("--json", action="store_true", help=say("print one JSON object"))


def _models(add: Add) -> None:
    add("--model", metavar="OTHER", help=say("the file of the model, for optimizer state in a file of its own"))
    _optimizer_of(add)


def _optimizer_of(add: Add) -> None:
    add(
        "--optimizer-of",
        action="append",
        default=[],
        metavar="PATH=PATH",
        help=say("which model an optimizer belongs to, such as optimizerD=netD"),
    )


def _code(add: Add) -> None:
    add_file(add)
    machine_arguments(add)
    _optimizer_of(add)
    add("--json", action="store_true", help=say("print one JSON object"))


def _extract(add: Add) -> None:
    add_file(add)
    add("-o", "--output", metavar="OUT", required=True, help=say("the file to write"))
    _prefixes(add)
    add("--unwrap-dataparallel", action="store_true", help=say("that of the module inside DataParallel and its like"))
    add("--overwrite", action="store_true", help=say("replace OUT if it is there"))
    _accepted(add)
    add("--json", action="store_true", help=say("print one JSON object"))


def _accepted(add: Add) -> None:
    accept_missing(add)
    add(
        "--accept-odd",
        action="store_true",
        help=say("write a plain file of what is shown of one torch.save never wrote"),
    )


def _prefixes(add: Add) -> None:
    add("--strip-prefix", action="append", default=[], metavar="P", help=say("strip a leading prefix such as module."))
    add(
        "--strip-segment",
        action="append",
        default=[],
        metavar="P",
        help=say("strip a segment such as _orig_mod. wherever it stands"),
    )
    add(
        "--add-prefix",
        action="append",
        default=[],
        metavar="P",
        help=say("add a prefix to the keys of every state dict"),
    )


def _memory(add: Add) -> None:
    add_file(add)
    add("--target", metavar="DEV", help=say("where the model shall be (default: cuda:0, or the cpu without cards)"))
    add(
        "--card",
        metavar="CARD",
        help=say("each card by its name or memory, such as T4 or 24GB (default: those here; else an RTX 4090)"),
    )
    add("--gpu-memory", metavar="SIZE", help=say("memory of each card, such as 22.5GiB: the same as --card"))
    add("--machine", metavar="M", help=say("cpu or gpus:N, as for the other commands: the same as --gpus"))
    add("--gpus", type=count, metavar="N", help=say("number of cards (default: those here, or as many as are needed)"))
    add(
        "--ranks",
        type=ranks,
        default=1,
        metavar="N",
        help=say("processes that load the file, each for a card of its own"),
    )
    add("--naive", action="store_true", help=say("every process loads onto the target, not onto its own card"))
    add("--context", metavar="SIZE", help=say("what a CUDA context takes of a card (default: 300MiB)"))
    add("--margin", metavar="SIZE", help=say("what shall stay free on each card (default: nothing)"))
    add("--model-dtype", metavar="DTYPE", help=say("dtype of the live model, such as bf16 (default: as in the file)"))
    add("--activations", metavar="SIZE", help=say("what activations take in training, for the line about resuming"))
    add(
        "--step",
        choices=("foreach", "fused", "for-loop"),
        help=say("how the optimizer steps (default: as torch chooses)"),
    )
    add("--data-parallel", type=ranks, default=1, metavar="N", help=say("cards that DataParallel works on"))
    _optimizer_of(add)
    add("--keep", action="store_true", help=say("the script keeps the checkpoint instead of `del checkpoint`"))
    add("--measure", action="store_true", help=say("also run each way here, in a process of its own (needs torch)"))
    _child(add)
    add("--json", action="store_true", help=say("print one JSON object"))


def _child(add: Add) -> None:
    add(
        "--child-memory",
        type=memory_limit,
        metavar="SIZE",
        help=say(
            "what that process may take for the file, such as 8GiB, or none for no limit (default: 1 GiB and 16 times "
            "the file, at most what is free)"
        ),
    )
    add(
        "--child-seconds",
        type=seconds_limit,
        metavar="N",
        help=say(
            "how long it may work and how long it may take, or none (default: 1 and 5 minutes, more for large files)"
        ),
    )


def _verify(add: Add) -> None:
    add_file(add)
    worker_arguments(add)
    add("--json", action="store_true", help=say("print one JSON object"))


def _install_desktop(add: Add) -> None:
    add("--remove", action="store_true", help=say("take it out again"))


def _completion(add: Add) -> None:
    add("shell", metavar="SHELL", choices=("bash", "zsh", "fish"), help=say("bash, zsh or fish"))


COMMANDS = {
    "inspect": Command(marked("list tensors, devices, prefixes and optimizer state"), _inspect, "inspecting.inspect"),
    "diagnose": Command(
        marked("say which errors loading will raise, and what cures them"), _diagnose, "diagnosing.diagnose"
    ),
    "fix": Command(marked("write a fixed copy"), _fix, "fixing.fix"),
    "batch": Command(marked("fix all files of a folder by a recipe"), batch_arguments, "batching.batch"),
    "extract": Command(marked("write the state dict of a whole pickled model"), _extract, "extracting.extract"),
    "code": Command(marked("print Python that loads it, with its own paths"), _code, "coding.code"),
    "verify": Command(marked("check the bytes of every record against its checksum"), _verify, "verifying.verify"),
    "memory": Command(
        marked("predict what each way of loading takes on a GPU and of RAM"), _memory, "memory.predicting.memory"
    ),
    "values": Command(
        marked("show the numbers of a tensor and what they amount to"), values.values, "values.values.values"
    ),
    "scan": Command(marked("read all numbers and say how healthy they are"), values.scan, "values.scanning.scan"),
    "diff": Command(marked("say where two files differ"), values.diff, "values.differing.diff"),
    "report": Command(
        marked("write a page that tells all of this, for an issue or a colleague"), _report, "inspecting.report"
    ),
    "export": Command(
        marked("write tensors as .npy, .npz, .safetensors or .csv"), values.export, "values.exporting.export"
    ),
    "completion": Command(
        marked("print what a shell needs to complete words"), _completion, "system.completion.completion"
    ),
    "install-desktop": Command(
        marked("put the program and its kinds of files on a Linux desktop"),
        _install_desktop,
        "system.desktop.install_desktop",
    ),
}
