"""Kinds of damage: which a file has, and which an error speaks of.

What is wrong with a file decides which words torch has for it, and the words of one kind of damage have changed little
since torch 0.4: the kinds are compared, not the words.
"""

from __future__ import annotations

import pickletools
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from core.errors import (
    CheckpointError,
    DamagedZip,
    Malformed,
    MissingRecord,
    NoPickle,
    NotACheckpoint,
    NoZipEnd,
    ShortRecord,
    TooLarge,
    Truncated,
)
from core.formats.bounded_json import parse_json
from core.formats.legacy import is_tar
from core.loading.opcodes import refused_at_once
from core.pickling.reader import read_pickle


class Kind(Enum):
    """What can be wrong with the bytes of a file."""

    NOTHING = auto()
    """A file without a byte."""
    NO_ZIP_END = auto()
    """A zip without its end."""
    RECORD_ELSEWHERE = auto()
    """A record of a zip that is not where the zip says."""
    RECORD_MISSING = auto()
    """A record of a zip that is not there."""
    CUT = auto()
    """A file of the legacy format, or a pickle, that ends too early."""
    STORAGE_SIZE = auto()
    """A storage of another size than the pickle says."""
    SAFETENSORS = auto()
    """A safetensors file that is cut short or damaged."""
    NO_SAFETENSORS = auto()
    """A file under the name of a safetensors file that does not begin as one, or ends within its header."""
    FOREIGN = auto()
    """Bytes of no checkpoint, which unpicklers take for opcodes as far as they go."""
    OTHER_MAGIC = auto()
    """A pickle that does not begin with the magic number of torch."""
    NAMES_STORAGES = auto()
    """A pickle that names storages outside a container that has them, or a text that is taken for one."""
    PICKLE = auto()
    """A pickle that contradicts itself."""
    OTHER_ZIP = auto()
    """A zip that is none of torch."""
    TAR = auto()
    """A tar, or zeros, which are taken for one."""
    POINTER = auto()
    """A pointer of git-lfs in the place of the file."""
    ARRAY = auto()
    """An array of NumPy that ends too early."""
    OBJECTS = auto()
    """An array of NumPy whose elements are Python objects, which are a pickle."""
    BOUNDS = auto()
    """Tensors that reach out of their storages."""


OF_OTHER_READERS = frozenset({Kind.SAFETENSORS, Kind.NO_SAFETENSORS, Kind.FOREIGN, Kind.NAMES_STORAGES})
"""What readers other than ``torch.load`` stop at, too."""


@dataclass(frozen=True)
class Damage:
    """``opcode`` is the byte at which torch's reader stops at once; ``devices`` are those that a file of the older
    container names before the place where it ends: where one is missing, torch fails at that first. ``module`` is what
    an unpickler imports for a text whose first letter is an opcode: the rest of its first line. ``names`` are those of
    a pickle of something else.
    """

    kinds: frozenset[Kind] = frozenset()
    opcode: int | None = None
    devices: tuple[str, ...] = ()
    module: str = ""
    names: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.kinds) or self.opcode is not None

    def has(self, other: Damage) -> bool:
        """Whether one kind, or the byte, is the same."""
        return bool(self.kinds & other.kinds) or (self.opcode is not None and self.opcode == other.opcode)


NO_DAMAGE = Damage()

_OF_ERRORS = {
    NoZipEnd: Kind.NO_ZIP_END,
    DamagedZip: Kind.RECORD_ELSEWHERE,
    NoPickle: Kind.RECORD_MISSING,
    MissingRecord: Kind.RECORD_MISSING,
    ShortRecord: Kind.STORAGE_SIZE,
}
_ZIP = b"PK\3\4"
_PICKLED = (_ZIP, b"\x80")
"""What files of torch begin with."""
_PERSISTENT = (b"P", b"Q")
"""The opcodes behind which the id of a storage stands."""
_GLOBAL, _LINE = b"c", 200
"""The opcode behind which a module stands, up to the end of its line, and the characters of it that are told."""
_LONGEST_HEADER = 100_000_000
"""``MAX_HEADER_SIZE`` of ``safetensors/src/tensor.rs``."""
_NUMPY = b"\x93NUMPY"
_POINTER = b"version https://git-lfs"
_BEGIN: dict[Kind, Callable[[bytes], bool]] = {Kind.TAR: is_tar, Kind.POINTER: lambda head: head.startswith(_POINTER)}
"""What a kind of file begins with."""
_BEGINNING = 1 << 16
"""Bytes of a pickle up to which a storage is named, if any is."""
_LEGACY = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."
_DEVICE = re.compile(rb"(?:X.\0\0\0|[U\x8c].)((?:cuda|xpu|mps|hpu|mtia)(?::[0-9]{1,3})?)(?=[qr\x94])", re.DOTALL)
"""A device as the legacy format has it, within the pickle."""


