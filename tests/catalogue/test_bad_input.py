"""Whatever a file is, opening it ends with a graph or with one clear sentence, and runs nothing."""

from __future__ import annotations

import os
import pickle
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalogue.checkpoint import open_checkpoint
from core.errors import CannotOpen, CheckpointError
from tests.files.bad_files import BAD, good
from tests.files.checkpoints import save
from tests.support.engine import catalogue_of, fix


@pytest.mark.parametrize("name", BAD)
def test_a_clear_sentence(tmp_path: Path, name: str) -> None:
    make, word = BAD[name]
    path = tmp_path / "epoch27.pth"
    make(path)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(CheckpointError, match=word) as caught:
        catalogue_of(path)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith((".", ")"))
    assert sorted(tmp_path.iterdir()) == before


def test_each_case_has_words_of_its_own(tmp_path: Path) -> None:
    messages = {}
    for number, (name, (make, _)) in enumerate(BAD.items()):
        path = tmp_path / str(number) / "epoch27.pth"
        path.parent.mkdir()
        make(path)
        with pytest.raises(CheckpointError) as caught:
            catalogue_of(path)
        messages[name] = re.sub(r"/\S+", "", str(caught.value))
    same = {"other zip", "failed save", "killed save", "text that begins like a zip"}  # as others are
    cases = [name for name in messages if not name.startswith("cut ") and name not in same]
    assert len({messages[name] for name in cases}) == len(cases)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="no file"):
        open_checkpoint(tmp_path / "missing.pth")


@contextmanager
def nobody() -> Iterator[None]:
    """Root may read everything; be somebody else for a moment."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are not those of POSIX")
def test_no_permission(tmp_path: Path) -> None:
    path = good(tmp_path / "secret.pth")
    path.chmod(0)
    with nobody(), pytest.raises(CannotOpen, match="permission"):
        open_checkpoint(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system")
def test_a_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pth")
    with pytest.raises(CannotOpen, match="regular file"):
        open_checkpoint(tmp_path / "pipe.pth")


def test_a_name_no_file_can_have() -> None:
    with pytest.raises(CannotOpen):
        open_checkpoint("a\0b")


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_cut_anywhere(tmp_path: Path, container: str) -> None:
    data = good(tmp_path / "good.pth", container).read_bytes()
    path = tmp_path / "cut.pth"
    lengths = {*range(0, len(data), 97), *range(40), *range(len(data) - 40, len(data))}
    for length in sorted(lengths):
        path.write_bytes(data[:length])
        with pytest.raises(CheckpointError):
            catalogue_of(path)


@settings(max_examples=150)
@given(st.data(), st.sampled_from(["zip", "legacy"]))
def test_damaged_anywhere(tmp_path: Path, data: st.DataObject, container: str) -> None:
    source = tmp_path / f"{container}.pth"
    if not source.exists():
        good(source, container)
    damaged = bytearray(source.read_bytes())
    for _ in range(data.draw(st.integers(1, 8))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "damaged.pth"
    path.write_bytes(damaged)
    try:
        fix(path, tmp_path / "fixed.pth", overwrite=True)
    except CheckpointError as error:
        assert str(error)  # noqa: PT017 - either outcome is right


class Canary:
    """Its pickle would write a file."""

    def __init__(self, function: Any, *arguments: Any) -> None:
        self.function, self.arguments = function, arguments

    def __reduce__(self) -> Any:
        return self.function, self.arguments


def canaries(target: Path) -> dict[str, Any]:
    command = f"touch {target}"
    return {
        "os.system": Canary(os.system, command),
        "eval": Canary(eval, f"open({str(target)!r}, 'w')"),
        "exec": Canary(exec, f"open({str(target)!r}, 'w')"),
        "open": Canary(open, str(target), "w"),
        "nested": [{"a": (Canary(os.system, command), 1)}],
        "key": {(Canary(os.system, command).function, 1): Canary(os.system, command)},
        "bytes.fromhex": Canary(getattr, Canary(__import__, "os"), "system"),
        "socket": Canary(socket.create_connection, ("127.0.0.1", 9)),
    }


@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("name", canaries(Path("x")))
def test_nothing_in_a_file_is_run(tmp_path: Path, name: str, container: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "ran"
    path = save({"state_dict": {}, "evil": canaries(mark)[name]}, tmp_path / "evil.pth", container)
    monkeypatch.setattr(socket, "create_connection", lambda *_: mark.touch())
    modules = set(sys.modules)
    catalogue = catalogue_of(path)
    for entry in range(len(catalogue)):
        catalogue.summary(entry)
        catalogue.meaning(entry)
        catalogue.kind(entry)
    fix(path, tmp_path / "fixed.pth")
    assert not mark.exists()
    assert {each for each in set(sys.modules) - modules if not each.startswith(("core", "encodings"))} == set()
    assert catalogue.globals


def test_the_canary_does_sing(tmp_path: Path) -> None:
    """The standard library runs it, so the tests above can fail."""
    pickle.loads(pickle.dumps(canaries(tmp_path / "ran")["os.system"]))
    assert (tmp_path / "ran").exists()


def test_modules_named_in_a_file_are_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "never_imported.py"
    module.write_text("class Model: pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    import never_imported  # type: ignore[import-not-found]

    path = save({"model": never_imported.Model()}, tmp_path / "model.pth")
    monkeypatch.delitem(sys.modules, "never_imported")
    catalogue = catalogue_of(path)
    assert catalogue.globals == ("never_imported.Model",)
    assert "never_imported" not in sys.modules
