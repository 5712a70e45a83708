"""The arguments of the commands that look at numbers: one function each, as those of `cli/arguments.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cli.edit_arguments import add_file, ways_to_open
from cli.values.workers import worker_arguments
from core.words import marked, say

Add = Callable[..., Any]

KEY = marked("a path, a glob such as 'model/**', a parameter's name, or 'exp_avg of conv1.weight'")


def values(add: Add) -> None:
    """Of ``values``."""
    add_file(add)
    add("key", metavar="KEY", help=say(KEY))
    add("--slice", metavar="PART", help=say("the part of the tensor to look at, such as '0,:,3' or '-1,:64'"))
    add("--json", action="store_true", help=say("print one JSON object"))


def diff(add: Add) -> None:
    """Of ``diff``."""
    add("file", metavar="A")
    add("other", metavar="B")
    ways_to_open(add)
    worker_arguments(add)
    add("--all", action="store_true", help=say("list all that differs, not only the most"))
    add("--json", action="store_true", help=say("print one JSON object"))


def scan(add: Add) -> None:
    """Of ``scan``."""
    add_file(add)
    worker_arguments(add)
    add("--csv", metavar="OUT", help=say("also write the statistics as CSV, a line a tensor"))
    add("--parquet", metavar="OUT", help=say("the same as Parquet (needs pyarrow)"))
    add("--overwrite", action="store_true", help=say("replace OUT if it is there"))
    add("--json", action="store_true", help=say("print one JSON object"))


def export(add: Add) -> None:
    """Of ``export``."""
    add_file(add)
    add("key", metavar="KEY", nargs="+", help=say("{key}; several for .npz and .safetensors", key=say(KEY)))
    add("-o", "--output", metavar="OUT", required=True, help=say("the file to write: .npy, .npz, .safetensors or .csv"))
    add("--slice", metavar="PART", help=say("the part of each tensor to write, such as '0,:,3' or '-1,:64'"))
    add("--overwrite", action="store_true", help=say("replace OUT if it is there"))
    add("--json", action="store_true", help=say("print one JSON object"))
