"""Odd pickles: understood exactly as torch and Python's unpickler take them, or told to be odd, or refused."""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import zipfile
from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.catalogue import Catalogue
from core.catalogue.odd_places import oddities_of
from core.diagnosis.diagnose import diagnose
from core.edits.edits import AddPrefix, Plan, StripPrefix
from core.edits.preview import preview
from core.errors import CheckpointError
from core.objects.call_forms import OWN_ATTRIBUTES
from core.pickling.nodes import mapping
from core.saving.save import save
from tests.files import odd_pickle_cases, odd_pickles
from tests.support.engine import catalogue_of, fix
from tests.support.judging import CPU, errors, quiet_load

CASES = odd_pickle_cases.CASES


def shown(catalogue: Catalogue) -> dict[str, Any]:
    """What `odd_pickles.described` says, from what the program shows."""
    found: dict[str, Any] = {}
    opaque = -1
    for entry, value in enumerate(catalogue.values):
        if entry < opaque:
            continue
        path = "".join(f"/{_key(label, catalogue, entry)}" for label in catalogue.path(entry))
        row, kind = catalogue.rows[entry], catalogue.kind(entry)
        if row >= 0:
            found[path] = _tensor(catalogue, row)
            opaque = catalogue.ends[entry]
        elif mapping(value) is not None:
            found[path] = ["dict"]
        elif kind in ("list", "tuple"):
            found[path] = [kind]
        elif type(value) in (int, float, bool, type(None), bytes):
            found[path] = [repr(value)]
        elif isinstance(value, str):
            found[path] = [repr(str(value))]
        else:
            found[path] = ["object"]
            opaque = catalogue.ends[entry]
    found["order"] = list(found)
    return found


def _key(label: Any, catalogue: Catalogue, entry: int) -> str:
    home = catalogue.values[catalogue.parents[entry]]
    if isinstance(label, str):
        plain = mapping(home) is not None and label in ("_metadata", "x", "y")
        return str(label) if plain else repr(str(label))
    return odd_pickles.key_of(label)


def _tensor(catalogue: Catalogue, row: int) -> list[Any]:
    tensor = catalogue.tensors[row]
    stored = catalogue.storages[tensor.storage]
    if tensor.dtype.startswith("q") or stored.device == "meta":
        return ["object"]
    raw = torch.frombuffer(_record(catalogue, stored.key), dtype=getattr(torch, tensor.dtype))
    made = (
        raw.as_strided(tensor.shape, tensor.stride, tensor.storage_offset) if 0 not in tensor.shape else torch.empty(0)
    )
    content = made.contiguous().reshape(-1).view(torch.uint8).numpy().tobytes()
    digest = hashlib.sha256(content).hexdigest()[:12]
    layout = list(tensor.shape), list(tensor.stride), tensor.storage_offset
    return ["tensor", tensor.dtype, *layout, tensor.requires_grad, tensor.parameter, digest]


def _record(catalogue: Catalogue, key: str) -> bytearray:
    with zipfile.ZipFile(catalogue.checkpoint.path) as archive:
        found = [name for name in archive.namelist() if name.endswith(f"/data/{key}")]
        raw = archive.read(found[0]) if found else b""
    return bytearray(raw or bytes(16))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every case as a file, and beside each that is odd what is saved of it, where it can be."""
    found = tmp_path_factory.mktemp("odd")
    for at, pickle in enumerate(CASES.values()):
        path = odd_pickles.write(found / f"{at:04}.pt", pickle)
        with contextlib.suppress(CheckpointError):
            catalogue = catalogue_of(path)
            if oddities_of(catalogue):
                save(preview(catalogue, Plan()), found / f"{at:04}-saved.pt", accept_odd=True)
    return found


@pytest.fixture(scope="module")
def torchs(folder: Path) -> dict[str, Any]:
    return odd_pickles.judged(folder)


def wrong(path: Path, said: dict[str, Any]) -> str | None:
    """What is wrong with what the program makes of a file; None where it is right."""
    try:
        catalogue = catalogue_of(path)
    except CheckpointError:
        return None
    if oddities_of(catalogue):
        return None
    here = shown(catalogue)
    if isinstance(said["plain"], str):
        if not errors(diagnose(preview(catalogue, Plan()), CPU)):
            return f"torch fails: {said['plain']}, nothing is found"
    elif said["plain"] != here:
        return f"torch {said['plain']}\nhere  {here}"
    if not isinstance(said["python"], str) and said["python"] != here:
        return f"python {said['python']}\nhere   {here}"
    return None


@pytest.mark.parametrize("at", range(len(CASES)), ids=list(CASES))
def test_what_is_shown_is_what_torch_loads(at: int, folder: Path, torchs: dict[str, Any]) -> None:
    path = folder / f"{at:04}.pt"
    assert wrong(path, torchs[path.name]) is None
    saved = folder / f"{at:04}-saved.pt"
    if saved.exists():
        assert not oddities_of(catalogue_of(saved))
        assert wrong(saved, torchs[saved.name]) is None
        assert shown(catalogue_of(saved)) == shown(catalogue_of(path))


def test_most_of_what_is_odd_can_be_saved_plainly(folder: Path) -> None:
    assert len(list(folder.glob("*-saved.pt"))) > 90


@pytest.mark.parametrize("case", [case for case in CASES if case.startswith("healthy")])
def test_what_some_torch_writes_is_not_odd(case: str, folder: Path) -> None:
    assert not oddities_of(catalogue_of(folder / f"{list(CASES).index(case):04}.pt"))


@pytest.mark.parametrize(
    "case",
    ["SETITEMS, BUILD, SETITEMS", "pairs and items", "pairs in a tuple", "a dict", "OrderedDict by NEWOBJ", "SETITEM"],
)
def test_an_edit_reaches_all_that_is_shown(case: str, tmp_path: Path) -> None:
    kind = "keys" if case == "SETITEM" else "mappings"
    path = odd_pickles.write(tmp_path / "a.pt", CASES[f"{kind}: {case}"])
    before = [str(label) for label in catalogue_of(path).labels[1:] if label != "_metadata"]
    prefix = "module." if before[0].startswith("module.") else ""
    edit = StripPrefix(prefix) if prefix else AddPrefix("module.")
    fix(path, tmp_path / "b.pt", edit, accept_odd=True)
    wanted = [key.removeprefix(prefix) if prefix else f"module.{key}" for key in before]
    assert list(quiet_load(tmp_path / "b.pt")) == wanted


def test_no_attribute_of_a_tensor_is_set_unseen() -> None:
    """Every name that is something other than a method in a tensor is known to be its own."""
    names = {name for name in dir(torch.nn.Parameter) if not callable(inspect.getattr_static(torch.nn.Parameter, name))}
    own = {name for name in names if hasattr(type(inspect.getattr_static(torch.nn.Parameter, name)), "__set__")}
    assert own - {"__module__", "__doc__"} <= OWN_ATTRIBUTES
