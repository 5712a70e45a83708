"""Odd pickles: what the opcodes do to the stack and the memo, names, and how values are spelt."""

from __future__ import annotations

from tests.files.odd_pickles import (
    BUILD,
    COUNTER,
    DUP,
    EMPTY,
    FALSE,
    FROM_TYPE,
    MARK,
    MEMOIZE,
    NEWOBJ,
    ORDERED,
    PARAMETER,
    POP,
    POP_MARK,
    SIZE,
    T0,
    T1,
    T2,
    TRUE,
    V1,
    V2,
    V3,
    WITH_STATE,
    A,
    B,
    C,
    N,
    X,
    arguments,
    call,
    frame,
    get,
    items,
    listed,
    name,
    number,
    numbers,
    ordered,
    pickled,
    put,
    root,
    root4,
    some,
    stack_global,
    storage,
    table,
    tensor,
    text,
)

HEALTHY = {
    "a dict": root(a=T0, b=T1),
    "an OrderedDict": pickled(ordered(A, T0, B, T1)),
    "an OrderedDict with _metadata": pickled(
        ordered(A, T0), table(_metadata=ordered(text(""), table(version=number(1)))), BUILD
    ),
    "an OrderedDict of lists, as Python 2 writes it": pickled(call(ORDERED, listed(listed(A, T0), listed(B, T1)))),
    "a Counter": root(a=call(COUNTER, b"}" + items(number(5), number(3)))),
    "hooks of torch 0.4": root(a=tensor(hooks=N)),
    "parameters": root(a=call(PARAMETER, T0, TRUE, EMPTY), b=call(WITH_STATE, T1, FALSE, EMPTY, table(mine=number(1)))),
    "a size": root(a=call(SIZE, numbers((2, 3)))),
    "two batches": pickled(b"}", items(A, T0), items(B, T1)),
    "one storage, two views": root(a=tensor(), b=tensor(shape=(2,), stride=(1,), offset=1)),
    "of a class": root(
        a=call(FROM_TYPE, name(V2), name("torch.nn.parameter Parameter"), some(*arguments()), table(mine=N))
    ),
    "a set": root(a=call("__builtin__ set", listed(number(1), number(2))), b=T0),
    "v1": root(a=call(V1, *arguments()[:4])),
    "v3": root(
        a=call(
            V3,
            *arguments(storage(kind="torch.storage UntypedStorage", numel=16), shape=(4,), stride=(1,)),
            name("torch uint32"),
        )
    ),
    "keys 1 and '1'": pickled(b"}", items(number(1), T0, text("1"), T1)),
}

MEMO = {
    "MEMOIZE after a hole": root4(b"}", text("k"), put(0), POP, text("z"), put(2), POP, A, MEMOIZE, T0, b"s"),
    "MEMOIZE counts entries": root4(
        A, put(0), POP, B, put(5), POP, C, MEMOIZE, POP, b"}", items(get(2), T0, get(5), T1)
    ),
    "MEMOIZE overwrites what a hole hides": root4(
        A, put(0), POP, B, put(2), POP, C, MEMOIZE, POP, X, MEMOIZE, POP, b"}", items(get(2), T0, get(1), T1)
    ),
    "MEMOIZE after an overwrite": root4(
        A, put(0), POP, B, put(0), POP, C, MEMOIZE, POP, b"}", items(get(0), T0, get(1), T1)
    ),
    "MEMOIZE far out of turn": root4(
        A, put(1000), POP, B, MEMOIZE, POP, C, MEMOIZE, POP, b"}", items(get(1), T0, get(2), T1, get(1000), T2)
    ),
    "PUT below a number far out of turn": root4(
        A, put(200), POP, B, put(1), POP, C, MEMOIZE, POP, b"}", items(get(2), T0, get(200), T1)
    ),
    "BINPUT with a hole": pickled(b"}", items(A + put(3), T0 + put(9), B, get(9), C, get(9))),
    "BINPUT overwritten": pickled(b"}", put(0), items(A + put(1), T0, B + put(1), T1), b""),
    "a name overwritten": pickled(A, put(1), B, put(1), b"}", items(get(1), T0), b"\x87"),
    "GET in text": pickled(b"}", items(A + b"p7\n", T0, B, T1 + b"p8\n", C, b"g8\n")),
    "GET spelt oddly": pickled(b"}", items(A + b"p7\n", T0, B, T1 + b"p1_0\n", C, b"g 10\n")),
    "GET of a hole": pickled(b"}", items(A + put(3), T0, B, get(1))),
    "GET spelt with a plus": pickled(b"}", items(A + b"p+7\n", T0, B, b"g7\n")),
    "GET spelt with zeros": pickled(b"}", items(A + b"p007\n", T0, B, b"g7\n")),
    "PUT of a hole before the end": pickled(b"}", put(40), items(A + put(38), T0 + put(39), B, get(39)), b"0", get(40)),
}

