"""Workers as processes of this machine: killed, cancelled, given what cannot be read; none outlives its crew."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.catalogue.integrity import verify
from core.errors import Cancelled, ClusterError, NotSeen, SourceChanged
from core.formats.spread import sums
from core.runs import health
from core.spread import worker
from core.spread.crew import MOST_DEATHS, Crew, spread
from core.spread.processes import Processes
from core.values import spread_diff, spread_scan
from core.values.diff import compare
from core.values.scan import scan
from core.values.spread_scan import READ, ScanSpan
from core.values.symptom import UNREAD
from tests.places import ROOT
from tests.spread.damaged import damaged
from tests.spread.here import Here
from tests.spread.test_same_to_the_bit import told
from tests.support.children import Watched, children


class Killing(Processes):
    """Kills the worker that one of these spans is given to, so often: it has the span, and no answer yet."""

    def __init__(self, count: int, numbers: dict[int, int]) -> None:
        super().__init__(count)
        self.left = numbers

    def _send(self, number: int) -> None:
        if not self.left.get(number):
            super()._send(number)
            return
        self.left[number] -= 1
        worker = next((each for each in self._crew if each.number < 0), None) or self._hire()
        if not worker.has_begun:
            worker.pipe.recv()
            worker.has_begun = True
        assert worker.process.pid is not None
        os.kill(worker.process.pid, signal.SIGSTOP)
        super()._send(number)
        assert worker.number == number
        os.kill(worker.process.pid, signal.SIGKILL)


@pytest.mark.usefixtures("small_spans")
def test_a_worker_that_is_killed_in_the_middle_is_replaced(odd_file: Path) -> None:
    catalogue = open_catalogue(odd_file)
    seen: list[tuple[int, int]] = []
    with Killing(2, {0: 2, 3: 1, 9: 2, 20: 1}) as crew:
        found = scan(catalogue, lambda done, total: seen.append((done, total)), crew)
    assert not any(crew.left.values())
    assert told(found) == told(scan(catalogue))
    dones = [done for done, _ in seen]
    assert dones == sorted(dones)
    assert seen[-1][0] == seen[-1][1] == sum(row.nbytes for row in catalogue.tensors)


@pytest.mark.usefixtures("small_spans")
def test_a_span_that_kills_its_workers_is_named_and_the_rest_goes_on(odd_file: Path) -> None:
    catalogue = open_catalogue(odd_file)
    alone = scan(catalogue)
    with Killing(2, {4: MOST_DEATHS}) as crew:
        found = scan(catalogue, crew=crew)
    unread = [each for each in found.symptoms if each.code == UNREAD]
    assert unread
    assert all("died on this part" in each.why for each in unread)
    lost = {catalogue.rows[each.entry] for each in unread}
    assert not found.is_finite
    for row, (one, other) in enumerate(zip(found.statistics, alone.statistics, strict=True)):
        assert row in lost or repr(one) == repr(other)


def test_what_cannot_be_read_is_named_and_the_rest_is_read(tmp_path: Path, crew: Crew) -> None:
    """The same with workers and without: by a scan, a comparison, a check."""
    catalogue = open_catalogue(damaged(tmp_path / "file.pth"))
    alone = scan(catalogue)
    symptom, tied = (each for each in alone.symptoms if each.code == UNREAD)
    assert (symptom.path(catalogue), tied.path(catalogue), symptom.severity) == ("3", "tied", "error")
    assert "unpack" in symptom.why
    assert [each.count for each in alone.statistics] == [250_000] * 3 + [0] + [250_000] * 2 + [0]
    assert told(scan(catalogue, crew=crew)) == told(alone)
    (damage,) = verify(catalogue, crew=crew).damages
    assert damage.entries == (symptom.entry, tied.entry)
    ones = {f"{number}": torch.ones(500, 500) for number in range(6)}
    torch.save({**ones, "tied": ones["3"]}, tmp_path / "other.pth")
    other = open_catalogue(tmp_path / "other.pth")
    found = compare(catalogue, other, crew=crew)
    assert found == compare(catalogue, other)
    assert [catalogue.path_text(entry) for entry in found.unread] == ["3", "tied"]
    assert len(found.changed) == 7


@pytest.mark.usefixtures("small_spans")
def test_cancel_frees_the_workers(odd_file: Path) -> None:
    catalogue = open_catalogue(odd_file)
    watched: list[Watched] = []

    def cancel(done: int, total: int) -> None:
        if done:
            watched.extend(Watched(each.process.pid) for each in crew._crew if each.process.pid)
            raise Cancelled

    with pytest.raises(Cancelled), Processes(2) as crew:
        scan(catalogue, cancel, crew)
    assert len(watched) == 2
    for each in watched:
        with each:
            assert each.ends()


def test_no_worker_outlives_a_program_that_is_killed(odd_file: Path, tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(
        "import sys\n"
        "from core.spread.crew import spread\n"
        "from core.spread.processes import Processes\n"
        "from core.values.spread_scan import READ, ScanSpan\n"
        "if __name__ == '__main__':\n"
        "    with Processes(2) as crew:\n"
        "        for _ in spread(crew, READ, [ScanSpan('', (), ())] * 2, lambda: None):\n"
        "            pass\n"
        "        print('working', flush=True)\n"
        "        sys.stdin.read()\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    program = subprocess.Popen(
        [sys.executable, script], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with program:
        assert program.stdout is not None
        assert program.stdout.readline() == "working\n"
        pids = [pid for pid in children(program.pid) if b"resource_tracker" not in _command(pid)]
        assert len(pids) == 2
        watched = [Watched(pid) for pid in pids]
        program.kill()
        for each in watched:
            with each:
                assert each.ends()


def _command(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def test_where_no_process_can_be_started_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.spread.processes.serve", os.abort)
    with pytest.raises(ClusterError, match="Say --workers 1"), Processes(2) as crew:
        list(spread(crew, READ, [ScanSpan("", (), ())], lambda: None))


def test_a_file_that_changes_or_goes_stops_all(tmp_path: Path, crew: Crew) -> None:
    torch.save({"a": torch.randn(500, 500)}, tmp_path / "file.pth")
    catalogue = open_catalogue(tmp_path / "file.pth")
    gone: list[Path] = []

    def take_away(done: int, total: int) -> None:
        if not gone:
            gone.append((tmp_path / "file.pth").rename(tmp_path / "gone.pth"))

    class Away:
        """Takes the file away before the first span is given."""

        workers, room = crew.workers, crew.room

        def give(self, number: int, work: str, span: Any) -> None:
            take_away(0, 0)
            crew.give(number, work, span)

        take = staticmethod(crew.take)

    with pytest.raises(NotSeen, match=r"A worker cannot read .*file\.pth"):
        scan(catalogue, crew=Away())  # type: ignore[arg-type]
    gone[0].rename(tmp_path / "file.pth")
    os.utime(tmp_path / "file.pth", (1, 1))
    with pytest.raises(SourceChanged, match=r"file\.pth has changed on disk"):
        scan(catalogue, crew=crew)


def test_orders_are_for_our_own_functions_and_of_this_version() -> None:
    others = ("core.spread.worker:import_module", "core.saving.leftovers:clear_litter", "core.values.spread_scan:np")
    for work in ("os:system", "core.values.spread_scan:_found", "tests.places:ROOT", *others):
        reply = worker.carry_out(worker.order(work, ()))
        assert (reply.end, reply.error) == (worker.STOPS, "OtherVersion")
    other = worker.order(READ, ScanSpan("", (), ()))._replace(version="0.0.1")
    assert worker.carry_out(other).error == "OtherVersion"


def test_the_list_has_what_is_asked_for_and_nothing_else() -> None:
    named = {health.WORK, spread_diff.WORK, spread_scan.READ, spread_scan.LOOK, sums.WORK}
    assert named == worker.WORKS


@pytest.mark.usefixtures("small_spans")
def test_what_travels_is_plain_data_and_nothing_of_the_file(odd_file: Path, tmp_path: Path) -> None:
    """Texts, numbers, and tuples and dataclasses of ours; the bytes of numbers and pickles stay where they are."""
    travelled: list[Any] = []

    class Looking(Here):
        def give(self, number: int, work: str, span: Any) -> None:
            travelled.append(span)
            super().give(number, work, span)

        def take(self, seconds: float) -> Any:
            found = super().take(seconds)
            travelled.extend(answer.answer for answer in found)
            return found

    a, b = open_catalogue(odd_file), open_catalogue(damaged(tmp_path / "file.pth"))
    with Looking() as crew:
        for each in (a, b):
            scan(each, crew=crew)
            verify(each, crew=crew)
        compare(a, a, crew=crew)
        compare(b, b, crew=crew)
    assert len(travelled) > 50
    for each in travelled:
        _check_plain(each)


def _check_plain(value: Any) -> None:
    if type(value) in (int, float, complex, str, bool, type(None)):
        return
    if isinstance(value, tuple):
        assert type(value) is tuple or type(value).__module__.startswith("core.")
        for each in value:
            _check_plain(each)
        return
    assert type(value).__module__.startswith("core.")
    assert type(value).__dataclass_params__.frozen
    for name in value.__dataclass_fields__:
        _check_plain(getattr(value, name))


def test_an_answer_that_comes_twice_counts_once() -> None:
    """As of a worker that was given up, and whose span another one did meanwhile."""

    class Twice(Here):
        def take(self, seconds: float) -> Any:
            return [*super().take(seconds)] * 2

    with Twice() as crew:
        answers = list(spread(crew, READ, [ScanSpan("", (), ())] * 3, lambda: None))
    assert [answer.number for answer in answers] == [0, 1, 2]


def test_processes_begin_at_once_and_end_with_the_crew() -> None:
    with Processes(3) as crew:
        watched = [Watched(each.process.pid) for each in crew._crew if each.process.pid]
        assert len(watched) == 3
    for each in watched:
        with each:
            assert each.ends()
