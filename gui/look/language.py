"""The language of the window, by Qt's own means: its translations read by `QTranslator`, Qt's own texts with them."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from core.languages import LANGUAGES, compiled, language_of
from core.words import use

SYSTEM: Final = "system"
CHOICES: Final = (SYSTEM, *LANGUAGES)
"""What a user can choose: as the system, or a language."""
CONTEXT: Final = "pthfinder"
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
    language = choice if choice in LANGUAGES else system_language()
    translator = QTranslator()
    if language == "en" or not translator.load(str(compiled(language))):
        use(None)
        _install_qts("en")
        return

    known: dict[tuple[str, int], str] = {}

    def translate(text: str, count: int) -> str:
        about = (text, min(count, 0))  # our languages have one form for every number
        found = known.get(about)
        if found is None:
            found = known[about] = translator.translate(CONTEXT, text, None, count) or ""
        return found

    use(translate, language)
    _install_qts(language)


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
