"""Workers read a file on a server by themselves, and find what this process finds."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from cli.main import run
from core.catalogue.build import open_catalogue
from core.catalogue.integrity import verify
from core.errors import CheckpointError
from core.remote import blocks
from core.spread.processes import Processes
from core.values.scan import scan
from tests.files.checkpoints import save
from tests.servers import behaviours as how
from tests.servers.nginx import PASSWORD, USER, Nginx
from tests.servers.toxic import Toxic


def test_what_workers_find(nginx: Nginx, folder: Path) -> None:
    """Of a file that only a password opens: it goes to the workers, and into no text."""
    save({str(number): torch.randn(1 << 20) for number in range(8)}, folder / "model.pth")
    path = nginx.url.replace("://", f"://{USER}:{PASSWORD.replace(' ', '%20')}@") + "/private/model.pth"
    catalogue = open_catalogue(path)
    with Processes(2) as crew:
        found, sums = scan(catalogue, crew=crew), verify(catalogue, crew=crew)
    alone = scan(open_catalogue(folder / "model.pth"))
    assert list(found.statistics) == list(alone.statistics)
    assert found.symptoms == alone.symptoms
    assert sums.is_sound
    assert found.sums is None  # nothing is fetched twice
    assert alone.sums is not None
    assert len({each.connection for each in nginx.requests()}) > 1
    kept = sum(path.stat().st_size for path in blocks.folder().rglob("*") if path.is_file())
    assert kept < 4 << 20  # who reads all of a file keeps nothing of it


def test_a_file_that_changes_under_workers(toxic: Toxic, tmp_path: Path) -> None:
    one, two = (
        save({str(n): torch.full((1 << 20,), v) for n in range(8)}, tmp_path / "m.pth").read_bytes() for v in (1.0, 2.0)
    )
    catalogue = open_catalogue(toxic.serve("model.pth", one, how.well))
    toxic.serve("model.pth", two, how.well)
    with Processes(2) as crew, pytest.raises(CheckpointError, match="changed"):
        scan(catalogue, crew=crew)


def test_the_command(nginx: Nginx, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save({str(number): torch.full((1 << 20,), float(number)) for number in range(4)}, folder / "model.pth")
    assert run(["scan", f"{nginx.url}/files/model.pth", "--workers", "2"]) == 0
    assert "nothing wrong with the values" in capsys.readouterr().out
