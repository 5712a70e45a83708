"""Tensors that are put together of damaged pieces and cast at once are refused: the new file could not tell."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from cli.main import run

KEPT = Path(__file__).parents[1] / "data" / "folders"


def hurt(folder: Path, pattern: str) -> Path:
    """One bit of each storage of the first file is another, but of those that are counts."""
    path = min(folder.rglob(pattern))
    raw = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        records = [info for info in archive.infolist() if "/data/" in info.filename and info.file_size > 8]
    for info in records:
        header = info.header_offset
        lengths = (int.from_bytes(raw[header + at : header + at + 2], "little") for at in (26, 28))
        raw[header + 30 + sum(lengths) + info.file_size // 2] ^= 1
    path.write_bytes(raw)
    return folder


@pytest.mark.parametrize("target", ["zip", "legacy", "safetensors", "dcp"])
def test_damage_is_told(tmp_path: Path, target: str, capsys: pytest.CaptureFixture[str]) -> None:
    source = hurt(Path(shutil.copytree(KEPT / "deepspeed_zero" / "zero2_fp32", tmp_path / "zero")), "*optim_states.pt")
    asked = ["fix", str(source), "-o", str(tmp_path / "new"), "--container", target]
    keep = ["--keep", "module"] if target == "safetensors" else []
    for cast in ([], ["--cast", "**=bfloat16"]):
        assert run([*asked, *keep, *cast]) == 1, cast
        told = capsys.readouterr().err
        assert "do not match the checksum" in told
        assert not (tmp_path / "new").exists()
    assert run([*asked, *keep, "--cast", "**=bfloat16", "--accept-damage"]) == 0
