"""A small hub: what huggingface_hub asks of the API for files of a model, and a store that it is sent on to.

The shapes of the answers are those of the hub's own API (huggingface_hub, `HfApi.get_paths_info`, `list_repo_tree`).
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from core.remote import stores
from tests.servers.programs import LOOPBACK

MODEL, TOKEN = "ours/tiny", "hf_of_a_test_and_of_nothing_else"


class Hub:
    """A model with files; `private` is whether a token is needed, `asked` and `store_asked` are what both had to do."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.private = False
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        self.store_asked: list[tuple[str, str, dict[str, str]]] = []

    def __enter__(self) -> Self:
        with ExitStack() as starting:
            self.api = starting.enter_context(closing(_Serving(self, _Api)))
            self.store = starting.enter_context(closing(_Serving(self, _Store)))
            self._ending = starting.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.close()

    def facts(self, name: str) -> dict[str, Any]:
        """What the hub says of a file in Git LFS."""
        data = self.files[name]
        large = {"oid": hashlib.sha256(data).hexdigest(), "size": len(data), "pointerSize": 134}
        return {"type": "file", "path": name, "size": len(data), "oid": hashlib.sha1(data).hexdigest(), "lfs": large}

    def below(self, folder: str) -> list[dict[str, Any]]:
        """What lies right in a folder."""
        start = f"{folder}/" if folder else ""
        found: dict[str, dict[str, Any]] = {}
        for name in sorted(self.files):
            if name.startswith(start):
                first, _, rest = name.removeprefix(start).partition("/")
                path = start + first
                found[path] = {"type": "directory", "path": path, "oid": "0" * 40} if rest else self.facts(name)
        return list(found.values())


class _Serving(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, hub: Hub, handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__((LOOPBACK, 0), handler)
        self.hub, self.url = hub, f"http://{LOOPBACK}:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Serving

    def log_message(self, *_: object) -> None:
        """Nothing."""

    @property
    def said(self) -> dict[str, str]:
        """The head of the request, by names in small letters."""
        return {name.lower(): value for name, value in self.headers.items()}

    def answer(self, status: int, body: bytes = b"", **head: str) -> None:
        self.send_response(status)
        for name, value in head.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


class _Api(_Handler):
    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        hub = self.server.hub
        way = unquote(urlsplit(self.path).path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        hub.asked.append((self.command, self.path, self.said))
        if hub.private and self.said.get("authorization") != f"Bearer {TOKEN}":
            self.answer(401, b"{}", X_Error_Code="RepoNotFound", X_Error_Message="Repository not found")
        elif found := re.fullmatch(rf"/api/models/{MODEL}/paths-info/main", way):
            asked = parse_qs(body.decode())["paths"]
            folders = [each for each in asked if each not in hub.files and hub.below(each)]
            known = [hub.facts(each) for each in asked if each in hub.files]
            known += [{"type": "directory", "path": each, "oid": "0" * 40} for each in folders]
            self.answer(200, json.dumps(known).encode(), Content_Type="application/json")
        elif found := re.fullmatch(rf"/api/models/{MODEL}/tree/main/?(.*)", way):
            below = hub.below(found[1])
            code = 200 if below else 404
            self.answer(code, json.dumps(below).encode(), Content_Type="application/json", X_Error_Code="EntryNotFound")
        elif re.fullmatch(rf"/api/models/{MODEL}(/revision/main)?", way):
            facts = {"id": MODEL, "modelId": MODEL, "sha": "1" * 40, "siblings": [], "tags": []}
            self.answer(200, json.dumps(facts).encode(), Content_Type="application/json")
        elif (found := re.fullmatch(rf"/{MODEL}/resolve/main/(.+)", way)) and found[1] in hub.files:
            self.answer(302, Location=f"{self.server.hub.store.url}/{found[1]}")
        else:
            self.answer(404, b"{}", X_Error_Code="RepoNotFound", X_Error_Message="Repository not found")

    def do_POST(self) -> None:
        self.do_GET()


class _Store(_Handler):
    def do_GET(self) -> None:
        hub = self.server.hub
        hub.store_asked.append((self.command, self.path, self.said))
        data = hub.files[unquote(self.path[1:])]
        found = re.fullmatch(r"bytes=(\d+)-(\d*)", self.said.get("range", ""))
        if found is None:
            self.answer(200, data)
            return
        first, last = int(found[1]), min(int(found[2] or len(data)), len(data) - 1)
        self.answer(206, data[first : last + 1], Content_Range=f"bytes {first}-{last}/{len(data)}")


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub with an empty model, which huggingface_hub takes for its own."""
    from huggingface_hub import constants, hf_api

    with Hub() as made:
        monkeypatch.setattr(constants, "ENDPOINT", made.api.url)
        place = made.api.url + "/{repo_id}/resolve/{revision}/{filename}"
        monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", place)
        monkeypatch.setattr(hf_api.api, "endpoint", made.api.url)
        monkeypatch.setenv("HF_TOKEN", "")
        stores.forget()
        yield made
        stores.forget()
