"""The folder of a run: weights, optimizer and the rest in files of their own, as branches of one tree.

So transformers' Trainer, accelerate and torchtune save; a pipeline of diffusers is a folder of such folders.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from core.containers import sharded
from core.containers.content import Content, Missing, Other, Read, Several
from core.containers.joining import ReadPart, join, read_part
from core.containers.known_files import ALTERNATIVE, Role, role_of, weights, what_is
from core.containers.location import Location, located, names_in
from core.errors import CheckpointError
from core.formats.bounded_json import parse_json
from core.pickling.nodes import DictNode
from core.progress import Tick

KIND = "run folder"
_PIPELINE, _SETTINGS = "model_index.json", "config.json"
_MOST_LISTED = 1 << 20
_WITHOUT_WEIGHTS = re.compile(r"(Scheduler|Tokenizer|Processor|Extractor|Guider|Guidance)(Fast)?$")
"""Classes of the parts of a pipeline that have settings alone."""
_TEXTS = (".json", ".txt", ".md", ".py", ".jinja")
_OF_A_STEP = re.compile(
    r"(?:.*[-_=])?(?:(?:global[-_]?)?step|iter|iteration|epoch|ep|ba|checkpoint|ckpt)s?[-_=]?\d+|\d+", re.IGNORECASE
)
"""What folders are called that ranks wrote at one step of a run, and at the next one another."""
_NAMED = ("model", "pytorch_model", "optim")
"""How the names of folders begin that accelerate and others let ranks write into, a part of one checkpoint each."""
_MOST_LOOKED_INTO = 1000
"""Names in a folder up to which those that are folders are looked into."""


class _Branch(NamedTuple):
    """A branch of the tree: what it is called, and the name of the file or folder that it is read from.

    Of several that are called the same the one of the lowest ``rank`` is loaded.
    """

    label: str
    name: str
    role: Role
    rank: tuple[bool, bool, bool, bool] = (False, False, False, False)
    alone: bool = True


def claims(location: Location) -> bool:
    """Whether a folder holds what belongs to one run: weights, with what trains them or alone; a pipeline's parts.

    A folder of many checkpoints, each of which is whole, is none: of the steps of a run each is one, and so is the only
    one that ranks wrote, beside the folders of others.
    """
    branches = _all_branches(location) if location.is_folder else []
    if len(branches) > 1 and all(_OF_A_STEP.fullmatch(branch.name) for branch in branches):
        return False
    if len(branches) == 1 and _is_one_of_several(location, branches[0].name):
        return False
    roles = {branch.role for branch in branches}
    return Role.MODEL in roles or len(roles) > 1


def _is_one_of_several(location: Location, name: str) -> bool:
    """Whether what ranks wrote under a name that does not say what it holds lies beside another folder of weights."""
    if name.startswith(_NAMED) or not names_in(location.path / name):
        return False
    others = (names_in(location.path / other) for other in location.names if other != name)
    return any(next(_weights(inner), None) for inner in others)


def read(location: Location, tick: Tick, read_other: Read) -> Content:
    """The files as branches. One that cannot be opened is told of; where none can, its error is raised."""
    found = _all_branches(location)
    first: dict[str, _Branch] = {}
    for branch in sorted(found, key=lambda branch: branch.rank):
        first.setdefault(branch.label, branch)
    branches = [branch for branch in found if branch is first[branch.label]]
    parts: list[ReadPart] = []
    root: list[object] = []
    missing: list[Missing] = []
    failed: CheckpointError | None = None
    for done, branch in enumerate(branches):
        tick(done, len(branches))
        try:
            part = read_part(location.path, branch.name, read_other, lambda *_: tick(0, 0), alone=branch.alone)
        except CheckpointError as error:
            failed = failed or error
            missing.append(Missing(branch.name, (), str(error), branch.label))
            continue
        parts.append(part)
        root += [branch.label, part.content.root]
        missing += _missing_of(part, branch.label)
    if failed is not None and not parts:
        raise failed
    missing += _without_weights(location, branches)
    names = tuple(name for part in parts for name in part.file_names)
    wholes = [part.content.several for part in parts if part.content.several is not None]
    listings = tuple(listing for whole in wholes for listing in whole.listings)
    told = [
        *names,
        *(str(each.relative_to(location.path)) for each in listings),
        *chain(*(each.extra for each in wholes)),
        *(each.name for each in missing if each.why),
    ]
    others = tuple(_others(location, told, [branch.name for branch in found]))
    if len(branches) == 1 and _PIPELINE not in location.names:
        return parts[0].content._replace(files=parts[0].files, several=_with(parts[0], names, others))
    absent = tuple(chain(*(each.absent for each in wholes)))
    several = Several(KIND, names, tuple(missing), absent=absent, others=others, listings=listings)
    return join(parts, DictNode(root), several)


def _missing_of(part: ReadPart, label: str) -> Iterator[Missing]:
    """What is missing of a branch of several files: each name with that of its folder, if it has one."""
    folder = part.name if part.path.is_dir() else part.name.rpartition("/")[0]
    for each in part.content.several.missing if part.content.several is not None else ():
        yield each._replace(name=f"{folder}/{each.name}" if folder else each.name, branch=label)


def _without_weights(location: Location, branches: Sequence[_Branch]) -> Iterator[Missing]:
    """The models that a pipeline is made of, and that nothing is there of that could be their weights."""
    read = {branch.name.partition("/")[0] for branch in branches}
    for name in _models(location) if _PIPELINE in location.names else ():
        inner = () if name in read else names_in(location.path / name)
        settings_alone = _SETTINGS in inner and all(each.endswith(_TEXTS) for each in inner)
        if name not in read and (settings_alone or not inner):
            yield Missing(f"{name}/*.safetensors", branch=name)


def _models(location: Location) -> Iterator[str]:
    """The parts of a pipeline with weights, as its list names them: (library, class), both null for one left out."""
    try:
        with located(location.path / _PIPELINE, alone=True) as listing:
            text = listing.file.claimed(0, min(listing.file.size, _MOST_LISTED)).decode()
        parts = parse_json(text).items()
    except (ValueError, AttributeError, CheckpointError):
        return
    for name, part in parts:
        known = type(part) is list and len(part) == 2 and all(type(each) is str for each in part)
        if known and "/" not in name and not name.startswith((".", "_")) and not _WITHOUT_WEIGHTS.search(part[1]):
            yield name


def _with(part: ReadPart, names: tuple[str, ...], others: tuple[Other, ...]) -> Several:
    """What is told of weights that are alone in their folder."""
    several = part.content.several or Several(part.content.archive.kind, names)
    return several._replace(others=others)


def _all_branches(location: Location) -> list[_Branch]:
    """All that could be opened as a branch, weights first."""
    found = [*_weights(location.names), *_states(location.names)]
    if len(location.names) > _MOST_LOOKED_INTO:
        return found
    for name in location.names:
        inner = names_in(location.path / name)
        if inner and _PIPELINE in location.names:
            found += (branch._replace(label=name, name=f"{name}/{branch.name}") for branch in _weights(inner))
        elif inner and _is_of_ranks(inner):
            role = Role.OPTIMIZER if name.startswith("optim") else Role.MODEL
            found.append(_Branch(name, name, role, alone=False))
    return found


def _weights(names: Sequence[str]) -> Iterator[_Branch]:
    """Models, whole or in shards: safetensors before pickles, what is no variant before variants, and last an index
    without a shard.
    """
    for group in sharded.groups(names):
        stem, _, variant = group.stem.partition(".")
        rank = group.first is None, group.end != ".safetensors", bool(variant), True
        yield _Branch(_model(stem), group.listing or group.first or "", Role.MODEL, rank, alone=False)
    for name in names:
        file = weights(name)
        if file is not None and not sharded.is_shard(name):
            rank = False, file.end != ".safetensors", bool(file.variant), False
            yield _Branch(_model(file.stem), name, Role.MODEL, rank)


def _model(stem: str) -> str:
    """What the weights are called in the tree: by all names that transformers and diffusers give the same."""
    for name in ("diffusion_pytorch_model", "pytorch_model"):
        if stem.startswith(name):
            return "model" + stem.removeprefix(name)
    return stem


def _states(names: Sequence[str]) -> Iterator[_Branch]:
    """All that is saved beside the weights, each under the name of its file without the ending."""
    for name in names:
        role = role_of(name)
        if role is not None and role is not Role.MODEL:
            yield _Branch(name.rpartition(".")[0], name, role)


def _is_of_ranks(names: Sequence[str]) -> bool:
    """Whether a folder is a checkpoint that ranks wrote, of DCP or DeepSpeed; or what is left of one."""
    return ".metadata" in names or any(name.endswith((".distcp", "_model_states.pt")) for name in names)


def _others(location: Location, opened: Sequence[str], alternatives: Sequence[str]) -> Iterator[Other]:
    """The rest of a folder, and of the folders in it, with what it is."""
    taken = set(opened)
    folders = {name.partition("/")[0] for name in opened if "/" in name}
    for name in location.names:
        inner = names_in(location.path / name) if name in folders or _PIPELINE in location.names else ()
        for each in (f"{name}/{part}" for part in inner) if inner else (name,):
            if each not in taken:
                yield Other(each, ALTERNATIVE if each in alternatives else what_is(each.rpartition("/")[2]))