STACK = {
    "a value left over": pickled(T1, table(a=T0)),
    "a name left over": pickled(name("os system"), table(a=T0)),
    "a mark left over": pickled(MARK, table(a=T0)),
    "a mark and values left over": pickled(T1, MARK, table(a=T0)),
    "nothing above the mark": pickled(table(a=T0), MARK),
    "POP of a tensor": pickled(T1, POP, table(a=T0)),
    "POP of a mark": pickled(MARK, POP, table(a=T0)),
    "POP_MARK": pickled(MARK, T1, T2, POP_MARK, table(a=T0)),
    "DUP": pickled(b"}", items(A, T0 + DUP + put(1) + POP, B, get(1))),
    "DUP of a dict that is filled": pickled(b"}", DUP, items(A, T0), POP),
    "DUP of a list in a tuple, filled later": pickled(b"]", DUP, b"\x85", put(0), POP, MARK, T0, T1, b"e", POP, get(0)),
    "TUPLE2 across a mark": pickled(T0, MARK, T1, b"\x86"),
    "TUPLE2 across a mark, closed": pickled(T0, MARK, T1, b"\x86", b"t"),
    "TUPLE1 on a mark": pickled(T0, MARK, b"\x85", b"t"),
    "TUPLE3 across a mark": pickled(T0, T1, MARK, T2, b"\x87"),
    "REDUCE across a mark": pickled(name(V2), MARK, some(*arguments()), b"R"),
    "REDUCE across a mark, closed": pickled(b"}", A, name(V2), MARK, some(*arguments()), b"R", b"", b"s"),
    "SETITEM across a mark": pickled(b"}", MARK, A, T0, b"s"),
    "SETITEM across a mark, closed": pickled(b"}", A, MARK, T0, b"s", MARK, b"1"),
    "APPEND across a mark": pickled(b"]", MARK, T0, b"a"),
    "APPEND across a mark, popped": pickled(b"]", MARK, T0, b"a", T1, POP_MARK),
    "SETITEMS below a mark": pickled(b"}", MARK, MARK, A, T0, b"u", b""),
    "APPENDS below a mark, closed": pickled(b"]", MARK, MARK, T0, b"e", b"0"),
    "SETITEMS below a mark, closed": pickled(b"}", MARK, MARK, A, T0, b"u", b"0"),
    "BUILD across a mark": pickled(ordered(A, T0), MARK, table(b=T1), b"b"),
    "BINPUT on a mark": pickled(b"}", items(A, T0), MARK, put(0), POP, get(0), b"\x85"),
    "MEMOIZE on a mark": root4(table(a=T0), MARK, MEMOIZE, POP, get(0)),
    "BINPERSID across a mark": pickled(text("storage"), MARK, b"Q"),
    "DUP on a mark": pickled(table(a=T0), MARK, DUP, b"l", b"0"),
    "NEWOBJ across a mark": pickled(name(ORDERED), MARK, b")", NEWOBJ),
    "POP below a mark": pickled(table(a=T0), table(a=T1), MARK, POP, POP),
    "a second pickle behind": root(a=T0) + root(a=T1),
    "rubbish behind": root(a=T0) + b"abc",
    "a PROTO in the middle": pickled(b"}", b"\x80\x04", items(A, T0)),
    "a PROTO 4 in the middle and a dotted name": pickled(
        b"\x80\x04", table(a=call("torch _utils._rebuild_tensor_v2", *arguments()))
    ),
    "a PROTO 3 in the middle and a name of Python 2": pickled(
        b"\x80\x03", table(a=call("__builtin__ set", listed(number(1)))), protocol=2
    ),
    "protocol 3 and a name of Python 2": pickled(table(a=call("__builtin__ set", listed(number(1))), b=T0), protocol=3),
    "protocol 2 and a name of Python 3": pickled(table(a=call("builtins set", listed(number(1))), b=T0)),
    "no PROTO": table(a=T0) + b".",
    "PROTO 0": pickled(table(a=T0), protocol=0),
    "PROTO 1": pickled(table(a=T0), protocol=1),
    "PROTO twice": pickled(b"\x80\x02", table(a=T0)),
    "a FRAME too short": root4(frame(3), table(a=T0)),
    "a FRAME in a frame": root4(frame(30), b"}", frame(10), items(A, T0)),
    "a FRAME beyond the end": root4(frame(10**6), table(a=T0)),
    "a FRAME that ends in an opcode": root4(frame(20), table(a=T0)),
    "a FRAME in protocol 2": pickled(frame(5), table(a=T0)),
}

