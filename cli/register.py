"""The register of the commands: a name each, and what the help says of it. Its module is imported when asked for.

What the window asks before it starts, the help, completion and the call all read this; so a new command is a row here
and a module of its name in ``cli/commands/``, with ``-`` as ``_``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from core.words import marked

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from cli.shared_arguments import Add


class Command(NamedTuple):
    """One command: its words on the first lines of the help, and a line about it."""

    usage: str
    help: str


class CommandModule(Protocol):
    """What the module of a command has."""

    def add_arguments(self, add: Add, /) -> None:
        """Describe what it takes."""

    def run(self, arguments: argparse.Namespace, /) -> int:
        """Do it; returns the exit code, as `cli.main.run` says them."""


COMMANDS: Mapping[str, Command] = {
    "inspect": Command(
        "FILE… [--run] [--json] [--all] [--table OUT]",
        marked("list tensors, devices, prefixes and optimizer state, or the checkpoints of a run"),
    ),
    "diagnose": Command("FILE [OPTION]…", marked("show which errors loading will raise, and how to fix them")),
    "fix": Command("FILE -o OUT [OPTION]…", marked("write a fixed copy")),
    "batch": Command("FOLDER --recipe FILE [OPTION]…", marked("apply a recipe to all files of a folder")),
    "average": Command("FILE… -o OUT [OPTION]…", marked("write the average of several checkpoints")),
    "prune": Command(
        "FILE… [--keep-last N] [--keep-every N] [--to-trash] [OPTION]…",
        marked("list the checkpoints of a run that you can delete"),
    ),
    "extract": Command("FILE -o OUT [OPTION]…", marked("extract the state dict of a pickled model")),
    "code": Command("FILE [OPTION]…", marked("print Python code that loads the file")),
    "verify": Command("FILE [--workers N] [--json]", marked("check the bytes of every record against its checksum")),
    "memory": Command("FILE [OPTION]…", marked("predict the GPU memory and RAM that each way of loading takes")),
    "values": Command("FILE KEY [--slice PART] [--json]", marked("show the numbers of a tensor and their statistics")),
    "scan": Command(
        "FILE… [--run] [--csv OUT] [--parquet OUT] [--json]",
        marked("read all numbers to find NaN, Inf and dead layers, or when a run went wrong"),
    ),
    "drift": Command(
        "FILE… [--layers] [--csv OUT] [--parquet OUT] [--json]", marked("show how far the tensors of a run moved")
    ),
    "diff": Command("A B [--all] [--json]", marked("show where two files differ")),
    "report": Command("FILE -o OUT [OPTION]…", marked("write all of this as a web page, for an issue or a colleague")),
    "export": Command(
        "FILE KEY… -o OUT [--slice PART] [--overwrite] [--json]",
        marked("write tensors as .npy, .npz, .safetensors or .csv"),
    ),
    "completion": Command("SHELL", marked("print the completion script for your shell")),
    "install-desktop": Command("[--remove]", marked("add Pthfinder and its file types to a Linux desktop")),
}
"""In the order of the help."""


def module_of(name: str) -> CommandModule:
    """The module of a command, imported only now."""
    return cast("CommandModule", import_module(f"{__package__}.commands.{name.replace('-', '_')}"))
