"""Files that do not open: what they are. Real torch refuses each, for what is said here to be wrong with it."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tarfile
import warnings
import zipfile
from pathlib import Path
from typing import Any

import pytest
import torch

from cli.main import run
from core.catalogue.build import build_catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.diagnosis.damage import damage_said
from core.diagnosis.diagnose import diagnose
from core.diagnosis.finding import ERROR, Finding
from core.diagnosis.unopened import diagnose_unopened, findings_of_container
from core.errors import CheckpointError
from core.loading.computer import Computer
from tests.files.bad_files import BAD, good
from tests.files.checkpoints import save
from tests.support.corpus import FILES, corpus_file, name_of
from tests.support.engine import catalogue_of, planned
from tests.support.judging import errors

CODES = {
    "cut-short": {
        *("empty", "cut zip", "cut legacy pickle", "cut legacy storages", "cut after a few bytes"),
        *("no pickle", "failed save", "killed save", "reserved and not filled"),
    },
    "not-a-checkpoint": {
        *("web page", "git-lfs pointer", "plain pickle", "old tar", "text", "zeros", "noise"),
        *("other zip", "text that begins like a zip"),
    },
    "damaged": {
        *("missing storage", "short storage", "damaged pickle", "storage outside the file"),
        "tensor outside its storage",
    },
}
LEGACY_START = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."


def torch_says(path: Path, **options: Any) -> str:
    """What plain ``torch.load(f)`` raises; exceptions without words by their names, empty when it loads."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            torch.load(path, **options)
        except Exception as error:  # noqa: BLE001 - whatever torch raises
            return str(error) or type(error).__name__
    return ""


def finding_of(path: Path) -> Finding:
    """The one finding of a file that does not open."""
    with pytest.raises(CheckpointError) as caught:
        build_catalogue(open_checkpoint(path))
    (found,) = diagnose_unopened(path, caught.value)
    return found


def errors_of(path: Path) -> list[Finding]:
    """The error findings of a file that opens or does not."""
    try:
        view = planned(path)
    except CheckpointError as error:
        return list(diagnose_unopened(path, error))
    return errors(diagnose(view, Computer()))


def assert_fits(found: Finding, path: Path) -> None:
    """torch refuses the file, with the words quoted if any are, for damage of the kind that is told."""
    plain, elsewhere = torch_says(path), torch_says(path, map_location="cpu")
    assert plain
    assert found.message in ("", plain)
    if plain != elsewhere:  # for a device, which the file has to name then
        assert any(device in found.explanation for device in found.damage.devices)
    said = damage_said(elsewhere)
    assert found.damage.has(said) or not said, (elsewhere, found.damage)


def broken(name: str, folder: Path) -> Path:
    path = folder / "file.pth"
    BAD[name][0](path)
    return path


@pytest.mark.parametrize("name", [name for name in BAD if name != "directory"])
def test_every_bad_file_is_what_torch_stumbles_over(tmp_path: Path, name: str) -> None:
    path = broken(name, tmp_path)
    found = finding_of(path)
    assert_fits(found, path)
    assert found.severity == ERROR
    assert found.explanation.endswith((".", "'"))
    assert found.fix.endswith((".", ")"))
    assert name in CODES[found.code]
    assert str(path) not in found.explanation + found.fix


def test_every_bad_file_has_a_code_here() -> None:
    assert {name for names in CODES.values() for name in names} == BAD.keys() - {"directory"}


@pytest.mark.parametrize("name", ["empty", "web page", "git-lfs pointer", "noise"])
def test_the_words_of_older_versions_are_named(tmp_path: Path, name: str) -> None:
    """Those of Python's own unpickler, which ``weights_only=False`` still uses."""
    path = broken(name, tmp_path)
    assert torch_says(path, weights_only=False) in finding_of(path).explanation


def test_a_device_comes_first_and_is_told_with_the_cut(tmp_path: Path) -> None:
    """A legacy file that is cut in its storages: torch complains about the device before it notices."""
    path = broken("cut legacy storages", tmp_path)
    found = finding_of(path)
    assert torch_says(path).startswith("Attempting to deserialize object on a CUDA device")
    assert found.damage.devices == ("cuda:7",)
    assert "It names cuda:7. On a computer without such a device" in found.explanation
    assert found.damage.has(damage_said(torch_says(path, map_location="cpu")))


