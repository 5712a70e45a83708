"""What is free goes back to the system."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from gui.jobs import disposer


class Ring:
    """Refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def off() -> Iterator[None]:
    """Nothing is collected by chance."""
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


def hidden_garbage() -> weakref.ref[Ring]:
    ring = weakref.ref(Ring())
    gc.freeze()
    gc.collect()
    assert ring() is not None
    return ring


def test_garbage_is_freed_that_a_job_has_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = hidden_garbage()
    monkeypatch.setattr(disposer, "QUICK", sys.maxsize)  # whatever other tests have left behind
    assert disposer.collect()
    assert ring() is None


def test_nothing_is_done_where_it_would_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = hidden_garbage()
    monkeypatch.setattr(disposer, "QUICK", 0)
    assert not disposer.collect()
    assert ring() is not None


def test_names_are_forgotten_that_types_were_asked_for() -> None:
    name = str(b"diameter", "ascii")
    mine = sys.getrefcount(name)
    getattr(Ring, name, None)
    assert sys.getrefcount(name) > mine
    disposer.forget_lookups()
    assert sys.getrefcount(name) == mine


def resident() -> int:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other allocators")
def test_free_pages_go_back() -> None:
    """Of a thousand blocks the last stays, so that the allocator cannot shrink its heap by itself."""
    blocks = [b"x" * 100_000 for _ in range(1000)]
    last = blocks.pop()
    blocks.clear()
    before = resident()
    if disposer.trim():
        assert before - resident() > 50e6
    assert last


THREADS = """
import sys, threading
from gui.jobs import disposer
from tests.gui.jobs.test_giving_back import resident

def fill():
    blocks = [b"x" * 100_000 for _ in range(500)]

bytes(30_000_000)  # from now on glibc keeps the end of a heap up to twice as large
if sys.argv[1] == "one":
    disposer.share_one_heap()
before = resident()
thread = threading.Thread(target=fill)
thread.start()
thread.join()
disposer.trim()
print(resident() - before)
"""


@pytest.mark.skipif(not disposer.trim(), reason="other systems have other allocators")
def test_the_heap_of_a_thread_goes_back_too() -> None:
    kept = {
        heaps: int(subprocess.run([sys.executable, "-c", THREADS, heaps], check=True, capture_output=True).stdout)
        for heaps in ("one", "many")
    }
    assert kept["one"] < 10e6
    if kept["many"] < 10e6:  # as seldom where the system itself takes back what rests
        pytest.skip("the system has taken back the heap of a thread by itself")
