"""Nothing that a file says is ever executed: every known way to make a pickle run something is opened in vain."""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
import torch

from core.catalogue.checkpoint import open_checkpoint
from core.edits.edits import UseProtocol
from core.errors import CheckpointError, Malformed, SaveError
from core.formats.legacy import MAGIC_NUMBER, PROTOCOL_VERSION
from core.objects.global_names import RUNS_CODE, SAFE
from core.report.inspect import inspection, inspection_lines
from core.report.plan import preview_json, preview_lines
from tests.files import attacks
from tests.files.attacks import ATTACKS, FURTHER, written
from tests.files.checkpoints import save
from tests.places import ROOT
from tests.support import torch_forks
from tests.support.audit import paths_used, suspicious_events
from tests.support.engine import catalogue_of, fix, planned
from tests.support.exercise import look_and_save

ALL = [*ATTACKS, *FURTHER]


@pytest.fixture(scope="module")
def fired(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bool]:
    """Which attacks leave their mark when the standard library loads them, in a process of its own."""
    folder = tmp_path_factory.mktemp("fired")
    done = subprocess.run(
        [sys.executable, "-c", _LOAD_ALL, folder], check=False, cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return {attack: (folder / str(number)).exists() for number, attack in enumerate(ALL)}


_LOAD_ALL = """
import copyreg, io, pickle, sys
from pathlib import Path
from tests.files.attacks import ATTACKS, EXTENSIONS, FURTHER, written

for code in EXTENSIONS:  # as a program would that calls copyreg.add_extension
    copyreg._inverted_registry[code] = ("posix", "system")

class Unpickler(pickle.Unpickler):
    def persistent_load(self, pid):
        return None

for number, attack in enumerate([*ATTACKS, *FURTHER]):
    file = io.BytesIO(written(attack, Path(sys.argv[1]) / str(number)))
    try:
        for _ in range(1 + (attack in FURTHER)):
            Unpickler(file).load()
    except Exception:
        pass  # whatever happens after the harm is done
"""


def as_zip(path: Path, data: bytes) -> None:
    with ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", data)
        archive.writestr("archive/version", "3\n")


def as_deflated_zip(path: Path, data: bytes) -> None:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("archive/data.pkl", data)


def as_torchscript(path: Path, data: bytes) -> None:
    as_zip(path, data)
    with ZipFile(path, "a") as archive:
        archive.writestr("archive/constants.pkl", data)


def in_other_records(path: Path, data: bytes) -> None:
    """Where torch's zip has texts and bytes of tensors, there is a pickle."""
    torch.save({"x": torch.zeros(len(data), dtype=torch.uint8)}, path)
    with ZipFile(path) as archive:
        records = {name: archive.read(name) for name in archive.namelist()}
    with ZipFile(path, "w") as changed:
        for name, old in records.items():
            changed.writestr(name, old if name.endswith("data.pkl") else data)
        changed.writestr("../../evil.pkl", data)
        changed.writestr("/archive/evil.py", data)


_LEGACY = [pickle.dumps(part, 2) for part in (MAGIC_NUMBER, PROTOCOL_VERSION, {"little_endian": True})]


def as_legacy(path: Path, data: bytes) -> None:
    path.write_bytes(b"".join(_LEGACY) + data + pickle.dumps([], 2))


def bare(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def safetensors_header(path: Path, data: bytes) -> None:
    """A format without code; the harm would come from a reader that takes its texts for more than texts."""
    code = data.decode("latin-1")
    header = {
        "__metadata__": {"format": "pt", "pickle": code, "../../evil": code},
        code[:80]: {"dtype": "U8", "shape": [0], "data_offsets": [0, 0]},
    }
    encoded = json.dumps(header).encode()
    path.write_bytes(len(encoded).to_bytes(8, "little") + encoded)


CONTAINERS: dict[str, Callable[[Path, bytes], None]] = {
    "zip": as_zip,
    "zip, deflated": as_deflated_zip,
    "TorchScript": as_torchscript,
    "other records of a zip": in_other_records,
    "legacy": as_legacy,
    "bare pickle": bare,
    "safetensors": safetensors_header,
}
USUAL = ("zip", "legacy")
REST = tuple(name for name in CONTAINERS if name not in USUAL)
"""Of these an attack has one, in turn; all of them it has in a long run."""


@pytest.fixture(scope="module", autouse=True)
def imported_beforehand(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the program imports late is no doing of a file."""
    folder = tmp_path_factory.mktemp("first")
    for container in ("zip", "legacy"):
        values = {"x": torch.ones(2), "device": torch.device("cpu")}
        look_and_save(save(values, folder / container, container), folder / "out")
    bare(folder / "none", pickle.dumps([1]))
    with pytest.raises(CheckpointError):
        look_and_save(folder / "none", folder / "out")
    for make in CONTAINERS.values():  # an object of an unknown class, which the program has words for
        make(folder / "honest", b"\x80\x02cunknown\nClass\n)R.")
        with contextlib.suppress(CheckpointError):
            look_and_save(folder / "honest", folder / "out")


@pytest.mark.parametrize(
    ("attack", "containers"),
    [
        *(pytest.param(attack, [*USUAL, REST[number % len(REST)]], id=attack) for number, attack in enumerate(ALL)),
        *(pytest.param(attack, [*CONTAINERS], id=f"{attack} anywhere", marks=pytest.mark.long) for attack in ALL),
    ],
)
def test_nothing_is_run(attack: str, containers: list[str], fired: dict[str, bool], tmp_path: Path) -> None:
    assert fired[attack], "the attack is none: even pickle.loads survives it"
    mark, path = tmp_path / "mark", tmp_path / "evil.pth"
    environment, directory = dict(os.environ), Path.cwd()
    for container in containers:
        CONTAINERS[container](path, written(attack, mark))
        with suspicious_events() as events:
            try:
                look_and_save(path, tmp_path / "saved.pth")
            except CheckpointError as error:
                assert str(error)  # noqa: PT017 - either outcome is right
        assert events == []
    assert [each.name for each in tmp_path.iterdir()] == ["evil.pth"]
    assert (dict(os.environ), Path.cwd()) == (environment, directory)


def test_events_are_noticed() -> None:
    with suspicious_events() as events:
        pickle.loads(b"cos\nsystem\n(S'true'\ntR.")
    assert any("os.system" in event for event in events)
    assert any("pickle.find_class" in event for event in events)


@pytest.mark.parametrize("attack", ATTACKS)
def test_its_names_are_listed_as_running_code(attack: str, tmp_path: Path) -> None:
    path = tmp_path / "evil.pth"
    as_zip(path, written(attack, tmp_path / "mark"))
    try:
        catalogue = catalogue_of(path)
    except Malformed:
        return  # what cannot be opened cannot be trusted by mistake
    runs = {name["name"] for name in inspection(catalogue)["names"] if name["severity"] == RUNS_CODE}
    assert runs
    assert runs >= set(catalogue.globals) - {"_codecs.encode"}
    assert "would run code when loaded without weights_only" in "\n".join(inspection_lines(catalogue))
    ready = planned(path)
    if left := set(ready.refused_names):
        assert {n["name"] for n in preview_json(ready)["names"] if n["severity"] == RUNS_CODE} == left & runs
        assert "would run code when loaded without weights_only" in "\n".join(preview_lines(ready))


def test_names_of_an_honest_file_are_safe(tmp_path: Path) -> None:
    path = save({"x": torch.nn.Linear(2, 2).state_dict(), "size": torch.Size([1])}, tmp_path / "a.pth")
    names = inspection(catalogue_of(path))["names"]
    assert {name["severity"] for name in names} == {SAFE}
    assert "collections.OrderedDict" in {name["name"] for name in names}
    assert "would run code" not in "\n".join(inspection_lines(catalogue_of(path)))


def _around(place: int, attack: bytes) -> bytes:
    """A legacy file in which one of the five pickles runs something, pops the result and goes on as it should."""
    parts = [*_LEGACY, pickle.dumps({"x": 1}, 2), pickle.dumps([], 2)]
    honest = parts[place][2:]  # without PROTO
    parts[place] = b"\x80\x02" + attack + b"0" + honest
    return b"".join(parts)


@pytest.mark.parametrize("place", range(5))
def test_each_pickle_of_a_legacy_file(place: int, tmp_path: Path) -> None:
    path, mark = tmp_path / "evil.pth", tmp_path / "mark"
    path.write_bytes(_around(place, attacks.call(attacks.SYSTEM, attacks.touch(mark))))
    if place == 3:
        assert catalogue_of(path).globals == ("posix.system",)
    else:
        with pytest.raises(Malformed, match=r"posix\.system.*malicious"):
            open_checkpoint(path)
    assert not mark.exists()
    code = "import sys, torch; torch.load(sys.argv[1], weights_only=False)"
    with contextlib.suppress(subprocess.CalledProcessError):
        torch_forks.run(["-c", code, str(path)])
    assert mark.exists(), "torch itself is not harmed, so the test shows nothing"


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_no_path_of_a_file_is_used_on_disk(container: str, tmp_path: Path) -> None:
    """Keys of storages, names of records, source files of classes: all of them may be paths, and are only texts."""
    bait = tmp_path / "bait"
    bait.mkdir()
    (bait / "model.py").write_text("class Model: pass")
    key = attacks.text(str(bait / "0"))
    storage = b"(" + attacks.text("storage") + b"ctorch\nFloatStorage\n" + key + attacks.text("cpu") + b"K\x00"
    storage += b"tQ" if container == "zip" else b"NtQ"
    tensor = b"ctorch._utils\n_rebuild_tensor_v2\n(" + storage + b"K\x00K\x00\x85K\x01\x85\x89}tR"
    module = (
        b"(" + attacks.text("module") + b"cm\nModel\n" + attacks.at(bait / "model.py") + attacks.text("class") + b"tQ"
    )
    body = b"\x80\x02}(" + attacks.at(bait / "key") + tensor + attacks.text("model") + module + b")Ru."
    path = tmp_path / "evil.pth"
    if container == "zip":
        with ZipFile(path, "w") as archive:
            archive.writestr("a/data.pkl", body)
            archive.writestr(f"a/data/{bait / '0'}", b"")
            archive.writestr("../bait/escaped", b"x")
            archive.writestr(str(bait / "absolute"), b"x")
    else:
        keys = b"\x80\x02]" + key + b"a."
        path.write_bytes(b"".join(_LEGACY) + body + keys + bytes(8))
    with paths_used() as paths:
        assert "saved" in look_and_save(path, tmp_path / "saved.pth")
    assert str(path) in {os.fspath(each) for each in paths}
    assert not [each for each in paths if "bait" in os.fsdecode(each)]
    assert [each.name for each in bait.iterdir()] == ["model.py"]


ODD_NAMES = {
    "a line break": ("posix\nsystem", "a\nb"),
    "terminal codes": ("\x1b[2J\x1b]0;owned\x07", "\x9b31m"),
    "right to left": ("\u202etxt.exe", "\u2066x"),
    "letters that look alike": ("\u0440\u043esix", "syst\u0435m"),
    "dots": ("..", "...__class__.__base__"),
    "a path": ("../../etc/passwd", "/etc/passwd"),
    "markup": ("<img src=x>", "<b>bold</b>"),
    "nothing": ("", ""),
    "lone surrogates": ("\ud800", "\udfff"),
    "very long": ("a" * 1_000_000, "b" * 1_000_000),
    "nul": ("os\0", "system\0"),
}


@pytest.mark.parametrize("odd", ODD_NAMES)
def test_odd_names_stay_what_they_are(odd: str, tmp_path: Path) -> None:
    """The older protocols end a name with the line: one that holds a line break must not become another."""
    module, attribute = (part.encode("utf-8", "surrogatepass") for part in ODD_NAMES[odd])
    path = tmp_path / "odd.pth"
    function = attacks.text(module) + attacks.text(attribute) + b"\x93"
    as_zip(path, b"\x80\x04" + attacks.call(function, attacks.text("x")) + b".")
    names = open_checkpoint(path).mentions.names
    if not module:  # nothing has such a name, so nothing plain can be said of it
        assert open_checkpoint(path).oddities
        return
    for protocol in (2, 4):
        try:
            fix(path, tmp_path / "saved.pth", UseProtocol(protocol), overwrite=True)
        except SaveError as error:
            assert "cannot be written in pickle protocol 2" in str(error)  # noqa: PT017 - either outcome is right there
            assert protocol == 2
            assert odd in ("a line break", "lone surrogates")
        else:
            assert open_checkpoint(tmp_path / "saved.pth").mentions.names == names


@pytest.mark.parametrize("number", ["254", "-1", "x", "9" * 30])
def test_a_number_of_the_registry_cannot_be_spelled_out(number: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.pth"
    as_zip(path, b"\x80\x04" + attacks.stack_name("copyreg extension", number) + b".")
    with pytest.raises(Malformed):
        open_checkpoint(path)
    as_zip(path, b"\x80\x02" + attacks.name("copyreg extension", number) + b".")
    with pytest.raises(Malformed):
        open_checkpoint(path)


@pytest.mark.parametrize("odd", ODD_NAMES)
def test_odd_names(odd: str, tmp_path: Path) -> None:
    module, attribute = (part.encode("utf-8", "surrogatepass") for part in ODD_NAMES[odd])
    path = tmp_path / "odd.pth"
    function = attacks.text(module) + attacks.text(attribute) + b"\x93"
    as_zip(path, b"\x80\x04" + attacks.call(function, attacks.text("x")) + b".")
    look_and_save(path, tmp_path / "saved.pth")
    catalogue = catalogue_of(path)
    assert [name["severity"] for name in inspection(catalogue)["names"]] == [RUNS_CODE]
    shown = "\n".join(inspection_lines(catalogue))
    assert all(char.isprintable() or char == "\n" or "\ud800" <= char <= "\udfff" for char in shown)
    assert len(shown) < 2000
    done = subprocess.run(
        [sys.executable, "main.py", "inspect", path], check=False, cwd=ROOT, capture_output=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert b"\x1b" not in done.stdout
