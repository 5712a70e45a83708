"""The reader of pickles: every opcode, the sharing, and bytes that are meant to do harm."""

from __future__ import annotations

import contextlib
import io
import pickle
import pickletools
import struct
import tracemalloc
from collections import OrderedDict
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.errors import CheckpointError, Malformed, Truncated
from core.pickling import reader
from core.pickling.nodes import Call, DictNode, Global, OldStr, PersistentId, SetNode
from tests.support.inert import describe, opcodes


def call(kind: str, name: Any, args: Any, **steps: Any) -> Call:
    func = Global(*name.rsplit(".", 1)) if isinstance(name, str) else name
    made = Call(kind, func, args)
    made.steps = list(steps.items()) or None
    return made


# name of the opcode → a pickle that uses it, and what it means
SAMPLES: dict[str, tuple[bytes, Any]] = {
    "INT": (b"I-12\n.", -12),
    "INT true": (b"I01\n.", True),
    "INT false": (b"I00\n.", False),
    "INT one": (b"I1\n.", 1),
    "BININT": (b"J\xfe\xff\xff\xff.", -2),
    "BININT1": (b"K\xff.", 255),
    "BININT2": (b"M\x01\x02.", 0x0201),
    "LONG": (b"L-123456789012345678901L\n.", -123456789012345678901),
    "LONG1": (b"\x8a\x02\x00\xff.", -256),
    "LONG1 zero": (b"\x8a\x00.", 0),
    "LONG4": (b"\x8b\x03\x00\x00\x00\x01\x02\x03.", 0x030201),
    "STRING": (b"S'a\\'\\n'\n.", OldStr("a'\n")),
    "STRING that is no text": (b"S'\\xff'\n.", OldStr("\udcff")),
    "BINSTRING": (b"T\x03\x00\x00\x00a\n\xfe.", OldStr("a\n\udcfe")),
    "SHORT_BINSTRING": (b"U\x02ab.", OldStr("ab")),
    "BINBYTES": (b"B\x02\x00\x00\x00\x00\xff.", b"\x00\xff"),
    "SHORT_BINBYTES": (b"C\x02\x00\xff.", b"\x00\xff"),
    "BINBYTES8": (b"\x8e\x02" + b"\0" * 7 + b"\x00\xff.", b"\x00\xff"),
    "BYTEARRAY8": (b"\x96\x02" + b"\0" * 7 + b"\x00\xff.", bytearray(b"\x00\xff")),
    "NONE": (b"N.", None),
    "NEWTRUE": (b"\x88.", True),
    "NEWFALSE": (b"\x89.", False),
    "UNICODE": (b"Va\\u00fc\\u000a\n.", "aü\n"),
    "SHORT_BINUNICODE": (b"\x8c\x03a\xc3\xbc.", "aü"),
    "BINUNICODE": (b"X\x03\x00\x00\x00a\xc3\xbc.", "aü"),
    "BINUNICODE surrogate": (b"X\x03\x00\x00\x00\xed\xa0\x80.", "\ud800"),
    "BINUNICODE8": (b"\x8d\x03" + b"\0" * 7 + b"a\xc3\xbc.", "aü"),
    "FLOAT": (b"F-1.5e3\n.", -1500.0),
    "BINFLOAT": (b"G" + struct.pack(">d", -0.0) + b".", -0.0),
    "BINFLOAT nan": (b"G" + struct.pack(">d", float("nan")) + b".", float("nan")),
    "EMPTY_LIST": (b"].", []),
    "APPEND": (b"]K\x01a.", [1]),
    "APPENDS": (b"](K\x01K\x02e.", [1, 2]),
    "LIST": (b"(K\x01K\x02l.", [1, 2]),
    "EMPTY_TUPLE": (b").", ()),
    "TUPLE": (b"(K\x01K\x02t.", (1, 2)),
    "TUPLE1": (b"K\x01\x85.", (1,)),
    "TUPLE2": (b"K\x01K\x02\x86.", (1, 2)),
    "TUPLE3": (b"K\x01K\x02K\x03\x87.", (1, 2, 3)),
    "EMPTY_DICT": (b"}.", DictNode([])),
    "DICT": (b"(K\x01K\x02d.", DictNode([1, 2])),
    "SETITEM": (b"}K\x01K\x02s.", DictNode([1, 2])),
    "SETITEMS": (b"}(K\x01K\x02K\x03K\x04u.", DictNode([1, 2, 3, 4])),
    "EMPTY_SET": (b"\x8f.", SetNode([], frozen=False)),
    "ADDITEMS": (b"\x8f(K\x01K\x02\x90.", SetNode([1, 2], frozen=False)),
    "FROZENSET": (b"(K\x01K\x02\x91.", SetNode([1, 2], frozen=True)),
    "POP": (b"K\x01K\x020.", 1),
    "POP a mark": (b"K\x01(0.", 1),
    "DUP": (b"K\x012\x86.", (1, 1)),
    "MARK": (b"((t(tt.", ((), ())),
    "POP_MARK": (b"K\x01(K\x02K\x031.", 1),
    "GET": (b"K\x01p7\n0g7\n.", 1),
    "BINGET": (b"K\x01q\x000h\x00.", 1),
    "LONG_BINGET": (b"K\x01r\x00\x00\x00\x000j\x00\x00\x00\x00.", 1),
    "PUT": (b"K\x01p0\n.", 1),
    "BINPUT": (b"K\x01q\x00.", 1),
    "LONG_BINPUT": (b"K\x01r\x00\x00\x00\x00.", 1),
    "MEMOIZE": (b"K\x01\x94K\x02\x94\x86h\x00\x86.", ((1, 2), 1)),
    "memo from one, as Python 2 counts": (b"K\x01q\x01K\x02q\x02\x86h\x01\x86.", ((1, 2), 1)),
    "memo written twice": (b"K\x01q\x00K\x02q\x00\x86h\x00\x86.", ((1, 2), 2)),
    "memo with a hole as large as can be": (b"K\x01r\xff\xff\xff\xff0j\xff\xff\xff\xff.", 1),
    "EXT1": (b"\x82\x05.", Global("copyreg extension", "5")),
    "EXT2": (b"\x83\x05\x01.", Global("copyreg extension", "261")),
    "EXT4": (b"\x84\x05\x00\x01\x00.", Global("copyreg extension", "65541")),
    "GLOBAL": (b"cos\nsystem\n.", Global("os", "system")),
    "STACK_GLOBAL": (b"\x8c\x02os\x8c\x06system\x93.", Global("os", "system")),
    "REDUCE": (b"cos\nsystem\nK\x01\x85R.", call("R", "os.system", (1,))),
    "REDUCE then items": (b"cm\nf\n)R(K\x01K\x02u.", call("R", "m.f", (), items=DictNode([1, 2]))),
    "REDUCE then APPEND": (b"cm\nf\n)RK\x01aK\x02a.", call("R", "m.f", (), extend=[1, 2])),
    "REDUCE then ADDITEMS": (b"cm\nf\n)R(K\x01\x90.", call("R", "m.f", (), add=[1])),
    "BUILD": (b"cm\nf\n)R}b.", call("R", "m.f", (), state=DictNode([]))),
    "INST": (b"(K\x01im\nf\n.", call("O", "m.f", (1,))),
    "OBJ": (b"(cm\nf\nK\x01o.", call("O", "m.f", (1,))),
    "NEWOBJ": (b"cm\nf\nK\x01\x85\x81.", call("N", "m.f", (1,))),
    "NEWOBJ_EX": (b"cm\nf\nK\x01\x85}\x92.", call("X", "m.f", ((1,), DictNode([])))),
    "the result called": (b"cm\nf\n)R)R.", call("R", call("R", "m.f", ()), ())),
    "PROTO": (b"\x80\x05N.", None),
    "STOP": (b"N.", None),
    "FRAME": (b"\x80\x04\x95\x02" + b"\0" * 7 + b"N..", None),
    "PERSID": (b"Pab\n.", PersistentId("ab")),
    "BINPERSID": (b"K\x01\x85Q.", PersistentId((1,))),
}
BUFFERS = {"NEXT_BUFFER", "READONLY_BUFFER"}


