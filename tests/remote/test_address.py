"""Locations as paths, and that nothing secret of them is ever shown."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from urllib3.util import make_headers

from core.errors import CannotOpen
from core.remote import secrets
from core.remote.address import RemotePath, as_path, is_url
from core.remote.stores import http

HIDDEN = "•••"
ROOT = Path(__file__).parents[2]
SIGNED = (
    "https://bucket.s3.amazonaws.com/runs/a/model.pth?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAABCDEFGH%2F"
    "20261123&X-Amz-Expires=3600&X-Amz-Signature=f00dfeedf00dfeedf00dfeed"
)


@pytest.mark.parametrize(
    ("text", "shown", "name"),
    [
        ("https://example.org/runs/model.pth", "https://example.org/runs/model.pth", "model.pth"),
        ("HTTPS://example.org//runs/./model.pth", "https://example.org/runs/model.pth", "model.pth"),
        ("https://example.org:8443/m.pth?download=true", "https://example.org:8443/m.pth?download=true", "m.pth"),
        ("https://example.org/get/m.pth?id=17", "https://example.org/get/m.pth?id=17", "m.pth"),
        ("s3://bucket/a/b.safetensors", "s3://bucket/a/b.safetensors", "b.safetensors"),
        ("gcs://bucket/a.pt", "gs://bucket/a.pt", "a.pt"),
        ("abfss://box/a.pt", "az://box/a.pt", "a.pt"),
        ("ssh://anna@login.example:2222/home/a.pt", "sftp://anna@login.example:2222/home/a.pt", "a.pt"),
        ("hf://org/model/a.pt", "hf://org/model/a.pt", "a.pt"),
        ("s3://bucket/what?.pth", "s3://bucket/what?.pth", "what?.pth"),
    ],
)
def test_what_is_understood(text: str, shown: str, name: str) -> None:
    path = as_path(text)
    assert isinstance(path, RemotePath)
    assert (str(path), path.name) == (shown, name)
    assert as_path(str(path)) == path
    assert path.absolute() == path.resolve() == path
    assert pickle.loads(pickle.dumps(path)) == copy.copy(path) == path


@pytest.mark.parametrize(
    "text", ["ftp://example.org/a.pth", "simplecache::s3://b/a", "javascript://x/%0a", "https://", "https:///a.pth"]
)
def test_what_is_not_understood(text: str) -> None:
    assert is_url(text)
    with pytest.raises(CannotOpen):
        as_path(text)


@pytest.mark.parametrize(
    ("text", "path"), [("file:///tmp/a%20b.pth", "/tmp/a b.pth"), ("runs/a.pth", "runs/a.pth"), ("C:/a", "C:/a")]
)
def test_files_of_this_computer(text: str, path: str) -> None:
    found = as_path(text)
    assert found == Path(path)
    assert not isinstance(found, RemotePath)


@pytest.mark.parametrize(
    ("text", "path"),
    [("file:///C:/runs/a%20b.pth", "C:/runs/a b.pth"), ("file://server/share/a.pth", "//server/share/a.pth")],
)
def test_files_of_windows(text: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a drive, or on another computer that shares a folder."""
    monkeypatch.setattr(sys, "platform", "win32")
    assert as_path(text).as_posix() == path


@pytest.mark.parametrize("text", [r"C:\a.pth", r"\\server\share\a.pth", r"\\?\C:\a.pth", "C://a.pth"])
def test_paths_of_windows_are_no_urls(text: str) -> None:
    assert not is_url(text)


def test_a_place_beside_it() -> None:
    path = as_path(SIGNED)
    assert path.suffix == ".pth"
    assert (path.parent / "other.pth").name == "other.pth"
    assert str(path.with_name("other.pth")).startswith("https://bucket.s3.amazonaws.com/runs/a/other.pth?")
    assert str(path.relative_to(path.parent)) == "model.pth"
    assert path.parent.parent.name == "runs"


def test_the_key_of_an_address_is_used_and_never_shown() -> None:
    path = as_path(SIGNED)
    assert isinstance(path, RemotePath)
    assert path.url == SIGNED
    for shown in (str(path), repr(path), path.name, str(path.parent), "/".join(path.parts)):
        assert "f00dfeed" not in shown
        assert "AKIA" not in shown
    assert as_path(str(path)).url == SIGNED  # type: ignore[attr-defined]  # a location
    assert as_path(SIGNED.replace("f00d", "cafe")) != path


def test_a_key_that_was_told_to_another_run() -> None:
    shown = str(as_path(SIGNED)).replace("•••", "•••0")
    with pytest.raises(CannotOpen, match="Paste the whole address"):
        _ = as_path(shown).url  # type: ignore[attr-defined]  # a location


def test_passwords_are_kept_apart() -> None:
    path = as_path("https://anna:s3cr%40t@example.org/a.pth")
    assert "s3cr" not in repr(path)
    assert "anna" not in str(path)
    assert secrets.password_of(f"https://{path.host}") == "s3cr@t"  # type: ignore[attr-defined]  # a location


@pytest.mark.parametrize(
    "text",
    [
        "GET https://anna:s3cr3tword@example.org/a failed",
        "403 for url: https://example.org/a?X-Amz-Signature=s3cr3tword&x=1",
        "Authorization: Bearer s3cr3tword",
        "{'aws_secret_access_key': 's3cr3tword'}",
        "password=s3cr3tword",
        "token: s3cr3tword, and more",
    ],
)
def test_texts_of_libraries(text: str) -> None:
    assert "s3cr3tword" not in secrets.redacted(text)


