"""What happens to an error between a terminal and a text box: markup, wraps, frames, prefixes, another alphabet."""

from __future__ import annotations

import html
import json
import re
import textwrap
from collections.abc import Callable

Mangle = Callable[[str], str]


def _lines(change: Mangle) -> Mangle:
    return lambda text: "\n".join(map(change, text.split("\n")))


def _hard_wrap(width: int, indent: str = "", mark: str = "") -> Mangle:
    def wrap(line: str) -> str:
        pieces = [line[:width]]
        step = width - len(indent)
        pieces += [indent + line[at : at + step] for at in range(width, len(line), step)]
        return f"{mark}\n".join(pieces)

    return _lines(wrap)


def _soft_wrap(text: str) -> str:
    wrapped = (textwrap.wrap(line, 80, subsequent_indent="    ") for line in text.split("\n"))
    return "\n".join(line for lines in wrapped for line in lines)


def _curly(text: str) -> str:
    return re.sub(r'"([^"\n]*)"', "“\\1”", text).replace("'", "’")


def _in_box(text: str) -> str:
    width = max(map(len, text.split("\n")))
    inside = "\n".join(f"│ {line:<{width}} │" for line in text.split("\n"))
    return f"╭{'─' * (width + 2)}╮\n{inside}\n╰{'─' * (width + 2)}╯"


def _coloured(text: str) -> str:
    return re.sub(r"\w+", lambda word: f"\x1b[1;31m{word[0]}\x1b[0m", text)


def _said_in(before: str, after: str) -> Mangle:
    return lambda text: f"{before}{text}{after}"


AS_IT_IS: dict[str, Mangle] = {"as it is": lambda text: text}
CHARACTERS = AS_IT_IS | {
    "typographic quotes": _curly,
    "Markdown escapes": lambda text: re.sub(r"([_*\[\]<>])", r"\\\1", text),
    "code in backticks": _lines(lambda line: f"`{line}`" if line.strip() else line),
    "bold": _lines(lambda line: f"**{line.strip()}**" if line.strip() else line),
    "no-break spaces": lambda text: text.replace(" ", "\xa0"),
    "tabs": lambda text: text.replace(" ", "\t"),
    "full-width marks": lambda text: text.replace(": ", "：").replace(", ", "，"),
}
CASES = AS_IT_IS | {"small letters": str.lower}
SAID = AS_IT_IS | {
    "in Chinese": _said_in("训练时报错：", "，请问怎么解决？"),
    "in Japanese": _said_in("エラーが出ました。「", "」と表示されます。"),
    "in English": _said_in("I train on two GPUs and then get ", ", what does it mean?"),
}
WRAPS = AS_IT_IS | {
    "at 80 columns": _hard_wrap(80),
    "at 80 columns, indented": _hard_wrap(80, "    "),
    "at 72 columns": _hard_wrap(72),
    "at 100 columns": _hard_wrap(100),
    "at 120 columns": _hard_wrap(120),
    "at 79 columns, marked": _hard_wrap(79, mark="↩"),
    "at 79 columns, with backslashes": _hard_wrap(79, mark="\\"),
    "between words": _soft_wrap,
}
BEFORE = AS_IT_IS | {
    f"{name!r} before": _lines(lambda line, name=name: name + line)  # type: ignore[misc]
    for name in (
        "> ",
        "    ",
        "E       ",
        "[rank2]: ",
        "[default0]:",
        "[1,0]<stderr>:",
        "stderr: ",
        "trainer-1  | ",
        "worker-0: [rank1]: ",
        "(train pid=1234, ip=10.0.0.7) ",
        "2024-05-01 12:00:00,123 ",
        "2024-05-01 12:00:00,123 - train - ERROR - ",
        "[2024-05-01 12:00:00,123] [ERROR] [launch.py:315:main] ",
        "[2024-05-01, 12:00:00 UTC] {logging_mixin.py:188} INFO - ",
        "2024-05-01 12:00:00.123 | ERROR    | project.train:main:12 - ",
        "2024-05-01T12:00:00.123456Z ",
        "[12:00:00] ERROR    ",
        "12:23:38 | ERROR   :: ",
        "May  1 12:00:00 gpu-node-17 python[4321]: ",
        "E0501 12:00:00.123456 140123 launcher.py:77] ",
        "ERROR:root:",
        "ERROR: ",
        "wandb: ",
        "[pod/trainer-0/main] ",
        "trainer-worker-0-x7f9k ",
        "gpu-node-17: ",
    )
}
AROUND = AS_IT_IS | {
    "in a box": _in_box,
    "in a table": _lines(lambda line: f"| {line} |"),
    "in a code fence": _said_in("I get this:\n```python-traceback\n", "\n```\nAny ideas?"),
    "in HTML": lambda text: "<pre><code>" + html.escape(text).replace("\n", "<br>\n") + "</code></pre>",
    "in JSON": lambda text: json.dumps({"level": "error", "message": text}),
    "in colours": _coloured,
    "in colours without their escape": lambda text: _coloured(text).replace("\x1b", ""),
}
STAGES = (CHARACTERS, SAID, CASES, WRAPS, BEFORE, AROUND)
"""What can happen, in the order in which it does; of each stage one thing."""
