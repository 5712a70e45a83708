"""Files of other programs and answers of servers, each with what must be said of it.

Where no program is at hand here, the first bytes are those of a file that it wrote.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import pickle
import sqlite3
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.distributed.checkpoint
from torch.export.pt2_archive import constants as layout

_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_INSIDE = b"PK\3\4" + bytes(range(256)) * 20


def _error(code: str, message: str) -> str:
    return f"{_XML}<Error><Code>{code}</Code><Message>{message}</Message><RequestId>F4</RequestId></Error>"


def _tar(name: str, mode: Any = "w", **options: Any) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode=mode, **options) as archive:
        member = tarfile.TarInfo(name)
        member.size = len(_INSIDE)
        archive.addfile(member, io.BytesIO(_INSIDE))
    return target.getvalue()


def _zip(**records: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in records.items():
            archive.writestr(name, data)
    return target.getvalue()


def _index(ending: str) -> str:
    names = {f"layer.{at}.weight": f"model-0000{1 + at // 50}-of-00002.{ending}" for at in range(100)}
    return json.dumps({"metadata": {"total_size": 12345}, "weight_map": names}, indent=2)


def _numpy(save: Callable[..., Any], **options: Any) -> bytes:
    target = io.BytesIO()
    save(target, np.ones(3), **options)
    return target.getvalue()


def _database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("create table weights (name text)")
    connection.close()


def _aot_package() -> bytes:
    """A package as AOTInductor lays it out; to compile one takes a C++ compiler and half a minute."""
    root = f"{layout.ARCHIVE_ROOT_NAME}/"
    return _zip(
        **{
            root + layout.ARCHIVE_FORMAT_PATH: layout.ARCHIVE_FORMAT_VALUE.encode(),
            f"{root}{layout.AOTINDUCTOR_DIR}model/c1.wrapper.so": b"\x7fELF",
            f"{root}{layout.AOTINDUCTOR_DIR}model/c1.wrapper_metadata.json": b"{}",
        }
    )


def _saved(*, zipped: bool) -> bytes:
    target = io.BytesIO()
    torch.save({"a": torch.ones(3)}, target, _use_new_zipfile_serialization=zipped)
    return target.getvalue()


def _distributed(name: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        folder = path.parent / "distributed"
        state = {"a": torch.ones(100), "b": torch.ones(3)}
        torch.distributed.checkpoint.save(state, checkpoint_id=folder, no_dist=True)
        path.write_bytes((folder / name).read_bytes())

    return make


_HEADS = {
    "onnx": "080e12077079746f7263681a03322e313a330a0c0a0178120179220452656c751201675a0f0a0178",
    "onnx without its maker": "080e3a330a0c0a0178120179220452656c751201675a0f0a0178120a0a08080112040a020801620f",
    "gguf": "474755460300000001000000000000000100000000000000140000000000000067656e6572616c2e",
    "hdf5": "894844460d0a1a0a000000000008080004001000000000000000000000000000ffffffffffffffff",
    "tensorflow index": "00000608011a02080100011378080112081202080212020802281035bbf74ebe0000000001000000",
    "tensorflow saved model": "080112b4500ab90c12890c0a5e0a1041737369676e5661726961626c654f70120c0a087265736f7572636518"
    "14120e0a0576616c7565220564747970650d0a0564747970651204747970651a0a0e",
    "tensorflow lite": "1c00000054464c33140020001c001800140010000c00000008000400140000001c00000088000000",
    "7z": "377abcaf271c00041dfec2f5190c00000000000015000000000000003536f058010bbb504b030422",
    "rar": "526172211a070100f3e182eb0b0105070006010180808000",
    "lz4": "04224d186440a7bc0b0080504b030422dec1ec4d4ac98cf1ec0dfa5ff75161d387e66c38bed299c1",
    "zstd": "28b52ffd64bc0ae15d00504b030422dec1ec4d4ac98cf1ec0dfa5ff75161d387e66c38bed299c121",
    "jpeg": "ffd8ffe000104a46494600010100000100010000ffdb004300080606070605080707070909080a0c",
    "gif": "474946383761080008008100000000000000000000000000002c000000000800080000080f000108",
    "bmp": "424df600000000000000360000002800000008000000080000000100180000000000c0000000c40e",
    "webp": "52494646240000005745425056503820180000003001009d012a0800080001402625a400037000fe",
    "tiff": "49492a00080000000a00000104000100000008000000010104000100000008000000020103000300",
    "ico": "0000010001000808000000002000450000001600000089504e470d0a1a0a0000000d494844520000",
    "png": "89504e470d0a1a0a0000000d4948445200000008000000080802000000",
    "joblib": "800495d7000000000000007d948c0161948c136a6f626c69622e6e756d70795f7069636b6c65948c114e756d7079417272",
    "scikit-learn": "80049564010000000000008c1a736b6c6561726e2e6c696e6561725f6d6f64656c2e5f62617365948c104c696e656172",
    "joblib with lzma": "5d00004000ffffffffffffffff0040010e6d82229754031ae751c1e725d89ffff710c000",
}
_HEAD = {name: bytes.fromhex(digits) for name, digits in _HEADS.items()}

STRANGERS: dict[str, tuple[bytes | str | Callable[[Path], None], str]] = {
    "denied": (_error("AccessDenied", "Access Denied"), "storage server.*: AccessDenied, “Access Denied”. Log in"),
    "no such key": (
        _error("NoSuchKey", "The specified key does not exist."),
        "storage server.*: NoSuchKey, “The specified key does not exist.”. Nothing is stored at that address",
    ),
    "busy": (_error("SlowDown", "Please reduce your &lt;rate&gt;"), "SlowDown, “Please reduce your <rate>”. .*later"),
    "blob": ("\ufeff" + _error("BlobNotFound", "Gone.\nRequestId:7"), "BlobNotFound, “Gone. RequestId:7”. Nothing"),
    "without a message": (f"{_XML}<Error><Code>X</Code></Error>", "storage server, not the checkpoint: X. Log in"),
    "list of a bucket": (
        f'{_XML}<ListBucketResult xmlns="http://s3/"><Name>b</Name></ListBucketResult>',
        "is the list",
    ),
    "other xml": (f"{_XML}<note><to>you</to></note>", "XML text"),
    "page of its own name": ("<html><title>Sign &amp; in</title>", "web page .“Sign & in”. saved"),
    "page in latin": ("<html><title>Fertig für</title>".encode("latin-1"), "web page"),
    "git-lfs with its size": (
        "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345678\n",
        "git-lfs pointer, not the checkpoint itself, which has 11.8 MiB. Run `git lfs pull`",
    ),
    "json error": ('{"error": "Repository not found"}', "error response from a server.*“Repository not found”. Check"),
    "json error inside": (
        '{"error": {"code": 401, "message": "No access"}}',
        "error response from a server.*“No access”",
    ),
    "json message": ('{"message": "Not Found", "status": "404"}', "error response from a server.*“Not Found”"),
    "index of parts": (_index("bin"), "index of a model saved in 2 parts.* “model-00001-of-00002.bin”"),
    "index of other parts": (_index("safetensors"), "index .*2 parts.* “model-00001-of-00002.safetensors”"),
    "configuration": ('{"architectures": ["A"], "model_type": "llama"}', "configuration of a model"),
    "other json": ("[1, 2, 3]", "JSON text"),
    "json of objects": ('[\n  {"a": 1}]', "JSON text"),
    "settings": ('[submodule "lib"]\n\tpath = lib\n', "text file, not a checkpoint; it says “.submodule"),
    "toml": ("[tool.ruff]\nline-length = 120\n", "text file, not a checkpoint"),
    "shell": ("{ echo model; }\n", "text file, not a checkpoint"),
    "deep json": ("[" * 4000, "JSON text"),
    "one line": ("Entry not found", "text file.*“Entry not found”"),
    "long text": ("first line\n" + "x" * 1000, "text file.* begins with “first line”"),
    "gzip": (gzip.compress(_INSIDE), "packed with gzip"),
    "a checkpoint in gzip": (gzip.compress(_saved(zipped=True)), r"packed with gzip\. Unpack it first \(gunzip\)"),
    "an old one in gzip": (gzip.compress(_saved(zipped=False)), r"packed with gzip\. Unpack it first \(gunzip\)"),
    "safetensors in gzip": (
        gzip.compress((2).to_bytes(8, "little") + b"{}"),
        r"packed with gzip\. Unpack it first \(gunzip\)",
    ),
    "pickle in gzip": (gzip.compress(pickle.dumps({"a": 1})), r"packed with gzip\. Unpack it first \(gunzip\)"),
    "joblib in gzip": (gzip.compress(bytes.fromhex(_HEADS["joblib"])), "joblib.load"),
    "tar in gzip": (_tar("a.pt", "w:gz"), "tar archive packed with gzip"),
    "bzip2": (bz2.compress(_INSIDE), "packed with bzip2"),
    "xz": (lzma.compress(_INSIDE), "packed with xz"),
    "lzma": (lzma.compress(_INSIDE, format=lzma.FORMAT_ALONE), "packed with lzma"),
    "zstd": (_HEAD["zstd"], "packed with zstd"),
    "lz4": (_HEAD["lz4"], "packed with lz4"),
    "7z": (_HEAD["7z"], "7z archive"),
    "rar": (_HEAD["rar"], "RAR archive"),
    "tar": (_tar("weights/a.pt"), "tar archive that begins with “weights/a.pt”"),
    "tar with long names": (_tar("a" * 200, format=tarfile.PAX_FORMAT), "tar archive, not a checkpoint"),
    "hdf5": (_HEAD["hdf5"], "HDF5 file"),
    "keras": (_zip(**{"metadata.json": b"{}", "config.json": b"{}", "model.weights.h5": b"\x89HDF"}), "model of Keras"),
    "onnx": (_HEAD["onnx"], "ONNX model"),
    "onnx without its maker": (_HEAD["onnx without its maker"], "ONNX model"),
    "gguf": (_HEAD["gguf"], "GGUF file"),
    "ggml": (b"tjgg\3\0\0\0" + bytes(range(90)), "older GGML format"),
    "tensorflow index": (_HEAD["tensorflow index"], "index file of a TensorFlow checkpoint"),
    "tensorflow saved model": (_HEAD["tensorflow saved model"], "SavedModel of TensorFlow"),
    "tensorflow lite": (_HEAD["tensorflow lite"], "TensorFlow Lite model"),
    "tensorflow list": ('model_checkpoint_path: "ckpt-1"\n', "list of the TensorFlow checkpoints"),
    **{name: (_HEAD[name], "is a picture") for name in ("jpeg", "gif", "bmp", "webp", "tiff", "ico", "png")},
    "svg": ('<svg xmlns="http://www.w3.org/2000/svg"></svg>', "is a picture"),
    "joblib": (_HEAD["joblib"], "pickle of joblib"),
    "joblib packed": (zlib.compress(pickle.dumps(["joblib", list(range(50))])), "pickle packed with zlib"),
    "joblib with lzma": (_HEAD["joblib with lzma"], "packed with lzma"),
    "scikit-learn": (_HEAD["scikit-learn"], "pickle of scikit-learn"),
    **{f"pickle {protocol}": (pickle.dumps({"a": [1, 2]}, protocol), "plain pickle") for protocol in range(6)},
    "pickled array": (pickle.dumps(np.ones(3)), "plain pickle"),
    "database": (_database, "SQLite database"),
    "windows program": (b"MZ\x90\0\3\0\0\0", "Windows program"),
    "aot inductor": (_aot_package(), r"AOTInductor .*torch\._inductor\.aoti_load_package"),
    "several checkpoints": (
        _zip(**{"variables.pth": b"", "policy.pth": bytes(90), "optimizer.pth": bytes(200), "data": bytes(300)}),
        "zip archive with “optimizer.pth”, “policy.pth”, “variables.pth” in it.* open the one that you want",
    ),
    "one checkpoint": (_zip(**{"a/b.ckpt": bytes(9), "c.txt": b""}), "with “a/b.ckpt” in it.* the checkpoint inside"),
    "many checkpoints": (_zip(**{f"{n}.pt": b"" for n in range(9)}), "“3.pt” and 5 more in it"),
    "torchscript of torch 1.0": (
        _zip(**{"m/version": b"1\n", "m/code/m.py": b"", "m/tensors/0": bytes(8), "m/model.json": b"{}"}),
        "TorchScript archive from torch before 1.4 .* the torch version that wrote it",
    ),
    "distributed part": (_distributed("__0_0.distcp"), "torch.distributed.checkpoint.* several zip archives"),
    "distributed list": (_distributed(".metadata"), "the .metadata file of a torch.distributed.checkpoint"),
    "nothing that is known": (b"\x08\xff\xfe\0\1\2\3", "not a PyTorch checkpoint"),
    "protobuf of something else": (b"\x08\x05\x18\x01\x22\x03\xff\xfe\xfd", "not a PyTorch checkpoint"),
    "control characters": ('{"error": "a\\u001b[31mb\\nc\\u202ed"}', r"“a \[31mb c d”"),
}