@pytest.mark.parametrize("name", ["web page", "git-lfs pointer", "text", "noise", "zeros", "old tar", "empty"])
def test_torchs_words_where_the_first_bytes_decide_them(tmp_path: Path, name: str) -> None:
    path = broken(name, tmp_path)
    assert finding_of(path).message == torch_says(path) != ""


def _error(path: Path) -> CheckpointError:
    with pytest.raises(CheckpointError) as caught:
        build_catalogue(open_checkpoint(path))
    return caught.value


def test_where_the_file_is_not_to_blame_there_is_no_finding(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.pt", tmp_path):
        assert diagnose_unopened(path, _error(path)) == ()


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_cut_anywhere(tmp_path: Path, container: str) -> None:
    path = good(tmp_path / "file.pth", container)
    data = path.read_bytes()
    random.seed(5)
    places = {*range(48), *range(len(data) - 24, len(data)), *random.sample(range(len(data)), 150)}
    for length in places:
        path.write_bytes(data[:length])
        assert_fits(finding_of(path), path)
        assert finding_of(path).code == "cut-short" or length < 3


@pytest.mark.parametrize(
    "entry", [entry for entry in FILES if entry["member"].endswith((".pth", ".pt", ".bin", ".sav"))], ids=name_of
)
def test_cut_files_of_the_corpus(tmp_path: Path, entry: dict[str, Any]) -> None:
    """torch has other words for some lengths of a cut zip: miniz looks for the directory in windows of 4 kB."""
    whole = corpus_file(entry)
    size = whole.stat().st_size
    random.seed(name_of(entry))
    windows = [4096, 4097, 4096 + 4093, 4096 + 4093 + 1, 4096 + 4093 * 15, 4096 + 4093 * 16 - 1, 4096 + 4093 * 16]
    path = tmp_path / whole.name
    for length in [*windows, size - 1, size // 2, *random.sample(range(size), 4)]:
        if length < size:
            path.write_bytes(whole.read_bytes()[:length])
            assert_fits(finding_of(path), path)


def _patched(path: Path, at: int, data: bytes) -> None:
    old = bytearray(path.read_bytes())
    old[at : at + len(data)] = data
    path.write_bytes(old)


@pytest.mark.parametrize(
    ("record", "data"),
    [
        ("version", None),
        ("version", b"abc"),
        ("version", b"0"),
        ("version", b"77"),
        ("byteorder", b"odd"),
        (".storage_alignment", b"odd"),
        ("data/0", b""),
        ("data.pkl", b""),
        ("data.pkl", b"\x80\x02}."),
        ("constants.pkl", b"\x80\x02)."),
    ],
)
def test_records_that_are_not_as_torch_writes_them(tmp_path: Path, record: str, data: bytes | None) -> None:
    whole, path = save({"a": torch.zeros(3)}, tmp_path / "whole.pt"), tmp_path / "file.pt"
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(path, "w") as target:
        records = {name: source.read(name) for name in source.namelist()}
        records[f"whole/{record}"] = data if data is not None else b""
        for name, content in records.items():
            if name != f"whole/{record}" or data is not None:
                target.writestr(name, content)
    assert errors_of(path) or not torch_says(path)


@pytest.mark.parametrize(
    ("offset", "data"),
    [(16, b"\xff\xff\xff\x7f"), (12, b"\3\0\0\0"), (8, b"\0\0\0\0"), (10, b"\3\0"), (4, b"\7\0"), (0, b"PK\5\5")],
)
def test_a_damaged_end_of_the_zip(tmp_path: Path, offset: int, data: bytes) -> None:
    path = save({"a": torch.zeros(3)}, tmp_path / "whole.pt")
    with zipfile.ZipFile(path) as archive:  # the records again, without zip64 fields, so that the end record counts
        records = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in records.items():
            archive.writestr(name, content)
    _patched(path, path.read_bytes().rfind(b"PK\5\6") + offset, data)
    assert torch_says(path) != ""
    assert all(each.message in ("", torch_says(path)) for each in errors_of(path)[:1])
    assert errors_of(path)


@pytest.mark.parametrize(
    "data",
    [
        *(b"\x80\x02" + rest for rest in (b"K", b"J\0", b"M", b"G\0", b"X\5\0\0\0ab", b"X\1\0\0\0\xc3", b"U\1\xff.")),
        *(
            b"\x80\x02" + rest
            for rest in (b"h\3.", b"q\0.", b".", b"t.", b"e.", b"a.", b"s.", b"u.", b"\x85.", b"\x87.")
        ),
        *(b"\x80\x02" + rest for rest in (b"]K\1K\2s.", b"}]K\2s.", b"}(K\1u.", b"K\1(K\2e.", b"K\1Na.", b"\x8a\5ab.")),
        *(b"\x80\x02" + rest for rest in (b"K\1Q.", b"X\1\0\0\0aQ.", b"X\1\0\0\0aK\1\x86Q.", b"K\1K\2R.", b"]K\1R.")),
        *(b"\x80\x02" + rest for rest in (b"K\1}b.", b"}]b.", b"K\1)\x81.", b"K\5.", b"j\0\0", b"r\0\0", b"\x95")),
        b"ccollections\nOrderedDict\nK\1R.",
        b"ccollections\nOrderedDict\n)R]b.",
        b"ctorch\nFloat",
        b"csys\nmodules\n.",
        b"c__builtin__\neval\n.",
        b"ccopy_reg\n_reconstructor\n.",
        b"cargparse\nNamespace\n.",
        b"c\xff\n\n",
        LEGACY_START,
        LEGACY_START + b"\x80\x02M\xea\3.",
        LEGACY_START + b"\x80\x02M\xe9\3.",
        LEGACY_START + b"\x80\x02M\xe9\3.}.K\1Q.",
        LEGACY_START + b"\x80\x02M\xe9\3.}.(X\7\0\0\0storagetQ.",
        LEGACY_START + b"\x80\x02M\xe9\3.}.}.]X\1\0\0\0aa.",
        bytes(512),
        bytes(511),
    ],
)
def test_pickles_that_torch_stumbles_over(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "file.pt"
    path.write_bytes(data)
    assert torch_says(path) != ""
    assert all(each.message in ("", torch_says(path)) for each in errors_of(path)[:1])
    assert errors_of(path)


def test_a_tar_with_anything_in_it(tmp_path: Path) -> None:
    path = tmp_path / "model.tar"
    with tarfile.open(path, "w") as archive:
        archive.add(good(tmp_path / "inner.pth"), "inner.pth")
    assert finding_of(path).message == torch_says(path)


# -- other containers --------------------------------------------------------------------------------------------


def test_a_torchscript_archive(tmp_path: Path) -> None:
    path = tmp_path / "scripted.pt"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.jit.save(torch.jit.script(torch.nn.Linear(2, 2)), path)
    (found,) = findings_of_container(catalogue_of(path))
    assert (found.code, found.severity) == ("torchscript", ERROR)
    assert found.message == torch_says(path)
    assert found.message.startswith("Cannot use ``weights_only=True`` with TorchScript archives passed to")
    assert "torch.jit.load" in found.fix


@pytest.mark.usefixtures("no_safetensors")
def test_a_safetensors_file(tmp_path: Path) -> None:
    """By another name torch takes it for a pickle; by its own it asks for the package."""
    entry = next(entry for entry in FILES if entry["member"].endswith(".safetensors"))
    path = corpus_file(entry)
    (found,) = findings_of_container(catalogue_of(path))
    assert (found.code, found.severity) == ("safetensors", ERROR)
    assert found.message == torch_says(path) != ""
    renamed = Path(shutil.copy(path, tmp_path / "model.bin"))
    (found,) = findings_of_container(catalogue_of(renamed))
    assert (found.code, found.severity) == ("safetensors", ERROR)
    assert found.message == torch_says(renamed)
    assert "safetensors.torch.load_file" in found.fix


def test_an_ordinary_checkpoint_has_no_finding_of_its_container(tmp_path: Path) -> None:
    for container in ("zip", "legacy"):
        assert findings_of_container(catalogue_of(good(tmp_path / "file.pth", container))) == ()


def test_nothing_of_torch_is_imported(tmp_path: Path) -> None:
    path = broken("cut legacy storages", tmp_path)
    code = (
        "import sys; from core.diagnosis.unopened import diagnose_unopened; from core.errors import Truncated\n"
        f"assert diagnose_unopened({str(path)!r}, Truncated('It is cut.')); print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_header_that_is_deep_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    header = b'{"w":' + b"[" * 300_000
    path.write_bytes(len(header).to_bytes(8, "little") + header)
    assert run(["diagnose", str(path)]) == 3
