"""The command ``completion``: what bash, zsh or fish needs to complete the words of this program.

Made of the same declarations that parse the words, so a new option is completed without a line here.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cli.output import DONE, print_lines
from cli.register import COMMANDS, module_of
from cli.shared_arguments import Add
from core.languages import LANGUAGES
from core.words import say

_FILES = ("FILE", "OUT", "OTHER", "A", "B")
"""How the declarations call a value that is a path."""


def add_arguments(add: Add) -> None:
    """What it takes."""
    add("shell", metavar="SHELL", choices=tuple(SCRIPTS), help=say("bash, zsh or fish"))


def run(arguments: argparse.Namespace) -> int:
    """Print the script of one shell, to be read by it at start."""
    print_lines(SCRIPTS[arguments.shell](taken_by_commands()))
    return DONE


def taken_by_commands() -> dict[str, Taken]:
    """What each command takes, by its name."""
    found = {}
    for name, command in COMMANDS.items():
        taken = Taken(say(command.help))
        module_of(name).add_arguments(_Recorder(taken))
        taken.options.append(Option((LANG,), say("language of the output"), True, "LANG", False, tuple(LANGUAGES)))
        found[name] = taken
    return found


class _Recorder:
    """Stands where `argparse.ArgumentParser.add_argument` does."""

    def __init__(self, taken: Taken) -> None:
        self.taken = taken

    def __call__(self, *names: str, **options: Any) -> None:
        words = tuple(map(str, options.get("choices") or ()))
        metavar = str(options.get("metavar", ""))
        path = metavar in _FILES
        if not names[0].startswith("-"):
            self.taken.words.extend(words)
        else:
            takes = not str(options.get("action", "")).startswith("store_")
            self.taken.options.append(Option(names, str(options.get("help", "")), takes, metavar, path, words))


# -- the language of each shell --------------------------------------------------------------------------------

PROGRAM = "pthfinder"
LANG = "--lang"
FIRST = (LANG, "--new-window", "--help", "--version")
"""What may stand before a command or a file."""


@dataclass(frozen=True)
class Option:
    """One option of a command under its names; ``words`` are all the values that it may have, if they are few."""

    names: tuple[str, ...]
    help: str
    takes_value: bool
    metavar: str
    path: bool
    words: tuple[str, ...]


@dataclass
class Taken:
    """What a command takes: a line about it, its options, and the ``words`` that others may be, if they are few."""

    help: str
    options: list[Option] = field(default_factory=list)
    words: list[str] = field(default_factory=list)


def bash(commands: Mapping[str, Taken]) -> Iterator[str]:
    """For bash, and without the package bash-completion."""
    yield f'# Put  eval "$({PROGRAM} completion bash)"  into ~/.bashrc'
    yield f"_{PROGRAM}() {{"
    yield '    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"'
    yield "    local -i at=1"
    yield "    COMPREPLY=()"
    yield from _bash_before_the_command()
    yield "    if ((COMP_CWORD == at)); then"
    yield f"        {_replies(*commands, *FIRST)}"
    yield "        return"
    yield "    fi"
    yield '    case "${COMP_WORDS[at]}" in'
    for name, taken in commands.items():
        yield f"        {name})"
        yield from _bash_values(taken.options)
        options = [each for option in taken.options for each in option.names]
        yield f'            if [[ "$word" == -* ]]; then {_replies(*options, "--help")}'
        if taken.words:
            yield f"            else {_replies(*taken.words)}"
        yield "            fi ;;"
    yield "    esac"
    yield "}"
    yield f"complete -o default -F _{PROGRAM} {PROGRAM}"


def _bash_before_the_command() -> Iterator[str]:
    """Steps over ``--lang zh`` and the like; bash takes ``--lang=zh`` for three words."""
    yield '    while ((at < COMP_CWORD)) && [[ "${COMP_WORDS[at]}" == --* ]]; do'
    yield f'        if [[ "${{COMP_WORDS[at]}}" == {LANG} ]]; then'
    yield "            at+=1"
    yield '            if [[ "${COMP_WORDS[at]}" == = ]] && ((at < COMP_CWORD)); then at+=1; fi'
    yield "            if ((at == COMP_CWORD)); then"
    yield '                word="${word#=}"'
    yield f"                {_replies(*LANGUAGES)}"
    yield "                return"
    yield "            fi"
    yield "        fi"
    yield "        at+=1"
    yield "    done"


def _bash_values(options: list[Option]) -> Iterator[str]:
    """The word after an option: one of a few, a path (which bash completes where nothing is said), or anything."""
    path = [each for option in options if option.path for each in option.names]
    free = [each for option in options if option.takes_value and not option.path for each in option.names]
    yield '            case "$before" in'
    for option in options:
        if option.words:
            yield f"                {'|'.join(option.names)}) {_replies(*option.words)}; return ;;"
    if path:
        yield f"                {'|'.join(path)}) return ;;"
    if free:
        yield f"                {'|'.join(free)}) compopt +o default 2>/dev/null; return ;;"
    yield "            esac"


def _replies(*words: str) -> str:
    return f"""COMPREPLY=($(compgen -W {_quoted(" ".join(words))} -- "$word"))"""


def zsh(commands: Mapping[str, Taken]) -> Iterator[str]:
    """For zsh, as a file ``_pthfinder`` in its ``fpath`` or evaluated after ``compinit``."""
    yield f"#compdef {PROGRAM}"
    yield f'# Put  eval "$({PROGRAM} completion zsh)"  into ~/.zshrc, after compinit'
    yield f"_{PROGRAM}() {{"
    yield '    while ((CURRENT > 2)) && [[ "$words[2]" == --* ]]; do'
    yield f'        if [[ "$words[2]" == {LANG} ]]; then'
    yield f"            if ((CURRENT == 3)); then compadd -- {' '.join(LANGUAGES)}; return; fi"
    yield "            shift words; ((CURRENT--))"
    yield "        fi"
    yield "        shift words; ((CURRENT--))"
    yield "    done"
    yield "    if ((CURRENT == 2)); then"
    yield "        local -a commands=("
    for name, taken in commands.items():
        yield f"            {_quoted(f'{name}:{taken.help}')}"
    yield "        )"
    yield f"        compadd -- {' '.join(FIRST)}"
    yield "        _describe -t commands command commands"
    yield "        _files"
    yield "        return"
    yield "    fi"
    yield "    local command=$words[2]"
    yield "    shift words"
    yield "    ((CURRENT--))"
    yield "    case $command in"
    for name, taken in commands.items():
        yield f"        {name})"
        yield "            _arguments -s \\"
        for option in taken.options:
            value = ""
            if option.takes_value:
                action = "_files" if option.path else f"({' '.join(option.words)})" if option.words else " "
                value = f":{_plain(option.metavar or 'value')}:{action}"
            for each in option.names:
                yield f"                {_quoted(f'*{each}[{_plain(option.help)}]{value}')} \\"
        rest = f"({' '.join(taken.words)})" if taken.words else "_files"
        yield f"                {_quoted(f'*:word:{rest}')} ;;"
    yield "    esac"
    yield "}"
    yield f'if [[ "$funcstack[1]" == "_{PROGRAM}" ]]; then _{PROGRAM} "$@"; else compdef _{PROGRAM} {PROGRAM}; fi'


def fish(commands: Mapping[str, Taken]) -> Iterator[str]:
    """For fish, as ``~/.config/fish/completions/pthfinder.fish``."""
    yield f"# Put it there:  {PROGRAM} completion fish > ~/.config/fish/completions/{PROGRAM}.fish"
    first = f"complete -c {PROGRAM} -n 'not __fish_seen_subcommand_from {' '.join(commands)}'"
    for each in FIRST:
        value = f" -x -a {_fish(' '.join(LANGUAGES))}" if each == LANG else ""
        yield f"{first} -l {each[2:]}{value}"
    for name, taken in commands.items():
        yield f"{first} -a {name} -d {_fish(taken.help)}"
        only = f"complete -c {PROGRAM} -n '__fish_seen_subcommand_from {name}'"
        if taken.words:
            yield f"{only} -f -a {_fish(' '.join(taken.words))}"
        for option in taken.options:
            names = " ".join(f"-l {each[2:]}" if each.startswith("--") else f"-s {each[1:]}" for each in option.names)
            value = ""
            if option.takes_value:
                value = (
                    " -r -F" if option.path else f" -x -a {_fish(' '.join(option.words))}" if option.words else " -x"
                )
            yield f"{only} {names}{value} -d {_fish(option.help)}"


SCRIPTS: Mapping[str, Callable[[Mapping[str, Taken]], Iterator[str]]] = {"bash": bash, "zsh": zsh, "fish": fish}


def _quoted(text: str) -> str:
    """One word of bash and zsh."""
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(text: str) -> str:
    """One word of fish, where a backslash counts inside of quotes too."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _plain(text: str) -> str:
    """A description for ``_arguments`` of zsh, which takes brackets and colons for its own."""
    return "".join(f"\\{each}" if each in "[]:\\" else each for each in text)
