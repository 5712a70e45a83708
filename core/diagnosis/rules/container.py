"""Traps of the container: what the older one cannot hold, and who cannot read which."""

from __future__ import annotations

from collections.abc import Iterator

from core.diagnosis.finding import ERROR, NOTE, Finding, make_finding
from core.dtypes import STORAGE_CLASSES, UNTYPED
from core.edits.edits import UseContainer
from core.edits.preview import Preview
from core.formats.zip_archive import ZipArchive
from core.loading.torch_messages import (
    GENERATOR_IN_LEGACY,
    NESTED_IN_LEGACY,
    NO_SAFETENSORS,
    NO_VERSION,
    OF_TAR,
    UNTYPED_IN_LEGACY,
    cannot_map,
    is_a_zip,
)
from core.objects.tensors import GENERATOR, NESTED
from core.pickling.nodes import Global, calls
from core.saving.older_container import has_copies, has_generators, has_nested, has_untyped, planned_format
from core.words import say

_IDS = (("storage",), ("module",))
_TYPED = frozenset(dtype for name, dtype in STORAGE_CLASSES.items() if name not in UNTYPED)


def container_findings(preview: Preview) -> Iterator[Finding]:
    """What the container of the planned file keeps from torch."""
    yield from misnamed(preview)
    yield from untyped_in_legacy(preview)
    yield from nested_in_legacy(preview)
    yield from generator_in_legacy(preview)
    yield from no_version(preview)
    yield from old_tar(preview)
    yield from _container(preview)


def misnamed(preview: Preview) -> Iterator[Finding]:
    """A checkpoint of torch.save with the name of a safetensors file, by which torch.load of torch 2.13 goes."""
    if preview.plan or not preview.catalogue.checkpoint.name.endswith(".safetensors"):
        return
    yield make_finding(
        preview,
        "safetensors",
        ERROR,
        say("named .safetensors, which it is not"),
        NO_SAFETENSORS,
        [preview.root],
        say(
            "torch.save wrote this file, and its name ends in .safetensors. torch.load of torch 2.13 goes by that "
            "ending: it hands the file to the safetensors package, which cannot read it. Older ones load it all the "
            "same."
        ),
        say("Give it a name that ends in .pt."),
    )


def untyped_in_legacy(preview: Preview) -> Iterator[Finding]:
    """torch.save writes newer dtypes into the older container, and torch.load cannot read them back."""
    if not planned_format(preview).after_objects or not has_untyped(preview):
        return
    rows = [preview.catalogue.tensors[row] for row in preview.live_rows()]
    yield make_finding(
        preview,
        "untyped-in-legacy",
        ERROR,
        say("newer dtypes in the older container"),
        UNTYPED_IN_LEGACY,
        [row.entry for row in rows if row.dtype not in _TYPED] or [preview.root],
        say(
            "float8, uint16 and other dtypes of today lie in storages that say no dtype. torch.save writes them into "
            "the container of torch before 1.6 as well, and torch.load cannot read them back from it."
        ),
        say("Write the zip container; nothing is lost."),
        [UseContainer("zip")],
    )


def nested_in_legacy(preview: Preview) -> Iterator[Finding]:
    """torch.save writes nested tensors into the older container; torch.load reads their sizes too early."""
    if not planned_format(preview).after_objects or not has_nested(preview):
        return
    yield make_finding(
        preview,
        "nested-in-legacy",
        ERROR,
        say("nested tensors in the older container"),
        NESTED_IN_LEGACY,
        _entries_of(preview, NESTED),
        say(
            "torch.load makes a nested tensor when the pickle comes to it, and in the container of torch before 1.6 "
            "the bytes that say its sizes are read only after the whole pickle. What is in memory by chance is taken "
            "for them, so the numbers differ from load to load, and now and then it loads with wrong sizes."
        ),
        say("Write the zip container; nothing is lost."),
        [UseContainer("zip")],
    )


