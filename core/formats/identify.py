"""Says what a file is that is no checkpoint, from its first bytes, or from the records of a zip."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Collection, Mapping
from html import unescape
from typing import TYPE_CHECKING, Any

from core.formats.legacy import is_tar
from core.formats.register import is_checkpoint_name
from core.remote.secrets import redacted
from core.text import clip, count_text, listed, quoted, series, size_text
from core.words import marked, say, say_count

if TYPE_CHECKING:
    from core.formats.zip_records import Record

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
            "This is a text file, not a checkpoint; it says {text}. Fetch the real file again.", text=_quoted(text)
        )
    begin = _quoted(text.partition("\n")[0], 60)
    return say("This is a text file, not a checkpoint; it begins with {begin}. Fetch the real file again.", begin=begin)


def _line(text: str) -> str:
    """A text of the file as one line that can be shown anywhere."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _quoted(text: str, limit: int = 200) -> str:
    return quoted(redacted(_line(text)), limit)


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
    title = re.search(r"<title[^<>]*>([^<]+)", text, re.IGNORECASE)
    if title is None or not title[1].strip():
        return say(
            "This is a web page saved under a checkpoint's name, probably a login or error page. Fetch the file "
            "with its direct download link, not with the address of a page."
        )
    return say(
        "This is a web page ({title}) saved under a checkpoint's name, probably a login or error page. Fetch the "
        "file with its direct download link, not with the address of a page.",
        title=_quoted(unescape(title[1]), 80),
    )


