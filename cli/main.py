"""The commands: arguments in, one engine call, text or JSON out, an exit code a script can rely on."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from cli.output import CANCELLED, DONE, Unsaid, complain, fail, progress, shows_progress
from cli.register import module_of
from core.errors import Cancelled, CheckpointError, TargetExists
from core.remote.address import as_path, is_url
from core.remote.secrets import redacted
from core.saving.leftovers import clear_litter
from core.text import sentences, size_text, titled
from core.words import say

if TYPE_CHECKING:
    from core.remote.traffic import News


def run(argv: Sequence[str]) -> int:
    """Run one command; returns the exit code.

    0 done, 1 the file or the request is at fault, or the answer could not be printed (one line on stderr), 2 usage, 3
    `diagnose` or `scan` found an error or `diff` a difference, 130 cancelled.
    """
    arguments = plain_inspect(argv)
    if arguments is None:
        from cli.arguments import parse

        arguments = parse(argv)
    clear_litter()
    try:
        with _reached(arguments):
            return module_of(arguments.command).run(arguments)
    except TargetExists as error:
        return fail(say("{output} already exists. Choose another name, or add --overwrite.", output=error.path))
    except CheckpointError as error:
        name = arguments.file.replace(os.sep, "/").rpartition("/")[2]
        text = _told(error, arguments)
        return fail(text, about="" if name in text or "*" in name else name)  # a pattern is no name
    except (KeyboardInterrupt, Cancelled):
        done = _written(arguments)
        complain(sentences(say("Cancelled."), done) if done else say("Cancelled; nothing was changed."))
        return CANCELLED
    except BrokenPipeError:
        # The reader of our output (head, less) has gone; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return DONE
    except Unsaid as error:
        return fail(sentences(say("The output could not be printed: {error}.", error=error), _written(arguments)))
    except MemoryError:
        return fail(sentences(say("There is not enough memory to open this file."), _written(arguments)))
    except Exception as error:  # scripts rely on one line and an exit code, whatever happens
        if os.environ.get("PTHFINDER_TRACEBACK"):
            raise
        kind = type(error).__name__
        return fail(
            sentences(
                say("You found a bug in Pthfinder ({kind}: {error}).", kind=kind, error=redacted(error)),
                _written(arguments) or say("Nothing was changed."),
                say("Please report it. Set PTHFINDER_TRACEBACK=1 to see the full traceback."),
            )
        )


def _told(error: CheckpointError, arguments: Any) -> str:
    """What an error says, with the options that help."""
    if not error.ways:
        return str(error)
    from cli.ways import with_options

    return with_options(error, arguments)


def _written(arguments: Any) -> str:
    """What is on the disk by now, whatever happened since; empty where nothing was changed."""
    written = getattr(arguments, "written", None)
    return say("{path} had already been written.", path=written) if written else ""


def plain_inspect(argv: Sequence[str]) -> Any:
    """The arguments of ``inspect FILE``, with its flags or without; None for anything else.

    To import an argument parser and to describe the commands to it takes longer than to read a checkpoint.
    """
    flags = ("--json", "--all", "--layers", "--run", "--alone", "--as-parts", "--follow-links", "--download")
    files = [word for word in argv[1:] if word not in flags]
    if argv[:1] != ["inspect"] or len(files) != 1 or files[0].startswith("-"):
        return None
    wanted = {flag[2:].replace("-", "_"): flag in argv for flag in flags}
    return SimpleNamespace(
        command="inspect", file=files[0], more=[], **wanted, output=None, overwrite=False, model=None, optimizer_of=[]
    )


# -- locations -------------------------------------------------------------------------------------------------

_LOCATIONS = ("file", "other", "output", "model", "against")
"""The arguments that can be one."""
_PATIENCE = 2.0
"""Seconds without a byte before that is told."""
_OFTEN = 1 << 20


@contextmanager
def _reached(arguments: Any) -> Iterator[None]:
    """Locations are without secrets from now on, and what goes over the network is told on the terminal.

    Raises `CannotOpen` for a location that is not understood.
    """
    named = {name: getattr(arguments, name, None) for name in _LOCATIONS}
    urls = {name: each for name, each in named.items() if isinstance(each, str) and is_url(each)}
    for name, url in urls.items():
        setattr(arguments, name, str(as_path(url)))
    if more := getattr(arguments, "more", None):
        urls |= {f"more {at}": each for at, each in enumerate(more) if is_url(each)}
        arguments.more = [str(as_path(each)) if is_url(each) else each for each in more]
    if not urls:
        yield
        return
    from core.remote.downloads import downloads_allowed
    from core.remote.traffic import listening
    from core.saving.left_elsewhere import clear_elsewhere

    watched = shows_progress()
    with listening(_Telling() if watched else None), downloads_allowed(getattr(arguments, "download", False)):
        try:
            yield
            clear_elsewhere(map(as_path, urls.values()))
        finally:
            if watched:
                progress("")


class _Telling:
    """Says how it goes where it takes long."""

    def __init__(self) -> None:
        self._said, self._until = "", _OFTEN

    def __call__(self, news: News) -> None:
        words = ""
        if news.silent >= _PATIENCE:
            words = say("waiting for {host} ({seconds:.0f} s)", host=news.host, seconds=news.silent)
            if news.attempt > 1 or news.trouble:
                tries = say("try {attempt} of {attempts}", attempt=news.attempt, attempts=news.attempts)
                words = sentences(words, titled(tries, news.trouble) if news.trouble else tries)
        elif news.received >= self._until:
            self._until = news.received + _OFTEN
            words = say("{received}, {speed}/s", received=size_text(news.received), speed=size_text(int(news.speed)))
        if words and words != self._said:
            self._said = words
            progress(words)
