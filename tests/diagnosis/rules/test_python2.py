"""Texts of Python 2: torch cannot read what is not UTF-8, the finding says the same, the cure loads."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from tests.support.engine import planned
from tests.support.judging import assert_agree, assert_cures_cure, cured_copy, findings_of, only


def python2_file(path: Path, key: bytes, value: bytes) -> Path:
    """A file of the legacy format with texts as Python 2 wrote them."""
    torch.save({"key": torch.ones(3), "name": "text"}, path, _use_new_zipfile_serialization=False)
    data = path.read_bytes()
    for text, raw in ((b"key", key), (b"text", value)):
        unicode = b"X" + len(text).to_bytes(4, "little") + text
        assert data.count(unicode) == 1
        data = data.replace(unicode, b"U" + bytes([len(raw)]) + raw)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(("key", "value"), [(b"k\xe9y", b"text"), (b"key", b"M\xfcller"), (b"\xd7\xe9", b"\xff")])
def test_texts_that_are_not_utf8(key: bytes, value: bytes, tmp_path: Path) -> None:
    path = python2_file(tmp_path / "a.pth", key, value)
    assert assert_agree(planned(path), path) is not None
    assert_cures_cure(planned(path))
    cured_copy(path, tmp_path / "b.pth")
    assert list(torch.load(tmp_path / "b.pth")) == list(torch.load(path, encoding="latin1", weights_only=False))
    assert torch.load(tmp_path / "b.pth")["name"] == value.decode("latin-1")
    assert only("python2-pickle", findings_of(path)).edits


def test_utf8_of_python2_is_fine(tmp_path: Path) -> None:
    path = python2_file(tmp_path / "a.pth", "kéy".encode(), b"text")
    assert assert_agree(planned(path), path) is None
