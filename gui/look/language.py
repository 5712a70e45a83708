"""The language of the window: the one chosen or that of the system, and Qt's own texts in it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from core import words
from core.languages import LANGUAGES, language_of, speak
from core.words import marked, say

SYSTEM: Final = "system"
CHOICES: Final = (SYSTEM, *LANGUAGES)
"""What a user can choose: as the system, or a language."""
_OF_QT: Final = {"zh": "qtbase_zh_CN", "ja": "qtbase_ja"}

_KEYS: Final = {
    "Return": "Enter",
    "Enter": "Enter",
    "Left": "←",
    "Right": "→",
    "Up": "↑",
    "Down": "↓",
    "Space": "Space",
}
"""Keys as they are called on keyboards, by their names in Qt: it translates some of them, and no keyboard does."""
_LACKED: Final = frozenset({
    ("QFileDialog", marked("&Look in:")),
    ("QFileDialog", marked("Files of &type:")),
    ("QAbstractFileIconProvider", marked("Drive")),
    ("QAbstractFileIconProvider", marked("Folder")),
    ("QAbstractFileIconProvider", marked("File Folder")),
    ("QAbstractFileIconProvider", marked("Alias")),
    ("QAbstractFileIconProvider", marked("Shortcut")),
    ("QAbstractFileIconProvider", marked("Unknown")),
})  # fmt: skip
"""What a user may meet of Qt's texts, by context, that Qt's own catalogues leave in English."""


class _Ours(QTranslator):
    """Answers what Qt's own catalogue does not know or says otherwise than keyboards do."""

    def isEmpty(self) -> bool:  # noqa: N802 - as Qt calls it
        """Return False, or Qt would not install it."""
        return False

    def translate(self, context: str, text: str, *_about: object) -> str | None:
        """Return the text in the language in use; at None Qt asks its own catalogue."""
        if context == "QShortcut":
            return _KEYS.get(text)
        return say(text) if (context, text) in _LACKED else None


_installed: tuple[QTranslator, ...] = ()
"""Those of Qt's own dialogs and menus, while they are installed: Qt keeps no hold of them."""


def system_language() -> str:
    """The first language of the system that the program speaks; English where it speaks none."""
    return next(filter(None, map(language_of, QLocale.system().uiLanguages())), "en")


def apply(choice: str) -> None:
    """Say everything in the chosen language from now on; what is no choice counts as the system's.

    What is shown already stays as it is, until it is made anew. English where the file of a language is not there.
    """
    speak(choice if choice in LANGUAGES else system_language())
    QLocale.setDefault(QLocale(words.language()))  # the kinds of files that dialogs list are named by it
    _install_qts(words.language())


def _install_qts(language: str) -> None:
    """Have Qt's own texts in a language: what its dialogs and menus say by themselves."""
    global _installed
    for translator in _installed:
        QCoreApplication.removeTranslator(translator)
    _installed = ()
    name = _OF_QT.get(language)
    if name is None or QCoreApplication.instance() is None:
        return
    qts = QTranslator()
    if qts.load(name, QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        _installed = (qts, _Ours())  # Qt asks the last first
        for translator in _installed:
            QCoreApplication.installTranslator(translator)
