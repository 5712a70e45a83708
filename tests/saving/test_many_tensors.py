"""Files of many small tensors: written many at a time, they are what they would be written one by one."""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import random
import struct
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import torch
from torch import nn

from core.catalogue.build import build_catalogue
from core.catalogue.checkpoint import Checkpoint, open_checkpoint
from core.edits.edits import AddPrefix, Drop, Keep, RemapDevice, RenameKey, SetValue, StripPrefix
from core.errors import Cancelled, Malformed
from core.formats.zip_writer import NewRecord, ZipWriter
from core.pickling import reader, writer
from core.pickling.nodes import Call, Global
from core.saving.save import save as save_plan
from core.saving.verify import fingerprint_of
from tests.files.checkpoints import place, save
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import PretendGpus, assert_same_files
from tests.support.thinning import in_turn

COUNT = 400
of_posix = pytest.mark.skipif(not hasattr(os, "pread"), reason="counts its calls")


def many(gpus: PretendGpus) -> dict[str, Any]:
    """Small tensors of many kinds in a model and an optimizer, among them views, parameters and tied ones."""
    table = torch.randn(5000)
    model: OrderedDict[str, torch.Tensor] = OrderedDict()
    for index in range(COUNT):
        kinds = (
            lambda at: torch.randn(3 + at % 5, 1 + at % 7),
            lambda at: torch.tensor(float(at)),
            lambda at: nn.Parameter(torch.randn(2 + at % 3)),
            lambda at: table[at : at + 9 : 2],
            lambda at: torch.empty(0, 3),
            lambda at: torch.randn(1, 2, 1, 2, 1).transpose(1, 3),
            lambda at: torch.randint(0, 9, (at,)),
            lambda at: torch.randn(2, requires_grad=True),
            lambda at: torch.zeros(70_000, dtype=torch.int8)[at:],
        )
        model[f"module.layer.{index}.weight"] = kinds[index % len(kinds)](index)
        if index % 11 == 0:
            model[f"module.tied.{index}.weight"] = model[f"module.layer.{index // 2}.weight"]
    state = {
        index: {"step": torch.tensor(2.0), "exp_avg": torch.randn(3, 2), "exp_avg_sq": torch.randn(4)}
        for index in range(COUNT)
    }
    place(gpus, model, "cuda:3")
    place(gpus, {index: item["exp_avg"] for index, item in state.items()}, "cuda:1")
    groups = [{"lr": 0.1, "betas": (0.9, 0.99), "params": list(range(COUNT))}]
    return {"epoch": 3, "state_dict": model, "optimizer": {"state": state, "param_groups": groups}}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with PretendGpus() as gpus:
        return save(many(gpus), tmp_path_factory.mktemp("many") / "a.pth")


@pytest.mark.filterwarnings("ignore:Detected pickle protocol")
@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_unchanged_is_what_torch_wrote(tmp_path: Path, protocol: int) -> None:
    with PretendGpus() as gpus:
        source = save(many(gpus), tmp_path / "a.pth", pickle_protocol=protocol)
    fix(source, tmp_path / "b.pth")
    if protocol < 4:
        assert (tmp_path / "b.pth").read_bytes() == source.read_bytes()
    else:  # from there on Python puts frames around the pickle, with which weights_only cannot load it
        assert_same_files(tmp_path / "b.pth", source, ("plain", "mmap", "computed offsets"))


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_moved_is_what_torch_would_write(source: Path, tmp_path: Path, container: str) -> None:
    """Saved by torch from what it loaded to the same device: the same tensors, whichever way one loads them."""
    with PretendGpus():
        loaded = torch.load(source, map_location="cpu", weights_only=False)
    theirs = save(loaded, tmp_path / "theirs.pth")
    fix(source, tmp_path / "ours.pth", RemapDevice("cuda:*", "cpu"), container=container)
    assert_same_files(tmp_path / "ours.pth", theirs)


# -- opcodes ---------------------------------------------------------------------------------------------------


class Bytes:
    """Stands for a storage."""

    def __init__(self, *pid: Any) -> None:
        self.pid = ("storage", torch.FloatStorage, *pid)