def _xml(text: str) -> str:
    if "<ListBucketResult" in text:
        return say(
            "This is the list of what a storage server holds, not one of its files. Fetch the file by its own address."
        )
    code, message = (re.search(_XML_FIELD.format(name), text) for name in ("Code", "Message"))
    if "<Error>" not in text or code is None:
        return say("This is an XML text, not a checkpoint. Fetch the real file again.")
    said = clip(_line(unescape(code[1])), 60)
    if message and message[1]:
        said = series((said, _quoted(unescape(message[1]))))
    return say(
        "This is an error response from a storage server, not the checkpoint: {said}. {way_out}",
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
            name=quoted(_line(name), 200),
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
            "This is an error response from a server (JSON), not the checkpoint: {said}. Check the address, and "
            "whether you must log in or accept a license, then fetch the file again.",
            said=_quoted(said),
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


_MOST_INSIDE = 4
_LEGACY = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19"
"""How the legacy format of torch.save begins: a pickle of its magic number."""


def explain_stranger(head: bytes, name: str = "") -> str:
    """What a file called ``name`` that begins with ``head`` (up to 4 KiB) is, and what to do: a sentence each."""
    for offset, magic, what in _MAGICS:
        if head.startswith(magic, offset):
            return say(what)
    picture = _picture(head)
    if picture:
        return say("This is a picture ({kind}), not a checkpoint. Look for the file with the weights.", kind=picture)
    if head.startswith(b"\x1f\x8b") or _is_zlib(head):
        return _packed(head)
    if head[257:262] == b"ustar" or (head.strip(b"\0") and is_tar(head)):
        return _tar(head)
    return (
        _memmap(head, name)
        or _tensorflow(head, name)
        or _onnx(head)
        or _pickle(head)
        or explain_text(head)
        or (
            say("This file holds only zero bytes; its download or copy was never finished. Fetch the real file again.")
            if not head.strip(b"\0")
            else say(
                "This is not a PyTorch checkpoint: it is neither a zip archive nor a file of the older "
                "torch.save format."
            )
        )
    )


def _memmap(head: bytes, name: str) -> str:
    """A file of a TensorDict in memory maps."""
    if not name.endswith(_MEMMAP) and not (head.startswith(b"{") and b"<class 'tensordict." in head):
        return ""
    return say(
        "This is a file of a TensorDict that tensordict saved as memory maps, not a checkpoint. Load the folder with "
        "TensorDict.load_memmap(folder), and save what is in it with torch.save."
    )


def _picture(head: bytes) -> str:
    """The format of a picture; empty for what is none."""
    if head.startswith(b"BM") and head[6:10] == bytes(4):
        return "BMP"
    return next((kind for offset, magic, kind in _PICTURES if head.startswith(magic, offset)), "")


def known_zip(names: Collection[str]) -> str:
    """What a zip of another program is, by the names in it: a sentence, and one on what to do; empty where unknown."""
    leaves = {name.partition("/")[2] for name in names}
    if "model.json" in leaves and any(leaf.startswith("tensors/") for leaf in leaves):
        return say(
            "This is a TorchScript archive from torch before 1.4 (model.json), which torch.jit.load now refuses "
            "(“Legacy model format is not supported on mobile”). Load it with the torch version that wrote it, and "
            "save its state_dict() with torch.save."
        )
    if ".data/extern_modules" in leaves:
        return say(
            "This is an archive of torch.package, not of torch.save. Load it with torch.package.PackageImporter(f)."
        )
    if any(leaf.startswith("data/aotinductor/") for leaf in leaves):
        return say(
            "This is a package of compiled code of AOTInductor (.pt2), not a file of torch.save. Load it "
            "with torch._inductor.aoti_load_package(f), on the kind of machine that it was compiled for."
        )
    if "archive_format" in leaves or "models/model.json" in leaves:
        return say("This is an exported program (.pt2), not a file of torch.save. Load it with torch.export.load(f).")
    if any(name.endswith(".npy") for name in names):
        return say("This is a NumPy archive (.npz), not a PyTorch checkpoint. Open it with numpy.load.")
    if "model.weights.h5" in names:
        return say(
            "This is a model of Keras (.keras), not a PyTorch checkpoint. Load it with Keras. Look for the "
            "file with the weights for PyTorch."
        )
    return ""


def explain_zip(records: Mapping[str, Record]) -> str:
    """What a zip with these records is, which has no ``data.pkl``: a sentence, and one on what to do."""
    known = known_zip(records.keys())
    if known:
        return known
    inner = [name for name in records if is_checkpoint_name(name, alone=True)]
    if inner:
        inner.sort(key=lambda name: -records[name].size)
        shown = listed([_quoted(name, 60) for name in inner], _MOST_INSIDE)
        return say_count(
            len(inner),
            "This is a zip archive with {names} in it. Unpack it first and open the checkpoint inside.",
            "This is a zip archive with {names} in it. Unpack it first and open the one that you want.",
            names=shown,
        )
    return say("This is a zip archive, but not one of torch.save: it has no data.pkl.")


# -- packed ----------------------------------------------------------------------------------------------------


def _is_zlib(head: bytes) -> bool:
    """Whether zlib packed it, as joblib does: two bytes that are a multiple of 31."""
    return head[:1] == b"\x78" and len(head) > 1 and (0x7800 | head[1]) % 31 == 0 and bool(_unpacked(head))


def _packed(head: bytes) -> str:
    inside = _unpacked(head)
    if inside[257:262] == b"ustar":
        return say("This is a tar archive packed with gzip. Unpack it first (tar -xzf) and open the checkpoint inside.")
    gzipped = head.startswith(b"\x1f\x8b")
    how = "gzip" if gzipped else "zlib"
    plain = _is_plain_pickle(inside) and not inside.startswith(_LEGACY)
    if b"joblib" in inside or (plain and not gzipped):  # gzip is what people pack any file with, torch's own too
        return say(
            "This is a pickle packed with {how}, as joblib.dump(compress=…) writes it, not a file of "
            "torch.save. Load it with joblib.load. Look for the file with the weights for PyTorch.",
            how=how,
        )
    if gzipped:
        return say("This file is packed with gzip. Unpack it first (gunzip) and open the checkpoint inside.")
    return say("This file is packed with zlib. Unpack it first and open the checkpoint inside.")


def _unpacked(head: bytes) -> bytes:
    """The first 512 bytes of what zlib or gzip packed; empty where they do not unpack."""
    try:
        return zlib.decompressobj(47).decompress(head, 512)
    except zlib.error:
        return b""


def _tar(head: bytes) -> str:
    name = head[:100].rstrip(b"\0").decode("utf-8", "replace").removeprefix("./")
    if name in ("sys_info", "pickle", "storages", "tensors"):
        return say(
            "This is a tar archive, as torch before 0.1.10 saved checkpoints. Load it with torch.load(f, "
            "weights_only=False) if you trust it, and save it again."
        )
    if not name or name.startswith(("@", ".", "pax")):
        return say("This is a tar archive, not a checkpoint. Unpack it first (tar -xf) and open the checkpoint inside.")
    return say(
        "This is a tar archive that begins with {name}, not a checkpoint. Unpack it first (tar -xf) and open the "
        "checkpoint inside.",
        name=_quoted(name, 60),
    )


# -- of other programs -----------------------------------------------------------------------------------------


def _is_pickle(head: bytes) -> bool:
    """Pickles of protocol 2 and up declare it; of the older ones only containers are told from texts."""
    declared = head[:1] == b"\x80" and head[1:2] in (b"\2", b"\3", b"\4", b"\5")
    return declared or head.startswith(_OLD_PICKLES)


def _is_plain_pickle(head: bytes) -> bool:
    """Whether nothing says what wrote it."""
    return _is_pickle(head) and _PARTED not in head and not any(mark in head for mark, _ in _PICKLERS)


def _pickle(head: bytes) -> str:
    if not _is_pickle(head):
        return ""
    if _PARTED in head:
        return say(
            "This is the .metadata file of a torch.distributed.checkpoint checkpoint under another name. Rename it "
            "to .metadata, and open the folder with its .distcp files."
        )
    by = next((by for mark, by in _PICKLERS if mark in head), "")
    if by:
        return say(
            "This is a pickle of {by}, not a file of torch.save. Load it with the program that wrote it. "
            "Look for the file with the weights for PyTorch.",
            by=by,
        )
    return say(
        "This is a plain pickle, written by pickle.dump and not by torch.save. Load it with the program "
        "that wrote it and save it with torch.save."
    )


def _tensorflow(head: bytes, name: str) -> str:
    what = ""
    if ".data-0" in name and "-of-0" in name:
        what = say("the data file of a TensorFlow checkpoint")
    elif head[:2] == b"\0\0" and head[3:4] == b"\x08" and b"\x1a\x02\x08\x01" in head[4:12]:
        what = say("the index file of a TensorFlow checkpoint")  # num_shards, then the version of the producer
    elif head.startswith((b"model_checkpoint_path:", b"all_model_checkpoint_paths:")):
        what = say("the list of the TensorFlow checkpoints in its folder")
    elif head.startswith(b"\x08\x01\x12") and b"\n" in head[4:9] and b"\x12\x04type" in head:
        what = say("a SavedModel of TensorFlow")
    if not what:
        return ""
    return say(
        "This is {what}, not a PyTorch checkpoint. Load it with TensorFlow, or convert it there. Look for "
        "the file with the weights for PyTorch.",
        what=what,
    )


def _onnx(head: bytes) -> str:
    """A protobuf that begins with its version, then who made it, or at once with the graph or its operators."""
    if head[:1] != b"\x08" or not 1 <= int.from_bytes(head[1:2]) <= _MOST_VERSIONS:
        return ""
    length = int.from_bytes(head[3:4])
    producer = head[4 : 4 + length]
    by_name = head[2:3] == b"\x12" and len(producer) == length > 0 and producer.isascii() and producer.isalnum()
    if not by_name and head[2:3] not in (b":", b"B"):
        return ""
    return say(
        "This is an ONNX model, not a PyTorch checkpoint. Run it with onnxruntime. Look for the file with the "
        "weights for PyTorch."
    )


_MEMMAP = ".memmap"
_MOST_VERSIONS = 32
_OLD_PICKLES = (
    *(b"(dp", b"(lp", b"}q", b"]q", b"}.", b"].", b"ccopy_reg\n", b"cnumpy", b"c__builtin__\n", b"ccollections\n"),
)
_PARTED = b"torch.distributed.checkpoint"
_PICKLERS = (
    (b"sklearn", "scikit-learn"),
    (b"xgboost", "XGBoost"),
    (b"lightgbm", "LightGBM"),
    (b"pandas", "pandas"),
    (b"joblib", "joblib"),
)
_HDF5 = marked(
    "This is an HDF5 file (.h5), as Keras writes them, not a PyTorch checkpoint. Load it with Keras, or "
    "read it with h5py."
)
_GGUF = marked(
    "This is a GGUF file for llama.cpp, not a PyTorch checkpoint. Run it with llama.cpp. Look for the file "
    "with the weights for PyTorch."
)
_LITE = marked(
    "This is a TensorFlow Lite model, not a PyTorch checkpoint. Run it with its interpreter. Look for the "
    "file with the weights for PyTorch."
)
_GGML = marked(
    "This is a model in the older GGML format of llama.cpp, not a PyTorch checkpoint. Run it with "
    "llama.cpp. Look for the file with the weights for PyTorch."
)
_PICTURES = (
    (0, b"\x89PNG", "PNG"),
    (0, b"\xff\xd8\xff", "JPEG"),
    (0, b"GIF8", "GIF"),
    (8, b"WEBP", "WebP"),
    (0, b"II*\0", "TIFF"),
    (0, b"MM\0*", "TIFF"),
    (0, b"<svg", "SVG"),
    (0, b"\0\0\1\0", "ICO"),
)
_MAGICS: tuple[tuple[int, bytes, str], ...] = (
    (0, b"BZh", marked("This file is packed with bzip2. Unpack it first (bunzip2) and open the checkpoint inside.")),
    (0, b"\xfd7zXZ\0", marked("This file is packed with xz. Unpack it first (unxz) and open the checkpoint inside.")),
    (0, b"]\0\0", marked("This file is packed with lzma. Unpack it first (unlzma) and open the checkpoint inside.")),
    (
        0,
        b"\x28\xb5\x2f\xfd",
        marked("This file is packed with zstd. Unpack it first (unzstd) and open the checkpoint inside."),
    ),
    (
        0,
        b"\x04\x22\x4d\x18",
        marked("This file is packed with lz4. Unpack it first (unlz4) and open the checkpoint inside."),
    ),
    (0, b"7z\xbc\xaf\x27\x1c", marked("This is a 7z archive. Unpack it first (7z x) and open the checkpoint inside.")),
    (0, b"Rar!\x1a\x07", marked("This is a RAR archive. Unpack it first (unrar x) and open the checkpoint inside.")),
    (0, b"\x89HDF\r\n\x1a\n", _HDF5),
    (0, b"GGUF", _GGUF),
    *((0, magic, _GGML) for magic in (b"lmgg", b"fmgg", b"tjgg", b"algg")),
    (0, b"\x93NUMPY", marked("This is a NumPy array (.npy), not a PyTorch checkpoint. Open it with numpy.load.")),
    (4, b"TFL3", _LITE),
    (
        0,
        b"MATLAB ",
        marked("This is a MATLAB file (.mat), not a PyTorch checkpoint. Open it with scipy.io.loadmat or h5py."),
    ),
    (4, b"ftyp", marked("This is a video or sound file, not a checkpoint. Look for the file with the weights.")),
    (8, b"WAVE", marked("This is a sound file, not a checkpoint. Look for the file with the weights.")),
    (0, b"%PDF", marked("This is a PDF document, not a checkpoint. Look for the file with the weights.")),
    (
        0,
        b"\x7fELF",
        marked(
            "This is a program or a library of compiled code, not a checkpoint. Look for the file with the weights."
        ),
    ),
    (0, b"MZ\x90\0", marked("This is a Windows program, not a checkpoint. Look for the file with the weights.")),
    (
        0,
        b"SQLite format 3",
        marked("This is an SQLite database, not a checkpoint. Look for the file with the weights."),
    ),
    (
        0,
        b"PAR1",
        marked("This is a table in the Parquet format, not a checkpoint. Look for the file with the weights."),
    ),
    (
        0,
        b"ARROW1",
        marked("This is a table in the Arrow format, not a checkpoint. Look for the file with the weights."),
    ),
)
