"""Where the pages and the texts say that something stands in the menus: written one way, and so in each language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core import words as spoken
from core.languages import LANGUAGES, speak
from core.words import say
from gui.app.actions import ACTIONS
from gui.app.menus import MENUS, PANELS, RECENT, SUBMENUS, THEMES, words
from gui.session.session import Session
from gui.values.one_tensor import OneTensor
from scripts.texts import english, read, texts, translation

ROOT = Path(__file__).parents[3]
PLACES = ("&Theme", "&Light", "&Dark", "&Panels")
OTHER_SIGNS = "→|->|>|»|›|⇒"


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    speak(request.param)
    yield request.param
    spoken.use(None)


def of_language(language: str) -> dict[str, str]:
    """The pages and the texts in a language, by their names."""
    if language == "en":
        found = {english(each): english(each) for each in texts(read("zh"))}
        pages = [ROOT / "README.md", *(page for page in ROOT.glob("docs/*.md") if page.stem.count(".") == 0)]
    else:
        found = {english(each): translation(each) for each in texts(read(language))}
        pages = [*ROOT.glob(f"docs/*.{language}.md")]
    return found | {page.name: page.read_text(encoding="utf-8") for page in pages}


def test_a_menu_and_what_is_in_it_stand_there_under_these_names(language: str) -> None:
    titles = "|".join(re.escape(words(say(title))) for title, _ in MENUS)
    known = {words(say(text)) for text in (*(each.text for each in ACTIONS), *PLACES)}
    known |= {words(say(title)) for title, _ in SUBMENUS.values()}
    path = re.compile(rf"(?:{titles})((?: ▸ [^▸*”」|,，。;；（）()、]+)+)")
    named, other = [], {}
    for name, text in of_language(language).items():
        named += [part.strip() for below in path.findall(text) for part in below.split(" ▸ ")[1:]]
        if found := re.findall(rf"(?:{titles}) ?(?:{OTHER_SIGNS}) ?[^ ]+", text):
            other[name] = found
    assert len(named) > 25
    assert set(named) - known == set()
    assert other == {}


def test_the_page_of_the_next_step_is_called_as_in_the_panel(language: str, session: Session, qtbot: QtBot) -> None:
    panel = OneTensor(session)
    qtbot.addWidget(panel)
    tabs = panel.tabs
    (page,) = (text for name, text in of_language(language).items() if name.startswith("values."))
    assert tabs.tabText(tabs.count() - 1) in page


def access_keys(texts: Iterable[str]) -> list[str]:
    return [found[1].upper() for text in texts if (found := re.search(r"&(\w)", say(text)))]


def test_each_access_key_of_a_menu_chooses_one_thing_in_it(language: str) -> None:
    texts = {each.id: each.text for each in ACTIONS}
    texts |= {RECENT: "Open &recent", PANELS: "&Panels", THEMES: "&Theme"}
    texts |= {place: title for place, (title, _) in SUBMENUS.items()}
    for title, items in (*MENUS, *SUBMENUS.values()):
        keys = access_keys(texts[item] for item in items if item in texts)
        assert len(keys) > 1
        assert sorted(set(keys)) == sorted(keys), (say(title), keys)
    bar = access_keys(title for title, _ in MENUS)
    assert sorted(set(bar)) == sorted(bar)
