"""How torch must be told to load a file: with which function, and which names it has to hear are safe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.named import refused_names_below
from core.edits.preview import Preview
from core.formats.register import Format, format_of
from core.loading.many_files import BranchFile, are_safetensors, branch_files, is_dcp, is_many, shards
from core.loading.opcodes import has_text_ids, lasting_opcode, planned_opcode
from core.loading.python2 import texts_not_utf8
from core.objects.global_names import global_of, python3_name
from core.pickling.allowlist import import_first
from core.pickling.nodes import ATOMS, Call, Global, inside
from core.saving.choice import saved_kind
from core.saving.legacy_format import has_generators, has_nested, has_untyped, planned_format, stamp
from core.words import marked, say

PLAIN: Final = "plain"
"""``torch.load(f)`` takes it, on a computer that has the devices."""
ALLOW: Final = "allow"
"""``torch.load(f)`` takes it once it hears that some names are safe; nothing in the file is run."""
TRUST: Final = "trust"
"""``weights_only=False``, which runs what the file says and needs the code that it names."""
JIT: Final = "jit"
OWN: Final = "own"
"""By a call that is not torch.load, as `core.formats.register.Format.own_loader` has it."""
"""``torch.jit.load``."""
SAFETENSORS: Final = "safetensors"
"""``safetensors.torch.load_file``."""
MANY: Final = "many"
"""Files that no one call puts together: one file has to be made of them first."""
NO_WAY: Final = "no way"
"""No torch of today loads it as it is, whatever it is told."""

_MULTIARRAY = (
    "try:",
    "    from numpy._core import multiarray  # NumPy 2",
    "except ImportError:",
    "    from numpy.core import multiarray",
)
_NUMPY = {
    **{
        f"{core}.multiarray.{name}": f"(multiarray.{name}, '{core}.multiarray.{name}')"
        for core in ("numpy.core", "numpy._core")
        for name in ("scalar", "_reconstruct")
    },
    "numpy.dtype": "numpy.dtype",
    "numpy.ndarray": "numpy.ndarray",
}
"""NumPy's functions go by the name in the file: NumPy 1 and 2 have them in modules of different names."""
_SYSTEMS = {"PosixPath": "PosixPath", "PurePosixPath": "PurePosixPath", "PureWindowsPath": "PureWindowsPath"}
_OTHERS = {
    "argparse.Namespace": "argparse.Namespace",
    # Python 3.13 has them in another module; and a WindowsPath can be made on Windows only, a pure one everywhere.
    **{
        f"{module}.{name}": f"(pathlib.{made}, '{module}.{name}')"
        for module in ("pathlib", "pathlib._local")
        for name, made in {**_SYSTEMS, "WindowsPath": "PureWindowsPath"}.items()
    },
}
_DTYPE = Global("numpy", "dtype")
_DTYPE_CODE = re.compile(r"[a-zA-Z?]\d{0,9}")
_TEXT_IDS = marked("its storage references are strings, as in pickle protocol 0, and no torch version can read them")
_STAMPED = marked(
    "it begins with the version of its model instead of PK, the signature of a zip. Load it with GPT-SoVITS, or "
    "write a copy in the zip format"
)
_NOT_IN_LEGACY = (
    (
        has_untyped,
        marked("it holds newer dtypes in the legacy format. Write the zip format; nothing is lost"),
    ),
    (
        has_nested,
        marked("it holds nested tensors in the legacy format. Write the zip format; nothing is lost"),
    ),
    (
        has_generators,
        marked("it holds random number generators in the legacy format. Write the zip format; nothing is lost"),
    ),
)


class Branch(NamedTuple):
    """A branch of the tree that is a file of its own, or several: its key at the top, which, and the way of each."""

    label: str
    file: BranchFile
    way: Way


