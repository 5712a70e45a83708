"""What people paste, made readable: without markup, colours, frames, log prefixes and the breaks of terminals."""

from __future__ import annotations

import html
import re
from array import array
from bisect import bisect_right
from functools import cached_property

from core.loading.torch_messages import without_escapes

_ESCAPES_AS_TEXT = re.compile(r"(?:\\x1b|\\u001b|\\033|␛|\^\[)?\[[0-9]{1,3}(?:;[0-9]{1,3}){0,8}m", re.IGNORECASE)
"""Colours whose escape character was lost on the way."""
_ENTITY = re.compile(
    r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,6}|quot|apos|lt|gt|amp|nbsp|[lr][ds]quo|hellip|[nm]dash|lowbar|ast|grave|[lr]par"
    r"|[lr]brack|lsqb|rsqb|colon|comma|period|num|equals|sol|bsol|Tab|NewLine);"
)
_TAG = re.compile(
    r"</?(?:br|p|pre|code|div|span|b|i|em|strong|samp|kbd|font|td|tr|th|li|ul|ol|a)(?:\s[^<>\n]{0,300})?/?>",
    re.IGNORECASE,
)
_IN_JSON = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_JSON_LIKE = re.compile(r'\\"|\\u[0-9a-fA-F]{4}|"\w{1,40}": ?"')
_JSON = {"b": "", "f": "\n", "n": "\n", "r": "\n", "t": "\t"}
_IN_MARKDOWN = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>\"'~:/&$=,;@%^\n])")
_BROKEN = re.compile(r"\\(?=[ \t]*\n)")
"""An escape of Markdown that a terminal broke, or what Emacs ends a line with that it broke."""
_BREAK_AS_TEXT = re.compile(r"\\n(?=\s|\\|[A-Z\"'(\[]|$)|(?<=[.:;,)\"'\s])\\n")
"""A line break in a repr, and not a folder of Windows whose name begins with n."""
_MARKED = re.compile(r"(?<!')[*`]{1,10}|[*`]{1,10}(?!')")
"""Bold, code and fences; ``'*'`` is a load key."""
_BREAKS = "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_LOOKALIKES = str.maketrans(
    {
        **{chr(0xFF01 + index): chr(0x21 + index) for index in range(94)},  # full-width ASCII
        **dict.fromkeys("“”„‟＂«»「」『』〝〞″", '"'),
        **dict.fromkeys("‘’‚‛＇′´‹›", "'"),
        **dict.fromkeys("–—‐‑‒―−", "-"),
        **dict.fromkeys("【〔《〈", "["),
        **dict.fromkeys("】〕》〉", "]"),
        "：": ": ",
        "，": ", ",
        "、": ", ",
        "；": "; ",
        "。": ". ",
        "ﬁ": "fi",
        "ﬂ": "fl",
        "×": "x",
        **dict.fromkeys("↩↪↵⏎", ""),  # where an editor shows that it broke a line
        **dict.fromkeys("\u200b\u200c\u200d\u2060\u00ad\ufeff\0", ""),
        **dict.fromkeys([chr(code) for code in (0xA0, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B))], " "),
        **dict.fromkeys(_BREAKS, "\n"),
        **dict.fromkeys([*map(chr, range(0x2500, 0x25A0)), "❱", "❯", "➜"], " "),  # frames, as rich draws them
    }
)
_TIME = r"\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?: ?[AP]M)?(?:Z|[+-]\d\d:?\d\d)?"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_DATE = rf"(?:\d{{4}}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.]\d{{4}}|{_MONTH} {{1,2}}\d\d?(?:,? \d{{4}})?)"
_LEVEL = r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|CRITICAL|FATAL|SEVERE|EXCEPTION|STDERR|STDOUT|NOHUP|WANDB)"
_BEFORE = re.compile(
    r"^(?:(?:[ \t>|]+|E {2,}|- "  # quotes, tables, pytest, lists
    r"|\[(?!enforce|inline|\w{0,3}Err\w{2} \d|[\d, \[\]]{1,80}\]|[\"'])[^\[\]\n]{1,80}\]:?"  # [rank0]: [INFO] [pod/a-0]
    rf"|(?:{_DATE}(?:[T_ ,]{{1,2}}{_TIME})?|{_TIME})(?=[\s|\]:,-])[,:]?"
    r"(?:[ \t]*-[ \t]*[\w.]{1,60}(?=[ \t]*- )| [\w.-]{1,60} [\w./-]{1,60}\[\d{1,9}\]:)?"  # the logger's or host's name
    r"|\[\d{1,4}\]:|\[\d{1,4},\d{1,4}\]<std\w{3}>:"  # mpirun
    r"|\{[\w.]{1,60}:\d{1,6}\}"  # Airflow
    r"|\(\w[\w ]{0,40} pid=\d{1,9}[^()\n]{0,80}\)"  # Ray
    r"|[IWEF]\d{4} [\d:.]{8,20} +\d{1,9} [\w./-]{1,80}:\d{1,6}\]"  # glog
    rf"|{_LEVEL}(?::(?!\w{{0,40}}(?:error|exception):)[\w.]{{1,40}}:|[ \t]*[:|\]-]+|[ \t]{{2,}})"
    r"|\w[\w.@/-]{0,60}[ \t]{0,40}\|(?![ \t]*(?:MISMATCH|MISSING|UNEXPECTED)[ \t]*\|)"  # docker compose
    r"|[\w.<>]{1,80}:[\w.<>]{1,60}:\d{1,6}[ \t]*[-|:]"  # loguru
    r"|(?:rank|worker|node|host|trainer|pod)[-_ ]?\d{1,5}[\w.-]{0,60}:|\d{1,5}: (?=Traceback|  ))[ \t]*){1,9}",
    re.MULTILINE | re.IGNORECASE,
)
"""What stands before each line: quoting, pytest's E, an hour, a level, a container's or a rank's name."""
_AFTER = re.compile(r"[ \t]\|[ \t]*$", re.MULTILINE)
_FIRST_WORD = re.compile(r"^[ \t]*([\w./@<>=\[\]-]{1,80}[:|>\]]?)[ \t]+(?=\S)")
_HYPHEN = re.compile(r"\w-\w")
_DIGITS = re.compile(r"\d+")
_BLANKS = re.compile(r"[ \t]+")


