"""The language of the window: the one chosen or that of the system, and Qt's own texts in it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from core import words
from core.languages import LANGUAGES, language_of, speak

SYSTEM: Final = "system"
CHOICES: Final = (SYSTEM, *LANGUAGES)
"""What a user can choose: as the system, or a language."""
_OF_QT: Final = {"zh": "qtbase_zh_CN", "ja": "qtbase_ja"}

_qts: QTranslator | None = None
"""That of the buttons of Qt's own dialogs, while it is installed: Qt keeps no hold of it."""


def system_language() -> str:
    """The first language of the system that the program speaks; English where it speaks none."""
    return next(filter(None, map(language_of, QLocale.system().uiLanguages())), "en")


def apply(choice: str) -> None:
    """Say everything in the chosen language from now on; what is no choice counts as the system's.

    What is shown already stays as it is, until it is made anew. English where the file of a language is not there.
    """
    speak(choice if choice in LANGUAGES else system_language())
    _install_qts(words.language())


def _install_qts(language: str) -> None:
    """Have Qt's own texts in a language: what its dialogs and menus say by themselves."""
    global _qts
    if _qts is not None:
        QCoreApplication.removeTranslator(_qts)
        _qts = None
    name = _OF_QT.get(language)
    if name is None or QCoreApplication.instance() is None:
        return
    translator = QTranslator()
    if translator.load(name, QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        QCoreApplication.installTranslator(translator)
        _qts = translator
