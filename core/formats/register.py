"""The formats that are known: what each is called, what it holds, who reads it and who writes it.

A format is one entry of `FORMATS`. What it needs to be read, and to be written, are modules that are named here and
imported only when a file is of that format: what is rare costs the common file nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from core.words import marked

_TORCH_LOAD: Final = "torch.load(f)"


class OwnLoader(NamedTuple):
    """Who loads what ``torch.load`` does not: ``function`` of ``module`` takes the path, or the file that is open;
    ``title`` is in English, and so is ``on_cpu``: how it loads where the devices that it was saved on are missing.
    """

    function: str
    module: str
    title: str
    takes: str = "{f}"
    on_cpu: str = ""

    def call(self, f: str = "f") -> str:
        """The call, with a path as code."""
        return f"{self.function}({self.takes.format(f=f)})"


class Format(NamedTuple):
    """One format: one file, or a folder of files that are one checkpoint.

    ``name`` is what an archive calls its ``kind``, and ``--container`` and JSON call the container; where more is said
    there it stands behind (``DeepSpeed ZeRO 3``).

    How it is found: ``suffixes`` are those of its own, ``shared`` those that others use as well, so that how a file
    begins decides where nobody chose it. ``reader`` is a module that is asked as `core.containers.content.Container`
    says: of files whose name matches ``files``, of folders where ``folders``, and of the zips of other programs where
    ``in_zips``. Without one it is found by the reader of another format. `FORMATS` has them in the order of asking.

    How it is written: ``writer`` is a module as `core.saving.targets.target.Target` says, ``title`` what
    it is called where one can be chosen. A copy of what is only read is written as
    ``copied_as``, empty for one of shards, which is written as what these are. ``always_folder`` is whether it has no
    form of one file; ``ending`` is that of a new file where the source has none of the kind.

    What it is: ``of_torch`` one file of ``torch.save``; ``cut`` one state dict in several files; ``of_branches``
    several files, each a branch of one tree; ``foreign`` no checkpoint, though its numbers are shown. ``way`` is the
    kind of `core.loading.methods.Way` where it is not for ``torch.load``, ``own_loader`` the call of the way ``own``,
    and ``call`` what loads it at the beginning of a sentence.

    What it holds: whether there is a pickle (``pickled``), whether it names ``devices`` and which tensors want
    gradients, whether keys are in the ``order`` of the model, whether ``torch.load`` can map it (``mappable``), and
    reads it only where the file is ``trusted``, whether the bytes of tensors come only ``after_objects``, and whether
    storages are ``numbered`` in the order of the pickle.
    """

    name: str
    suffixes: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    reader: str = ""
    files: str | None = None
    folders: bool = False
    in_zips: bool = False
    writer: str = ""
    title: str = ""
    copied_as: str = "zip"
    always_folder: bool = False
    ending: str = ".pth"
    of_torch: bool = False
    cut: bool = False
    of_branches: bool = False
    foreign: bool = False
    way: str = ""
    own_loader: OwnLoader | None = None
    call: str = _TORCH_LOAD
    pickled: bool = True
    devices: bool = True
    order: bool = True
    mappable: bool = True
    trusted: bool = False
    after_objects: bool = False
    numbered: bool = False

    @property
    def called(self) -> tuple[str, ...]:
        """The suffixes of its files."""
        return (*self.suffixes, *self.shared)

    @property
    def has_own_ending(self) -> bool:
        """Whether a new file of it is never called as those of torch are."""
        return bool(self.ending) and not self.of_torch and self.ending in self.suffixes

    def may_be(self, name: str, *, is_folder: bool) -> bool:
        """Whether it is worth asking its reader of a file or folder of this name."""
        if is_folder:
            return self.folders
        return self.files is not None and re.search(self.files, name) is not None


_ANY: Final = ""
_TORCH_SUFFIXES: Final = (".pt", ".pth", ".ckpt", ".bin", ".pyth")
_SHARED_WITH_TORCH: Final = (".tar", ".pkl", ".pickle", ".model", ".sav")
_RANKS: Final = "core.containers.ranks"

FORMATS: Final[tuple[Format, ...]] = (
    Format(
        "zip",
        suffixes=_TORCH_SUFFIXES,
        shared=_SHARED_WITH_TORCH,
        reader="core.containers.zip_file",
        files=_ANY,
        writer="core.saving.targets.torch_files",
        title=marked("zip (read by torch 1.5 and later)"),
        of_torch=True,
        numbered=True,
    ),
    Format("zip TorchScript", suffixes=(".jit",), way="jit"),
    Format(
        "zip torch.package",
        reader="core.containers.torch_zips.package",
        in_zips=True,
        way="own",
        own_loader=OwnLoader(
            "torch.package.PackageImporter",
            "torch.package",
            marked("An archive of torch.package, for its PackageImporter"),
            on_cpu=marked("Load it with torch.package.PackageImporter(f).load_pickle(…, map_location='cpu')."),
        ),
    ),
    Format(
        "zip pt2",
        suffixes=(".pt2",),
        reader="core.containers.torch_zips.exported",
        in_zips=True,
        way="own",
        own_loader=OwnLoader(
            "torch.export.load",
            "torch",
            marked("An exported program, for torch.export.load"),
            on_cpu=marked(
                "torch.export.load takes no map_location. On a computer that has the device, load the program, "
                "call torch.export.passes.move_to_device_pass(program, 'cpu'), and save the result with "
                "torch.export.save."
            ),
        ),
        pickled=False,
    ),
    Format(
        "zip of files",
        shared=(".zip",),
        reader="core.containers.zip_members",
        in_zips=True,
        copied_as="files",
        of_branches=True,
    ),
    Format("tar", shared=(".tar",), reader="core.containers.tar_file", files=_ANY, mappable=False, trusted=True),
    Format(
        "legacy",
        suffixes=_TORCH_SUFFIXES,
        shared=_SHARED_WITH_TORCH,
        reader="core.containers.legacy_file",
        files=_ANY,
        writer="core.saving.targets.torch_files",
        title=marked("legacy (read by any version of torch)"),
        copied_as="legacy",
        of_torch=True,
        mappable=False,
        after_objects=True,
    ),
    Format(
        "pickle",
        shared=(".pkl", ".pickle"),
        reader="core.containers.pickle_file",
        files=_ANY,
        mappable=False,
        way="own",
        own_loader=OwnLoader("pickle.load", "pickle", marked("A Python pickle, for pickle.load"), "open({f}, 'rb')"),
    ),
    Format(
        "safetensors",
        suffixes=(".safetensors",),
        reader="core.containers.safetensors_file",
        files=_ANY,
        writer="core.saving.targets.safetensors",
        title=marked("safetensors (tensors only)"),
        copied_as="safetensors",
        ending=".safetensors",
        way="safetensors",
        call="safetensors.torch.load_file(f)",
        pickled=False,
        devices=False,
        order=False,
    ),
    Format(
        "numpy",
        suffixes=(".npy", ".npz"),
        reader="core.containers.foreign.numpy_file",
        files=r"\.npy$",
        in_zips=True,
        foreign=True,
        way="own",
        own_loader=OwnLoader("numpy.load", "numpy", marked("NumPy arrays, for numpy.load")),
        pickled=False,
    ),
    Format(
        "dcp",
        suffixes=(".distcp",),
        reader="core.containers.dcp.folder",
        files=r"^(__\d+)?\.metadata$|\.distcp$",
        folders=True,
        writer="core.saving.targets.dcp",
        title=marked("torch.distributed.checkpoint (a folder)"),
        copied_as="dcp",
        always_folder=True,
        ending="",
        call="torch.distributed.checkpoint.load(state_dict, checkpoint_id=folder)",
    ),
    Format(
        "safetensors of ranks",
        reader="core.containers.dcp.in_headers",
        files=r"^shard-\d+-model-.*\.safetensors$",
        folders=True,
    ),
    Format("DeepSpeed", reader=f"{_RANKS}.zero", files=r"(?:model|optim)_states\.pt$|^latest$", folders=True),
    Format("FSDP", reader=f"{_RANKS}.fsdp", files=r"(?s)^(?=.*\.(?:pt|pth|bin|ckpt)$).*rank[_-]?\d", folders=True),
    Format(
        "Megatron",
        reader=f"{_RANKS}.megatron",
        files=r"^(?:model|optim|distrib|latest_ch).*\.(?:pt|ckpt|txt)$",
        folders=True,
    ),
    Format(
        "run folder",
        reader="core.containers.run_folder",
        folders=True,
        copied_as="files",
        of_branches=True,
    ),
    Format(
        "sharded",
        suffixes=(".index.json",),
        reader="core.containers.sharded",
        files=r"\.index(\.[\w-]+)?\.json$|-\d+-of-\d+\.\w+$",
        folders=True,
        copied_as="",
        cut=True,
    ),
    Format(
        "files",
        writer="core.saving.targets.same_files",
        title=marked("same files as the source"),
        copied_as="files",
        of_branches=True,
    ),
)
"""All of them, in the order in which they are offered, and asked: those of folders before others, a whole before its
parts.
"""

_BY_NAME: Final = {each.name: each for each in FORMATS}


def format_of(name: str) -> Format:
    """The format of what calls itself so; one that is known by nothing but its name where there is no such."""
    found = _BY_NAME.get(name)
    if found is None:
        found = next((each for each in FORMATS if name.startswith(f"{each.name} ")), None)
    return found or Format(name)


def asked(*, is_folder: bool, name: str = "") -> Iterator[Format]:
    """Those whose reader is worth asking what lies under a name."""
    for of_folders in (True, False):
        yield from (each for each in FORMATS if each.folders is of_folders and each.may_be(name, is_folder=is_folder))


def in_zips() -> Iterator[Format]:
    """Those that a zip can be of that is not torch's."""
    return (each for each in FORMATS if each.in_zips)