class Rebuilt:
    """Stands for a tensor: pickled as torch pickles one, of any arguments."""

    def __init__(self, *args: Any) -> None:
        self.args = args

    def __reduce__(self) -> Any:
        return torch._utils._rebuild_tensor_v2, self.args


class Pickler(pickle.Pickler):
    def persistent_id(self, obj: Any) -> Any:
        return obj.pid if isinstance(obj, Bytes) else None


def shared_parts() -> dict[str, list[Rebuilt]]:
    """Tensors that share what torch never shares between two, by what it is."""
    shape, stride, key, bytes_ = (2, 3), (3, 1), "".join("77"), Bytes("78", "cuda:1", 6)
    hooks: OrderedDict[str, Any] = OrderedDict()
    args: tuple[Any, ...] = (Bytes("79", "cuda:1", 6), 0, (6,), (1,), False, OrderedDict())

    def tensor(number: int, **other: Any) -> Rebuilt:
        parts = {"bytes": Bytes(str(number), "cuda:1", 6), "offset": 0, "shape": (2, number), "stride": (number, 1)}
        return Rebuilt(*(parts | {"grad": False, "hooks": OrderedDict()} | other).values())

    return {
        "nothing": [tensor(at, shape=(at, 1), stride=(1, at)) for at in range(100)],
        "shape": [tensor(at, shape=shape) for at in range(100)],
        "stride": [tensor(at, stride=stride) for at in range(100)],
        "one tuple as shape and stride": [tensor(at, shape=one, stride=one) for at in range(9) for one in [(at, 5)]],
        "key": [tensor(at, bytes=Bytes(key, "cuda:1", 6), offset=at) for at in range(100)],
        "hooks": [tensor(at, hooks=hooks) for at in range(100)],
        "persistent id": [tensor(at, bytes=bytes_) for at in range(100)],
        "arguments": [Rebuilt(*args) for _ in range(9)],
        "hooks that hold something": [tensor(at, hooks=OrderedDict(a=at)) for at in range(9)],
        "no tuple": [tensor(at, shape=[2, 3]) for at in range(9)],
        "no numbers": [tensor(at, shape=(True, at)) for at in range(9)],
        "no steps": [tensor(at, stride=(at, True)) for at in range(9)],
        "large numbers": [
            tensor(at, offset=1 << 40, shape=(-1, 1 << 70), bytes=Bytes("k", "cuda:1", 1 << 33 + at)) for at in range(9)
        ],
        "many dimensions": [tensor(at, shape=(1,) * at, stride=tuple(range(at))) for at in range(9)],
        "odd keys": [tensor(at, bytes=Bytes("ü" * at * 40, "cuda:1", 6)) for at in range(9)],
    }  # fmt: skip


@pytest.mark.parametrize("protocol", [2, 3])
@pytest.mark.parametrize("what", shared_parts())
def test_shared_parts_stay_shared(what: str, protocol: int) -> None:
    """Python's own pickler wrote the bytes; one more put or one missing get, and ours are others."""
    tensors = shared_parts()[what]
    around = [(index,) for index in range(300)]  # for larger memo numbers
    shapes = [each.args[2] for each in tensors[:5]]  # known to others before and after
    keys = [each.args[0].pid[2] for each in tensors[-5:]]
    value = [around, Rebuilt(Bytes("f", "cuda:1", 6), 0, (6,), (1,), False, OrderedDict()), shapes, tensors, keys]
    value += [tensors[2:8], [each.args[3] for each in tensors], [each.args[5] for each in tensors[:3]]]
    buffer = io.BytesIO()
    Pickler(buffer, protocol).dump(value)
    found = reader.read_pickle(buffer.getvalue())
    assert writer.dumps(found.root, protocol, shared=found.shared) == buffer.getvalue()