def damage_of(error: CheckpointError, head: bytes, name: str = "") -> Damage:
    """The damage of a file for which opening raised ``error``.

    ``head`` are its first bytes, up to some megabytes.
    """
    by_name = {Kind.NO_SAFETENSORS} if name.endswith(".safetensors") else set[Kind]()
    if not head:
        return Damage(frozenset({Kind.NOTHING, *by_name}))
    if head.startswith(_NUMPY):
        is_cut = isinstance(error, Truncated)
        return Damage(frozenset({Kind.FOREIGN, Kind.ARRAY if is_cut else Kind.OBJECTS}), refused_at_once(head))
    is_pickle, is_stranger = head.startswith(_PICKLED), isinstance(error, NotACheckpoint)
    kinds = {kind for error_class, kind in _OF_ERRORS.items() if isinstance(error, error_class)}
    if not kinds and isinstance(error, Truncated | Malformed):
        kinds = {Kind.CUT} if isinstance(error, Truncated) else {Kind.PICKLE, Kind.BOUNDS} if is_pickle else set()
    if head.startswith(_ZIP):
        return Damage(frozenset(by_name | (kinds or {Kind.OTHER_ZIP})))
    kinds |= {kind for kind, begins in _BEGIN.items() if begins(head)}
    if head[8:9] == b"{" and not is_pickle:
        kinds.add(Kind.SAFETENSORS if _header_reads(head) else Kind.NO_SAFETENSORS)
    elif by_name or Kind.POINTER in kinds:
        kinds.add(Kind.NO_SAFETENSORS)
    if is_stranger and not is_pickle:
        kinds |= {Kind.FOREIGN, *([Kind.NAMES_STORAGES] if head[:1] in _PERSISTENT else [])}
    elif is_stranger:
        kinds.add(Kind.NAMES_STORAGES if _names_storages(head) else Kind.OTHER_MAGIC)
    return _with_details(frozenset(kinds), head)


def _with_details(kinds: frozenset[Kind], head: bytes) -> Damage:
    """The damage with what the first bytes of the file say."""
    devices = _DEVICE.findall(head) if head.startswith(_LEGACY) else []
    line = head[1:].partition(b"\n")[0] if head.startswith(_GLOBAL) else b""
    return Damage(
        kinds,
        refused_at_once(head),
        tuple(dict.fromkeys(device.decode() for device in devices)),
        line[:_LINE].decode("utf-8", "replace").strip(),
        _names(head) if Kind.OTHER_MAGIC in kinds else (),
    )


def _header_reads(head: bytes) -> bool:
    """Whether the header of a safetensors file is whole, or cut short at most."""
    length = int.from_bytes(head[:8], "little")
    if length > _LONGEST_HEADER or 8 + length > len(head):
        return length <= _LONGEST_HEADER
    try:
        return isinstance(parse_json(head[8 : 8 + length].decode()), dict)
    except (ValueError, TooLarge):
        return False


def _names(head: bytes) -> tuple[str, ...]:
    """The dotted names in a pickle; none of one that is not whole."""
    try:
        return tuple(name.dotted for name in dict.fromkeys(read_pickle(head).names.values()))
    except CheckpointError:
        return ()


def _names_storages(head: bytes) -> bool:
    """Whether a pickle refers to what lies outside it, as far as it can be read."""
    try:
        return any(code.name == "BINPERSID" for code, _, _ in pickletools.genops(head[:_BEGINNING]))
    except ValueError:
        return False


# -- what errors say ---------------------------------------------------------------------------------------------

