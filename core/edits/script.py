"""The torch code that a plan is written as: its lines, the functions that they need, and what could not be said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.catalogue.catalogue import Catalogue
from core.catalogue.quoting import comment, indexed, is_indexed, literal
from core.edits.diff import Rewrite

HELPERS: Final = {
    "tensors": '''\
def tensors(value, key=None):
    """All tensors in dicts, lists and tuples, each with its key."""
    if isinstance(value, torch.Tensor):
        yield key, value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from tensors(each, key)
    elif isinstance(value, (list, tuple)):
        for number, each in enumerate(value):
            yield from tensors(each, number)
''',
    "put": '''\
def put(tensor, **to):
    """`tensor.to(...)` in place."""
    tensor.data = tensor.data.to(**to)
''',
    "put together": '''\
done = {}  # old storages are kept, so that no address is used twice


def put(tensor, **to):
    """`tensor.to(...)` in place, with all of its storage: tensors that share one still do."""
    storage = tensor.untyped_storage()
    place = storage.data_ptr(), *to.values()
    if not storage.nbytes():
        tensor.data = tensor.data.to(**to)
        return
    if place not in done:
        items = torch.empty(0, dtype=tensor.dtype, device=storage.device).set_(storage)
        done[place] = storage, items.to(**to)
    made = done[place][1].as_strided(tensor.shape, tensor.stride(), tensor.storage_offset())
    tensor.data = made.conj() if tensor.is_conj() else made
''',
    "cut": '''\
def cut(tensors, first, count):
    """Tensors of one storage keep `count` items of it from the `first` on; the rest of it goes."""
    storage = tensors[0].untyped_storage()
    items = torch.empty(0, dtype=tensors[0].dtype, device=storage.device).set_(storage)
    left = items[first : first + count].clone()
    for tensor in tensors:
        tensor.data = left.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset() - first)
''',
    "rename": '''\
def rename(items, new_name):
    """Give the keys of a dict other names, in place."""
    old = list(items.items())
    items.clear()
    for key, value in old:
        items[new_name(key) if isinstance(key, str) else key] = value
''',
    "put_first": '''\
def put_first(items, first):
    """Put entries before all others of a dict."""
    others = list(items.items())
    items.clear()
    items.update(first)
    items.update(others)
''',
    "plain": '''\
def plain(value):
    """Plain data in the place of objects."""
    if isinstance(value, argparse.Namespace):
        return {key: plain(each) for key, each in vars(value).items()}
    if isinstance(value, pathlib.PurePath):
        return str(value)
    if isinstance(value, np.ndarray):
        return torch.from_numpy(value)
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, dict):
        for key, each in value.items():
            value[key] = plain(each)
    elif isinstance(value, list):
        value[:] = map(plain, value)
    elif type(value) is tuple:
        return tuple(map(plain, value))
    return value
''',
}
"""The functions that a script may need, by what they are asked for as."""


class Script:
    """Collects the lines. What cannot be written as code is noted, and stands in the script as a comment.

    ``rewrite`` is what the plan as a whole changes in the graph.
    """

    def __init__(self, catalogue: Catalogue, rewrite: Rewrite) -> None:
        self.catalogue, self.rewrite = catalogue, rewrite
        self.lines: list[str] = []
        self.left: list[str] = []
        self._helpers: dict[str, None] = {}
        self._imports: dict[str, None] = {"import torch": None}
        self.functions: list[str] = []
        self._done: set[int] = set()

    def write(self, *lines: str) -> None:
        self.lines += lines

    def need(self, helper: str) -> None:
        """A function of `HELPERS` is called."""
        self._helpers.setdefault(helper)

    def imports(self, *lines: str) -> None:
        self._imports |= dict.fromkeys(lines)

    def assign(self, entry: int, code: str) -> None:
        """Something else at an entry; a tuple around it is made anew."""
        catalogue = self.catalogue
        if not entry:
            self.write(f"checkpoint = {code}")
            return
        if not self.reaches(entry):
            self.leave(f"{catalogue.path_text(entry)}, which is inside an object, becomes {code}.")
            return
        parent = catalogue.parents[entry]
        if catalogue.kind(parent) == "tuple":
            place = catalogue.labels[entry]
            there = self.at(parent)
            self.assign(parent, f"({there}[:{place}] + ({code},) + {there}[{place} + 1 :])")
            return
        self.write(f"{self.at(entry)} = {code}")

    def is_first(self, node: object) -> bool:
        """Whether nobody has asked for a node before: what the file shows at several places is done once."""
        first = id(node) not in self._done
        self._done.add(id(node))
        return first

    def leave(self, what: str) -> None:
        """What the code does not do, in English; once."""
        if what not in self.left:
            self.left.append(what)

    def reaches(self, entry: int) -> bool:
        """Whether keys alone lead to an entry."""
        return is_indexed(self.catalogue, entry)

    def at(self, entry: int) -> str:
        """The expression for an entry, under the keys that it has in the file."""
        return indexed("checkpoint", self.catalogue.path(entry))

    def key(self, entry: int) -> str:
        """The last key of the path of an entry."""
        return literal(self.catalogue.labels[entry])

    def number(self, value: object) -> str:
        if isinstance(value, complex):
            return f"complex({self.number(value.real)}, {self.number(value.imag)})"
        text = repr(value)
        return f"float({text!r})" if text in ("nan", "inf", "-inf") else text

    def text(self, load: Iterable[str], save: Iterable[str]) -> str:
        modules = [line for line in self._imports if line.startswith("import ")]
        names = [line for line in self._imports if not line.startswith("import ")]
        parts = [*sorted(modules), *sorted(names), ""]
        for helper in self._helpers:
            if helper == "put" and "put together" in self._helpers:
                continue
            parts += ["", *HELPERS[helper].split("\n")]
        for function in self.functions:
            parts += ["", *function.split("\n")]
        if self._helpers or self.functions:
            parts.append("")
        parts += [*load, *self.lines]
        parts += [comment(f"Not done here: {what}") for what in self.left]
        return "\n".join([*parts, *save])