@pytest.mark.parametrize("protocol", [2, 4])
@pytest.mark.parametrize("shared", ["arguments", "persistent id", "hooks"])
def test_what_two_calls_share_stays_one(shared: str, protocol: int) -> None:
    """The same parts handed to two calls, which no Python object pickles to: only the opcodes can say it."""
    function, tag, kind, device, ordered, first, second = (b"j" + struct.pack("<I", 1000 + at) for at in range(7))

    def tensor(key: int, *, again: bool) -> bytes:
        """A tensor whose names and texts are those of the first; ``again`` with the part that the one before had."""
        put = b"r" + second[1:]
        pid = b"(" + tag + kind + b"X\1\0\0\0%d" % key + device + b"K\x06tQ"
        pid = second if shared == "persistent id" and again else pid + put * (shared == "persistent id")
        hooks = ordered + b")R"
        hooks = second if shared == "hooks" and again else hooks + put * (shared == "hooks")
        args = b"(" + pid + b"K\0K\x06\x85K\1\x85\x89" + hooks + b"t"
        args = second if shared == "arguments" and again else args + put * (shared == "arguments")
        return function + args + b"R"

    names = b"ctorch._utils\n_rebuild_tensor_v2\nr" + function[1:] + b"0X\7\0\0\0storager" + tag[1:]
    names += b"0ctorch\nFloatStorage\nr" + kind[1:] + b"0X\3\0\0\0cpur" + device[1:]
    names += b"0ccollections\nOrderedDict\nr" + ordered[1:] + b"0"
    many = pickle.dumps([(index,) for index in range(300)], 2)[2:-1]
    calls = [tensor(at, again=at == 3) for at in (1, 2, 3)]
    data = b"\x80\2" + names + b"]r" + first[1:] + b"(" + many + b"".join(calls) + b"e."
    found = reader.read_pickle(data)
    graph = found.root
    again = writer.dumps(graph, protocol, None, lambda node: (*node.pid[:3], "cuda:0", 6), shared=found.shared)
    written = reader.read_pickle(again).root

    def parts(call: Call) -> Any:
        return {"arguments": call.args, "persistent id": call.args[0].pid, "hooks": call.args[5]}[shared]

    assert parts(graph[-2]) is parts(graph[-1])
    assert parts(written[-2]) is parts(written[-1])
    assert written[-1].args[0].pid[3] == "cuda:0"
    assert parts(written[-3]) is not parts(written[-1])


def test_what_stands_for_a_shared_tensor_stays_one() -> None:
    tensors = shared_parts()["nothing"]
    buffer = io.BytesIO()
    Pickler(buffer, 2).dump([[(index,) for index in range(300)], *tensors, tensors[-1]])
    found = reader.read_pickle(buffer.getvalue())
    new = {id(node): Call("R", node.func, node.args) for node in found.root[1:-1]}
    written = reader.read_pickle(writer.dumps(found.root, 2, new, shared=found.shared)).root
    assert written[-1] is written[-2] is not written[-3]


# -- records ---------------------------------------------------------------------------------------------------


class Recorder:
    """A sink in memory that begins anywhere."""

    def __init__(self, position: int) -> None:
        self.position = position
        self.data = bytearray()

    def write(self, data: bytes) -> None:
        self.data += data
        self.position += len(data)

    def flush(self) -> None:
        pass


@pytest.mark.parametrize("alignment", [64, 1, 100, 4096])
@pytest.mark.parametrize("start", [0, 12_345, (1 << 32) - 9_000, 1 << 33])
def test_many_records_at_once_are_the_same_as_one_by_one(start: int, alignment: int) -> None:
    chance = random.Random(alignment)
    contents = [chance.randbytes(chance.randint(1, 90)) for _ in range(300)]
    names = ["a/data/" + "ü" * (index % 3) + str(index) for index in range(300)]
    checksums = [chance.randrange(1 << 32) for _ in contents]
    single, together = Recorder(start), Recorder(start)
    one, all_ = ZipWriter(single, alignment), ZipWriter(together, alignment)  # type: ignore[arg-type]
    for name, content, crc in zip(names, contents, checksums, strict=True):
        one.add(NewRecord(name, len(content), crc, lambda sink, data=content: sink.write(data)))  # type: ignore[misc]
    for first in range(0, 300, 70):
        part = slice(first, first + 70)
        all_.add_small([name.encode() for name in names[part]], contents[part], checksums[part])
    one.finish()
    all_.finish()
    assert together.data == single.data


