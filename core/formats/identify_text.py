"""Says what a text is that lies where a checkpoint should: an answer of a server, a pointer, an index.

What is quoted from the file is made one line of printable characters, and cut.
"""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

from core.text import clip, count_text, size_text
from core.words import say

_NOTHING_THERE = ("NoSuchKey", "NoSuchBucket", "BlobNotFound", "ContainerNotFound", "ResourceNotFound", "NoSuchVersion")
_BUSY = ("SlowDown", "ServiceUnavailable", "ServerBusy", "InternalError", "OperationTimedOut")
_PARTS = re.compile(rb'"([^"\\/\s]{1,200}?-\d{5}-of-(\d{5})\.[a-z]{2,12})"')
_JSON = re.compile(r'\{\s*(?:["}]|$)|\[\s*(?:[\[{"\d\]-]|true\b|false\b|null\b|$)')
"""How JSON begins; "[section]" of a settings file does not."""
_XML_FIELD = r"<{0}>\s*([^<]*?)\s*</{0}>"
_SHORT = 400
"""Bytes up to which a text is quoted as what a server said."""


def explain_text(head: bytes) -> str:
    """What a text that begins with ``head`` is, and what to do: a sentence each. Empty for what is no text."""
    text = head.decode("utf-8-sig", "replace").strip()
    lowered = text[:512].lower()
    if lowered.startswith(("<!doctype html", "<html", "<head", "<!--")) or "<html" in lowered:
        return _web_page(text)
    if lowered.startswith(("<?xml", "<error", "<!doctype", "<listbucketresult")):
        return _xml(text)
    if text.startswith("version https://git-lfs"):
        return _git_lfs(text)
    if not _looks_like_text(head):
        return ""
    if _JSON.match(text):
        return _json(text, head)
    if len(head) <= _SHORT:
        return say(
            "This is a text file, not a checkpoint; it says {text}. Fetch the real file again.", text=quoted(text)
        )
    begin = quoted(text.partition("\n")[0], 60)
    return say("This is a text file, not a checkpoint; it begins with {begin}. Fetch the real file again.", begin=begin)


def quoted(text: str, limit: int = 200) -> str:
    """A text of the file in quotation marks, as one line that can be shown anywhere."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    return f"“{clip(' '.join(shown.split()), limit)}”"


def _git_lfs(text: str) -> str:
    size = re.search(r"^size (\d{1,18})$", text, re.MULTILINE)
    if size is None:
        return say(
            "This is a git-lfs pointer, not the checkpoint itself. Run `git lfs pull` in its repository to "
            "fetch the real file."
        )
    return say(
        "This is a git-lfs pointer, not the checkpoint itself, which has {size}. Run `git lfs pull` in its "
        "repository to fetch the real file.",
        size=size_text(int(size[1])),
    )


def _web_page(text: str) -> str:
    title = re.search(r"<title[^>]*>([^<]+)", text, re.IGNORECASE)
    if title is None or not title[1].strip():
        return say(
            "This is a web page saved under a checkpoint's name, often a login or error page. Fetch the "
            "real file again with the download link itself."
        )
    return say(
        "This is a web page, {title}, saved under a checkpoint's name, often a login or error page. "
        "Fetch the real file again with the download link itself.",
        title=quoted(unescape(title[1]), 80),
    )


def _xml(text: str) -> str:
    if "<ListBucketResult" in text:
        return say(
            "This is the list of what a storage server holds, not one of its files. Fetch the file by its own address."
        )
    code, message = (re.search(_XML_FIELD.format(name), text) for name in ("Code", "Message"))
    if "<Error>" not in text or code is None:
        return say("This is an XML text, not a checkpoint. Fetch the real file again.")
    said = quoted(unescape(code[1]), 60).strip("“”")
    if message and message[1]:
        said += f", {quoted(unescape(message[1]))}"
    return say(
        "This is the error answer of a storage server, not the checkpoint: {said}. {way_out}",
        said=said,
        way_out=_way_out(code[1]),
    )


def _way_out(code: str) -> str:
    if code in _NOTHING_THERE:
        return say("Nothing is stored at that address: check it, then fetch the file again.")
    if code in _BUSY:
        return say("Fetch the file again later.")
    return say("Log in, or ask for a new link (signed links expire), then fetch the file again.")


def _json(text: str, head: bytes) -> str:
    parts = list(dict.fromkeys(match.groups() for match in _PARTS.finditer(head)))
    if parts and '"weight_map"' in text:
        name, count = (part.decode("ascii", "replace") for part in parts[0])
        return say(
            "This is the index of a model saved in {parts}, not the weights. Open the parts themselves, "
            "such as {name}, which lie beside it.",
            parts=count_text(int(count), "part"),
            name=quoted(name),
        )
    if '"weight_map"' in text:
        return say("This is the index of a model saved in parts, not the weights. Open the parts that it names.")
    if '"model_type"' in text or '"architectures"' in text:
        return say(
            "This is the configuration of a model (config.json), not its weights. Open the weights that "
            "lie beside it, such as pytorch_model.bin."
        )
    said = _error_in(_parsed(text))
    if said:
        return say(
            "This is the error answer of a server (JSON), not the checkpoint: {said}. Check the address, "
            "and whether you must log in or accept a licence, then fetch the file again.",
            said=quoted(said),
        )
    return say(
        "This is a JSON text, not a checkpoint, perhaps a model's configuration. Look for the file with the weights."
    )


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # cut, or made to be deep
        return None


def _error_in(answer: Any) -> str:
    """What went wrong, in the shapes in which servers say it."""
    if not isinstance(answer, dict):
        return ""
    for key in ("error_description", "error", "message", "detail", "errors"):
        value = answer.get(key)
        value = value[0] if isinstance(value, list) and value else value
        if isinstance(value, dict):
            value = value.get("message") or value.get("code")
        if isinstance(value, str) and value.strip():
            return value
    return ""


def _looks_like_text(head: bytes) -> bool:
    try:
        sample = head[:1024].decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.start < len(head[:1024]) - 4:
            return False
        sample = head[: error.start].decode("utf-8-sig")
    return bool(sample) and all(char.isprintable() or char in "\r\n\t\f" for char in sample)