NAMES = {
    "a dotted name in protocol 2": root(a=call("torch _utils._rebuild_tensor_v2", *arguments())),
    "a dotted name in protocol 4": root4(table(a=call("torch _utils._rebuild_tensor_v2", *arguments()))),
    "a dotted name on the stack": root4(
        b"}", A, stack_global("torch", "_utils._rebuild_tensor_v2") + some(*arguments()) + b"R", b"s"
    ),
    "a dotted class of storage": root(a=tensor(storage(kind="torch cuda.FloatStorage"))),
    "an empty module": root(a=call(" torch._utils._rebuild_tensor_v2", *arguments())),
    "a storage class of elsewhere": root(a=tensor(storage(kind="torch.storage FloatStorage"))),
    "a storage class of a stranger": root(a=tensor(storage(kind="os FloatStorage"))),
    "OrderedDict by a dotted name": pickled(call(" collections.OrderedDict", listed(listed(A, T0)))),
    "a set by copy_reg": root(
        a=call("copy_reg _reconstructor", name("__builtin__ object"), name("__builtin__ object"), N)
    ),
    "a name in CRLF": b"\x80\x02}(X\x01\0\0\0actorch._utils\r\n_rebuild_tensor_v2\r\n" + some(*arguments()) + b"Ru.",
    "a name with blanks": root(a=call("torch._utils _rebuild_tensor_v2 ", *arguments())),
    "a storage class by extension": root(a=b"\x82\x05"),
    "typed storage": root(a=tensor(storage(kind="torch.storage TypedStorage"))),
    "the older untyped storage": root(
        a=tensor(storage(kind="torch.storage _UntypedStorage", numel=16), shape=(4,), stride=(1,))
    ),
    "untyped storage of torch": root(a=tensor(storage(kind="torch UntypedStorage", numel=16), shape=(4,), stride=(1,))),
    "untyped storage": root(a=tensor(storage(kind="torch.storage UntypedStorage", numel=16), shape=(4,), stride=(1,))),
    "a storage class of cuda": root(a=tensor(storage(kind="torch.cuda FloatStorage"))),
    "quantised storage of cuda": root(a=tensor(storage(kind="torch.cuda QInt8Storage", numel=16))),
    "a name mapped from Python 2 inside torch's": root(
        a=call("__builtin__ bytearray", call("_codecs encode", X, text("latin1"))), b=T0
    ),
    "the same function by another module": root(a=call("torch._tensor _rebuild_tensor_v2", *arguments())),
    "dtype as tensor function": root(a=call("torch float32", *arguments())),
}

ATOMS = {
    "INT octal": root(a=b"I010\n", b=T0),
    "INT hexadecimal": root(a=b"I0x10\n", b=T0),
    "INT of one digit and a sign": root(a=b"I+1\n", b=T0),
    "INT 01": root(a=b"I01\n", b=T0),
    "INT 001": root(a=b"I001\n", b=T0),
    "INT with blanks": root(a=b"I 1\n", b=T0),
    "INT -0": root(a=b"I-0\n", b=T0),
    "INT underlined": root(a=b"I1_0\n", b=T0),
    "INT with NUL": root(a=b"I1\x00\n", b=T0),
    "INT huge": root(a=b"I" + b"9" * 30 + b"\n", b=T0),
    "INT of nothing": root(a=b"I\n", b=T0),
    "LONG hexadecimal": root(a=b"L0x10L\n", b=T0),
    "LONG underlined": root(a=b"L1_0L\n", b=T0),
    "LONG without L": root(a=b"L12\n", b=T0),
    "FLOAT underlined": root(a=b"F1_0\n", b=T0),
    "FLOAT with blanks": root(a=b"F 1.5\n", b=T0),
    "FLOAT nan": root(a=b"Fnan\n", b=T0),
    "FLOAT infinity": root(a=b"FInfinity\n", b=T0),
    "LONG1 of zeros": root(a=b"\x8a\x03\x01\x00\x00", b=T0),
    "LONG1 of nothing": root(a=b"\x8a\x00", b=T0),
    "LONG4 negative": root(a=b"\x8b\xff\xff\xff\xff", b=T0),
    "STRING in odd quotes": root(a=b"S'a\"\n", b=T0),
    "STRING with blanks": root(a=b"S'a' \n", b=T0),
    "STRING with escapes": root(a=b"S'\\n\\x41'\n", b=T0),
    "STRING with a quote inside": root(a=b"S'a'b'\n", b=T0),
    "BINSTRING": root(a=b"T\x01\0\0\0a", b=T0),
    "BINSTRING negative": root(a=b"T\xff\xff\xff\xffa", b=T0),
    "BINSTRING, no UTF-8": root(a=b"T\x01\0\0\0\xff", b=T0),
    "UNICODE with escapes": root(a=b"V\\u0041\\U0001F600\\n\n", b=T0),
    "UNICODE with half an escape": root(a=b"V\\u00\n", b=T0),
    "BINUNICODE surrogate": root(a=text("\ud800"), b=T0),
    "SHORT_BINUNICODE in protocol 2": root(a=b"\x8c\x01a", b=T0),
    "EMPTY_SET": root4(table(a=b"\x8f" + MARK + number(1) + number(1) + b"\x90", b=T0)),
    "FROZENSET of lists": root4(table(a=MARK + b"]" + b"\x91", b=T0)),
    "EXT1": root(a=b"\x82\x01", b=T0),
    "LIST and DICT": pickled(MARK, A, MARK, T0, T1, b"l", b"d"),
    "DICT of three": pickled(MARK, A, T0, B, b"d"),
    "BYTEARRAY8": root4(table(a=b"\x96" + (2).to_bytes(8, "little") + b"ab", b=T0)),
}