@dataclass(frozen=True)
class Way:
    """``allowed`` are the items for ``safe_globals``, ``imports`` the lines that they need before them; ``names`` what
    plain ``torch.load(f)`` refuses, as Python 3 has it; ``latin1`` whether texts of Python 2 need an encoding; ``why``
    the reason that there is no way, in English. ``call`` is the function of a way of its own, ``shards`` the pattern of
    the names of many files that are loaded so each, and ``dcp`` whether they are those of torch.distributed.checkpoint.
    ``branches`` are those of a run's folder or of a zip of checkpoints, each loaded in a way of its own.
    """

    kind: str
    allowed: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    latin1: bool = False
    why: str = ""
    call: str = ""
    shards: str = ""
    dcp: bool = False
    branches: tuple[Branch, ...] = ()

    def only(self, catalogue: Catalogue, entries: Iterable[int]) -> Way:
        """The way without the branches that none of some entries is in."""
        keys = {str(catalogue.path(entry)[0]) for entry in entries if entry}
        return replace(self, branches=tuple(branch for branch in self.branches if branch.label in keys))


def way_to_load(view: Preview) -> Way:
    """How to load the file as planned, wherever its tensors are put."""
    checkpoint = view.catalogue.checkpoint
    own = _own_way(checkpoint.format)
    if own is not None and (not view.plan or checkpoint.read_only is not None):
        return own
    copied = _way_of_the_copy(view) if view.plan else None
    if copied is not None:
        return copied
    if planned_format(view).trusted:
        return Way(TRUST)
    branches = _branches(view) if not view.plan else ()
    if branches:
        return Way(MANY, branches=branches)
    if is_many(checkpoint) and not view.plan:
        return _way_of_many(view)
    return _way_of_one(view)


def _way_of_the_copy(view: Preview) -> Way | None:
    """The way of what a plan is saved as; None where that is one file for ``torch.load``, or branches."""
    checkpoint = view.catalogue.checkpoint
    if view.container is None and checkpoint.format.cut:
        return _way_of_many(view)
    made = format_of(view.container or saved_kind(checkpoint))
    if made.way == SAFETENSORS:
        return Way(SAFETENSORS)
    return Way(PLAIN, dcp=True) if made.always_folder else None


def _way_of_many(view: Preview) -> Way:
    """The way of each file, where all are loaded one after the other; else what there is to say."""
    checkpoint = view.catalogue.checkpoint
    pattern = shards(checkpoint)
    if pattern:
        way = Way(SAFETENSORS) if are_safetensors(checkpoint) else _way_of_one(view)
        return replace(way, shards=pattern)
    return Way(PLAIN, dcp=True) if is_dcp(checkpoint) else Way(MANY)


def _branches(view: Preview) -> tuple[Branch, ...]:
    """The branches of many files, each with its way; none where one of them is itself put together of files."""
    catalogue = view.catalogue
    files = branch_files(catalogue.checkpoint)
    entries = catalogue.children(0)
    if not files or len(files) != len(entries):
        return ()
    found = []
    for file, entry in zip(files, entries, strict=True):
        way = replace(Way(SAFETENSORS) if file.safetensors else _way_of_branch(view, entry), shards=file.shards)
        found.append(Branch(str(catalogue.labels[entry]), file, way))
    return tuple(found)


def _way_of_branch(view: Preview, entry: int) -> Way:
    """The way of a pickle that is one branch: what it names itself is what torch has to hear of."""
    if lasting_opcode(view) is not None:
        return Way(TRUST)
    return _way_of_names(view, sorted(refused_names_below(view.catalogue, entry)))


def _way_of_one(view: Preview) -> Way:
    """The way of a file that torch loads by itself."""
    checkpoint = view.catalogue.checkpoint
    if has_text_ids(checkpoint):
        return Way(NO_WAY, why=_TEXT_IDS)
    if stamp(view):
        return Way(NO_WAY, why=_STAMPED)
    if planned_format(view).after_objects:
        for is_there, why in _NOT_IN_LEGACY:
            if is_there(view):
                return Way(NO_WAY, why=why)
    if planned_opcode(view) is not None or lasting_opcode(view) is not None:
        names = tuple(python3_name(name) for name in map(global_of, view.refused_names) if not import_first(name))
        return Way(TRUST, names=names, latin1=bool(texts_not_utf8(view)))
    return _way_of_names(view, view.refused_names)


