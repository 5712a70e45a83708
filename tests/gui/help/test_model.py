"""Pages as text: sections, names of headings, pictures, translations."""

from __future__ import annotations

from pathlib import Path

from gui.help.model import HelpPage, anchor, for_browser, is_named, page_of, plain, read_pages, shortcuts_page
from gui.help.window import docs_folder

TEXT = """# All about it

First [words](there.md#that) of `torch`.

## One & two

```sh
# no heading
```

### Below

It is **here**.

## Last_one, really
"""


def test_sections_are_cut_at_headings_of_the_second_rank() -> None:
    page = HelpPage("it.md", TEXT)
    assert page.title == "All about it"
    assert [(section.title, section.anchor) for section in page.sections] == [
        ("All about it", ""),
        ("One & two", "one--two"),
        ("Last_one, really", "last_one-really"),
    ]
    assert "no heading" in page.sections[1].plain
    assert "Below" in page.sections[1].plain


def test_marks_and_links_are_not_searched() -> None:
    page = HelpPage("it.md", TEXT)
    assert page.hits("TORCH") == 1
    assert page.hits("words of torch") == 1
    assert page.hits("there.md") == page.hits("**") == page.hits("") == 0


def test_a_heading_is_named_as_github_names_it() -> None:
    assert anchor("1. It was saved on another GPU") == "1-it-was-saved-on-another-gpu"
    assert anchor("The whole file: `scan`") == "the-whole-file-scan"
    assert anchor("exp_avg, exp_avg_sq") == "exp_avg-exp_avg_sq"
    assert plain("## A `b`") == "A b"


def test_a_link_finds_the_heading_of_a_translation_by_its_number() -> None:
    assert is_named("1. 保存在另一块 GPU 上", "1-it-was-saved-on-another-gpu")
    assert not is_named("2. 从 DataParallel 保存", "1-it-was-saved-on-another-gpu")
    assert is_named("state_dict", "state_dict")
    assert not is_named("step", "state_dict")


def test_the_picture_of_the_theme_is_taken() -> None:
    text = (
        '<picture>\n<source media="(prefers-color-scheme: dark)" srcset="p/a-dark.png">\n'
        '<img alt="An a" src="p/a-light.png">\n</picture>\n'
    )
    assert for_browser(text, dark=False).strip() == "![An a](p/a-light.png)"
    assert for_browser(text, dark=True).strip() == "![An a](p/a-dark.png)"
    for page in read_pages(docs_folder()):
        assert "<picture>" not in for_browser(page.text, dark=True), page.name


def test_a_translated_page_takes_the_place_of_the_english_one(tmp_path: Path) -> None:
    for name in ("tour.md", "tour.zh.md", "more.md"):
        (tmp_path / name).write_text(f"# {name}\n", encoding="utf-8")
    assert [(page.name, page.title) for page in read_pages(tmp_path, "zh")] == [
        ("tour.md", "tour.zh.md"),
        ("more.md", "more.md"),
    ]
    assert [page.title for page in read_pages(tmp_path, "ja")] == ["tour.md", "more.md"]
    assert page_of("tour.zh.md") == page_of("tour.md") == "tour.md"
    assert read_pages(tmp_path / "gone") == ()


def test_shortcuts_are_a_page() -> None:
    page = shortcuts_page("Keys", "What there is.", ("Keys", "Commands"), [("Ctrl+O", "Open")])
    assert page.title == "Keys"
    assert page.hits("Ctrl+O") == 1
