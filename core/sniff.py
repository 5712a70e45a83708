"""Says what a file is that is no checkpoint, from its first bytes."""

from __future__ import annotations

_FETCH = "Fetch the real file again"


def explain_stranger(head: bytes) -> str:
    """A sentence on what a file that begins with ``head`` is, and what to do. ``head``: up to 4 KiB."""
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    lowered = text[:512].lower()
    if text.startswith(b"version https://git-lfs"):
        return (
            "This is a git-lfs pointer, not the checkpoint itself. "
            "Run `git lfs pull` in its repository to fetch the real file."
        )
    if lowered.startswith((b"<!doctype", b"<html", b"<head", b"<?xml", b"<!--")) or b"<html" in lowered:
        return (
            "This is a web page saved under a checkpoint's name, often a login or error page. "
            f"{_FETCH} with the download link itself."
        )
    for magic, what in _MAGICS:
        if head.startswith(magic):
            return what
    if head[257:262] == b"ustar":
        return (
            "This is a tar archive. If a torch older than 0.2 wrote it, load it with torch and save it again; "
            "if it is packed, unpack it first and open the checkpoint inside."
        )
    if text[:1] in (b"{", b"["):
        return f"This is a JSON text, perhaps an error message or a model's configuration. {_FETCH}."
    if head[:1] == b"\x80" or head[:1] in (b"(", b"]", b"}"):
        return (
            "This is a plain pickle, written by pickle.dump and not by torch.save. "
            "Load it with the program that wrote it and save it with torch.save."
        )
    if _looks_like_text(head):
        return f"This is a text file, not a checkpoint. {_FETCH}."
    if not head.strip(b"\0"):
        return f"This file holds only zero bytes; its download or copy was never finished. {_FETCH}."
    return "This is no PyTorch checkpoint: it is neither a zip archive nor a file of the older torch.save format."


def _looks_like_text(head: bytes) -> bool:
    try:
        sample = head[:1024].decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(head[:1024]) - 4:
            return False
        sample = head[: error.start].decode("utf-8")
    return bool(sample) and all(char.isprintable() or char in "\r\n\t\f" for char in sample)


_MAGICS: tuple[tuple[bytes, str], ...] = (
    (b"\x1f\x8b", "This file is packed with gzip. Unpack it first (gunzip) and open the checkpoint inside."),
    (b"BZh", "This file is packed with bzip2. Unpack it first (bunzip2) and open the checkpoint inside."),
    (b"\xfd7zXZ\0", "This file is packed with xz. Unpack it first (unxz) and open the checkpoint inside."),
    (b"\x28\xb5\x2f\xfd", "This file is packed with zstd. Unpack it first (unzstd) and open the checkpoint inside."),
    (b"7z\xbc\xaf\x27\x1c", "This is a 7z archive. Unpack it first and open the checkpoint inside."),
    (b"Rar!", "This is a RAR archive. Unpack it first and open the checkpoint inside."),
    (b"\x89HDF", "This is an HDF5 file (Keras writes those), not a PyTorch checkpoint."),
    (b"GGUF", "This is a GGUF file for llama.cpp, not a PyTorch checkpoint."),
    (b"\x93NUMPY", "This is a NumPy array file; open it with numpy.load."),
    (b"\x89PNG", "This is a PNG picture, not a checkpoint."),
    (b"%PDF", "This is a PDF document, not a checkpoint."),
    (b"\x7fELF", "This is a program, not a checkpoint."),
)
