"""Makes the table of known models (`resources/known_models.xz`) with the libraries that are installed beside it.

``.venv-frameworks/bin/python -m tests.frameworks.known_models RAW [WORD]`` makes each model, or those with a word in
their names, and adds a line of JSON to a file; ``… --pack RAW`` makes the table of such a file, in which the last line
of a model counts. A model is made on the ``meta`` device, where nothing is computed and no memory is taken, and once
more with another number of classes: what differs is its head. It takes some forty minutes on one core.
"""

from __future__ import annotations

import json
import logging
import signal
import sys
import warnings
from pathlib import Path
from typing import Any

from core.layers.known_table import FILE, Known, table_bytes
from tests.frameworks import torchvision_on_cpu
from tests.frameworks.libraries import LIBRARIES, Make, device_of, models, tell, versions

CLASSES = 7
"""The number of classes that no library has by default."""
SECONDS = 60
"""That one model may take."""


class _TooSlow(Exception):
    """A model took longer than it may."""


def described(name: str, line: str, make: Make) -> dict[str, Any] | None:
    """One model as data; None where it cannot be made."""
    import torch

    def stop(*_: object) -> None:
        raise _TooSlow(f"over {SECONDS} s")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        with torch.device(device_of(name)):
            model = make(None)
            state = model.state_dict()
            first: dict[int, str] = {}
            tied = [
                key
                for key, value in model.state_dict(keep_vars=True).items()
                if first.setdefault(id(value), key) != key
            ]
            try:
                other = {key: tuple(value.shape) for key, value in make(CLASSES).state_dict().items()}
            except Exception:  # noqa: BLE001 - a model without classes
                other = {}
    except Exception as error:  # noqa: BLE001 - a library may raise anything
        tell(name, error)
        return None
    finally:
        signal.alarm(0)
    keys = {key: (list(value.shape), str(value.dtype)[6:]) for key, value in state.items() if hasattr(value, "shape")}
    head = [key for key, (shape, _) in keys.items() if key in other and other[key] != tuple(shape)]
    if keys.keys() < other.keys():  # a body alone, unless somebody asks for classes
        head += sorted(other.keys() - keys.keys())
    head = head if len(head) < len(keys) else []
    classes = _counted(head, keys, other)
    return {"name": name, "line": line, "keys": keys, "tied": tied, "head": head, "classes": classes}


def _counted(head: list[str], keys: dict[str, Any], other: dict[str, tuple[int, ...]]) -> tuple[str, int, int]:
    """Of the tensor of a head whose first size tells the number of classes: its key, sizes a class, and more."""
    found = []
    for key in head:
        size, *inner = other[key] or (0,)
        if size >= CLASSES and (key not in keys or keys[key][0][1:] == inner):
            per, more = (size // CLASSES, 0) if size % CLASSES == 0 else (1, size - CLASSES)
            found.append((more, per, -len(inner), key))
    more, per, _, key = min(found, default=(0, 1, 0, ""))
    return key, per, more


def pack(raw: Path) -> None:
    """Write the table of the models in a file of JSON lines."""
    found: dict[str, dict[str, Any]] = {}
    told_versions: dict[str, str] = {}
    with raw.open() as file:
        for told in map(json.loads, file):
            told_versions |= told.get("versions", {})
            if "keys" in told and ":quantized_" not in told["name"]:  # which have the keys of those that are not
                found[told["name"]] = told
    packed = []
    for told in found.values():
        keys = {key: (tuple(shape), dtype) for key, (shape, dtype) in told["keys"].items()}
        others = frozenset(
            key for key, (_, dtype) in keys.items() if not dtype.startswith(("float", "bfloat", "complex"))
        )
        head = tuple(sorted({key.rpartition(".")[0] for key in told["head"]}))
        known = Known(told["name"], told["line"], () if "" in head else head, tuple(told["classes"]))
        packed.append((known, {key: shape for key, (shape, _) in keys.items()}, others, frozenset(told["tied"])))
    FILE.write_bytes(table_bytes(packed, told_versions))
    print(f"{FILE}: {len(packed)} models, {FILE.stat().st_size} bytes")


def main() -> None:
    """Add a line of JSON a model to a file, or pack one."""
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    if sys.argv[1] == "--pack":
        pack(Path(sys.argv[2]))
        return
    torchvision_on_cpu.allow()
    word = sys.argv[2] if len(sys.argv) > 2 else ""
    with Path(sys.argv[1]).open("a") as file:
        file.write(json.dumps({"versions": versions()}) + "\n")
        library = word.partition(":")[0]
        for name, line, make in models(library if library in LIBRARIES else ""):
            if word in name and (found := described(name, line, make)) is not None:
                file.write(json.dumps(found) + "\n")
                file.flush()


if __name__ == "__main__":
    main()