def readable(text: str) -> str:
    """The text with single blanks, one line a line, and nothing before the lines; takes any size in linear time."""
    text = without_escapes(text)
    if "[" in text:
        text = _ESCAPES_AS_TEXT.sub("", text)
    if "&" in text:
        text = _ENTITY.sub(_entity, _ENTITY.sub(_entity, text))
    if "<" in text:
        text = _TAG.sub(" ", text)
    if "\\" in text:
        text = _unescaped(text)
    text = _MARKED.sub("", text.replace("\r\n", "\n").translate(_LOOKALIKES))
    text = _BEFORE.sub("", _AFTER.sub("", text))
    text = _without_labels(text)
    return _BLANKS.sub(" ", _BROKEN.sub("", text))


def _entity(found: re.Match[str]) -> str:
    return html.unescape(found[0])


def _unescaped(text: str) -> str:
    """What was text within JSON, a repr or Markdown."""
    for _ in range(2):  # a log within a log
        if _JSON_LIKE.search(text):
            text = _IN_JSON.sub(_of_json, text)
    return _IN_MARKDOWN.sub(r"\1", _BREAK_AS_TEXT.sub("\n", text).replace("\n\\t", "\n\t"))


def _of_json(found: re.Match[str]) -> str:
    if not found[1]:
        return _JSON.get(found[2], found[2])
    code = int(found[1], 16)
    return "" if 0xD800 <= code < 0xE000 else chr(code)  # halves of characters cannot be printed


def _without_labels(text: str) -> str:
    """Without a first word that lines have in common but for its digits, as a pod or a host puts it there."""
    lines = text.split("\n")
    labels = [_label(line) for line in lines]
    for at, label in enumerate(labels):
        if label and label in (labels[at - 1] if at else "", labels[at + 1] if at + 1 < len(lines) else ""):
            lines[at] = _FIRST_WORD.sub("", lines[at], count=1)
    return "\n".join(lines)


def _label(line: str) -> str:
    """The first word of a line where it is a name before the line, and not the beginning of one; without digits."""
    found = _FIRST_WORD.match(line)
    if found is None or not (found[1][-1] in ":|>]" or _HYPHEN.search(found[1])):
        return ""
    return "" if found[1].lower().endswith(("error:", "exception:")) else _DIGITS.sub("0", found[1])


class Squeezed:
    """A text without any white space: what a terminal broke in the middle of a word is whole again.

    ``text`` is what is left; ``place`` says where a character of it stands in the text it was made of.
    """

    def __init__(self, original: str) -> None:
        self.text = "".join(original.split())
        self._original = original

    @cached_property
    def _words(self) -> tuple[array[int], array[int]]:
        """Where each word begins: in the original, and here."""
        starts, here = array("q"), array("q")
        position = 0
        for word in re.finditer(r"\S+", self._original):
            starts.append(word.start())
            here.append(position)
            position += word.end() - word.start()
        return starts, here

    def place(self, position: int) -> int:
        """Where character ``position``, which must be one of ``text``, stands in the original."""
        starts, here = self._words
        word = bisect_right(here, position) - 1
        return starts[word] + position - here[word]


def lines_around(text: str, start: int, end: int, limit: int = 500) -> str:
    """The whole lines from ``start`` to ``end``, joined, cut to ``limit`` characters."""
    first = max(text.rfind("\n", 0, start) + 1, start - limit)
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    quote = " ".join(text[first : min(last, first + 4 * limit)].split())
    return quote if len(quote) <= limit else quote[: limit - 1] + "…"
