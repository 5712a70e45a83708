"""Odd files of torch's legacy format: its five pickles and its bytes, each as torch never writes it; tar headers."""

from __future__ import annotations

import pickle
import random
import struct
from typing import Any

from tests.fuzz.differential_pickles import Odd
from tests.fuzz.differential_tensors import SIZES
from tests.fuzz.differential_zips import sound_pickle

_MAGIC = 0x1950A86A20F9469CFC6C
_FACTS: dict[str, Any] = {
    "protocol_version": 1001,
    "little_endian": True,
    "type_sizes": {"short": 2, "int": 4, "long": 4},
}


def legacy_file(chance: random.Random) -> bytes:
    """A file of the legacy format around an odd pickle, or around a sound one with odd parts."""
    odd = Odd(chance, legacy=True)
    does = odd.out.does
    if chance.random() < 0.75:
        root = odd.written()
        named = {key: (SIZES.get(kind, 1), numel) for key, (kind, numel, _) in odd.named.items()}
    else:
        storages = {str(key): chance.choice([1, 4, 6]) for key in range(chance.choice([1, 2, 3]))}
        root = sound_pickle(storages, "torch").replace(b"tQ", b"NtQ")
        named = {key: (4, numel) for key, numel in storages.items()}
    keys: list[Any] = sorted(named)
    parts = [_preamble(chance, does(0.3)), root]
    if does(0.5):
        _other_keys(keys, chance)
    parts.append(_keys(keys, chance, does(0.3)))
    for key in keys:
        item, numel = named.get(key, (4, 1)) if isinstance(key, str) else (4, 1)
        numel = min(max(numel, 0), 1000) if isinstance(numel, int) else 1
        count = numel if not does(0.3) else chance.choice([0, numel + 1, numel - 1, -1, numel * item, 2**40])
        parts.append(struct.pack("<q", count) + chance.randbytes(numel * item))
    if does(0.3):
        parts.append(chance.choice([b"\0", b"more", struct.pack("<q", 1) + b"1234", parts[-1]]))
    if does(0.2):
        parts[-1] = parts[-1][: chance.randrange(len(parts[-1]) + 1)]
    data = b"".join(parts)
    return _as_tar(data, chance) if chance.random() < 0.02 else data


def _preamble(chance: random.Random, odd: bool) -> bytes:
    """Magic number, version and facts about the machine."""
    values: list[Any] = [_MAGIC, 1001, dict(_FACTS)]
    protocol = 2
    if odd:
        protocol = chance.choice([0, 1, 2, 2, 3, 4, 5])
        way = chance.randrange(7)
        if way == 0:
            values[0] = chance.choice([_MAGIC, float(_MAGIC), str(_MAGIC), _MAGIC + 1, True])
        elif way == 1:
            values[1] = chance.choice([1001.0, 1000, "1001", True, None])
        elif way == 2:
            values[2] = chance.choice([None, {}, [], {"little_endian": 1}, "x", {"protocol_version": 1000}])
        elif way == 3:
            values[2]["little_endian"] = chance.choice([False, None, 0, 1])
        elif way == 4:
            values[2]["type_sizes"] = chance.choice([None, {"short": 4, "int": 8, "long": 8}])
        elif way == 5:
            del values[chance.randrange(3)]
        else:
            values.insert(chance.randrange(3), chance.choice(values))
    return b"".join(pickle.dumps(value, protocol) for value in values)


def _other_keys(keys: list[Any], chance: random.Random) -> None:
    """Storages listed in another order, twice, not at all, or that nothing uses."""
    way = chance.randrange(5)
    if way == 0:
        chance.shuffle(keys)
    elif way == 1 and keys:
        keys.insert(chance.randrange(len(keys)), chance.choice(keys))
    elif way == 2 and keys:
        keys.remove(chance.choice(keys))
    elif way == 3:
        keys.append(chance.choice(["v0", "99", 0, None, "v0.1", b"0", ("0",)]))
    elif keys:
        keys[-1] = int(keys[-1]) if str(keys[-1]).isdecimal() else keys[-1]


def _keys(keys: list[Any], chance: random.Random, odd: bool) -> bytes:
    if not odd:
        return pickle.dumps(keys, 2)
    given = chance.choice([keys, tuple(keys), dict.fromkeys(map(str, keys)), "".join(map(str, keys)), None])
    return pickle.dumps(given, chance.choice([0, 1, 2, 2, 3, 4, 5]))


def _as_tar(data: bytes, chance: random.Random) -> bytes:
    """The same with a tar header in its first 512 bytes, inside the facts about the machine."""
    head = pickle.dumps(_MAGIC, 2) + pickle.dumps(1001, 2)
    facts = pickle.dumps(_FACTS, 2)
    rest = data[data.find(facts) + len(facts) :] if facts in data else data
    front = head + b"\x80\2}X\1\0\0\0aX" + struct.pack("<L", 1000)
    block = bytearray(front + b" " * (512 - len(front)))
    name_end = len(front)
    block[name_end:100] = b"\0" * (100 - name_end)
    block[100:108], block[108:116], block[116:124] = b"0000644\0", b"0000000\0", b"0000000\0"
    block[124:136], block[136:148] = b"%011o\0" % chance.choice([0, 512]), b"00000000000\0"
    block[156:157], block[257:265] = b"0", b"ustar\x0000"
    block[148:156] = b" " * 8
    sum_ = sum(block) + chance.choice([0, 0, 0, 1])
    block[148:156] = b"%06o\0 " % sum_
    return bytes(block) + b" " * (1000 - (512 - len(front))) + b"s." + rest
