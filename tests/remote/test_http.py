"""Checkpoints on a real web server are what they are on the disk, and few bytes of them are read."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.integrity import verify
from core.errors import CannotOpen, CheckpointError
from core.numbers.reader import Numbers
from core.remote import blocks
from core.remote.address import as_path
from core.remote.traffic import listening
from core.remote.trouble import NeedsDownload, Untrusted
from core.report.inspect import inspection
from tests.files.checkpoints import save
from tests.files.shards import save_shards
from tests.servers import behaviours as how
from tests.servers.fixtures import make, served
from tests.servers.nginx import PASSWORD, REDIRECTS, USER, Nginx
from tests.servers.toxic import Toxic

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "tests" / "data" / "folders"
KEPT_NAMES = sorted(
    path.relative_to(KEPT).as_posix()
    for path in KEPT.glob("*/*")
    if path.suffix != ".json" and path.name != "README.md"
)
DEMO = ROOT / "resources" / "demo.pth"


@pytest.fixture(scope="module")
def kept() -> Iterator[Nginx]:
    """nginx over all that frameworks wrote."""
    yield from served(make(Nginx, KEPT))


@pytest.mark.parametrize("name", KEPT_NAMES)
def test_what_is_elsewhere_is_what_is_here(kept: Nginx, name: str) -> None:
    assert said_of(f"{kept.url}/list/{name}") == said_of(KEPT / name)


def said_of(place: str | Path) -> Any:
    """What there is to say of a checkpoint but where it lies, with a sum of each tensor; or what is wrong with it."""
    try:
        catalogue = open_catalogue(place)
    except CheckpointError as error:
        return type(error), str(error).replace(os.fspath(place), "FILE")
    said = {name: fact for name, fact in inspection(catalogue).items() if name not in {"file", "seconds"}}
    return said, sums_of(catalogue), verify(catalogue).damages


def sums_of(catalogue: Catalogue) -> list[str]:
    """A sum of the bytes of each tensor; of one that has no numbers to be read why."""
    with Numbers(catalogue) as numbers:
        return [_sum_of(numbers, row) for row in range(len(catalogue.tensors))]


def _sum_of(numbers: Numbers, row: int) -> str:
    try:
        return hashlib.sha256(numbers.tensor(row).read().tobytes()).hexdigest()
    except CheckpointError as error:
        return str(error)


def test_few_bytes_of_a_large_file_are_read(folder: Path, nginx: Nginx) -> None:
    state = {f"layers.{number}.weight": torch.full((64, 1024), float(number)) for number in range(300)}
    size = save({"model": state, "epoch": 3}, folder / "large.pth").stat().st_size
    catalogue = open_catalogue(f"{nginx.url}/files/large.pth")
    asked = nginx.requests()
    assert size > 75_000_000
    assert len(asked) <= 6
    assert sum(each.sent for each in asked) < 2_000_000
    assert len({each.connection for each in asked}) == 1
    assert all(each.range for each in asked)
    nginx.forget()
    with Numbers(catalogue) as numbers:
        found = numbers.tensor(17).read()
    assert torch.equal(torch.from_numpy(found), state["layers.17.weight"])
    assert sum(each.sent for each in nginx.requests()) < 1_000_000


def test_what_was_read_once_is_not_read_again(folder: Path, nginx: Nginx) -> None:
    state = {str(number): torch.full((1024,), float(number)) for number in range(500)}
    save(state, folder / "twice.pth")
    first = open_catalogue(f"{nginx.url}/files/twice.pth")
    sums_of(first)
    nginx.forget()
    again = open_catalogue(f"{nginx.url}/files/twice.pth")
    with Numbers(again) as numbers:
        numbers.tensor(20).read()
    assert [each.range for each in nginx.requests()] == ["bytes=0-131071", "bytes=0-131071"]  # the second at the end


def test_blocks_that_were_damaged_on_the_disk_are_read_again(folder: Path, nginx: Nginx) -> None:
    save({str(number): torch.full((1024,), float(number)) for number in range(500)}, folder / "kept.pth")
    sums = sums_of(open_catalogue(f"{nginx.url}/files/kept.pth"))
    for path in blocks.folder().rglob("*"):
        if path.is_file():
            raw = bytearray(path.read_bytes())
            raw[len(raw) // 2] ^= 1
            path.write_bytes(raw)
    assert sums_of(open_catalogue(f"{nginx.url}/files/kept.pth")) == sums


def test_there_are_never_more_blocks_than_allowed(tmp_path: Path, folder: Path, nginx: Nginx) -> None:
    save({"weight": torch.zeros(1 << 20)}, folder / "a.pth")
    sums_of(open_catalogue(f"{nginx.url}/files/a.pth"))
    kept = [path for path in blocks.folder().rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in kept) > 4 << 20
    blocks.make_room(1 << 20)
    kept = [path for path in blocks.folder().rglob("*") if path.is_file()]
    assert 0 < sum(path.stat().st_size for path in kept) <= 1 << 20
    blocks.make_room(0)
    assert not list(blocks.folder().iterdir())


def test_a_new_version_has_blocks_of_its_own(folder: Path, nginx: Nginx) -> None:
    for value in (1.0, 2.0):
        save({"weight": torch.full((4096,), value)}, folder / "model.pth")
        os.utime(folder / "model.pth", (value * 1000, value * 1000))
        with Numbers(open_catalogue(f"{nginx.url}/files/model.pth")) as numbers:
            assert float(numbers.tensor(0).read()[0]) == value


@pytest.mark.parametrize("way", [f"redirect-{code}/" for code in REDIRECTS] + ["redirect/", "files/", "noetag/"])
def test_ways_to_a_file(folder: Path, nginx: Nginx, way: str) -> None:
    (folder / "demo.pth").write_bytes(DEMO.read_bytes())
    catalogue = open_catalogue(f"{nginx.url}/{way}demo.pth")
    assert catalogue.checkpoint.name == "demo.pth"
    assert sums_of(catalogue) == sums_of(open_catalogue(DEMO))


def test_where_a_server_sends_on_is_kept_for_the_next_range(folder: Path, nginx: Nginx) -> None:
    save({"weight": torch.zeros(1 << 20)}, folder / "far.pth")
    sums_of(open_catalogue(f"{nginx.url}/redirect/far.pth"))
    asked = [each.path for each in nginx.requests()]
    assert asked.count("/redirect/far.pth") <= 2  # when it is opened, and when it is held against what it was
    assert asked.count("/files/far.pth") > 2


@pytest.mark.parametrize("where", ["ftp/", "file/", "loop/", "nowhere"])
def test_where_nobody_follows(folder: Path, nginx: Nginx, where: str) -> None:
    with pytest.raises(CannotOpen) as told:
        open_catalogue(f"{nginx.url}/far/{where}demo.pth")
    assert nginx.url in str(told.value)


def test_names_and_passwords(folder: Path, nginx: Nginx) -> None:
    (folder / "demo.pth").write_bytes(DEMO.read_bytes())
    url = f"{nginx.url}/private/demo.pth"
    with pytest.raises(CannotOpen, match=r"permission.*NAME:PASSWORD@host.*netrc"):
        open_catalogue(url)
    with_name = url.replace("://", f"://{USER}:{PASSWORD.replace(' ', '%20')}@")
    catalogue = open_catalogue(with_name)
    assert len(catalogue.tensors) == 28
    assert PASSWORD.split()[1] not in repr((catalogue.checkpoint.path, inspection(catalogue)))
    with pytest.raises(CannotOpen, match="permission") as told:
        open_catalogue(url.replace("://", f"://{USER}:wrong-word@"))
    assert "wrong-word" not in str(told.value)


def test_a_name_and_password_of_netrc(
    folder: Path, nginx: Nginx, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "demo.pth").write_bytes(DEMO.read_bytes())
    (tmp_path / ".netrc").write_text(f'machine 127.0.0.1 login {USER} password "{PASSWORD}"\n')
    (tmp_path / ".netrc").chmod(0o600)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert len(open_catalogue(f"{nginx.url}/private/demo.pth").tensors) == 28


def test_certificates_are_checked(folder: Path, nginx: Nginx) -> None:
    (folder / "demo.pth").write_bytes(DEMO.read_bytes())
    with pytest.raises(Untrusted, match="certificate"):
        open_catalogue(f"{nginx.tls_url}/files/demo.pth")
    command = [sys.executable, "main.py", "inspect", f"{nginx.tls_url}/files/demo.pth"]
    trusting = {**os.environ, "SSL_CERT_FILE": str(nginx.authority)}
    done = subprocess.run(command, cwd=ROOT, env=trusting, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("demo.pth: 75.7 KiB, ")


def test_no_way_back_from_tls(folder: Path, nginx: Nginx, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "demo.pth").write_bytes(DEMO.read_bytes())
    monkeypatch.setenv("SSL_CERT_FILE", str(nginx.authority))
    assert len(open_catalogue(f"{nginx.url}/far/tls/demo.pth").tensors) == 28
    with pytest.raises(Untrusted, match="https:// to http://"):
        open_catalogue(f"{nginx.tls_url}/far/plain/demo.pth")


def test_a_server_without_ranges_is_not_read_unasked(folder: Path, nginx: Nginx) -> None:
    save({"weight": torch.ones(4 << 20)}, folder / "whole.pth")
    url = f"{nginx.url}/noranges/whole.pth"
    with pytest.raises(NeedsDownload, match=r"16\.0 MiB"):
        open_catalogue(url)
    assert sum(each.sent for each in nginx.requests()) < 4 << 20
    catalogue = open_catalogue(url, download=True)
    with Numbers(catalogue) as numbers:
        assert numbers.tensor(0).read().sum() == 4 << 20
    small = save({"weight": torch.ones(1000)}, folder / "small.pth")
    assert sums_of(open_catalogue(f"{nginx.url}/noranges/{small.name}")) == sums_of(open_catalogue(small))


def test_what_is_counted(folder: Path, nginx: Nginx) -> None:
    save({str(number): torch.full((1024,), float(number)) for number in range(500)}, folder / "a.pth")
    with listening() as traffic:
        sums_of(open_catalogue(f"{nginx.url}/files/a.pth"))
    asked = nginx.requests()
    assert traffic.requests == len(asked)
    assert traffic.received == sum(each.sent for each in asked)


def test_folders_are_listed(folder: Path, nginx: Nginx) -> None:
    for name in ("one.pth", "two words.pth"):
        (folder / name).write_bytes(DEMO.read_bytes())
    with pytest.raises(CannotOpen, match="several separate checkpoints"):
        open_catalogue(f"{nginx.url}/list/")
    assert len(open_catalogue(f"{nginx.url}/list/two words.pth").tensors) == 28
    assert len(open_catalogue(f"{nginx.url}/list/two%20words.pth").tensors) == 28
    assert as_path(f"{nginx.url}/list/two words.pth").name == "two words.pth"


def test_the_proxy_of_the_environment(toxic: Toxic, monkeypatch: pytest.MonkeyPatch) -> None:
    toxic.serve("demo.pth", DEMO.read_bytes(), how.well)
    monkeypatch.setenv("http_proxy", toxic.url)
    monkeypatch.delenv("no_proxy", raising=False)
    assert len(open_catalogue("http://nowhere.example/demo.pth").tensors) == 28
    assert toxic.requests()[0].path == "http://nowhere.example/demo.pth"


def test_a_folder_without_its_slash_and_without_a_list(folder: Path, nginx: Nginx) -> None:
    save_shards(folder / "llama")
    assert len(open_catalogue(f"{nginx.url}/files/llama").tensors) == 6
    with pytest.raises(CannotOpen, match="found no checkpoint"):
        open_catalogue(f"{nginx.url}/files/nothing/")


def test_a_server_that_speaks_no_tls(nginx: Nginx, folder: Path) -> None:
    with pytest.raises(CannotOpen, match="Perhaps it speaks http://"):
        open_catalogue(f"https://127.0.0.1:{nginx.port}/files/demo.pth")
