"""What people paste, made readable: without colours, frames, log prefixes and the line breaks of terminals."""

from __future__ import annotations

import re

from core.diagnosis.words import without_escapes

_ESCAPES_AS_TEXT = re.compile(r"(?:\\x1b|\\u001b|\\033|␛|\^\[)\[[0-9;]{0,20}m", re.IGNORECASE)
_LOOKALIKES = str.maketrans(
    {
        **dict.fromkeys("“”„＂", '"'),
        **dict.fromkeys("‘’＇", "'"),
        "：": ": ",
        "，": ", ",
        "。": ". ",
        "（": "(",
        "）": ")",
        "\u00a0": " ",
        "\u200b": "",
        "\ufeff": "",
        "\0": "",
        "×": "x",
        **dict.fromkeys("│┃║╎╭╮╰╯┌┐└┘─━═╌❱", " "),  # the frames that rich draws around a traceback
    }
)
# What stands before each line: quoting (>), pytest's E, an hour, a container's or a rank's name.
_BEFORE = re.compile(
    r"^(?:(?:[ \t>]+|E {2,}|\[rank\d{1,5}\]:|\(\w{1,40} pid=\d{1,9}[^()\n]{0,60}\)"
    r"|\[?\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?|[\w.-]{1,60}[ \t]{1,40}\|"
    r"|(?:stderr|stdout|STDERR|STDOUT):|\d{1,5}: (?=Traceback|  ))[ \t]*){1,4}",
    re.MULTILINE,
)
_BLANKS = re.compile(r"[ \t\r\f\v]+")


def readable(text: str) -> str:
    """The text with single blanks, one line a line, and nothing before the lines; takes any size in linear time."""
    text = without_escapes(text)
    if "[" in text:
        text = _ESCAPES_AS_TEXT.sub("", text)
    if '\\"' in text or "\\n" in text:  # an error inside JSON or a repr
        text = text.replace("\\n", "\n").replace("\\t", " ").replace('\\"', '"').replace("\\'", "'")
    text = text.translate(_LOOKALIKES)
    text = _BEFORE.sub("", text)
    return _BLANKS.sub(" ", text)


def squeezed(text: str) -> str:
    """The text without any white space: what a terminal broke in the middle of a word is whole again."""
    return "".join(text.split())


def place_in(text: str, position: int) -> int:
    """Where character ``position`` of ``squeezed(text)`` stands in ``text``."""
    for word in re.finditer(r"\S+", text):
        length = word.end() - word.start()
        if position < length:
            return word.start() + position
        position -= length
    return len(text)


def lines_around(text: str, start: int, end: int, limit: int = 500) -> str:
    """The whole lines from ``start`` to ``end``, joined, cut to ``limit`` characters."""
    first = max(text.rfind("\n", 0, start) + 1, start - limit)
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    quote = " ".join(text[first : min(last, first + 4 * limit)].split())
    return quote if len(quote) <= limit else quote[: limit - 1] + "…"