@pytest.mark.parametrize("name", SAMPLES)
def test_opcode(name: str) -> None:
    data, wanted = SAMPLES[name]
    found, end = reader.read_pickle(data)[:2]
    assert describe(found) == describe(wanted)
    assert data[end - 1 : end] == b"."
    if not name.startswith("FRAME"):
        assert end == len(data)


def test_every_opcode_has_a_sample() -> None:
    used = set().union(*(opcodes(data) for name, (data, _) in SAMPLES.items() if "no text" not in name))
    assert used == {opcode.name for opcode in pickletools.opcodes} - BUFFERS


@pytest.mark.parametrize("data", [b"\x97.", b"]\x98."])
def test_buffers_outside_the_file_are_refused(data: bytes) -> None:
    with pytest.raises(Malformed, match="outside"):
        reader.read_pickle(data)


@pytest.mark.parametrize("protocol", range(6))
def test_protocols(protocol: int) -> None:
    value = {"a": [1, -1, 2**40, 1.5, None, True, False, "ü", ("x",)], "b": OrderedDict(k=(1, 2)), 3: ()}
    found = reader.read_pickle(pickle.dumps(value, protocol)).root
    items = describe(found)
    wanted = reader.read_pickle(pickle.dumps(value, 2)).root
    if protocol >= 1:  # protocol 0 spells True as an integer, which reads back the same
        assert items == describe(wanted)
    assert items[0] == "dict"
    assert items[1] == ("str", "'a'")
    assert items[2][1:7] == tuple(describe(each) for each in [1, -1, 2**40, 1.5, None, True])


def test_sharing_is_kept() -> None:
    shared: list[Any] = [1]
    loop: list[Any] = [shared, shared, (shared,)]
    loop.append(loop)
    for protocol in range(6):
        found = reader.read_pickle(pickle.dumps(loop, protocol)).root
        assert found[0] is found[1]
        assert found[2][0] is found[0]
        assert found[3] is found


