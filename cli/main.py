"""The commands: arguments in, one engine call, text or JSON out, an exit code a script can rely on."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from cli.output import AT_FAULT, CANCELLED, DONE, USAGE
from core.errors import Cancelled, CheckpointError, TargetExists


def run(argv: Sequence[str]) -> int:
    """Run one command; returns the exit code.

    0 done, 1 the file or the request is at fault (one line on stderr), 2 usage, 3 `diagnose` found an error, 130
    cancelled.
    """
    arguments = _parser().parse_args(argv)
    try:
        return int(arguments.command(arguments))
    except TargetExists:
        return _fail(f"{arguments.output} is there already. Choose another name, or add --overwrite.")
    except CheckpointError as error:
        name = Path(arguments.file).name
        return _fail(str(error) if name in str(error) else f"{name}: {error}")
    except (KeyboardInterrupt, Cancelled):
        print("Cancelled; nothing was changed.", file=sys.stderr)
        return CANCELLED
    except BrokenPipeError:
        # The reader of our output (head, less) has gone; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return DONE
    except MemoryError:
        return _fail("There is not enough memory to open this file.")
    except Exception as error:  # scripts rely on one line and an exit code, whatever happens
        if os.environ.get("PTHFINDER_TRACEBACK"):
            raise
        kind = type(error).__name__
        return _fail(
            f"This should not have happened ({kind}: {error}). Nothing was changed. Please report it; with "
            "PTHFINDER_TRACEBACK=1 the whole story is shown."
        )


def _fail(message: str) -> int:
    print(f"pthfinder: {' '.join(message.split())}", file=sys.stderr)
    return AT_FAULT


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"pthfinder: {message}. See `{self.prog} --help`.\n")


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        import tomllib

        project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
        print(f"pthfinder {project['project']['version']}")
        parser.exit(DONE)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="main.py",
        usage="main.py [FILE]\n       main.py inspect FILE [--json] [--all]\n       main.py diagnose FILE [OPTION]…\n"
        "       main.py fix FILE -o OUT [OPTION]…\n       main.py extract FILE -o OUT [OPTION]…\n"
        "       main.py memory FILE [OPTION]…",
        description="Look into PyTorch checkpoints and fix them, without running them. With nothing or a lone FILE "
        "the window opens; the commands work in the terminal and need neither Qt nor torch.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND", prog="main.py")
    _add_inspect(commands)
    _add_diagnose(commands)
    _add_fix(commands)
    _add_extract(commands)
    _add_memory(commands)
    return parser


def _add_inspect(commands: Any) -> None:
    command = commands.add_parser("inspect", help="list tensors, devices, prefixes and optimizer state")
    command.set_defaults(command=_inspect)
    command.add_argument("file", metavar="FILE")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.add_argument("--all", action="store_true", help="list all tensors, not only the first")


def _add_diagnose(commands: Any) -> None:
    command = commands.add_parser("diagnose", help="say which errors loading will raise, and what cures them")
    command.set_defaults(command=_diagnose)
    add = command.add_argument
    add("file", metavar="FILE")
    add("--machine", default="cpu", metavar="M", help="where it is to be loaded: cpu (the default) or gpus:N")
    add("--ranks", type=_ranks, default=1, metavar="N", help="processes that load the file, each for a card of its own")
    add("--against", metavar="OTHER", help="what it is to be loaded into: a checkpoint, or a list of keys and shapes")
    add("--error", metavar="TEXT", help="an error that you got; - reads it from stdin")
    add("--verify", action="store_true", help="also load it here with torch, in a process of its own")
    add("--json", action="store_true", help="print one JSON object")


def _add_fix(commands: Any) -> None:
    command = commands.add_parser("fix", help="write a fixed copy", allow_abbrev=False)
    command.set_defaults(command=_fix)
    add = command.add_argument
    add("file", metavar="FILE")
    add("-o", "--output", metavar="OUT", help="the file to write; may be FILE itself with --overwrite")
    add(
        "--map",
        action="append",
        default=[],
        type=_mapping,
        metavar="FROM=TO",
        help="saved device to new one, as map_location; globs such as 'cuda:*' are allowed",
    )
    add("--optimizer-device", metavar="DEV", help="move optimizer state to a device, or `follow` its parameters")
    add("--strip-prefix", action="append", default=[], metavar="P", help="strip a leading prefix such as module.")
    add(
        "--strip-segment",
        action="append",
        default=[],
        metavar="P",
        help="strip a segment such as _orig_mod. wherever it stands",
    )
    add("--add-prefix", action="append", default=[], metavar="P", help="add a prefix to the keys of every state dict")
    add(
        "--drop",
        action="append",
        default=[],
        metavar="PATH",
        help="leave out an entry, such as optimizer or optimizer/state",
    )
    add("--keep", metavar="PATH", help="make this sub-dictionary the whole file, such as state_dict")
    add("--cure", action="extend", nargs="+", default=[], metavar="CODE", help="cure findings of diagnose; or `all`")
    add("--machine", default="cpu", metavar="M", help="for --cure: where it is to be loaded, cpu or gpus:N")
    add("--against", metavar="OTHER", help="for --cure: what it is to be loaded into, as for diagnose")
    add("--container", choices=("zip", "legacy"), help="write this container (default: that of FILE)")
    add("--overwrite", action="store_true", help="replace OUT if it is there")
    add("--dry-run", action="store_true", help="say what would be done and write nothing")
    add("--json", action="store_true", help="print one JSON object")


def _add_extract(commands: Any) -> None:
    command = commands.add_parser("extract", help="write the state dict of a whole pickled model", allow_abbrev=False)
    command.set_defaults(command=_extract)
    add = command.add_argument
    add("file", metavar="FILE")
    add("-o", "--output", metavar="OUT", required=True, help="the file to write")
    add("--unwrap-dataparallel", action="store_true", help="that of the module inside DataParallel and its like")
    add("--overwrite", action="store_true", help="replace OUT if it is there")
    add("--json", action="store_true", help="print one JSON object")


def _add_memory(commands: Any) -> None:
    command = commands.add_parser("memory", help="predict what each way of loading takes on a GPU and in main memory")
    command.set_defaults(command=_memory)
    add = command.add_argument
    add("file", metavar="FILE")
    add("--target", default="cuda:0", metavar="DEV", help="where the model shall be (default: cuda:0)")
    add("--gpu-memory", metavar="SIZE", help="memory of each card, such as 24GiB (default: the cards here, or 24GiB)")
    add("--gpus", type=_count, metavar="N", help="number of cards (default: those here, or as many as are needed)")
    add("--ranks", type=_ranks, default=1, metavar="N", help="processes that load the file, each for a card of its own")
    add("--naive", action="store_true", help="every process loads onto the target, not onto its own card")
    add("--context", metavar="SIZE", help="what a CUDA context takes (default: 300MiB)")
    add("--keep", action="store_true", help="the script keeps the checkpoint instead of `del checkpoint`")
    add("--measure", action="store_true", help="also run each way here, in a process of its own (needs torch)")
    add("--json", action="store_true", help="print one JSON object")


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to 1024")
    return int(text)


def _ranks(text: str) -> int:
    if _count(text) == 0:
        raise argparse.ArgumentTypeError("at least one process loads the file")
    return int(text)


def _mapping(text: str) -> tuple[str, str]:
    source, equals, target = text.partition("=")
    if not equals or not source.strip() or not target.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not FROM=TO, such as 'cuda:*=cpu'")
    return source.strip(), target.strip()


def _inspect(arguments: argparse.Namespace) -> int:
    from cli.inspecting import inspect

    return inspect(arguments)


def _diagnose(arguments: argparse.Namespace) -> int:
    from cli.diagnosing import diagnose

    return diagnose(arguments)


def _extract(arguments: argparse.Namespace) -> int:
    from cli.extracting import extract

    return extract(arguments)


def _fix(arguments: argparse.Namespace) -> int:
    from cli.fixing import fix

    return fix(arguments)


def _memory(arguments: argparse.Namespace) -> int:
    from cli.memory import memory

    return memory(arguments)
