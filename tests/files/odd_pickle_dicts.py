"""Odd pickles: what storages are called, keys, and dicts that are filled in odd ways."""

from __future__ import annotations

from tests.files.odd_pickles import (
    BUILD,
    COUNTER,
    DEVICE,
    EMPTY,
    MARK,
    NEWOBJ,
    NEWOBJ_EX,
    ORDERED,
    POP,
    SIZE,
    T0,
    T1,
    T2,
    TRUE,
    A,
    B,
    N,
    call,
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
    storage,
    table,
    tensor,
    text,
)

PIDS = {
    "persistent id in a list": root(
        a=tensor(listed(text("storage"), name("torch FloatStorage"), text("0"), text("cpu"), number(4)) + b"Q")
    ),
    "persistent id of four": root(
        a=tensor(some(text("storage"), name("torch FloatStorage"), text("0"), text("cpu")) + b"Q")
    ),
    "persistent id of six": root(
        a=tensor(some(text("storage"), name("torch FloatStorage"), text("0"), text("cpu"), number(4), N) + b"Q")
    ),
    "persistent id of six with a view": root(
        a=tensor(
            some(
                text("storage"),
                name("torch FloatStorage"),
                text("0"),
                text("cpu"),
                number(4),
                some(text("v"), number(1), number(2)),
            )
            + b"Q",
            shape=(2,),
            stride=(1,),
        )
    ),
    "persistent id of another kind": root(a=T0, b=some(text("module"), name(ORDERED), text("x"), text("y")) + b"Q"),
    "persistent id a number": root(a=T0, b=number(1) + b"Q"),
    "persistent id a text": root(a=T0, b=text("storage") + b"Q"),
    "persistent id empty": root(a=T0, b=b")Q"),
    "persistent id in text": root(a=T0, b=b"Pabc\n"),
    "persistent id of old texts": root(
        a=tensor(some(b"U\x07storage", name("torch FloatStorage"), b"U\x010", b"U\x03cpu", number(4)) + b"Q")
    ),
    "a key that is a number": root(
        a=tensor(some(text("storage"), name("torch FloatStorage"), number(0), text("cpu"), number(4)) + b"Q")
    ),
    "a key with folders": root(a=tensor(storage("../data/0"))),
    "two dtypes": root(a=tensor(), b=tensor(storage(kind="torch IntStorage"))),
    "two dtypes of other widths": root(
        a=tensor(), b=tensor(storage(kind="torch ShortStorage", numel=8), shape=(8,), stride=(1,))
    ),
    "two devices": root(a=tensor(), b=tensor(storage(device="cuda:0"))),
    "two devices, the other first": root(a=tensor(storage(device="meta")), b=tensor()),
    "two sizes": root(a=tensor(), b=tensor(storage(numel=2), shape=(2,), stride=(1,))),
    "two sizes, small first": root(a=tensor(storage(numel=2), shape=(2,), stride=(1,)), b=tensor()),
    "typed and untyped": root(
        a=tensor(), b=tensor(storage(kind="torch.storage UntypedStorage", numel=16), shape=(16,), stride=(1,))
    ),
    "untyped and typed": root(
        a=tensor(storage(kind="torch.storage UntypedStorage", numel=16), shape=(16,), stride=(1,)), b=tensor()
    ),
    "untyped and bytes": root(
        a=tensor(storage(kind="torch.storage UntypedStorage", numel=16), shape=(16,), stride=(1,)),
        b=tensor(storage(kind="torch ByteStorage", numel=16), shape=(16,), stride=(1,)),
    ),
    "a hidden first mention": pickled(storage(kind="torch IntStorage"), POP, table(a=T0)),
    "a hidden first mention in hooks": root(
        a=tensor(storage("1"), hooks=ordered(number(1), storage(kind="torch IntStorage"))), b=T0
    ),
    "a bare storage of another dtype first": root(z=storage(kind="torch IntStorage"), a=T0),
    "a bare storage": root(z=storage(), a=T0),
    "one persistent id object twice": pickled(b"}", items(A, tensor(storage() + put(1)), B, tensor(get(1)))),
    "a persistent id tuple twice": pickled(
        some(text("storage"), name("torch FloatStorage"), text("0"), text("cpu"), number(4)),
        put(1),
        POP,
        b"}",
        items(A, tensor(get(1) + b"Q"), B, tensor(get(1) + b"Q")),
    ),
}

