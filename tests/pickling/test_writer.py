"""The writer of pickles: what it writes, the standard library loads as the same objects with the same sharing."""

from __future__ import annotations

import io
import pickle
from collections import OrderedDict
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import SelfMade
from core.pickling import reader, writer
from core.pickling.nodes import Call, DictNode, Global, OldStr, PersistentId, SetNode
from tests.files.checkpoints import odd_tensors, save, training_checkpoint
from tests.files.graphs import graphs
from tests.pickling.test_reader import SAMPLES
from tests.support.inert import describe
from tests.support.oracle import PretendGpus, assert_same


@settings(max_examples=300)
@given(graphs(), st.integers(0, 5))
def test_there_and_back(value: Any, protocol: int) -> None:
    data = pickle.dumps(value, protocol)
    graph = reader.read_pickle(data).root
    try:
        again = writer.dumps(graph, protocol)
    except SelfMade:
        assert protocol < 2  # only there does a subclass of list get a list of its elements as an argument
    else:
        assert_same(pickle.loads(again), pickle.loads(data))


@settings(max_examples=100)
@given(graphs(shortest=2), st.integers(2, 3))  # of single characters CPython makes one object, sometimes
def test_untouched_graphs_give_the_bytes_they_were_read_from(value: Any, protocol: int) -> None:
    data = pickle.dumps(pickle.loads(pickle.dumps(value, protocol)), protocol)
    graph = reader.read_pickle(data).root
    assert writer.dumps(graph, protocol) == data


@pytest.mark.parametrize("name", [name for name in SAMPLES if "buffer" not in name])
def test_every_node_is_written(name: str) -> None:
    graph = reader.read_pickle(SAMPLES[name][0]).root
    for protocol in (2, 3, 4, 5):
        again = reader.read_pickle(writer.dumps(graph, protocol)).root
        assert describe(again) == describe(graph)


@pytest.mark.parametrize("maker", [training_checkpoint, odd_tensors])
@pytest.mark.parametrize("protocol", [2, 3])
def test_what_torch_wrote_is_written_the_same(tmp_path: Path, maker: Any, protocol: int) -> None:
    with PretendGpus() as gpus:
        path = save(maker(gpus), tmp_path / "a.pth", pickle_protocol=protocol)
    data = ZipFile(path).read("a/data.pkl")
    graph = reader.read_pickle(data).root
    assert writer.dumps(graph, protocol) == data


@pytest.mark.parametrize("count", [0, 1, 2, 999, 1000, 1001, 2000, 2001])
def test_batches(count: int) -> None:
    value = [list(range(count)), dict.fromkeys(range(count)), set(range(count)), [[]] * count]
    graph = reader.read_pickle(pickle.dumps(value, 4)).root
    assert_same(pickle.loads(writer.dumps(graph, 4)), pickle.loads(pickle.dumps(value, 4)))
    graph = reader.read_pickle(pickle.dumps(value[:2], 2)).root
    assert writer.dumps(graph, 2) == pickle.dumps(value[:2], 2)


def test_many_memo_entries() -> None:
    value = [[[n] for n in range(70_000)]] * 2
    graph = reader.read_pickle(pickle.dumps(value, 2)).root
    assert writer.dumps(graph, 2) == pickle.dumps(value, 2)


def test_nesting_deeper_than_python_recurses() -> None:
    graph: Any = []
    for _ in range(50_000):
        graph = [graph]
    data = writer.dumps(graph, 2)
    again = reader.read_pickle(data).root
    depth = 0
    while again:
        again, depth = again[0], depth + 1
    assert depth == 50_000


def test_replaced_nodes_are_replaced_wherever_they_are() -> None:
    shared = DictNode(["a", 1])
    graph = [shared, shared, (shared,)]
    new = DictNode(["b", 2])
    found = pickle.loads(writer.dumps(graph, 2, {id(shared): new}))
    assert found == [{"b": 2}, {"b": 2}, ({"b": 2},)]
    assert found[0] is found[1] is found[2][0]


def test_persistent_ids_go_through_the_caller() -> None:
    graph = [PersistentId(("storage", Global("torch", "FloatStorage"), "0", "cuda:5", 3)), PersistentId("x")]

    def moved(node: PersistentId) -> Any:
        return (*node.pid[:3], "cpu", *node.pid[4:]) if type(node.pid) is tuple else node.pid

    class Reader(pickle.Unpickler):
        def persistent_load(self, pid: Any) -> Any:
            return pid

    import torch

    found = Reader(io.BytesIO(writer.dumps(graph, 2, persistent=moved))).load()
    assert found == [("storage", torch.FloatStorage, "0", "cpu", 3), "x"]


def test_a_class_as_persistent_id_is_no_class_that_came_with_its_source() -> None:
    """torch refuses it; written as the bare class, a tensor would come of what was none."""
    kind = Global("builtins", "int")
    wrapped = PersistentId(("module", kind, "file.py", "source"))

    class Reader(pickle.Unpickler):
        def persistent_load(self, pid: Any) -> Any:
            return "by id", pid

    data = writer.dumps([PersistentId(kind), wrapped], 2, persistent=lambda node: kind)
    assert Reader(io.BytesIO(data)).load() == [("by id", int), int]


def test_python_2_strings_stay_bytes() -> None:
    data = writer.dumps([OldStr("\udcff\udcfea"), OldStr("b" * 300)], 2)
    assert pickle.loads(data, encoding="bytes") == [b"\xff\xfea", b"b" * 300]


def test_calls_of_all_kinds() -> None:
    made = Call("N", Global("collections", "OrderedDict"), ())
    made.set_items(["a", 1])
    made.set_state(DictNode(["_metadata", SetNode([1], frozen=True)]))
    found = pickle.loads(writer.dumps(made, 2))
    assert dict(found) == {"a": 1}
    assert found._metadata == frozenset({1})


@pytest.mark.parametrize("count", [1, 2, 999, 1000, 1001, 2000, 2001])
@pytest.mark.parametrize("kind", [dict, OrderedDict, list])
def test_batches_are_those_of_python(count: int, kind: Any) -> None:
    value = kind((f"key {index}", index + 300) for index in range(count))
    data = pickle.dumps(value, 2)
    graph = reader.read_pickle(data).root
    assert writer.dumps(graph, 2) == data
