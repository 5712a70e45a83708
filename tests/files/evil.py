"""Texts that a terminal would obey, a shell would run and Qt would draw, and checkpoints of nothing else."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

from tests.files import attacks
from tests.files.bombs import as_zip, number

FORGED = "no error found"
TEXTS = {
    "newline": f"a\n{FORGED}\n{FORGED}",
    "return": f"a\r{FORGED}",
    "escape": "a\x1b[2J\x1b]0;title\x07\x1b[31m",
    "C1": "a\x9b31m\x85\x90\x9c",
    "bidi": "a\u202egnp.\u2066x\u2069\u200f\u061c",
    "unseen": "a\u200b\u200d\u2060\ufeff\u00ad\u3164\u115f\ufe0f\U000e0041",
    "separators": f"a\u2028{FORGED}\u2029{FORGED}\x0b{FORGED}\x0c{FORGED}\x1c{FORGED}\x85{FORGED}",
    "half a pair": "a\udfff\ud800x\udc80",
    "NUL": "a\x00b\x7f\x08",
    "shell": "state $(touch ran)`touch ran`;touch ran|&<>'\"\\!*?[a]{b,c}~#%s%%",
    "option": "--keep=state",
    "short option": "-o",
    "markup": "<img src=x><b>a&b</b>&amp;\t&x[*]",
    "python": f"')\nimport os; os.system('touch ran')\n{FORGED}#\"\"\"'''\\",
    "slashes": "/a//b/",
    "equals": "a=b=c",
}
"""What is wrong with each, and the text."""
WORST = {
    "characters": "".join(
        TEXTS[name] for name in ("newline", "return", "escape", "C1", "bidi", "unseen", "separators")
    ),
    "halves": TEXTS["half a pair"],
    "words": "".join(TEXTS[name] for name in ("option", "shell", "markup", "equals", "python")),
}
"""Many of them in one, for what takes long."""


def seen(text: str) -> bool:
    """Whether a line shows all that is in it and nothing in it does anything, by the categories of Unicode."""
    return all(unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for char in text)


def text(value: str) -> bytes:
    """BINUNICODE, of halves of pairs as well."""
    return attacks.text(value.encode("utf-8", "surrogatepass"))


def tensor(device: str, key: str = "0") -> bytes:
    """Two floats on a device."""
    storage = b"(" + text("storage") + b"ctorch\nFloatStorage\n" + text(key) + text(device) + number(16) + b"tQ"
    numbers = b"K\x00K\x02\x85K\x01\x85\x89"
    return b"ctorch._utils\n_rebuild_tensor_v2\n(" + storage + numbers + b"ccollections\nOrderedDict\n)RtR"


def items(*pairs: tuple[str, bytes]) -> bytes:
    """A dict."""
    return b"}(" + b"".join(text(key) + value for key, value in pairs) + b"u"


def state_dict(path: Path, evil: str) -> None:
    """State dicts, an optimizer, versions, a class and a device, all called ``evil``."""
    weights = items(*((f"module.{evil}.{number}", tensor(evil)) for number in range(3)))
    group = items(("lr", b"G?\xb9\x99\x99\x99\x99\x99\x9a"), ("params", b"](K\x00K\x01e"), ("param_names", names(evil)))
    state = b"}(" + b"K\x00" + items((evil, tensor(evil)), ("exp_avg", tensor(evil))) + b"u"
    odd = text(evil) + text(evil) + b"\x93"
    body = items(
        (evil, weights),
        (f"{evil}/state", items((evil, weights))),
        ("optimizer", items(("state", state), ("param_groups", b"](" + group + b"e"))),
        ("pytorch-lightning_version", text(evil)),
        ("version", text(evil)),
        ("epoch", text(evil)),
        ("class", odd),
        ("made", odd + b"(" + text(evil) + b"tR"),
        ("built", odd + b")\x81" + items((evil, text(evil))) + b"b"),
        ("device", b"ctorch\ndevice\n(" + text(evil) + b"tR"),
    )
    as_zip(body)(path)


def names(evil: str) -> bytes:
    """``param_names`` of a group."""
    return b"](" + text(f"{evil}.0") + text(f"{evil}.1") + b"e"


def whole_model(path: Path, evil: str) -> None:
    """A pickled module of a class ``evil`` with parts ``evil``, in DataParallel."""
    empty = b"ccollections\nOrderedDict\n)R"
    kept = [(name, empty) for name in ("_buffers", "_forward_hooks", "_backward_hooks")]
    parts = items(("training", b"\x88"), ("_parameters", items((evil, tensor(evil)))), ("_modules", empty), *kept)
    net = text(evil) + text(evil) + b"\x93)\x81" + parts + b"b"
    around = items(("training", b"\x88"), ("_parameters", empty), ("_modules", items(("module", net))), *kept)
    wrapper = b"ctorch.nn.parallel.data_parallel\nDataParallel\n)\x81" + around + b"b"
    as_zip(items((evil, wrapper), ("epoch", text(evil))))(path)


KINDS: dict[str, Callable[[Path, str], None]] = {"state dict": state_dict, "whole model": whole_model}