@of_posix
def test_a_tensor_costs_no_system_call(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def counted(name: str) -> Callable[..., Any]:
        real = getattr(os, name)

        def call(*args: Any) -> Any:
            calls.append(name)
            return real(*args)

        return call

    for name in ("pread", "write", "lseek", "read"):
        monkeypatch.setattr(os, name, counted(name))
    fix(source, tmp_path / "b.pth", RemapDevice("cuda:*", "cpu"))
    verified = 2 * 200 + 50  # of samples of what was written, looked at here and there
    assert len(calls) < verified + len(catalogue_of(source).tensors) // 4


@of_posix
def test_records_in_any_order_are_not_read_again_and_again(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mixed = tmp_path / "mixed.pth"
    with ZipFile(source) as old, ZipFile(mixed, "w") as new:
        names = old.namelist()
        random.Random(3).shuffle(names)
        for name in names:
            new.writestr(name, old.read(name))
        new.writestr("a/data/ballast", bytes(16 << 20))
        for index in range(3):
            new.writestr(f"a/data/{index + 90_000}", b"no storage of the file")
    read: list[int] = []
    real = os.pread

    def noted(fd: int, length: int, at: int) -> bytes:
        read.append(length)
        return real(fd, length, at)

    monkeypatch.setattr(os, "pread", noted)
    fix(mixed, tmp_path / "b.pth")
    assert sum(read) < 4 * mixed.stat().st_size
    monkeypatch.undo()
    assert_same_files(tmp_path / "b.pth", source)


# -- reading back ----------------------------------------------------------------------------------------------


def entry(path: Path, name: str) -> int:
    return catalogue_of(path).find(name)


PLANS: dict[str, Callable[[Path], tuple[Any, ...]]] = {
    "nothing": lambda path: (),
    "devices": lambda path: (RemapDevice("cuda:*", "cpu"),),
    "names": lambda path: (StripPrefix("module."), RenameKey(entry(path, "optimizer"), "adam")),
    "prefix": lambda path: (AddPrefix("more."),),
    "less": lambda path: (
        Drop(entry(path, "state_dict/module.layer.7.weight")),
        Drop(entry(path, "optimizer/state/4")),
    ),
    "part": lambda path: (Keep(entry(path, "optimizer/state")), RemapDevice("*", "cuda:2")),
    "value": lambda path: (SetValue(entry(path, "epoch"), None),),
}


@pytest.fixture(scope="module")
def saved(source: Path) -> dict[str, Path]:
    """The file saved by each plan."""
    found = {plan: source.with_name(f"{plan}.pth") for plan in PLANS}
    for plan, target in found.items():
        fix(source, target, *PLANS[plan](source))
    return found


def read_back(source: Path, saved: Path, edits: tuple[Any, ...]) -> tuple[Any, dict[str, str], Checkpoint]:
    """What is asked about a file that was saved: preview, keys, and what is in the file."""
    view = planned(source, *edits)
    keys: dict[str, str] = {}
    for row in view.catalogue.tensors:
        if not view.dropped(row.entry):
            keys.setdefault(view.catalogue.storages[row.storage].key, str(len(keys)))
    return view, keys, open_checkpoint(saved)


@pytest.mark.parametrize("plan", PLANS)
def test_what_was_planned_is_recognised(source: Path, saved: dict[str, Path], plan: str) -> None:
    view, keys, written = read_back(source, saved[plan], PLANS[plan](source))
    assert fingerprint_of(view, keys).is_of(build_catalogue(written))


def calls_of(node: Any) -> list[Call]:
    """The calls that rebuild tensors of the model, in order."""
    return [value for value in node.items[3].steps[0][1].items[1::2] if type(value) is Call]


def layer(root: Any, number: int) -> Call:
    """The call that rebuilds a weight, whatever the plan calls it."""
    items = root.items[3].steps[0][1].items
    call: Call = next(value for key, value in zip(items[::2], items[1::2], strict=True) if f"layer.{number}." in key)
    return call


def change_arguments(call: Call, at: int, value: Any) -> None:
    call.args = (*call.args[:at], value, *call.args[at + 1 :])


def change_bytes(call: Call, at: int, value: Any) -> None:
    call.args[0].pid = (*call.args[0].pid[:at], value, *call.args[0].pid[at + 1 :])


def swap(items: list[Any], one: int, other: int) -> None:
    items[one], items[other] = items[other], items[one]


WRONG: dict[str, Callable[[Any], None]] = {
    "shape": lambda root: change_arguments(calls_of(root)[9], 2, (1, 1)),
    "stride": lambda root: change_arguments(calls_of(root)[9], 3, (1, 1)),
    "offset": lambda root: change_arguments(calls_of(root)[3], 1, 1),
    "the shape alone": lambda root: change_arguments(layer(root, 9), 2, (6, 3)),
    "the stride alone": lambda root: change_arguments(layer(root, 9), 3, (2, 1)),
    "the offset alone": lambda root: change_arguments(layer(root, 3), 1, 4),
    "the dtype alone": lambda root: change_bytes(layer(root, 9), 1, Global("torch", "IntStorage")),
    "gradient": lambda root: change_arguments(calls_of(root)[9], 4, True),
    "device": lambda root: change_bytes(calls_of(root)[9], 3, "cuda:9"),
    "size": lambda root: change_bytes(calls_of(root)[9], 4, 80_000),
    "storage": lambda root: change_bytes(calls_of(root)[9], 2, "0"),
    "dtype": lambda root: change_bytes(calls_of(root)[9], 1, Global("torch", "IntStorage")),
    "a key": lambda root: root.items[3].steps[0][1].items.__setitem__(0, "module.layer.00.weight"),
    "a key of a state": lambda root: root.items[5].items[1].items[7].items.__setitem__(2, "exp_max"),
    "the kind of a key": lambda root: root.items[5].items[1].items.__setitem__(6, "3"),
    "order": lambda root: swap(root.items[5].items[1].items[7].items, 1, 3),
    "order of keys": lambda root: swap(root.items, 2, 4),
    "one less": lambda root: root.items[3].steps[0][1].items.__delitem__(slice(0, 2)),
    "one more": lambda root: root.items[3].steps[0][1].items.extend(["more", calls_of(root)[9]]),
    "one first": lambda root: root.items.__setitem__(slice(0, 0), ["more", calls_of(root)[9]]),
    "one in the place of a number": lambda root: root.items.__setitem__(1, calls_of(root)[9]),
    "a number in the place of one": lambda root: root.items[5].items[1].items[7].items.__setitem__(1, 2.0),
    "a list in the place of a number": lambda root: root.items.__setitem__(1, [calls_of(root)[9]]),
}  # fmt: skip


@pytest.mark.parametrize(("wrong", "plan"), in_turn([*WRONG], ["nothing", "names", "less"]))
def test_what_was_not_planned_is_not_recognised(source: Path, saved: dict[str, Path], plan: str, wrong: str) -> None:
    view, keys, written = read_back(source, saved[plan], PLANS[plan](source))
    WRONG[wrong](written.root)
    with contextlib.suppress(Malformed):
        assert not fingerprint_of(view, keys).is_of(build_catalogue(written))


def test_a_save_can_be_stopped_while_it_reads_back(source: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    def tick(done: int, total: int) -> None:
        told.append((done, total))
        if told[-3:] == [(done, total)] * 3:  # all is written
            raise Cancelled

    with pytest.raises(Cancelled):
        fix(source, tmp_path / "b.pth", RemapDevice("cuda:*", "cpu"), tick=tick)
    assert list(tmp_path.iterdir()) == []
    assert told[-1][0] > source.stat().st_size * 0.9
    assert told == sorted(told, key=lambda each: each[0])


@pytest.mark.parametrize("plan", ["names", "less"])
def test_a_last_save_writes_the_same_and_gives_up_the_source(
    source: Path, saved: dict[str, Path], plan: str, tmp_path: Path
) -> None:
    view = planned(source, *PLANS[plan](source))
    save_plan(view, tmp_path / "b.pth", last=True)
    assert (tmp_path / "b.pth").read_bytes() == saved[plan].read_bytes()
    assert vars(view.catalogue).keys() == {"checkpoint"}
