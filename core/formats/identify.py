"""Says what a file is that is no checkpoint, from its first bytes, or from the records of a zip."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from core.formats.identify_text import explain_text, quoted
from core.formats.tar import is_tar

if TYPE_CHECKING:
    from core.formats.zip_records import Record

_MOST_INSIDE = 4
_LEGACY = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19"
"""How the older container of torch.save begins: a pickle of its magic number."""
_INSIDE = "and open the checkpoint inside"
_WEIGHTS = "Look for the file with the weights"
_TO_TORCH = "`python -m torch.distributed.checkpoint.format_utils dcp_to_torch FOLDER OUT`, and open OUT."
_DISTRIBUTED = f"Gather it from its folder with {_TO_TORCH}"
_GATHER = f"Gather it into one file with {_TO_TORCH}"


def explain_stranger(head: bytes, name: str = "") -> str:
    """What a file called ``name`` that begins with ``head`` (up to 4 KiB) is, and what to do: a sentence each."""
    for offset, magic, what in _MAGICS:
        if head.startswith(magic, offset):
            return what
    if head.startswith(b"BM") and head[6:10] == bytes(4):
        return _PICTURE.format("BMP")
    if head.startswith(b"\x1f\x8b") or _is_zlib(head):
        return _packed(head)
    if head[257:262] == b"ustar" or (head.strip(b"\0") and is_tar(head)):
        return _tar(head)
    return (
        _tensorflow(head, name)
        or _onnx(head)
        or _pickle(head)
        or explain_text(head)
        or (
            "This file holds only zero bytes; its download or copy was never finished. Fetch the real file again."
            if not head.strip(b"\0")
            else "This is no PyTorch checkpoint: it is neither a zip archive nor a file of the older torch.save format."
        )
    )


def explain_folder(names: Collection[str]) -> str:
    """What a folder with files of these names is, and what to do with it; empty where it is just a folder."""
    if ".metadata" in names or any(name.endswith(".distcp") for name in names):
        return f"This is the folder of a checkpoint of torch.distributed.checkpoint. {_GATHER}"
    return ""


def explain_zip(records: Mapping[str, Record]) -> str:
    """What a zip with these records is, which has no ``data.pkl``: a sentence, and one on what to do."""
    names = records.keys()
    leaves = {name.partition("/")[2] for name in names}
    if "model.json" in leaves and any(leaf.startswith("tensors/") for leaf in leaves):
        return (
            "This is a TorchScript archive of torch before 1.4 (model.json), which torch.jit.load of today "
            "refuses (“Legacy model format is not supported on mobile”). Load it with torch.jit.load of "
            "the torch that wrote it, and save its state_dict() with torch.save."
        )
    if ".data/extern_modules" in leaves:
        return "This is an archive of torch.package, not of torch.save. Load it with torch.package.PackageImporter(f)."
    if any(leaf.startswith("data/aotinductor/") for leaf in leaves):
        return (
            "This is a package of compiled code of AOTInductor (.pt2), not a file of torch.save. Load it with "
            "torch._inductor.aoti_load_package(f), on the kind of machine that it was compiled for."
        )
    if "archive_format" in leaves or "models/model.json" in leaves:
        return "This is an exported program (.pt2), not a file of torch.save. Load it with torch.export.load(f)."
    if any(name.endswith(".npy") for name in names):
        return "This is a NumPy archive (.npz), not a PyTorch checkpoint. Open it with numpy.load."
    if "model.weights.h5" in names:
        return (
            f"This is a model of Keras (.keras), not a PyTorch checkpoint. Load it with Keras. {_WEIGHTS} for PyTorch."
        )
    inner = [name for name in names if name.endswith((".pth", ".pt", ".ckpt", ".bin", ".safetensors"))]
    if inner:
        inner.sort(key=lambda name: -records[name].size)
        shown = ", ".join(quoted(name, 60) for name in inner[:_MOST_INSIDE])
        more = f" and {len(inner) - _MOST_INSIDE} more" if len(inner) > _MOST_INSIDE else ""
        which = _INSIDE if len(inner) == 1 else "and open the one that you want"
        return f"This is a zip archive with {shown}{more} in it. Unpack it first {which}."
    return "This is a zip archive, but not one of torch.save: it has no data.pkl."


# -- packed ----------------------------------------------------------------------------------------------------


def _is_zlib(head: bytes) -> bool:
    """Whether zlib packed it, as joblib does: two bytes that are a multiple of 31."""
    return head[:1] == b"\x78" and len(head) > 1 and (0x7800 | head[1]) % 31 == 0 and bool(_unpacked(head))


def _packed(head: bytes) -> str:
    inside = _unpacked(head)
    if inside[257:262] == b"ustar":
        return f"This is a tar archive packed with gzip. Unpack it first (tar -xzf) {_INSIDE}."
    gzipped = head.startswith(b"\x1f\x8b")
    how = "gzip" if gzipped else "zlib"
    plain = _pickle(inside).startswith("This is a plain pickle") and not inside.startswith(_LEGACY)
    if b"joblib" in inside or (plain and not gzipped):  # gzip is what people pack any file with, torch's own too
        return (
            f"This is a pickle packed with {how}, as joblib.dump(compress=…) writes it, not a file of torch.save. "
            f"Load it with joblib.load. {_WEIGHTS} for PyTorch."
        )
    return f"This file is packed with {how}. Unpack it first{' (gunzip)' if gzipped else ''} {_INSIDE}."


def _unpacked(head: bytes) -> bytes:
    """The first 512 bytes of what zlib or gzip packed; empty where they do not unpack."""
    try:
        return zlib.decompressobj(47).decompress(head, 512)
    except zlib.error:
        return b""


def _tar(head: bytes) -> str:
    name = head[:100].rstrip(b"\0").decode("utf-8", "replace").removeprefix("./")
    if name in ("sys_info", "pickle", "storages", "tensors"):
        return (
            "This is a tar archive, as torch before 0.1.10 saved checkpoints. Load it with "
            "torch.load(f, weights_only=False) if you trust it, and save it again."
        )
    first = f" that begins with {quoted(name, 60)}" if name and not name.startswith(("@", ".", "pax")) else ""
    return f"This is a tar archive{first}, not a checkpoint. Unpack it first (tar -xf) {_INSIDE}."


# -- of other programs -----------------------------------------------------------------------------------------


def _pickle(head: bytes) -> str:
    """Pickles of protocol 2 and up declare it; of the older ones only containers are told from texts."""
    declared = head[:1] == b"\x80" and head[1:2] in (b"\2", b"\3", b"\4", b"\5")
    if not declared and not head.startswith(_OLD_PICKLES):
        return ""
    if b"torch.distributed.checkpoint" in head:
        return f"This is the list of parts (.metadata) of a checkpoint of torch.distributed.checkpoint. {_DISTRIBUTED}"
    by = next((by for mark, by in _PICKLERS if mark in head), "")
    if by:
        return (
            f"This is a pickle of {by}, not a file of torch.save. Load it with the program that wrote it. "
            f"{_WEIGHTS} for PyTorch."
        )
    return (
        "This is a plain pickle, written by pickle.dump and not by torch.save. "
        "Load it with the program that wrote it and save it with torch.save."
    )


def _tensorflow(head: bytes, name: str) -> str:
    what = ""
    if ".data-0" in name and "-of-0" in name:
        what = "the data file of a TensorFlow checkpoint"
    elif head[:2] == b"\0\0" and head[3:4] == b"\x08" and b"\x1a\x02\x08\x01" in head[4:12]:
        what = "the index file of a TensorFlow checkpoint"  # num_shards, then the version of the producer
    elif head.startswith((b"model_checkpoint_path:", b"all_model_checkpoint_paths:")):
        what = "the list of the TensorFlow checkpoints in its folder"
    elif head.startswith(b"\x08\x01\x12") and b"\n" in head[4:9] and b"\x12\x04type" in head:
        what = "a SavedModel of TensorFlow"
    if not what:
        return ""
    return (
        f"This is {what}, not a PyTorch checkpoint. Load it with TensorFlow, or convert it there. "
        f"{_WEIGHTS} for PyTorch."
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
    return f"This is an ONNX model, not a PyTorch checkpoint. Run it with onnxruntime. {_WEIGHTS} for PyTorch."


_MOST_VERSIONS = 32
_OLD_PICKLES = (
    *(b"(dp", b"(lp", b"}q", b"]q", b"}.", b"].", b"ccopy_reg\n", b"cnumpy", b"c__builtin__\n", b"ccollections\n"),
)
_PICKLERS = (
    (b"sklearn", "scikit-learn"),
    (b"xgboost", "XGBoost"),
    (b"lightgbm", "LightGBM"),
    (b"pandas", "pandas"),
    (b"joblib", "joblib"),
)
_UNPACK = "Unpack it first"
_PICTURE = f"This is a picture ({{}}), not a checkpoint. {_WEIGHTS}."
_HDF5 = (
    "This is an HDF5 file (.h5), as Keras writes them, not a PyTorch checkpoint. Load it with Keras, or read it with "
    "h5py."
)
_GGUF = f"This is a GGUF file for llama.cpp, not a PyTorch checkpoint. Run it with llama.cpp. {_WEIGHTS} for PyTorch."
_LITE = (
    f"This is a TensorFlow Lite model, not a PyTorch checkpoint. Run it with its interpreter. {_WEIGHTS} for PyTorch."
)
_GGML = (
    "This is a model in the older GGML format of llama.cpp, not a PyTorch checkpoint. Run it with llama.cpp. "
    f"{_WEIGHTS} for PyTorch."
)
_MAGICS: tuple[tuple[int, bytes, str], ...] = (
    (0, b"BZh", f"This file is packed with bzip2. {_UNPACK} (bunzip2) {_INSIDE}."),
    (0, b"\xfd7zXZ\0", f"This file is packed with xz. {_UNPACK} (unxz) {_INSIDE}."),
    (0, b"]\0\0", f"This file is packed with lzma. {_UNPACK} (unlzma) {_INSIDE}."),
    (0, b"\x28\xb5\x2f\xfd", f"This file is packed with zstd. {_UNPACK} (unzstd) {_INSIDE}."),
    (0, b"\x04\x22\x4d\x18", f"This file is packed with lz4. {_UNPACK} (unlz4) {_INSIDE}."),
    (0, b"7z\xbc\xaf\x27\x1c", f"This is a 7z archive. {_UNPACK} (7z x) {_INSIDE}."),
    (0, b"Rar!\x1a\x07", f"This is a RAR archive. {_UNPACK} (unrar x) {_INSIDE}."),
    (0, b"\x89HDF\r\n\x1a\n", _HDF5),
    (0, b"GGUF", _GGUF),
    *((0, magic, _GGML) for magic in (b"lmgg", b"fmgg", b"tjgg", b"algg")),
    (0, b"\x93NUMPY", "This is a NumPy array (.npy), not a PyTorch checkpoint. Open it with numpy.load."),
    (4, b"TFL3", _LITE),
    (0, b"MATLAB ", "This is a MATLAB file (.mat), not a PyTorch checkpoint. Open it with scipy.io.loadmat or h5py."),
    (0, b"\x89PNG", _PICTURE.format("PNG")),
    (0, b"\xff\xd8\xff", _PICTURE.format("JPEG")),
    (0, b"GIF8", _PICTURE.format("GIF")),
    (8, b"WEBP", _PICTURE.format("WebP")),
    (0, b"II*\0", _PICTURE.format("TIFF")),
    (0, b"MM\0*", _PICTURE.format("TIFF")),
    (0, b"<svg", _PICTURE.format("SVG")),
    (0, b"\0\0\1\0", _PICTURE.format("ICO")),
    (4, b"ftyp", f"This is a video or sound file, not a checkpoint. {_WEIGHTS}."),
    (8, b"WAVE", f"This is a sound file, not a checkpoint. {_WEIGHTS}."),
    (0, b"%PDF", f"This is a PDF document, not a checkpoint. {_WEIGHTS}."),
    (0, b"\x7fELF", f"This is a program or a library of compiled code, not a checkpoint. {_WEIGHTS}."),
    (0, b"MZ\x90\0", f"This is a Windows program, not a checkpoint. {_WEIGHTS}."),
    (0, b"SQLite format 3", f"This is an SQLite database, not a checkpoint. {_WEIGHTS}."),
    (0, b"PAR1", f"This is a table in the Parquet format, not a checkpoint. {_WEIGHTS}."),
    (0, b"ARROW1", f"This is a table in the Arrow format, not a checkpoint. {_WEIGHTS}."),
)
