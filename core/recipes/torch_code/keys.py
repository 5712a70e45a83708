"""What becomes of keys, as code: a function where a rule gives all the new names, else the names one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.catalogue.quoting import indexed, literal
from core.edits.keys import OfNames, metadata_of
from core.edits.preview import Preview
from core.edits.script import Script
from core.pickling.nodes import DictNode, mapping

_FUNCTION = "new_name"
_MOST_EXCEPTIONS = 20


class Rule:
    """The renames of a plan as one function of Python: what it does, and how it is written."""

    def __init__(self, view: Preview) -> None:
        self._steps = [edit.of_key() for edit in view.plan.edits if isinstance(edit, OfNames)]
        self.uses_re = any(step is not None and "re.sub" in step[0] for step in self._steps)

    def __bool__(self) -> bool:
        return bool(self._steps) and all(self._steps)

    def __call__(self, key: str) -> str:
        for step in self._steps:
            key = step[1](key) if step is not None else key
        return key

    @property
    def text(self) -> str:
        """The function."""
        body = [f"    key = {step[0]}" for step in self._steps if step is not None]
        return "\n".join([f"def {_FUNCTION}(key):", '    """The new name of a key."""', *body, "    return key", ""])


def renames(script: Script, view: Preview) -> None:
    """New keys of dicts, new texts in lists; from the inside out, so that the paths above are still the old ones."""
    rule = Rule(view)
    for home, expression in _homes(script, view):
        if type(home) is DictNode:
            _rename_dict(script, view, home, expression, rule)
        elif isinstance(home, list):
            _rename_list(script, view, home, expression, rule)


def _homes(script: Script, view: Preview) -> list[tuple[Any, str]]:  # noqa: C901 - one walk over all entries
    """The nodes with other names in them, and the expressions for them, the innermost first."""
    rewrite, catalogue = view.rewrite, view.catalogue
    wanted = {home for home, _ in (*rewrite.names, *rewrite.drops)} | set(rewrite.inserts)
    found: dict[int, tuple[Any, str]] = {}

    def note(node: Any, expression: str) -> None:
        if id(node) in wanted:
            found.setdefault(id(node), (node, expression))

    for entry, value in enumerate(catalogue.values):
        if type(value) in (int, float, str, bool, type(None)):
            continue
        made = view.made_state_dict(entry) if id(value) in rewrite.nodes else None
        shown = value if made is None else made
        items = mapping(shown) if not isinstance(shown, list) else shown
        about = metadata_of(shown)
        if items is None or (id(items) not in wanted and (about is None or id(about) not in wanted)):
            continue
        if not script.reaches(entry):
            continue
        note(items, script.at(entry))
        if about is not None:
            note(about, f"{script.at(entry)}._metadata")
        if made is not None:
            _note_lists(made, script.at(entry), note)
    for home in wanted - found.keys():
        if any(each == home for each, _ in rewrite.names):
            script.leave("names inside an object change.")
    return list(reversed(found.values()))


def _note_lists(made: Any, expression: str, note: Callable[[Any, str], None]) -> None:
    """The names of parameters in an optimizer that the plan makes a state dict of."""
    items = mapping(made)
    groups = dict(zip(items.items[::2], items.items[1::2], strict=True)).get("param_groups") if items else None
    for number, group in enumerate(groups if isinstance(groups, list) else ()):
        parts = mapping(group)
        for key, value in zip(parts.items[::2], parts.items[1::2], strict=True) if parts else ():
            note(value, f"{expression}['param_groups'][{number}][{literal(key)}]")


def _rename_dict(script: Script, view: Preview, home: DictNode, expression: str, rule: Rule) -> None:
    rewrite = view.rewrite
    metadata = expression.endswith("._metadata")
    if metadata:
        gone = [home.items[2 * slot] for slot in range(len(home.items) // 2) if (id(home), slot) in rewrite.drops]
        script.write(*(f"del {expression}[{literal(name)}]" for name in gone))
    names = {
        home.items[2 * slot]: key for slot, key in rewrite.live_keys(home) if isinstance(home.items[2 * slot], str)
    }
    if any(old != new for old, new in names.items()):
        script.need("rename")
        script.write(f"rename({expression}, {_function(script, names, rule, metadata=metadata)})")
    first = rewrite.put_so_far(home)
    if first:
        script.need("put_first")
        listed = ", ".join(
            f"{literal(name)}: {_plain(value)}" for name, value in zip(first[::2], first[1::2], strict=True)
        )
        script.write(f"put_first({expression}, {{{listed}}})")


def _plain(value: Any) -> str:
    """A dict of plain values, as code."""
    items = value.items if type(value) is DictNode else []
    return "{" + ", ".join(f"{literal(a)}: {literal(b)}" for a, b in zip(items[::2], items[1::2], strict=True)) + "}"


def _function(script: Script, names: dict[str, Any], rule: Rule, *, metadata: bool) -> str:
    """The expression for what gives the new names."""
    ways: list[tuple[Callable[[str], Any], str, str]] = []
    if rule and metadata:
        ways.append(
            (lambda name: rule(f"{name}.").rstrip("."), f"lambda name: {_FUNCTION}(f'{{name}}.').rstrip('.')", "")
        )
        ways.append(
            (
                lambda name: rule(f"{name}.").rstrip(".") if name else rule(name).rstrip("."),
                f"lambda name: {_FUNCTION}(f'{{name}}.' if name else name).rstrip('.')",
                "",
            )
        )
    elif rule:
        ways.append((rule, _FUNCTION, f"{_FUNCTION}(key)"))
    for way, text, inner in ways:
        others = {old: new for old, new in names.items() if way(old) != new}
        if not others or (inner and len(others) <= _MOST_EXCEPTIONS and len(others) < len(names) // 2):
            _use(script, rule)
            return text if not others else f"lambda key: {_mapping(others)}.get(key) or {inner}"
    changed = {old: new for old, new in names.items() if old != new}
    return f"lambda key: {_mapping(changed)}.get(key, key)"


def _use(script: Script, rule: Rule) -> None:
    if rule.text not in script.functions:
        script.functions.append(rule.text)
        if rule.uses_re:
            script.imports("import re")


def _mapping(names: dict[str, Any]) -> str:
    parts = [f"{literal(old)}: {literal(new)}" for old, new in names.items()]
    line = "{" + ", ".join(parts) + "}"
    return line if len(line) <= 80 else "{\n" + "".join(f"    {part},\n" for part in parts) + "}"


def _rename_list(script: Script, view: Preview, home: Sequence[Any], expression: str, rule: Rule) -> None:
    names = {
        value: view.rewrite.names.get((id(home), slot), value)
        for slot, value in enumerate(home)
        if isinstance(value, str)
    }
    if all(old == new for old, new in names.items()):
        return
    function = _function(script, names, rule, metadata=False)
    call = function if function == _FUNCTION else f"({function})"
    script.write(f"{expression}[:] = [{call}(name) for name in {expression}]")


def keep(script: Script, view: Preview) -> None:
    """What becomes the whole file, under the keys that it has by then."""
    if not view.root:
        return
    if not script.reaches(view.root):
        script.leave(f"{view.catalogue.path_text(view.root)} becomes the whole file.")
        return
    keys: list[Any] = []
    entry = view.root
    while entry:
        keys.append(view.label(entry))
        entry = view.catalogue.parents[entry]
    script.write(f"checkpoint = {indexed('checkpoint', reversed(keys))}")
