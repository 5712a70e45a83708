"""Workers on two machines: network namespaces of this one with a cable between them, and a file that nginx serves."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.integrity import verify
from core.spread.cluster import Cluster
from core.values.scan import scan
from tests.places import ROOT
from tests.servers.fixtures import make
from tests.servers.nginx import Nginx
from tests.servers.programs import Program, answers
from tests.spread.test_same_to_the_bit import reported, told
from tests.support.children import until

pytest.importorskip("distributed")
pytestmark = [pytest.mark.long, pytest.mark.skipif(not shutil.which("ip"), reason="there is no ip of iproute2")]

HERE, FIRST, SECOND = "10.77.0.1", "10.77.0.2", "10.77.0.3"
SCHEDULER = 8786


class Hosts:
    """Two hosts on one bridge; this machine is a third. What it is called has the process in it: two may run."""

    def __init__(self, folder: Path, ending: ExitStack) -> None:
        self._folder, self._ending = folder, ending
        self.bridge = f"pth{os.getpid() % 100_000}"
        self._ip("link", "add", self.bridge, "type", "bridge")
        ending.callback(self._ip, "link", "delete", self.bridge)
        self._ip("address", "add", f"{HERE}/24", "dev", self.bridge)
        self._ip("link", "set", self.bridge, "up")
        for address in (FIRST, SECOND):
            self._add(address)

    def name(self, address: str) -> str:
        """The namespace that has an address, and the end of its cable that lies here."""
        return f"{self.bridge}-{address[-1]}"

    def _add(self, address: str) -> None:
        name = self.name(address)
        self._ip("netns", "add", name)
        self._ending.callback(self._ip, "netns", "delete", name)
        self._ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        self._ending.callback(self._ip, "link", "delete", name)  # the kernel takes a namespace away when it has time
        self._ip("link", "set", name, "master", self.bridge, "up")
        self._ip("-n", name, "address", "add", f"{address}/24", "dev", "eth0")
        for device in ("eth0", "lo"):
            self._ip("-n", name, "link", "set", device, "up")

    def run(self, address: str, module: str, *options: str) -> None:
        """A program of Dask on one of the hosts."""
        python = [sys.executable, "-W", "ignore", "-m", f"distributed.cli.{module}", "--host", address]
        command = ["ip", "netns", "exec", self.name(address), *python, "--no-dashboard", *options]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        program = Program(command, [], self._folder / f"{module}-{address}.log", environment)
        self._ending.callback(program.end)

    def pull(self, address: str) -> None:
        """Its cable is pulled out; the host goes on."""
        self._ip("link", "set", self.name(address), "down")

    def plug(self, address: str) -> None:
        self._ip("link", "set", self.name(address), "up")

    @staticmethod
    def _ip(*command: str) -> None:
        subprocess.run(["ip", *command], check=True, capture_output=True)


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[Hosts]:
    with ExitStack() as ending:
        try:
            found = Hosts(tmp_path, ending)
        except subprocess.CalledProcessError as refused:
            if b"not permitted" not in refused.stderr:
                raise
            pytest.skip("only root makes hosts")
        found.run(FIRST, "dask_scheduler", "--port", str(SCHEDULER))
        until(lambda: answers(SCHEDULER, FIRST))
        for each in (FIRST, SECOND):
            found.run(each, "dask_worker", f"tcp://{FIRST}:{SCHEDULER}", "--nworkers", "1", "--nthreads", "1")
        yield found


@pytest.fixture
def seen(hosts: Hosts, odd_file: Path) -> Iterator[Catalogue]:
    """The file as all three see it."""
    with make(Nginx, odd_file.parent, names=(HERE,), address=HERE) as nginx:
        yield open_catalogue(f"{nginx.url}/files/{odd_file.name}")


@pytest.mark.usefixtures("small_spans")
def test_two_hosts_find_what_one_does(hosts: Hosts, seen: Catalogue, odd_file: Path) -> None:
    here = open_catalogue(odd_file)
    with Cluster(f"tcp://{FIRST}:{SCHEDULER}") as crew:
        until(lambda: len(crew._client.scheduler_info()["workers"]) == 2)
        assert told(scan(seen, crew=crew)) == told(scan(here))
        assert reported(verify(seen, crew=crew)) == reported(verify(here))
        workers = crew._client.run(lambda: socket.gethostbyname("localhost"))
    assert {address.split("/")[2].split(":")[0] for address in workers} == {FIRST, SECOND}


@pytest.mark.usefixtures("small_spans")
def test_a_host_whose_cable_is_pulled_is_done_without(hosts: Hosts, seen: Catalogue, odd_file: Path) -> None:
    """It has spans by then, and it takes Dask half a minute to give it up."""
    pulled: list[int] = []

    def pull(done: int, total: int) -> None:
        busy = [worker for worker, keys in crew._client.processing().items() if keys]
        if done and not pulled and any(f"//{SECOND}:" in worker for worker in busy):
            hosts.pull(SECOND)
            pulled.append(done)

    with Cluster(f"tcp://{FIRST}:{SCHEDULER}") as crew:
        until(lambda: len(crew._client.scheduler_info()["workers"]) == 2)
        found = scan(seen, pull, crew)
        hosts.plug(SECOND)
    assert pulled
    assert pulled[0] < sum(row.nbytes for row in seen.tensors)
    assert told(found) == told(scan(open_catalogue(odd_file)))
