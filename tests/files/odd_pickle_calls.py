"""Odd pickles: how tensors and other objects of torch are made, and what is done to them afterwards."""

from __future__ import annotations

from tests.files.odd_pickles import (
    BUILD,
    DEVICE,
    EMPTY,
    FALSE,
    FROM_TYPE,
    MARK,
    NEWOBJ,
    NEWOBJ_EX,
    ORDERED,
    PARAMETER,
    POP,
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
    N,
    X,
    arguments,
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
    some,
    storage,
    table,
    tensor,
    text,
)

V = arguments()
FROM_CPU = "torch._utils _rebuild_device_tensor_from_cpu_tensor"
META, SPARSE = "torch._utils _rebuild_meta_tensor_no_storage", "torch._utils _rebuild_sparse_tensor"
COO = call("torch.serialization _get_layout", text("torch.sparse_coo"))
NO_PLACES = tensor(storage("1", "torch LongStorage", numel=2), shape=(1, 0), stride=(1, 1))
NOTHING = tensor(shape=(0,), stride=(1,))
MOST = (1 << 63) - 1
NESTED_DICT = call(ORDERED, listed(listed(A, T0)))


def quantised(scale: bytes, zero_point: int) -> bytes:
    """A tensor of bytes with a scale."""
    parameters = some(name("torch per_tensor_affine"), scale, number(zero_point))
    of = storage("0", "torch QUInt8Storage", numel=16)
    return call("torch._utils _rebuild_qtensor", of, number(0), numbers((4,)), numbers((1,)), parameters, FALSE, EMPTY)


def meta(shape: tuple[int, ...], stride: tuple[int, ...]) -> bytes:
    """A tensor without bytes."""
    return call(META, name("torch float32"), numbers(shape), numbers(stride), FALSE)