def _way_of_names(view: Preview, dotted: Iterable[str]) -> Way:
    """The way of a pickle that names what ``torch.load(f)`` refuses, if anything."""
    refused = [global_of(each) for each in dotted]
    first = [f"import {module}" for module in dict.fromkeys(map(import_first, refused)) if module]
    names = tuple(python3_name(name) for name in refused if not import_first(name))
    latin1 = bool(texts_not_utf8(view))
    if not names:
        return Way(PLAIN, imports=tuple(first), latin1=latin1)
    allowed = _allowed(view, names)
    if allowed is None:
        return Way(TRUST, names=names, latin1=latin1)
    return Way(ALLOW, allowed, (*first, *_imports(allowed)), names, latin1)


def _own_way(saved: Format) -> Way | None:
    """The way of a format that ``torch.load`` is not for."""
    own = saved.own_loader
    if own is not None:
        return Way(OWN, imports=(f"import {own.module}",), call=own.call("{f}"))
    return Way(saved.way) if saved.way else None


def runs_code(way: Way) -> bool:
    """Whether a file whose names ``torch.load(f)`` refuses is loaded only by running what it names."""
    return way.kind not in (ALLOW, NO_WAY)


def around_the_refusal(way: Way) -> str:
    """How to load the file as it is where ``torch.load(f)`` refuses names, if that can be done at all."""
    if way.kind == ALLOW:
        items = ", ".join(item.replace("(multiarray.", "(numpy._core.multiarray.") for item in way.allowed)
        if "_core" not in items:
            return say(
                "Inside torch.serialization.safe_globals([{items}]), torch.load accepts these names.",
                items=items,
            )
        return say(
            "Inside torch.serialization.safe_globals([{items}]), torch.load accepts these names. With NumPy 1, "
            "write numpy.core.multiarray.",
            items=items,
        )
    if way.kind == NO_WAY:
        return say("No current torch loads this file, whatever arguments you pass: {why}.", why=say(way.why))
    return say(
        "weights_only=False runs code from the file, so use it only for files that you made. torch then also needs "
        "the unchanged code of the classes in the file."
    )


def _allowed(view: Preview, names: Iterable[str]) -> tuple[str, ...] | None:
    """What ``safe_globals`` must list; None where allowing the names would mean running code, or would not do."""
    found = {name: _OTHERS.get(name) or _NUMPY.get(name) for name in names}
    if not all(found.values()):
        return None
    items = [item for item in found.values() if item]
    if any(name in _NUMPY for name in found):
        codes = dict.fromkeys(_dtype_codes(*view.edited_graph()))
        if not all(_DTYPE_CODE.fullmatch(code) for code in codes):
            return None
        items += [f"type(numpy.dtype({code!r}))" for code in codes]
    return tuple(items)


def _imports(allowed: Iterable[str]) -> Iterator[str]:
    text = " ".join(allowed)
    for module in ("argparse", "numpy", "pathlib"):
        if f"{module}." in text or (module == "numpy" and "multiarray" in text):
            yield f"import {module}"
    if "(multiarray." in text:
        yield from _MULTIARRAY


def _dtype_codes(root: Any, replaced: Mapping[int, Any]) -> Iterator[str]:
    """What each dtype of NumPy in a graph is made of: ``f8``. torch asks for the class of each as well."""
    seen: set[int] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        while id(node) in replaced and type(node) not in ATOMS:
            node = replaced[id(node)]
        if type(node) in ATOMS or id(node) in seen:
            continue
        seen.add(id(node))
        if type(node) is Call and node.func == _DTYPE:
            yield str(node.args[0]) if type(node.args) is tuple and node.args else ""
        stack.extend(reversed(list(inside(node))))
