"""The languages of the program: which one a user reads, and everything said in it, in the terminal and in the window.

A catalogue a language (`resources/languages/*.po`) is what translators work on; ``make texts`` compiles it (``.mo``).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from contextlib import suppress
from gettext import GNUTranslations
from pathlib import Path
from typing import Final

from core.words import use

LANGUAGES: Final = {"en": "English", "zh": "简体中文", "ja": "日本語"}
"""What the program speaks, each by its own name."""
_FOLDER = Path(__file__).parent.parent / "resources" / "languages"
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
_OF_NOWHERE = ("", "c", "posix")


def compiled(language: str) -> Path:
    """The file with the translations into a language, as gettext reads it; English has none."""
    return _FOLDER / f"{language}.mo"


def language_of(locale: str) -> str | None:
    """The language of ``zh_CN.UTF-8``, ``ja-JP`` or ``en``; None where the program does not speak it."""
    name = locale.strip().replace("-", "_").partition("_")[0].partition(".")[0].partition("@")[0].lower()
    return name if name in LANGUAGES else None


def language_of_environment(environment: Mapping[str, str]) -> str:
    """What the environment asks for, as gettext reads it: English for the locale C, and for what is not spoken.

    The first of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` that says something is the locale; ``LANGUAGE`` may name
    others that are read more gladly, best first.
    """
    locale = next((environment[name] for name in _LOCALE if environment.get(name)), None)
    if locale is not None and locale.partition(".")[0].lower() in _OF_NOWHERE:
        return "en"
    wanted = [*environment.get("LANGUAGE", "").split(":"), locale or ""]
    return next((language for language in map(language_of, wanted) if language), "en")


def speak(language: str) -> None:
    """Say everything in a language from now on; English where the file of its translations is not there, or damaged.

    Texts that were made before stay as they are.
    """
    use(None)
    if language == "en":
        return
    with suppress(OSError, ValueError, struct.error), compiled(language).open("rb") as file:
        use(GNUTranslations(file), language)
