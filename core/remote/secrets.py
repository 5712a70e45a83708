"""What of a URL nobody else may see: passwords, signatures, tokens. Kept in memory, and nowhere else.

A URL is taken apart at the door. What is secret of it stays here, and the rest of the program, its titles, lists, logs
and errors, has a path in which a mark stands for it.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, quote, unquote

_HARMLESS = frozenset(
    {"id", "v", "ref", "rev", "revision", "version", "versionid", "generation", "download", "dl", "raw"}
)
"""Parameters that only say which object is meant; any other may be a key to it."""
_PLAIN = re.compile(r"[\w.~/+-]{0,64}")
"""A value that is nothing but one, whatever parts a query for a server: ``;`` does for some."""
_HIDDEN = "•••"
_FIGURES = 6
_SHORTEST = 4
"""Characters of what is looked for in texts: shorter ones stand in any text."""
_queries: dict[str, str] = {}
_names: dict[str, str] = {}
_passwords: dict[str, str] = {}
_words: set[str] = set()
_KEYS = (
    r"(?:authorization|x-(?:amz|goog)-[\w-]{1,60}|password|passwd|secret|token|signature|sig|access_?key(?:_?id)?"
    r"|credential|api_?key)"
)
_VALUE = r"[^\s&\"',;>]++"
_CREDENTIALS = re.compile(rf"(?i)({_KEYS}\s*+[\"']?\s*+[=:]\s*+[\"']?(?:bearer\s++|basic\s++)?){_VALUE}")
_IN_A_QUERY = re.compile(rf"(?i)([?&;][\w.-]{{0,60}}?{_KEYS}=){_VALUE}")
_USER = re.compile(r"(?<=://)([^/@\s:]*):[^/@\s]+@")
_WEB_USER = re.compile(rf"(?i)(https?://)(?!{_HIDDEN})[^/@\s?#]+@")
_PARTS = re.compile(r"[;&]|(?<![^;&=])[^;&=]*+=")
_PARAMETERS = re.compile(r"(?i)(?:;|%3b).*", re.DOTALL)


def shown_query(query: str) -> str:
    """What is shown of the query of a URL, without ``?``; the rest is kept for `full_query`."""
    if not query or _HIDDEN in query:
        return query
    pairs = parse_qsl(query, keep_blank_values=True)
    harmless = [(name, value) for name, value in pairs if _is_harmless(name, value)]
    shown = "&".join(f"{quote(name)}={quote(value)}" for name, value in harmless)
    if len(harmless) == len(pairs) and pairs:
        return shown
    mark = f"{_HIDDEN}{_digest(query)}"
    shown = f"{shown}&{mark}" if shown else mark
    _queries[shown] = query
    for name, value in pairs:
        if not _is_harmless(name, value):
            for word in (value, *_PARTS.split(value)):
                keep_word(word)
    return shown


def shown_user(name: str) -> str:
    """What is shown of the name of a user: it may be a token. The rest is kept for `full_name`."""
    if not name or name.startswith(_HIDDEN):
        return name
    return _marked(unquote(name))


def shown_name(name: str) -> str:
    """What is shown of a name in the path of a URL: not what stands behind ``;``, which servers take as a query is.

    The rest is kept for `full_name`.
    """
    found = _PARAMETERS.search(name)
    if found is None or _HIDDEN in name or "=" not in unquote(found[0]):
        return name
    for word in _PARTS.split(unquote(found[0])):
        keep_word(word)
    shown = f"{name[: found.start()]};{_marked(found[0])}"
    _names[shown] = name
    return shown


def full_name(shown: str) -> str | None:
    """The name of which that is shown; None where it was never told to this process."""
    return _names.get(shown) if _HIDDEN in shown else shown


def _marked(secret: str) -> str:
    mark = f"{_HIDDEN}{_digest(secret)}"
    _names[mark] = secret
    keep_word(secret)
    return mark


def _digest(text: str) -> str:
    from hashlib import sha256  # noqa: PLC0415 - for secrets alone, as it takes a while to load

    return sha256(text.encode()).hexdigest()[:_FIGURES]


def full_query(shown: str) -> str | None:
    """The query of which that is shown; None where it was never told to this process."""
    return _queries.get(shown) if _HIDDEN in shown else shown


def keep_password(place: str, password: str) -> None:
    """Remember the password of ``scheme://user@host``."""
    password = unquote(password)
    _passwords[place] = password
    if len(password) >= _SHORTEST:
        _words.update({password, quote(password, safe="")})


def password_of(place: str) -> str | None:
    """The password that a URL brought along for ``scheme://user@host``."""
    return _passwords.get(place)


def keep_word(word: str) -> None:
    """Remember a secret of another source, so that no text shows it."""
    if len(word) >= _SHORTEST:
        _words.add(word)


def without_key(location: str) -> str:
    """A location that is not understood, without what stands before its last ``@``: a key may have any sign in it."""
    scheme, slashes, rest = location.partition("://")
    _, at, place = rest.rpartition("@")
    return redacted(f"{scheme}{slashes}{_HIDDEN}@{place}" if at else location)


def redacted(text: object) -> str:
    """A text of a library, a server or a file without anything secret in it, known or not."""
    return _CREDENTIALS.sub(rf"\g<1>{_HIDDEN}", without_secrets(text))


def without_secrets(text: object) -> str:
    """A text of our own without the secrets of its addresses. What stands behind “token:” is none: a file is called so,
    and words of others that are quoted in it are `redacted` before.
    """
    found = str(text)
    for word in sorted(_words, key=len, reverse=True):
        found = found.replace(word, _HIDDEN).replace(quote(word, safe=""), _HIDDEN)
    found = _USER.sub(rf"\g<1>:{_HIDDEN}@", _WEB_USER.sub(rf"\g<1>{_HIDDEN}@", found))
    return _IN_A_QUERY.sub(rf"\g<1>{_HIDDEN}", found)


def _is_harmless(name: str, value: str) -> bool:
    return name.lower() in _HARMLESS and _PLAIN.fullmatch(value) is not None