_SAID = {
    Kind.NO_ZIP_END: re.compile(
        r"failed finding central directory|\[Errno 22\] Invalid argument|not a ZIP archive|not a zip file"
        r"|unsupported multidisk archive|archive does not contain any files"
        r"|zip archive: ?invalid header or archive is corrupted",
        re.IGNORECASE,
    ),
    Kind.RECORD_ELSEWHERE: re.compile(
        r"failed reading (?:file|zip)[^:]{0,99}: ?(?:invalid header|.{0,20}corrupted)"
        r"|Bad CRC-32|seek failed|read failed|decompression failed",
        re.IGNORECASE,
    ),
    Kind.RECORD_MISSING: re.compile(r"failed (?:locating|getting|retrieving) file (?!constants)"),
    Kind.NOTHING: re.compile(r"Ran out of input|EOFError|string of length 0"),
    Kind.CUT: re.compile(
        r"unexpected EOF|file might be corrupted|EOFError|Ran out of input|pickle data was truncated|pickle exhausted"
        r"|expected a character, but string of length 0|mmap length is greater",
        re.IGNORECASE,
    ),
    Kind.STORAGE_SIZE: re.compile(r"storage has wrong (?:byte )?size|record size \(", re.IGNORECASE),
    Kind.SAFETENSORS: re.compile(
        r"deserializing header: ?(?:Metadata|Incomplete|Invalid ?(?:Header ?Length|Offset|Tensor|Shape)|Tensor ?"
        r"Invalid|Validation)|of this safetensors file",
        re.IGNORECASE,
    ),
    Kind.NO_SAFETENSORS: re.compile(
        r"header ?too ?(?:large|small)|: ?invalid ?header(?! ?length| or)|invalid (?:json|utf-?8) in header",
        re.IGNORECASE,
    ),
    Kind.FOREIGN: re.compile(
        r"stack underflow|could not find MARK|must be quoted"
        r"|pickle[^\0]{0,400}(?:pop from empty list|list index out of range)",
        re.IGNORECASE,
    ),
    Kind.OTHER_MAGIC: re.compile(r"magic number|Invalid protocol version|corrupt file\?", re.IGNORECASE),
    Kind.NAMES_STORAGES: re.compile(r"persistent id (?:encountered|instruction)|no persistent_load", re.IGNORECASE),
    Kind.PICKLE: re.compile(
        r"stack underflow|could not find MARK|'utf-8' codec can't decode byte|Memo value not found"
    ),
    Kind.OTHER_ZIP: re.compile(r"archive is not in a subdirectory|failed locating file (?:data|constants)\.pkl"),
    Kind.TAR: re.compile(r"legacy \.tar format|filename '\w{1,20}' not found", re.IGNORECASE),
    Kind.POINTER: re.compile(r"without having git-lfs", re.IGNORECASE),
    Kind.ARRAY: re.compile(r"cannot reshape array of size|No data left in file|Failed to read all data for array"),
    Kind.OBJECTS: re.compile(r"Object arrays cannot be loaded"),
    Kind.BOUNDS: re.compile(r"out of bounds for storage|resize storage that is not resizable", re.IGNORECASE),
}
_LOAD_KEY = re.compile(r"invalid load key, ?'(?P<key>\\?[^'\n]{1,8})'|Unsupported operand (?P<operand>\d{1,3})")


_READERS = {
    "PytorchStreamReader": (Kind.NO_ZIP_END, Kind.RECORD_ELSEWHERE, Kind.RECORD_MISSING, Kind.OTHER_ZIP),
    "SafetensorError": (Kind.SAFETENSORS, Kind.NO_SAFETENSORS),
    "EOF": (Kind.CUT, Kind.NOTHING),
}
"""What readers, and the end of a file, are called in every language, and at what each fails."""
_QUOTED_BYTE = re.compile(r"'(\\x[0-9a-fA-F]{2}|[^\w\s'\\]|\w)'", re.ASCII)


def damage_named(text: str) -> Damage:
    """The damage that an error may speak of whose words nobody knows: by the reader's name, or the byte in quotes."""
    kinds = frozenset(kind for name, kinds in _READERS.items() if name in text for kind in kinds)
    codes = (_byte(each) for each in _QUOTED_BYTE.findall(text) if "Unpickling" in text)
    return Damage(kinds, next((code for code in codes if code is not None), None))


def damage_said(text: str) -> Damage:
    """The damage that an error speaks of, in the words of any version."""
    kinds = frozenset(kind for kind, words in _SAID.items() if words.search(text))
    codes = (int(each["operand"]) if each["operand"] else _byte(each["key"]) for each in _LOAD_KEY.finditer(text))
    return Damage(kinds, next((code for code in codes if code is not None), None))


def _byte(key: str) -> int | None:
    """The byte that Python shows as ``<`` or ``\\x0a``."""
    if match := re.fullmatch(r"\\x([0-9a-fA-F]{2})", key):
        return int(match[1], 16)
    if len(key) == 2 and key[0] == "\\":
        return {"n": 10, "t": 9, "r": 13, "\\": 92}.get(key[1])
    return ord(key) if len(key) == 1 else None
