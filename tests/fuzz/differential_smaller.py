"""``python -m tests.fuzz.differential_smaller NAME…``: the least of an input that still differs in the same way.

With ``--keep`` its line for the inputs that are known is printed and nothing else.
"""

from __future__ import annotations

import io
import pickletools
import sys
import zipfile
from collections.abc import Callable, Iterator
from itertools import pairwise

from tests.fuzz.differential import Differential
from tests.fuzz.differential_files import made, zipped
from tests.fuzz.differential_known import line_for
from tests.fuzz.differential_pickles import listing

Ask = Callable[[list[bytes]], list[str]]


def opcodes_of(pickled: bytes) -> list[bytes]:
    """A pickle cut at its opcodes; what comes behind the last that is one stays in one piece."""
    places = []
    try:
        places += [at for _, _, at in pickletools.genops(pickled) if at is not None]
    except Exception:  # noqa: BLE001 - broken on purpose
        places = places or [0]
    return [pickled[start:end] for start, end in pairwise([*places, len(pickled)])]


def smaller(parts: list[bytes], differs: Callable[[list[list[bytes]]], list[bool]]) -> list[bytes]:
    """Leave out as many parts as can be left out, the largest runs first."""
    width = max(len(parts) // 2, 1)
    while width:
        tried = [parts[:at] + parts[at + width :] for at in range(len(parts) - width + 1)]
        found = (
            next((each for each, still in zip(tried, differs(tried), strict=True) if still), None) if tried else None
        )
        if found is not None:
            parts = found
        else:
            width //= 2
    return parts


def smallest(name: str, fuzz: Differential) -> tuple[str, bytes, bytes]:
    """(cause, data.pkl, file) of the smallest pickle in its zip that differs for the cause that the input does.

    Files of other kinds stay as they are.
    """
    data = made(name)
    cause = next(fuzz.differences([(name, data)]))[1].cause
    if not name.startswith("pickle"):
        return cause, b"", data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        records = {each: archive.read(each) for each in archive.namelist()}
    where = next(each for each in records if each.endswith("data.pkl"))

    def differs(tried: list[list[bytes]]) -> list[bool]:
        inputs = [(str(at), zipped({**records, where: b"".join(parts)})) for at, parts in enumerate(tried)]
        found = {at: difference.cause for at, difference in fuzz.differences(inputs)}
        return [found.get(str(at)) == cause for at in range(len(tried))]

    pickled = b"".join(smaller(opcodes_of(records[where]), differs))
    return cause, pickled, zipped({**records, where: pickled})


def _listed(names: list[str], *, keep: bool) -> Iterator[str]:
    fuzz = Differential()
    try:
        for name in names:
            cause, pickled, data = smallest(name, fuzz)
            yield line_for(cause, data) if keep else f"## {name}: {cause}\n{pickled!r}\n{listing(pickled)}\n\n"
    finally:
        fuzz.close()


if __name__ == "__main__":
    for text in _listed([each for each in sys.argv[1:] if ":" in each], keep="--keep" in sys.argv):
        sys.stdout.write(text)