def test_ordinary_texts_stay() -> None:
    text = "tokenizer.model, token_embedding.weight: 4 tensors; signature_head and password.weight on cuda:1"
    assert secrets.redacted(text) == text


@given(st.text(max_size=60))
def test_no_text_is_a_crash(text: str) -> None:
    for each in (text, f"https://{text}", f"https://example.org/{text}", f"s3://b/{text}?{text}"):
        try:
            path = as_path(each)
            assert as_path(str(path)) == path
        except CannotOpen:
            pass


@pytest.mark.parametrize(
    ("url", "command"),
    [
        (SIGNED.replace("bucket.s3.amazonaws.com", "127.0.0.1:9"), "inspect"),
        ("http://anna:s3cr3tword@127.0.0.1:9/a", "code"),
    ],
)
def test_no_command_prints_a_secret(url: str, command: str) -> None:
    """Nobody listens there."""
    line = [sys.executable, "main.py", command, url]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert "127.0.0.1:9" in done.stderr
    assert not [word for word in ("f00dfeed", "s3cr3tword", "AKIA") if word in done.stdout + done.stderr]


def test_a_name_of_a_user_may_be_a_token() -> None:
    """Of a server of SFTP it is needed to know where one is; to a web server it is half of a key, or all of it."""
    for secret in ("ghp_sixteenletters", "hf_abcdefgh:x-oauth-basic", "glpat-%41bcdef:"):
        path = RemotePath.parse(f"https://{secret}@example.org/a.pth")
        user, _, password = secret.partition(":")
        assert user not in str(path)
        assert unquote(user) not in secrets.redacted(f"401 for {unquote(user)} at https://{secret}@example.org")
        assert as_path(str(path)) == path == as_path(path.whole)
        assert unquote(urlsplit(path.whole).username or "") == unquote(user)
        assert http._credentials(path) == make_headers(basic_auth=f"{unquote(user)}:{password}")
    assert secrets.redacted("https://token@example.org/") == f"https://{HIDDEN}@example.org/"
    assert str(as_path("sftp://me@example.org/a.pth")) == "sftp://me@example.org/a.pth"
    with pytest.raises(CannotOpen, match="had a secret part"):
        _ = as_path(f"https://{HIDDEN}123456@example.org/a.pth").url  # type: ignore[attr-defined]


@pytest.mark.parametrize("query", [
    "id=1;token=abcdefgh", "id=1%3Btoken=abcdefgh", "ref=main%26token%3Dabcdefgh", "a=1;v=2;sig=abcdefgh",
])  # fmt: skip
def test_a_token_behind_a_semicolon(query: str) -> None:
    path = RemotePath.parse(f"https://example.org/a.pth?{query}")
    assert "abcdefgh" not in str(path)
    assert path.url.endswith(query)
    assert "abcdefgh" not in secrets.redacted("refused: abcdefgh")


@pytest.mark.parametrize("name", [
    "a.pth;token=abcdefgh", "a.pth%3Btoken%3Dabcdefgh", "a.pth;v=1;sig=abcdefgh", "a;sid=abcdefgh/a.pth",
])  # fmt: skip
def test_a_token_behind_a_semicolon_of_the_path(name: str) -> None:
    path = RemotePath.parse(f"https://example.org/{name}")
    assert "abcdefgh" not in repr(path) + str(path) + path.name
    assert path.url == path.whole == f"https://example.org/{name}"
    assert as_path(str(path)) == path
    assert "abcdefgh" not in secrets.redacted("refused: abcdefgh")
    with pytest.raises(CannotOpen, match="had a secret part"):
        _ = as_path(str(path).replace(HIDDEN, f"{HIDDEN}0")).url  # type: ignore[attr-defined]  # a location
    assert str(as_path("https://example.org/a;b.pth")) == "https://example.org/a;b.pth"  # what a file is called


@pytest.mark.parametrize("scheme", ["s3", "gs", "hf", "az", "s3a"])
def test_keys_of_stores(scheme: str) -> None:
    path = RemotePath.parse(f"{scheme}://AKIAKEYWORD:s3cr3tword@bucket/a.pth")
    assert not [word for word in ("AKIAKEYWORD", "s3cr3tword") if word in repr(path) + str(path) + path.host]
    assert path.whole == f"{path.scheme}://AKIAKEYWORD:s3cr3tword@bucket/a.pth"
    assert as_path(str(path)) == path == as_path(path.whole)
    assert "AKIAKEYWORD" not in secrets.redacted('Invalid bucket name "AKIAKEYWORD@bucket"')


@pytest.mark.parametrize(
    "url", ["s3://AKIAKEY:secr/etword@bucket/a", "https://anna:secr/etword@example.org/a", "https://a:secr/etword@[x/a"]
)
def test_a_key_with_a_slash_is_refused_and_not_shown(url: str) -> None:
    with pytest.raises(CannotOpen) as caught:
        as_path(url)
    assert not [word for word in ("AKIA", "secr", "etword", "anna") if word in str(caught.value)]


def test_names_that_say_what_is_meant() -> None:
    for location in ("az://box@account/a.pt", "hf://model@main/a.pt", "sftp://anna@example.org/a.pt"):
        assert str(as_path(location)) == location