KEYS = {
    "a key twice": pickled(b"}", items(A, T0, B, T1, A, T2)),
    "a key twice in two batches": pickled(b"}", items(A, T0, B, T1), items(A, T2)),
    "a key twice in an OrderedDict": pickled(ordered(A, T0, B, T1, A, T2)),
    "a key twice in pairs": pickled(call(ORDERED, listed(listed(A, T0), listed(B, T1), listed(A, T2)))),
    "a key twice among three values": root(a=pickled(b"")[2:-1] + b"}" + items(A, number(1), A, number(2))),
    "1, 1.0 and True": pickled(b"}", items(number(1), T0, b"G\x3f\xf0\0\0\0\0\0\0", T1, TRUE, T2)),
    "0 and -0.0": pickled(b"}", items(number(0), T0, b"G\x80\0\0\0\0\0\0\0", T1)),
    "NaN twice": pickled(b"}", items(b"G\x7f\xf8\0\0\0\0\0\0", T0, b"G\x7f\xf8\0\0\0\0\0\0", T1)),
    "one NaN twice": pickled(b"}", items(b"G\x7f\xf8\0\0\0\0\0\0" + put(1), T0, get(1), T1)),
    "old text and new": pickled(b"}", items(A, T0, b"U\x01a", T1)),
    "old text, no UTF-8": pickled(b"}", items(b"U\x01\xff", T0)),
    "tuples": pickled(b"}", items(some(A, number(1)), T0, some(A, b"G\x3f\xf0\0\0\0\0\0\0"), T1)),
    "tuple and size": pickled(b"}", items(numbers((1,)), T0, call(SIZE, numbers((1,))), T1)),
    "two sizes": pickled(b"}", items(call(SIZE, numbers((1,))), T0, call(SIZE, numbers((1,))), T1)),
    "two devices": pickled(b"}", items(call(DEVICE, text("cpu")), T0, call(DEVICE, text("cpu")), T1)),
    "bytes twice": pickled(
        b"}", items(call("_codecs encode", A, text("latin1")), T0, call("_codecs encode", A, text("latin1")), T1)
    ),
    "None twice": pickled(b"}", items(N, T0, N, T1)),
    "a dtype twice": pickled(b"}", items(name("torch float32"), T0, name("torch float32"), T1)),
    "a dtype by two names": pickled(b"}", items(name("torch float32"), T0, name(" torch.float32"), T1)),
    "complex and real": pickled(
        b"}", items(number(1), T0, call("__builtin__ complex", b"G\x3f\xf0\0\0\0\0\0\0", b"G\0\0\0\0\0\0\0\0"), T1)
    ),
    "a list for a key": pickled(b"}", items(b"]", T0)),
    "a dict for a key": pickled(b"}", items(b"}", T0)),
    "a tuple of lists for a key": pickled(b"}", items(b"]\x85", T0)),
    "a set for a key": pickled(b"}", items(call("__builtin__ set", listed(number(1))), T0)),
    "an OrderedDict for a key": pickled(b"}", items(EMPTY, T0)),
    "a tensor for a key": pickled(b"}", items(T1, T0)),
    "one tensor twice for a key": pickled(b"}", items(T1 + put(1), T0, get(1), T2)),
    "a key of 40 tuples": pickled(b"}", items(A + b"\x85" * 40, T0, A + b"\x85" * 40, T1)),
    "in a list of dicts": pickled(b"](", b"".join(b"}" + items(A, T0, A, T1) for _ in range(4)), b"e"),
    "in a dict of dicts": pickled(
        b"}",
        items(*(part for at in range(5) for part in (number(at), b"}" + items(text("step"), T0, text("step"), T1)))),
    ),
    "in one of many dicts alike": pickled(
        b"}",
        items(
            *(
                part
                for at in range(5)
                for part in (number(at), b"}" + items(text("step"), T0, text("step" if at == 3 else "exp"), T1))
            )
        ),
    ),
    "of a dict of dicts alike": pickled(
        b"}",
        items(*(part for at in (0, 1, 2, 1) for part in (number(at), b"}" + items(text("step"), T0, text("exp"), T1)))),
    ),
    "DICT opcode": pickled(MARK, A, T0, A, T1, b"d"),
    "SETITEM": pickled(b"}", A, T0, b"s", A, T1, b"s"),
    "an odd number of items": pickled(b"}", MARK, A, T0, B, b"u"),
    "no items": pickled(b"}", MARK, b"u", items(A, T0)),
    "in metadata": pickled(
        ordered(A, T0),
        table(_metadata=ordered(text(""), table(version=number(1)), text(""), table(version=number(2)))),
        BUILD,
    ),
    "in state": pickled(ordered(A, T0), b"}" + items(text("x"), T1, text("x"), T2), BUILD),
}