def generator_in_legacy(preview: Preview) -> Iterator[Finding]:
    """torch.save writes generators into the older container; torch.load reads their state too early."""
    if not planned_format(preview).after_objects or not has_generators(preview):
        return
    yield make_finding(
        preview,
        "generator-in-legacy",
        ERROR,
        say("generators of random numbers in the older container"),
        GENERATOR_IN_LEGACY,
        _entries_of(preview, GENERATOR),
        say(
            "torch.load gives a generator its state when the pickle comes to it, and in the container of torch before "
            "1.6 the bytes of that state are read only after the whole pickle. What is in memory by chance is taken "
            "for them: nearly always that is no state at all and loading fails, and now and then it loads with a "
            "wrong one."
        ),
        say("Write the zip container; nothing is lost."),
        [UseContainer("zip")],
    )


def no_version(preview: Preview) -> Iterator[Finding]:
    """A zip that was packed anew without the record that torch asks for first; any save writes one."""
    archive = preview.catalogue.checkpoint.archive
    if preview.plan or not isinstance(archive, ZipArchive) or archive.says_version:
        return
    yield make_finding(
        preview,
        "no-version",
        ERROR,
        say("the zip does not say its version"),
        NO_VERSION,
        [preview.root],
        say(
            "torch.save writes a record called version, and torch.load reads nothing without it. Whoever packed the "
            "file anew left it out."
        ),
        say("Save it anew here: the record is written again, and the rest stays as it is."),
        [UseContainer("zip")],
    )


def old_tar(preview: Preview) -> Iterator[Finding]:
    """The tar of torch before 0.1.10, which is not to be written as another container."""
    if preview.catalogue.checkpoint.container != "tar" or preview.container not in (None, "tar"):
        return
    yield make_finding(
        preview,
        "old-tar",
        ERROR,
        say("a tar, as torch before 0.1.10 saved checkpoints"),
        OF_TAR,
        [preview.root],
        say("torch.load reads such a tar only with weights_only=False, which runs what the file says."),
        say("Write the zip container of today; nothing is lost."),
        [UseContainer("zip")],
    )


def _entries_of(preview: Preview, name: Global) -> list[int]:
    """Where calls of a name stand in the file to be written; the root where they are within something else."""
    values = enumerate(preview.catalogue.tree.values)
    return [entry for entry, value in values if calls(value, {name}) and not preview.dropped(entry)] or [preview.root]


def _names_only_storages(preview: Preview) -> bool:
    """Whether all that the pickle refers to outside itself is what torch writes: storages, and source code of old.

    Anything else is damage, which means something else, or nothing, in another container.
    """
    ids = (each.pid for each in preview.catalogue.checkpoint.mentions.persistent)
    return all(type(pid) is tuple and pid[:1] in _IDS for pid in ids)


def _container(preview: Preview) -> Iterator[Finding]:
    name = preview.catalogue.checkpoint.name
    planned = planned_format(preview)
    if planned.after_objects:
        yield make_finding(
            preview,
            "old-container",
            NOTE,
            say("the older container: mmap=True cannot be used"),
            cannot_map(),
            [0],
            say("The file is in the container of torch before 1.6. It loads, always into memory as a whole."),
            say("Write the zip container."),
            [UseContainer("zip")] if _names_only_storages(preview) else [],
        )
    elif planned.of_torch:
        late = has_nested(preview) or has_generators(preview) or has_copies(preview)
        able = _names_only_storages(preview) and not has_untyped(preview) and not late
        yield make_finding(
            preview,
            "new-container",
            NOTE,
            say("torch before 1.5 cannot read it"),
            is_a_zip(name),
            [0],
            say(
                "The file is a zip, as torch writes it since 1.6 (2020). 1.5 can read it, 1.4 takes it for one of the "
                "future, 1.3 for TorchScript and 1.0 for a pickle."
            ),
            say("Load it with torch ≥ 1.5, or write the legacy container for the old one."),
            [UseContainer("legacy")] if able else [],
        )