CALLS = {
    **{
        f"{what} with {number_}": root(a=make(number_))
        for number_ in (MOST, MOST + 1, MOST + 2 << 1, -MOST - 1, -MOST - 2)
        for what, make in {
            "a size": lambda count: call(SIZE, numbers((count,))),
            "no elements,": lambda count: tensor(shape=(0, count), stride=(1, 1)),
            "no elements, a stride": lambda count: tensor(shape=(0, 2), stride=(count, 1)),
            "no elements, an offset": lambda count: tensor(offset=count, shape=(0,), stride=(1,)),
            "no elements, at last,": lambda count: tensor(shape=(count, count, 0), stride=(1, 1, 1)),
            "no elements, at first,": lambda count: tensor(shape=(0, count, count), stride=(1, 1, 1)),
            "meta": lambda count: meta((count, 0), (1, 1)),
            "meta, a stride": lambda count: meta((2, 0), (count, 1)),
            "meta, twice": lambda count: meta((count, count), (1, 1)),
            "sparse": lambda count: call(SPARSE, COO, some(NO_PLACES, NOTHING, numbers((count,)))),
            "quantised": lambda count: quantised(b"G\x3f\xf0\0\0\0\0\0\0", count),
            "quantised by": lambda count: quantised(number(count), 0),
            "a device": lambda count: call(DEVICE, text("cuda"), number(count)),
        }.items()
    },
    **{f"card {card}": root(a=call(DEVICE, text(f"cuda:{card}"))) for card in (127, 128, 255, 256, "1" * 5000)},
    **{f"card by number, {card}": root(a=call(DEVICE, text("cuda"), number(card))) for card in (127, 128, 255, 256)},
    "a scale beyond floats": root(a=quantised(b"\x8a\xff" + bytes(254) + b"\1", 0)),
    "Parameter of an OrderedDict": root(a=call(PARAMETER, EMPTY, TRUE, EMPTY)),
    "Parameter of an OrderedDict, by REDUCE": root(a=call("torch.nn.parameter Parameter", NESTED_DICT)),
    "Parameter of an OrderedDict, with state": root(a=call(WITH_STATE, EMPTY, TRUE, EMPTY, table(x=T1))),
    "Parameter of a type of an OrderedDict": root(
        a=call(PARAMETER, call(FROM_TYPE, name(ORDERED), name("torch Tensor"), b")", b"}"), TRUE, EMPTY)
    ),
    "Parameter of a Counter": root(a=call(PARAMETER, call("collections Counter", b"}"), TRUE, EMPTY)),
    "Parameter of what carries an OrderedDict": root(
        a=call(
            PARAMETER,
            call(
                "torch._utils _rebuild_device_tensor_from_cpu_tensor", EMPTY, name("torch float32"), text("cpu"), FALSE
            ),
            TRUE,
            EMPTY,
        )
    ),
    "Parameter of an array that is an OrderedDict": root(
        a=call(
            PARAMETER,
            call("torch._utils _rebuild_device_tensor_from_numpy", EMPTY, name("torch float32"), text("cpu"), FALSE),
            TRUE,
            EMPTY,
        )
    ),
    "sparse of an OrderedDict": root(a=call(SPARSE, COO, some(EMPTY, NOTHING, numbers((2,))))),
    "five arguments": root(a=call(V2, *V[:5])),
    "four arguments of v2": root(a=call(V2, *V[:4])),
    "seven arguments, metadata None": root(a=call(V2, *V, N)),
    "metadata empty": root(a=call(V2, *V, b"}")),
    "metadata conj of a float": root(a=call(V2, *V, table(conj=TRUE))),
    "metadata neg": root(a=call(V2, *V, table(neg=TRUE))),
    "metadata of strange keys": root(a=call(V2, *V, table(other=TRUE))),
    "metadata of strange values": root(a=call(V2, *V, table(neg=number(1)))),
    "metadata in an OrderedDict": root(a=call(V2, *V, ordered(text("neg"), TRUE))),
    "metadata a list": root(a=call(V2, *V, listed(TRUE))),
    "eight arguments": root(a=call(V2, *V, N, N)),
    "v1 with six": root(a=call(V1, *V)),
    "v3 without dtype": root(a=call(V3, *V)),
    "v3 with float64 over 16 bytes": root(a=call(V3, *arguments(shape=(2,), stride=(1,)), name("torch float64"))),
    "v3 with a stranger's dtype": root(a=call(V3, *arguments(shape=(2,), stride=(1,)), name("numpy float64"))),
    "v3 with a dtype of storage kind": root(
        a=call(V3, *arguments(shape=(2,), stride=(1,)), name("torch FloatStorage"))
    ),
    "v3 with metadata": root(a=call(V3, *arguments(shape=(2,), stride=(1,)), name("torch float32"), table(neg=TRUE))),
    "arguments in a list": root(a=name(V2) + listed(*V) + b"R"),
    "no arguments": root(a=name(V2) + b")R"),
    "shape in a list": root(
        a=call(V2, storage(), number(0), listed(number(2), number(2)), numbers((2, 1)), FALSE, EMPTY)
    ),
    "stride in a list": root(
        a=call(V2, storage(), number(0), numbers((2, 2)), listed(number(2), number(1)), FALSE, EMPTY)
    ),
    "shape a Size": root(a=call(V2, storage(), number(0), call(SIZE, numbers((2, 2))), numbers((2, 1)), FALSE, EMPTY)),
    "shape of bools": root(a=call(V2, storage(), number(0), some(TRUE, number(2)), numbers((2, 1)), FALSE, EMPTY)),
    "shape of floats": root(
        a=call(V2, storage(), number(0), some(b"G\x40\0\0\0\0\0\0\0", number(2)), numbers((2, 1)), FALSE, EMPTY)
    ),
    "offset a bool": root(a=call(V2, storage(), TRUE, numbers((2,)), numbers((1,)), FALSE, EMPTY)),
    "shape a number": root(a=call(V2, storage(), number(0), number(2), number(1), FALSE, EMPTY)),
    "a shape list filled later": pickled(
        b"](" + number(2) + b"e",
        put(9),
        POP,
        b"}",
        A,
        name(V2),
        some(storage(), number(0), get(9), numbers((1,)), FALSE, EMPTY),
        b"R",
        b"s",
        get(9),
        number(1),
        b"a",
        POP,
    ),
    "requires_grad a number": root(a=call(V2, *V[:4], number(1), EMPTY)),
    "requires_grad None": root(a=call(V2, *V[:4], N, EMPTY)),
    "requires_grad of integers": root(a=tensor(storage(kind="torch IntStorage"), grad=TRUE)),
    "a parameter of integers on meta": root(
        a=call(
            PARAMETER,
            call(
                "torch._utils _rebuild_meta_tensor_no_storage",
                name("torch int64"),
                numbers((2,)),
                numbers((1,)),
                FALSE,
            ),
            TRUE,
            EMPTY,
        )
    ),
    "a parameter of integers": root(a=call(PARAMETER, tensor(storage(kind="torch IntStorage")), TRUE, EMPTY)),
    "hooks a dict": root(a=tensor(hooks=b"}")),
    "hooks filled": root(a=tensor(hooks=ordered(number(1), T1))),
    "hooks in arguments": root(a=tensor(hooks=call(ORDERED, listed(listed(number(1), T1))))),
    "hooks with attributes": root(a=tensor(hooks=EMPTY + table(hidden=T1) + BUILD)),
    "hooks shared with the root": pickled(name(ORDERED), b")R", put(1), items(A, tensor(hooks=get(1)))),
    "hooks a number": root(a=tensor(hooks=number(1))),
    "hooks a tensor": root(a=tensor(hooks=T1)),
    "negative stride": root(a=tensor(shape=(2,), stride=(-1,))),
    "negative offset": root(a=tensor(offset=-1)),
    "negative size": root(a=tensor(shape=(-1,), stride=(1,))),
    "more sizes than strides": root(a=tensor(shape=(2, 2), stride=(1,))),
    "no strides": root(a=tensor(shape=(), stride=())),
    "beyond the storage": root(a=tensor(shape=(5,), stride=(1,))),
    "empty, offset far out": root(a=tensor(shape=(0,), stride=(1,), offset=100)),
    "empty, strides far out": root(a=tensor(shape=(0, 3), stride=(1000, 1))),
    "stride zero": root(a=tensor(shape=(1000,), stride=(0,))),
    "numel less than the record": root(a=tensor(storage(numel=3), shape=(3,), stride=(1,))),
    "numel more than the record": root(a=tensor(storage(numel=5), shape=(3,), stride=(1,))),
    "numel a bool": root(
        a=tensor(
            some(text("storage"), name("torch FloatStorage"), text("0"), text("cpu"), TRUE) + b"Q",
            shape=(1,),
            stride=(1,),
        )
    ),
    "numel zero of nothing": root(a=tensor(storage("9", numel=0), shape=(0,), stride=(1,))),
    "by NEWOBJ": root(a=name(V2) + some(*V) + NEWOBJ),
    "by OBJ": root(a=MARK + name(V2) + b"".join(V) + b"o"),
    "by INST": root(a=MARK + b"".join(V) + b"itorch._utils\n_rebuild_tensor_v2\n"),
    "by NEWOBJ_EX": root(a=name(V2) + some(*V) + b"}" + NEWOBJ_EX),
    "Parameter by NEWOBJ": root(a=name("torch.nn.parameter Parameter") + some(T0) + NEWOBJ),
    "Parameter by REDUCE": root(a=call("torch.nn.parameter Parameter", T0)),
    "Parameter by REDUCE, not trained": root(a=call("torch.nn.parameter Parameter", T0, FALSE)),
    "Parameter by REDUCE, trained by a number": root(a=call("torch.nn.parameter Parameter", T0, number(1))),
    "Parameter by REDUCE, trained by nothing": root(a=call("torch.nn.parameter Parameter", T0, b")")),
    "Parameter with state of torch 0.3": root(
        a=call("torch.nn.parameter Parameter", T0) + some(FALSE, FALSE, EMPTY) + BUILD
    ),
    "Parameter of nothing": root(a=call("torch.nn.parameter Parameter")),
    "Parameter of None": root(a=call("torch.nn.parameter Parameter", N)),
    "Parameter of a parameter": root(a=call(PARAMETER, call(PARAMETER, T0, FALSE, EMPTY), TRUE, EMPTY)),
    "Parameter with four arguments": root(a=call(PARAMETER, T0, TRUE, EMPTY, N)),
    "Parameter with two arguments": root(a=call(PARAMETER, T0, TRUE)),
    "Parameter trained by a number": root(a=call(PARAMETER, T0, number(1), EMPTY)),
    "Parameter with hooks": root(a=call(PARAMETER, T0, TRUE, ordered(number(1), T1))),
    "Parameter of a size": root(a=call(PARAMETER, call(SIZE, numbers((2,))), TRUE, EMPTY)),
    "Tensor of a list": root(a=call("torch Tensor", listed(number(1), number(2)))),
    "Tensor of a tensor": root(a=call("torch Tensor", T0)),
    "Tensor by NEWOBJ and BUILD": root(
        a=name("torch Tensor") + b")" + NEWOBJ + some(storage(), number(0), numbers((2,)), numbers((1,))) + BUILD
    ),
    "FloatTensor by NEWOBJ": root(a=name("torch FloatTensor") + b")" + NEWOBJ),
    "FloatTensor of sizes": root(a=call("torch FloatTensor", number(2))),
    "UntypedStorage called": root(a=call("torch.storage UntypedStorage", number(2))),
    "BUILD set_": root(a=T0 + some(storage("1"), number(0), numbers((4,)), numbers((1,))) + BUILD),
    "BUILD set_ of a tensor": root(a=T0 + some(T1) + BUILD),
    "BUILD set_ of nothing": root(a=T0 + b")" + BUILD),
    "BUILD of a dict": root(a=T0 + table(data=T1) + BUILD),
    "BUILD of a parameter": root(a=call(PARAMETER, T0, TRUE, EMPTY) + some(T1, N, EMPTY, FALSE, FALSE) + BUILD),
    "BUILD of a parameter, four": root(
        a=call(PARAMETER, T0, FALSE, EMPTY) + some(storage("1"), number(0), numbers((4,)), numbers((1,))) + BUILD
    ),
    "BUILD of a parameter, three": root(a=call(PARAMETER, T0, TRUE, EMPTY) + some(FALSE, FALSE, EMPTY) + BUILD),
    "BUILD by another reference": pickled(
        b"}",
        items(A, T0 + put(1), B, T2),
        get(1),
        some(storage("1"), number(0), numbers((4,)), numbers((1,))),
        BUILD,
        POP,
    ),
    "BUILD hidden in a leftover": pickled(
        T0,
        put(1),
        some(storage("1"), number(0), numbers((4,)), numbers((1,))),
        BUILD,
        b"}",
        items(A, get(1)),
        b"\x86",
        b"",
    ),
    "SETITEM of a tensor": root(a=T0 + number(0) + number(1) + b"s"),
    "SETITEMS of a tensor": root(a=T0 + items(number(0), T1)),
    "APPEND to a tensor": root(a=T0 + number(0) + b"a"),
    "APPENDS to a size": root(a=call(SIZE, numbers((1,))) + MARK + number(0) + b"e"),
    "with state: data": root(a=call(WITH_STATE, T0, TRUE, EMPTY, table(data=T1))),
    "with state: grad": root(a=call(WITH_STATE, T0, TRUE, EMPTY, table(grad=T1))),
    "with state: requires_grad": root(a=call(WITH_STATE, T0, TRUE, EMPTY, table(requires_grad=FALSE))),
    "with state: hooks": root(a=call(WITH_STATE, T0, TRUE, EMPTY, table(_backward_hooks=ordered(number(1), N)))),
    "with state: a pair": root(a=call(WITH_STATE, T0, TRUE, EMPTY, some(table(mine=N), table(data=T1)))),
    "with state: a list": root(a=call(WITH_STATE, T0, TRUE, EMPTY, listed(N, N))),
    "with state: an OrderedDict": root(a=call(WITH_STATE, T0, TRUE, EMPTY, ordered(text("data"), T1))),
    "with state: a method": root(a=call(WITH_STATE, T0, TRUE, EMPTY, table(numpy=T1))),
    "with state: its class": root(a=call(WITH_STATE, T0, TRUE, EMPTY, table(__class__=name("torch Tensor")))),
    "with state: its dict": root(a=call(WITH_STATE, T0, TRUE, EMPTY, table(__dict__=table(x=T1)))),
    "with state: real": root(a=call(WITH_STATE, T0, FALSE, EMPTY, table(real=T1))),
    "with state: a shape": root(a=call(WITH_STATE, T0, FALSE, EMPTY, table(shape=T1))),
    "with state: numbers for names": root(a=call(WITH_STATE, T0, FALSE, EMPTY, b"}" + items(number(1), T1))),
    "with state: tensor attribute": root(a=call(WITH_STATE, T0, FALSE, EMPTY, table(mine=T1))),
    "with state: changed later": pickled(
        b"}", put(9), POP, b"}", items(A, call(WITH_STATE, T0, TRUE, EMPTY, get(9))), get(9), items(text("x"), T1), POP
    ),
    "with state: a slot": root(a=call(WITH_STATE, T0, TRUE, EMPTY, some(N, table(mine=T1)))),
    "of type: data": root(a=call(FROM_TYPE, name(V2), name("torch Tensor"), some(*V), table(data=T1))),
    "of type: a pair": root(a=call(FROM_TYPE, name(V2), name("torch Tensor"), some(*V), some(b"}", table(data=T1)))),
    "of type: arguments in a list": root(a=call(FROM_TYPE, name(V2), name("torch Tensor"), listed(*V), b"}")),
    "of type: another class": root(a=call(FROM_TYPE, name(V2), name(SIZE), some(*V), b"}")),
    "of type: of a type": root(
        a=call(
            FROM_TYPE, name(FROM_TYPE), name("torch Tensor"), some(name(V2), name("torch Tensor"), some(*V), b"}"), b"}"
        )
    ),
    "of type: of a parameter": root(
        a=call(FROM_TYPE, name(PARAMETER), name("torch.nn.parameter Parameter"), some(T0, FALSE, EMPTY), b"}")
    ),
    "of type: of Tensor": root(a=call(FROM_TYPE, name("torch Tensor"), name("torch Tensor"), some(T0), b"}")),
    "of type: of Size": root(a=call(FROM_TYPE, name(SIZE), name(SIZE), some(numbers((1,))), b"}")),
    "of type: of OrderedDict": root(
        a=call(FROM_TYPE, name(ORDERED), name(ORDERED), some(listed(listed(A, T0))), table(x=T1))
    ),
    "of type: of device": root(a=call(FROM_TYPE, name(V2), name("torch FloatTensor"), some(*V), b"}")),
    "of type: three arguments": root(a=call(FROM_TYPE, name(V2), name("torch Tensor"), some(*V))),
    "of type: five arguments": root(a=call(FROM_TYPE, name(V2), name("torch Tensor"), some(*V), b"}", N)),
    "of type: six parameters deep": root(
        a=call(
            PARAMETER,
            call(
                PARAMETER,
                call(
                    PARAMETER,
                    call(PARAMETER, call(PARAMETER, call(PARAMETER, T0, TRUE, EMPTY), TRUE, EMPTY), TRUE, EMPTY),
                    TRUE,
                    EMPTY,
                ),
                TRUE,
                EMPTY,
            ),
            TRUE,
            EMPTY,
        )
    ),
    "from the CPU": root(
        a=call("torch._utils _rebuild_device_tensor_from_cpu_tensor", T0, name("torch float32"), text("cpu"), FALSE)
    ),
    "from the CPU, trained by a number": root(
        a=call("torch._utils _rebuild_device_tensor_from_cpu_tensor", T0, name("torch float32"), text("cpu"), number(1))
    ),
    "meta": root(
        a=call(
            "torch._utils _rebuild_meta_tensor_no_storage", name("torch float32"), numbers((2,)), numbers((1,)), FALSE
        )
    ),
    "meta, size in a list": root(
        a=call(
            "torch._utils _rebuild_meta_tensor_no_storage",
            name("torch float32"),
            listed(number(2)),
            numbers((1,)),
            FALSE,
        )
    ),
    "meta, five": root(
        a=call(
            "torch._utils _rebuild_meta_tensor_no_storage",
            name("torch float32"),
            numbers((2,)),
            numbers((1,)),
            FALSE,
            N,
        )
    ),
    "wrapper": root(
        a=call(
            "torch._utils _rebuild_wrapper_subclass",
            name("torch Tensor"),
            name("torch float32"),
            numbers((2,)),
            numbers((1,)),
            number(0),
            call("torch.serialization _get_layout", text("torch.strided")),
            call(DEVICE, text("cpu")),
            FALSE,
        )
    ),
    "wrapper, seven": root(
        a=call(
            "torch._utils _rebuild_wrapper_subclass",
            name("torch Tensor"),
            name("torch float32"),
            numbers((2,)),
            numbers((1,)),
            number(0),
            call("torch.serialization _get_layout", text("torch.strided")),
            call(DEVICE, text("cpu")),
        )
    ),
    "sparse of odd layout": root(
        a=call(
            "torch._utils _rebuild_sparse_tensor",
            call("torch.serialization _get_layout", text("torch.strided")),
            some(T0, T1, numbers((2, 2))),
        )
    ),
    "sparse, with a size in front": root(
        a=call(
            "torch._utils _rebuild_sparse_tensor",
            call("torch.serialization _get_layout", text("torch.sparse_coo")),
            some(numbers((9, 9)), T1, numbers((2, 2))),
        )
    ),
    "sparse": root(
        a=call(
            "torch._utils _rebuild_sparse_tensor",
            call("torch.serialization _get_layout", text("torch.sparse_coo")),
            some(
                tensor(storage("1", "torch LongStorage", numel=2), shape=(1, 2), stride=(2, 1)),
                tensor(storage("2"), shape=(2,), stride=(1,)),
                numbers((200,)),
            ),
        )
    ),
    "sparse, size in a list": root(
        a=call(
            "torch._utils _rebuild_sparse_tensor",
            call("torch.serialization _get_layout", text("torch.sparse_coo")),
            some(
                tensor(storage("1", "torch LongStorage", numel=2), shape=(1, 2), stride=(2, 1)),
                tensor(storage("2"), shape=(2,), stride=(1,)),
                listed(number(200)),
            ),
        )
    ),
    "nested of one": root(a=call("torch._utils _rebuild_nested_tensor", T0)),
    "a size of a list": root(a=call(SIZE, listed(number(2)))),
    "a size of bools": root(a=call(SIZE, some(TRUE))),
    "a size of texts": root(a=call(SIZE, some(X)), b=T0),
    "a size of nothing": root(a=name(SIZE) + b")R", b=T0),
    "a size by NEWOBJ": root(a=name(SIZE) + some(numbers((2,))) + NEWOBJ, b=T0),
    "a device of nothing": root(a=name(DEVICE) + b")R", b=T0),
    "a device of two": root(a=call(DEVICE, text("cpu"), number(0)), b=T0),
    "a device of a number": root(a=call(DEVICE, number(0)), b=T0),
    "a device that is none": root(a=call(DEVICE, text("nowhere")), b=T0),
    "a device with state": root(a=call(DEVICE, text("cpu")) + table(x=T1) + BUILD, b=T0),
    "a layout that is none": root(a=call("torch.serialization _get_layout", text("torch.x")), b=T0),
    "a set of a text": root(a=call("__builtin__ set", X), b=T0),
    "a set of a set": root(a=call("__builtin__ set", call("__builtin__ set", listed(T1))), b=T0),
    "a set of lists": root(a=call("__builtin__ set", listed(listed(T1))), b=T0),
    "a set with state": root(a=call("__builtin__ set", listed(number(1))) + table(x=T1) + BUILD, b=T0),
    "a set of two": root(a=call("__builtin__ set", listed(T0), listed(T1))),
    "bytes of an odd encoding": root(a=call("_codecs encode", X, text("rot13")), b=T0),
    "bytes of a tensor": root(a=call("_codecs encode", T0, text("latin1")), b=T0),
    "complex of a text": root(a=call("__builtin__ complex", text("1+2j")), b=T0),
    "complex of nothing": root(a=name("__builtin__ complex") + b")R", b=T0),
    "a class called that is a type": root(a=call("torch FloatStorage", number(3)), b=T0),
    "a dtype called": root(a=call("torch float32"), b=T0),
    "a result called": root(a=T0 + b")R", b=T1),
    "quantised": root(
        a=call(
            "torch._utils _rebuild_qtensor",
            storage(kind="torch QInt8Storage", numel=16),
            number(0),
            numbers((4,)),
            numbers((1,)),
            some(name("torch per_tensor_affine"), b"G\x3f\xf0\0\0\0\0\0\0", number(0)),
            FALSE,
            EMPTY,
        )
    ),
    "quantised, over": root(
        a=call(
            "torch._utils _rebuild_qtensor",
            storage(kind="torch QInt8Storage", numel=16),
            number(0),
            numbers((4,)),
            numbers((1,)),
            some(name("torch per_tensor_affine"), b"G\x3f\xf0\0\0\0\0\0\0", number(0), N),
            FALSE,
            EMPTY,
        )
    ),
    "quantised, of floats": root(
        a=call(
            "torch._utils _rebuild_qtensor",
            storage(),
            number(0),
            numbers((4,)),
            numbers((1,)),
            some(name("torch per_tensor_affine"), b"G\x3f\xf0\0\0\0\0\0\0", number(0)),
            FALSE,
            EMPTY,
        )
    ),
    "quantised storage in a plain tensor": root(
        a=tensor(storage(kind="torch QInt8Storage", numel=16), shape=(4,), stride=(1,))
    ),
    "a hidden tensor in an extra argument": root(a=call(V2, *V, T1)),
}
