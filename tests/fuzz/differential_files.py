"""Puts odd pickles into well-made zips, and names every input by a kind and a number."""

from __future__ import annotations

import io
import random
import zipfile

from tests.fuzz.differential_legacy import legacy_file
from tests.fuzz.differential_pickles import Odd
from tests.fuzz.differential_tensors import SIZES
from tests.fuzz.differential_zip_ways import ways_of, zip_file


def pickle_in_zip(chance: random.Random) -> bytes:
    """A zip as torch lays it out around a pickle as torch never writes it."""
    odd = Odd(chance)
    pickled = odd.written()
    records = {"archive/data.pkl": pickled, "archive/byteorder": b"little"}
    for key, (kind, numel, device) in {**odd.storages, **odd.named}.items():
        size = SIZES.get(kind, 1) * (numel if 0 <= numel < 1000 else 4)
        if device != "meta" and not odd.out.does(0.02):
            records[f"archive/data/{key}"] = chance.randbytes(size + (odd.out.does(0.05) and 4))
    records["archive/version"] = b"3\n"
    return zipped(records)


def zipped(records: dict[str, bytes]) -> bytes:
    """A zip of records, stored."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in records.items():
            info = zipfile.ZipInfo(name.replace("\0", "?"))
            archive.writestr(info, data)
    return out.getvalue()


KINDS = {"pickle": pickle_in_zip, "zip": zip_file, "legacy": legacy_file}


def made(name: str) -> bytes:
    """The input of a name such as ``pickle:17``; always the same."""
    return KINDS[name.partition(":")[0]](random.Random(name))


def told(name: str) -> str:
    """What is odd about an input, where that is known."""
    return " ".join(ways_of(random.Random(name))) if name.startswith("zip:") else ""
