"""Odd tensors of the rarer kinds: sparse, quantised, nested, without data, carried, and as torch 0.1 wrote them."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.differential_tensors import DTYPES, UTILS, Tensors


class RareTensors(Tensors):
    """Tensors that are made of other tensors, or whose bytes mean something else."""

    def sparse(self) -> None:
        """A sparse tensor, of indices and values."""
        out, chance = self.out, self.chance
        layout = chance.choice(["torch.sparse_coo", "torch.sparse_csr", "torch.strided"])
        parts: list[Callable[[], object]] = [self.tensor] * (2 if layout == "torch.sparse_coo" else 3)
        parts.append(
            lambda: self.called("torch", "Size", lambda: out.tuple_of(2, lambda _: out.number(chance.randrange(9))))
        )
        if layout == "torch.sparse_coo" and chance.random() < 0.5:
            parts.append(self.flag)
        out.name(UTILS, "_rebuild_sparse_tensor")

        def argument(at: int) -> None:
            if at:
                out.tuple_of(len(parts), lambda at: parts[at]())
            else:
                self.called("torch.serialization", "_get_layout", lambda: out.text(layout))

        out.tuple_of(2, argument)
        out.call()
        out.put("tensor")

    def quantised(self) -> None:
        """A quantised tensor."""
        out, chance = self.out, self.chance
        key = chance.choice(list(self.storages))
        kind, numel, device = self.storages[key]
        self.storages[key] = (chance.choice(["QInt8Storage", "QUInt8Storage"]), numel, device)
        scheme: list[Callable[[], object]] = [
            lambda: out.name("torch", "per_tensor_affine"),
            lambda: out.plain_value(0.5),
            lambda: out.number(1),
        ]
        if chance.random() < 0.3:
            scheme = [lambda: out.name("torch", "per_channel_affine"), self.tensor, self.tensor, lambda: out.number(0)]
        parts: list[Callable[[], object]] = [self.storage, *self.layout_arguments(numel)]
        parts += [lambda: out.tuple_of(len(scheme), lambda at: scheme[at]()), self.flag, self.hooks]
        out.name(UTILS, "_rebuild_qtensor")
        out.tuple_of(len(parts), lambda at: parts[at]())
        out.call()
        out.put("tensor")
        if key not in self.named:
            self.storages[key] = (kind, numel, device)

    def on_meta(self) -> None:
        """A tensor without data."""
        out, chance = self.out, self.chance
        _, shape, stride = self.layout(6)
        parts: list[Callable[[], object]] = [
            lambda: out.name("torch", chance.choice(DTYPES)),
            lambda: out.tuple_of(len(shape), lambda at: out.plain_value(shape[at])),
            lambda: out.tuple_of(len(stride), lambda at: out.plain_value(stride[at])),
            self.flag,
        ]
        out.name(UTILS, "_rebuild_meta_tensor_no_storage")
        out.tuple_of(4, lambda at: parts[at]())
        out.call()
        out.put("tensor")

    def carried(self) -> None:
        """A tensor of a device from which no storage can be saved, carried by one of the CPU."""
        out, chance = self.out, self.chance
        parts: list[Callable[[], object]] = [
            self.tensor,
            lambda: out.name("torch", chance.choice(DTYPES)),
            lambda: out.text(chance.choice(["cpu", "cpu", "xla:0", "meta"])),
            self.flag,
        ]
        out.name(UTILS, "_rebuild_device_tensor_from_cpu_tensor")
        out.tuple_of(4, lambda at: parts[at]())
        out.call()
        out.put("tensor")

    def nested(self) -> None:
        """A tensor of tensors, or a class around a tensor."""
        out, chance = self.out, self.chance
        if chance.random() < 0.5:
            out.name(UTILS, "_rebuild_nested_tensor")
            out.tuple_of(4, lambda _: self.tensor())
        else:
            _, shape, stride = self.layout(6)
            parts: list[Callable[[], object]] = [
                lambda: out.name(*chance.choice([("torch", "Tensor"), ("torch.nn.parameter", "Parameter")])),
                lambda: out.name("torch", "float32"),
                lambda: out.tuple_of(len(shape), lambda at: out.plain_value(shape[at])),
                lambda: out.tuple_of(len(stride), lambda at: out.plain_value(stride[at])),
                lambda: out.number(0),
                lambda: self.called("torch.serialization", "_get_layout", lambda: out.text("torch.strided")),
                lambda: self.called("torch", "device", lambda: out.text("cpu")),
                self.flag,
            ]
            out.name(UTILS, "_rebuild_wrapper_subclass")
            out.tuple_of(8, lambda at: parts[at]())
        out.call()
        out.put("tensor")

    def old_tensor(self) -> None:
        """A tensor as torch 0.1 pickled it, made empty, then handed its parts; or one made of numbers in the pickle."""
        out, chance = self.out, self.chance
        out.name("torch", chance.choice(["FloatTensor", "Tensor", "LongTensor", "FloatStorage", "HalfTensor"]))
        if out.does(2):
            arguments: list[Callable[[], object]] = [
                lambda: out.list_of(2, lambda _: out.plain_value(chance.choice([0.5, 1, True]))),
                lambda: out.tuple_of(2, lambda _: out.number(1)),
                self.storage,
                self.tensor,
                lambda: out.number(2),
            ]
            chosen = chance.choice(arguments)
            out.tuple_of(1, lambda _: chosen())
        else:
            out.op(b")")
        out.op(chance.choice([b"\x81", b"R"]))
        out.put("tensor")
        if not out.does(2):
            self.set_arguments(chance.choice([4, 4, 4, 3]))
            out.op(b"b")

    def object(self) -> None:
        """An object of a class that torch allows, made of odd parts."""
        out, chance = self.out, self.chance
        module, name, count = chance.choice(
            [
                ("torch", "Size", 1), ("torch", "device", 1), ("torch", "device", 2), ("__builtin__", "complex", 2),
                ("__builtin__", "bytearray", 1), ("_codecs", "encode", 2), ("torch.storage", "TypedStorage", 0),
                ("collections", "Counter", 1), ("torch.nn.parameter", "Parameter", 0), ("torch", "Tensor", 1),
                ("torch.serialization", "_get_layout", 1), ("torch._utils", "_rebuild_tensor", 0),
            ]
        )  # fmt: skip
        out.name(module, name)
        out.tuple_of(count, lambda _: self.value(4) if chance.random() < 0.3 else self.plain())
        out.op(chance.choice([b"R", b"R", b"R", b"\x81"]))
        out.put("object")