TARGETS: Final = tuple(each.name for each in FORMATS if each.writer)
"""What a checkpoint can be written as."""
PLANNED: Final = tuple(each.name for each in FORMATS if each.writer and not each.of_branches)
"""What a plan can ask for."""
OF_TORCH: Final = tuple(each.name for each in FORMATS if each.of_torch)
"""Those of ``torch.save``."""


# -- names of files ------------------------------------------------------------------------------------------------


def _suffixes(*formats: Format, shared: bool = True) -> tuple[str, ...]:
    own = (each for one in formats for each in one.suffixes)
    others = (each for one in formats for each in (one.shared if shared else ()))
    return tuple(dict.fromkeys((*own, *others)))


SUFFIXES: Final = _suffixes(*FORMATS)
"""All by which files are called that can be opened: what dialogs offer."""
OF_TORCH_FILES: Final = _suffixes(*(each for each in FORMATS if each.of_torch))
"""Of one file of torch, those included that others use as well."""
OF_ONE_FILE: Final = _suffixes(*(each for each in FORMATS if each.writer and not each.always_folder))
"""Of one file that can be written: a target that is called so is no folder."""
OF_OTHER_FILES: Final = tuple(each for each in OF_ONE_FILE if each not in OF_TORCH_FILES)
_WITHOUT_DOUBT: Final = {
    alone: _suffixes(
        *(each for each in FORMATS if not (each.foreign or each.cut or (alone and each.folders))), shared=False
    )
    for alone in (True, False)
}
_BEFORE_TAR: Final = _suffixes(*(each for each in FORMATS if each.of_torch), shared=False)


def ends_in_two(name: str) -> bool:
    """Whether a name ends in two suffixes that belong together, as ``best.pth.tar`` does."""
    return name.endswith(tuple(f"{each}.tar" for each in _BEFORE_TAR))


def is_checkpoint_name(name: str, *, alone: bool = False) -> bool:
    """Whether nothing but a checkpoint is called so, or a part of one where it need not be one ``alone``."""
    return name.endswith(_WITHOUT_DOUBT[alone]) or ends_in_two(name)