MAPS = {
    "SETITEMS, BUILD, SETITEMS": pickled(
        name(ORDERED),
        b")R",
        items(text("module.a"), T0),
        table(_metadata=ordered()),
        BUILD,
        items(text("module.b"), T1),
    ),
    "BUILD, SETITEMS": pickled(name(ORDERED), b")R", table(_metadata=ordered()), BUILD, items(text("module.a"), T0)),
    "BUILD twice": pickled(ordered(A, T0), table(x=T1), BUILD, table(x=T2), BUILD),
    "BUILD with a method's name": pickled(ordered(A, T0), table(items=T1), BUILD),
    "BUILD with a pair": pickled(ordered(A, T0), some(table(x=T1), table(y=T2)), BUILD),
    "BUILD with pairs": pickled(ordered(A, T0), listed(some(text("x"), T1)), BUILD),
    "BUILD with numbers": pickled(ordered(A, T0), b"}" + items(number(1), T1), BUILD),
    "BUILD with None": pickled(ordered(A, T0), N, BUILD),
    "BUILD with an empty tuple": pickled(ordered(A, T0), b")", BUILD),
    "BUILD with an OrderedDict": pickled(ordered(A, T0), ordered(text("x"), T1), BUILD),
    "BUILD changed later": pickled(ordered(A, T0), b"}", put(3), BUILD, get(3), items(text("x"), T1), POP),
    "BUILD on a dict": pickled(table(a=T0), table(x=T1), BUILD),
    "BUILD on a Counter": pickled(call(COUNTER, table(a=number(1))), table(x=T1), BUILD),
    "pairs and items": pickled(call(ORDERED, listed(listed(A, T0))), items(B, T1)),
    "pairs, state and items": pickled(call(ORDERED, listed(listed(A, T0))), table(x=N), BUILD, items(B, T1)),
    "pairs changed later": pickled(
        b"]", put(1), POP, name(ORDERED), get(1), b"\x85R", get(1), listed(A, T0), b"a", POP
    ),
    "a pair changed later": pickled(listed(A, T0), put(1), POP, call(ORDERED, listed(get(1))), get(1), T1, b"a", POP),
    "pairs in a tuple": pickled(call(ORDERED, some(some(A, T0), some(B, T1)))),
    "pairs of tuples": pickled(call(ORDERED, listed(some(A, T0), some(B, T1)))),
    "pairs of texts": pickled(call(ORDERED, listed(text("ab"), text("cd")))),
    "pairs of dicts": pickled(call(ORDERED, listed(b"}" + items(A, T0, B, T1)))),
    "pairs of three": pickled(call(ORDERED, listed(some(A, T0, T1)))),
    "pairs in a dict": pickled(call(ORDERED, b"}" + items(some(A, B), T1))),
    "pairs in a set": pickled(call(ORDERED, call("__builtin__ set", listed(some(A, number(1)))))),
    "a dict": pickled(call(ORDERED, table(a=T0))),
    "a dict twice the key": pickled(call(ORDERED, b"}" + items(A, T0, A, T1))),
    "a dict changed later": pickled(b"}", put(1), POP, call(ORDERED, get(1)), get(1), items(A, T0), POP),
    "an OrderedDict in an OrderedDict": pickled(call(ORDERED, ordered(A, T0))),
    "a text": pickled(call(ORDERED, text(""))),
    "None": pickled(call(ORDERED, N)),
    "two arguments": pickled(call(ORDERED, listed(), listed())),
    "arguments in a list": pickled(name(ORDERED), listed(table(a=T0)), b"R"),
    "OrderedDict by NEWOBJ": pickled(name(ORDERED), b")", NEWOBJ, items(A, T0)),
    "OrderedDict by NEWOBJ of pairs": pickled(name(ORDERED), some(listed(listed(A, T0))), NEWOBJ, items(B, T1)),
    "OrderedDict by NEWOBJ of pairs alone": pickled(name(ORDERED), some(listed(listed(A, T0))), NEWOBJ),
    "OrderedDict by NEWOBJ_EX": pickled(name(ORDERED), b")", table(a=T0), NEWOBJ_EX),
    "OrderedDict by OBJ": pickled(MARK, name(ORDERED), listed(listed(A, T0)), b"o"),
    "OrderedDict by INST": pickled(MARK, listed(listed(A, T0)), b"icollections\nOrderedDict\n"),
    "APPENDS to an OrderedDict": pickled(ordered(A, T0), MARK, T1, b"e"),
    "APPENDS to a tuple": pickled(some(T0), MARK, T1, b"e"),
    "APPENDS to a dict": pickled(table(a=T0), MARK, T1, b"e"),
    "ADDITEMS to a list": root4(listed(T0), MARK, T1, b"\x90"),
    "SETITEMS of a list": pickled(listed(T0), items(number(0), T1)),
    "Counter of a list": pickled(call(COUNTER, listed(A, A))),
    "Counter of pairs": pickled(
        call(COUNTER, listed(listed(A, number(1)))),
    ),
    "Counter of tuples": pickled(call(COUNTER, listed(some(A, number(1))))),
    "Counter of tensors": pickled(call(COUNTER, table(a=T0))),
    "Counter of a text": pickled(call(COUNTER, text("abc"))),
    "Counter and items": pickled(call(COUNTER, table(a=number(1))), items(B, T1)),
    "defaultdict": pickled(call("collections defaultdict", N), items(A, T0)),
    "defaultdict and pairs": pickled(call("collections defaultdict", N, listed(listed(A, T0)))),
    "dict called": pickled(call("__builtin__ dict", listed(listed(A, T0)))),
    "dict through another reference": pickled(b"}", put(1), items(A, T0), get(1), items(B, T1), POP),
    "a list through another reference": pickled(b"]", put(1), MARK, T0, b"e", get(1), T1, b"a", POP),
    "nested too deep to be shown": pickled(b"}X\x01\0\0\0k" * 700, table(a=T0), b"s" * 700),
    "in itself": pickled(b"}", put(1), items(A, T0, B, get(1))),
}