def test_several_pickles_in_a_row() -> None:
    data = pickle.dumps(1, 2) + pickle.dumps("two", 2)
    first, end = reader.read_pickle(data)[:2]
    second, last = reader.read_pickle(data, end)[:2]
    assert (first, second, last) == (1, "two", len(data))


GREEDY = {
    "memo index": b"Nr\xff\xff\xff\x7f.",
    "memo index as text": b"Np99999999999999999999\n.",
    "length of text": b"X\xff\xff\xff\x7fab.",
    "length of bytes": b"\x8e\xff\xff\xff\xff\xff\xff\xff\x7fab.",
    "length of a number": b"\x8b\xff\xff\xff\x7fab.",
    "length of a frame": b"\x95\xff\xff\xff\xff\xff\xff\xff\x7fN.",
    "many memo holes": b"".join(b"Nr" + struct.pack("<I", 64 * n) + b"0" for n in range(1, 300)) + b"N.",
}


@pytest.mark.parametrize("name", GREEDY)
def test_a_small_file_cannot_ask_for_much_memory(name: str) -> None:
    tracemalloc.start()
    try:
        reader.read_pickle(GREEDY[name])
    except CheckpointError:
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 1_000_000


@pytest.mark.parametrize(
    "data",
    [
        b"(" * 50_000 + b"t" * 50_000 + b".",
        b"N" + b"\x85" * 200_000 + b".",
        b"}" + b"N" + b"\x85" * 200_000 + b"Ns.",  # a key whose hash would overflow the C stack
        b"\x8f(" + b"N" + b"\x85" * 200_000 + b"\x90.",
        b"]("
        + b"".join(b"]q" + bytes([n]) + b"(h" + bytes([n - 1]) + b"h" + bytes([n - 1]) + b"e" for n in range(1, 3)),
    ],
    ids=["tuples", "tuples of one", "key", "member", "unfinished"],
)
def test_deep_nesting_ends_well(data: bytes) -> None:
    try:
        found = reader.read_pickle(data).root
    except CheckpointError:
        return
    del found


def test_billion_laughs_stays_small() -> None:
    lines = [b"]q\x00"] + [b"0](" + (b"h" + bytes([n])) * 10 + b"eq" + bytes([n + 1]) for n in range(60)]
    found = reader.read_pickle(b"".join(lines) + b".").root
    assert len(found) == 10


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b".",
        b"(.",
        b"K\x01K\x02s.",
        b"NK\x01a.",
        b"](K\x01u.",
        b"}(K\x01u.",
        b"(K\x01d.",
        b"h\x05.",
        b"K\x01q\x050h\x02.",
        b"g-1\n.",
        b"Np-1\n.",
        b"t.",
        b"K\x01\x86.",
        b"R.",
        b"N}b.",
        b"K\x01K\x02\x93.",
        b"\x80\x06N.",
        b"\xffN.",
        b"Sa\n.",
        b"Iab\n.",
        b"Fab\n.",
        b"L1\n",
        b"X\x02\x00\x00\x00\xff\xff.",
        b"c\xff\n\xff\n.",
        b"Vabc",
        b"P\xff\n.",
        b"(0(o.",
    ],
    ids=repr,
)
def test_damage_is_named(data: bytes) -> None:
    with pytest.raises((Malformed, Truncated)) as caught:
        reader.read_pickle(data)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("data", [b"NK\x01.", b"(K\x01.", b"N((K\x01."])
def test_what_is_left_over_is_told(data: bytes) -> None:
    found = reader.read_pickle(data)
    assert (found.root, found.end) == (1, len(data))
    assert ["left over" in oddity.what for oddity in found.oddities] == [True]


def real_pickles() -> list[bytes]:
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, 2)
    pickler.dump({"a": OrderedDict(x=(1.5, [None, True])), "b": {1, 2}, "c": b"bytes", "d": 2**70, "e": "ü" * 300})
    return [buffer.getvalue(), *(pickle.dumps([{"k": (1, 2.0, "s")}, {3}, b"b"], protocol) for protocol in range(6))]


@pytest.mark.parametrize("data", real_pickles())
def test_cut_at_every_byte(data: bytes) -> None:
    for length in range(len(data)):
        with pytest.raises((Truncated, Malformed)):
            reader.read_pickle(data[:length])


@given(st.binary(max_size=60))
@example(b"\x80\x02}q\x00.")
def test_any_bytes_give_a_graph_or_a_checkpoint_error(data: bytes) -> None:
    with contextlib.suppress(CheckpointError, RecursionError):  # the second is of describe, not of the reader
        describe(read(data))


@given(st.sampled_from(real_pickles()), st.data())
def test_flipped_bytes_give_a_graph_or_a_checkpoint_error(original: bytes, data: st.DataObject) -> None:
    damaged = bytearray(original)
    for _ in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(CheckpointError):
        read(bytes(damaged))


def read(data: bytes) -> Any:
    try:
        return reader.read_pickle(data).root
    except RecursionError:
        pytest.fail("the reader recursed")
