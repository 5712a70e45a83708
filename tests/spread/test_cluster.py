"""Workers of Dask: a real scheduler and real workers, each a process of its own, on free ports of the loopback."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cli.main import run
from core.catalogue.build import open_catalogue
from core.catalogue.integrity import verify
from core.errors import Cancelled, ClusterError, OtherVersion
from core.spread import cluster
from core.spread.cluster import Cluster
from core.values.diff import compare
from core.values.scan import scan
from core.values.symptom import UNREAD
from tests.places import ROOT
from tests.spread.damaged import damaged
from tests.spread.test_same_to_the_bit import reported, told
from tests.support.children import Watched, until

pytest.importorskip("distributed")


class Running:
    """A scheduler and two workers, each with a nanny that starts it anew."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._started = folder, list[subprocess.Popen[bytes]]()
        self._environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.scheduler = self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        file = folder / "scheduler.json"
        until(lambda: file.exists() and bool(file.read_text().strip()))
        self.address: str = json.loads(file.read_text())["address"]

    def work(self, count: int = 2, *options: str) -> None:
        """Start workers."""
        plain = ("--nworkers", str(count), "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1")
        self._start("dask_worker", *plain, *options)

    def _start(self, module: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-W", "ignore", "-m", f"distributed.cli.{module}", *options]
        file = ["--scheduler-file", str(self._folder / "scheduler.json")]
        log = (self._folder / f"{module}.log").open("wb")
        with log:
            started = subprocess.Popen(
                [*command, *file], cwd=self._folder, env=self._environment, stdout=log, stderr=log
            )
        self._started.append(started)
        return started

    def stop(self) -> None:
        for each in reversed(self._started):
            each.terminate()
            each.wait()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    found = Running(tmp_path_factory.mktemp("dask"))
    found.work()
    yield found
    found.stop()


@pytest.fixture
def free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@pytest.mark.usefixtures("small_spans")
def test_the_same_to_the_bit(running: Running, odd_file: Path, tmp_path: Path) -> None:
    catalogue = open_catalogue(odd_file)
    hurt = open_catalogue(damaged(tmp_path / "file.pth"))
    with Cluster(running.address) as crew:
        assert told(scan(catalogue, crew=crew)) == told(scan(catalogue))
        assert reported(verify(catalogue, crew=crew)) == reported(verify(catalogue))
        assert repr(compare(hurt, catalogue, crew=crew)) == repr(compare(hurt, catalogue))
        unread = [each for each in scan(hurt, crew=crew).symptoms if each.code == UNREAD]
    assert [each.path(hurt) for each in unread] == ["3", "tied"]


@pytest.mark.usefixtures("small_spans")
def test_a_worker_that_is_killed_in_the_middle_is_replaced(running: Running, odd_file: Path) -> None:
    """It has spans when it is stopped, so that it cannot answer, and is killed then."""
    catalogue = open_catalogue(odd_file)
    seen: list[tuple[int, int]] = []
    killed: list[int] = []
    with Cluster(running.address) as crew:
        pids = crew._client.run(os.getpid)

        def kill(done: int, total: int) -> None:
            seen.append((done, total))
            if killed or not done:
                return
            # One that took the place of a worker killed before may have joined since.
            busy = [pids[worker] for worker, keys in crew._client.processing().items() if keys and worker in pids]
            if busy:
                os.kill(busy[0], signal.SIGKILL)
                killed.append(busy[0])

        found = scan(catalogue, kill, crew)
    assert killed
    assert told(found) == told(scan(catalogue))
    assert seen[-1][0] == seen[-1][1] == sum(row.nbytes for row in catalogue.tensors)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


@pytest.mark.usefixtures("small_spans")
def test_cancel_takes_back_what_is_not_begun(running: Running, odd_file: Path) -> None:
    def cancel(done: int, total: int) -> None:
        if done:
            raise Cancelled

    catalogue = open_catalogue(odd_file)
    with pytest.raises(Cancelled), Cluster(running.address) as crew:
        scan(catalogue, cancel, crew)
    with Cluster(running.address) as crew:
        until(lambda: not any(crew._client.processing().values()))
        assert told(scan(catalogue, crew=crew)) == told(scan(catalogue))


def test_a_cluster_of_this_machine_ends_with_the_work(odd_file: Path) -> None:
    catalogue = open_catalogue(odd_file)
    with Cluster("local:2") as crew:
        assert crew.workers == 2
        watched = [Watched(pid) for pid in crew._client.run(os.getpid).values()]
        assert told(scan(catalogue, crew=crew)) == told(scan(catalogue))
    assert len(watched) == 2
    for each in watched:
        with each:
            assert each.ends()


def test_nobody_there(free_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_CONNECT", 0.5)
    with pytest.raises(ClusterError, match=f"No scheduler of Dask answers at tcp://127.0.0.1:{free_port}"):
        Cluster(f"tcp://127.0.0.1:{free_port}").__enter__()


def test_a_scheduler_without_workers_and_one_that_dies(
    tmp_path: Path, odd_file: Path, monkeypatch: pytest.MonkeyPatch, small_spans: None
) -> None:
    found = Running(tmp_path)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(cluster, "_CONNECT", 0.5)
            with pytest.raises(ClusterError, match="has no workers"):
                Cluster(found.address).__enter__()
        found.work(1)

        def kill(done: int, total: int) -> None:
            if done:
                found.scheduler.kill()

        with (
            pytest.raises(ClusterError, match=f"The scheduler at {found.address} is gone"),
            Cluster(found.address) as crew,
        ):
            scan(open_catalogue(odd_file), kill, crew)
    finally:
        found.stop()


def test_a_span_that_is_done_as_the_scheduler_dies() -> None:
    """It is finished when it is looked at, and cancelled when its answer is asked for."""
    from distributed.client import FutureCancelledError

    lost = Cluster("tcp://127.0.0.1:1")._lost_connection()
    with pytest.raises(ClusterError, match="is gone"), lost:
        raise FutureCancelledError("key", "scheduler-connection-lost")


def test_workers_with_other_versions(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    real = distributed.Client.get_versions

    def older(self: Any) -> Any:
        told = real(self)
        worker = next(iter(told["workers"].values()))
        worker["packages"]["distributed"] = "2020.1.0"
        return told

    monkeypatch.setattr(distributed.Client, "get_versions", older)
    with pytest.raises(OtherVersion, match=r"runs Python .*distributed 2020\.1\.0, and this program Python"):
        Cluster(running.address).__enter__()


def test_workers_with_another_pthfinder(running: Running, odd_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.spread.worker.VERSION", "99.0")
    with (
        pytest.raises(OtherVersion, match=r"A worker has Pthfinder .*, and this is 99\.0"),
        Cluster(running.address) as crew,
    ):
        scan(open_catalogue(odd_file), crew=crew)


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'pthfinder\[cluster\]'"):
        Cluster("local:2").__enter__()


def test_the_command_line(running: Running, odd_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = []
    for options in ([], ["--workers", "2"], ["--cluster", running.address]):
        assert run(["scan", str(odd_file), "--json", *options]) == 3
        answer = json.loads(capsys.readouterr().out)
        answers.append({**answer, "seconds": 0})
    assert answers[0] == answers[1] == answers[2]
    assert run(["verify", str(odd_file), "--cluster", running.address]) == 0
    assert run(["diff", str(odd_file), str(odd_file), "--cluster", running.address]) == 0
    capsys.readouterr()
    for bad in ("somewhere", "local:0", "tcp://host", "http://host:80"):
        with pytest.raises(SystemExit) as usage:
            run(["scan", str(odd_file), "--cluster", bad])
        assert usage.value.code == 2
        assert "is not a cluster; write local:8, or the tcp://HOST:PORT" in capsys.readouterr().err
    assert run(["scan", str(odd_file), "--workers", "2", "--cluster", running.address]) == 1
    assert "Say --workers or --cluster, and not both" in capsys.readouterr().err


@pytest.mark.usefixtures("small_spans")
@pytest.mark.long
@pytest.mark.parametrize("again", [0, 1])
def test_a_span_that_kills_its_workers_is_named_and_the_rest_goes_on(
    odd_file: Path, again: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Instead of one span the workers get what ends a process at once, as often as Dask tries it: the program has it
    try once more, and for each of them a worker starts anew.
    """
    assert cluster._SETTINGS["distributed.scheduler.allowed-failures"] == 1
    monkeypatch.setitem(cluster._SETTINGS, "distributed.scheduler.allowed-failures", again)

    class Aborting(Cluster):
        def _submit(self, number: int) -> None:
            if number != 4:
                super()._submit(number)
                return
            guilty.append(self._orders[number].span)
            future = self._client.submit(os.abort, pure=False)
            self._out[future] = number
            future.add_done_callback(self._ended.put)

    guilty: list[Any] = []
    catalogue = open_catalogue(odd_file)
    alone = scan(catalogue)
    with Aborting("local:2") as crew:
        found = scan(catalogue, crew=crew)
    unread = [each for each in found.symptoms if each.code == UNREAD]
    assert all("died on this part" in each.why for each in unread)
    lost = {catalogue.rows[each.entry] for each in unread}
    assert lost == {each.row for each in guilty[0].stretches}
    for row, (one, other) in enumerate(zip(found.statistics, alone.statistics, strict=True)):
        assert row in lost or repr(one) == repr(other)
