"""Pages on which web servers list the files of a folder."""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit

_MOST = 200_000


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a" and len(self.found) < _MOST:
            self.found += [value for name, value in attrs if name == "href" and value]


def names_on_page(page: str, folder: str) -> list[str]:
    """The names that a page at ``folder`` links to and that lie right in that folder; folders end with ``/``."""
    links = _Links()
    links.feed(page)
    home = urlsplit(folder)
    names: dict[str, None] = {}
    for link in links.found:
        target = urlsplit(urljoin(folder, link))
        name = target.path.removeprefix(home.path)
        beside = (target.scheme, target.netloc) == (home.scheme, home.netloc) and target.path.startswith(home.path)
        if beside and name and "/" not in name.rstrip("/") and unquote(name) not in {".", ".."}:
            names[name] = None
    return sorted(names)
