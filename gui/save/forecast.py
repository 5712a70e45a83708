"""What a save would make, and what loading that would do; where it is refused, the clicks that help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from core.devices import EVERYWHERE
from core.diagnosis.finding import ERROR, WARNING, Finding
from core.edits.edit import in_few_words
from core.edits.edits import Edit, Extract, Keep, RenameKey, UseContainer
from core.edits.entries import drops
from core.edits.preview import Preview
from core.edits.preview import preview as preview_of
from core.errors import CheckpointError, Step, Way
from core.formats.register import TARGETS
from core.loading.computer import Computer
from core.loading.left_out import about_left_out
from core.loading.made_state_dict import about_made_state_dict, lost_by_extracting, made_state_dicts
from core.loading.many_files import call_of
from core.progress import Tick
from core.saving.choice import in_container
from core.saving.lacking import lost_in_copy
from core.saving.outlook import Outlook, outlook
from core.text import capital, clip, count_text, sentences, size_text
from core.words import marked, say, say_count
from gui.save.model import SaveLayout

_OF_SHARDS: Final = marked(
    "The saved copy will load on any computer: each file with safetensors.torch.load_file(f), or all at once with "
    "from_pretrained of transformers if the folder has a config.json."
)
_LONGEST: Final = 160
_FAILS: Final = {
    (False, True): marked("{call} will fail: {title}."),
    (True, True): marked("{call} will still fail: {title}."),
    (False, False): marked("{call} will fail on every computer: {title}."),
    (True, False): marked("{call} will still fail on every computer: {title}."),
}
"""By whether something is planned, and whether the computer is why: then the title says which."""


@dataclass(frozen=True)
class Loading:
    """Where the copy is to be loaded: ``computer``, and ``diagnose``, which finds what is wrong with a plan there.

    What the user's own script ``got_past`` is no reason why the copy would fail.
    """

    computer: Computer = Computer()
    diagnose: Callable[[Preview], Sequence[Finding]] = field(default=lambda _preview: ())
    got_past: Callable[[Finding], bool] = field(default=lambda _finding: False)


@dataclass(frozen=True)
class Forecast:
    """What would come of a save: its outlook and a sentence on loading the copy; or the ``error`` that refuses it."""

    outlook: Outlook | None = None
    then: str = ""
    error: CheckpointError | None = None

    @property
    def refused(self) -> str:
        """Why it is refused; nothing where it is not."""
        return str(self.error) if self.error is not None else ""

    @property
    def ways(self) -> tuple[Way, ...]:
        """What helps then, the best first."""
        return self.error.ways if self.error is not None else ()


def forecast(preview: Preview, target: Path, layout: SaveLayout, loading: Loading) -> Forecast:
    """What would come of saving so."""
    try:
        found = outlook(preview, layout.container, target=target, shard_size=layout.shard_size)
    except CheckpointError as error:
        return Forecast(error=error)
    return Forecast(found, then_of(preview, layout, loading))


def then_of(preview: Preview, layout: SaveLayout, loading: Loading) -> str:
    """What becomes of the copy where it is loaded, by whoever loads its kind; and of keys that it lacks, or drops."""
    lacks = _without_keys(layout) if lost_in_copy(preview) else ""
    made = about_made_state_dict(preview, call=layout.format.call if not layout.is_folder else "")
    entries = made_state_dicts(preview)
    lost = say("You lose {loses}.", loses=lost_by_extracting(preview.catalogue, entries)) if entries else ""
    return sentences(_then(preview, layout, loading), lacks, made, lost, about_left_out(preview))


def _without_keys(layout: SaveLayout) -> str:
    """What the loader does where keys are missing."""
    if layout.format.always_folder:
        return say("Loading it will report missing keys.")
    if layout.format.has_own_ending and layout.is_folder:
        return say("Keys will be missing: from_pretrained fills them with random numbers and only warns you.")
    if layout.format.of_branches:
        return say("You need to get the missing parts from another source.")
    return say("The copy will lack the missing parts, and load_state_dict will report missing keys.")


def _then(preview: Preview, layout: SaveLayout, loading: Loading) -> str:
    if layout.format.has_own_ending and layout.is_folder:
        return say(_OF_SHARDS)
    if not (layout.format.of_torch or layout.format.of_branches):
        return say("The saved copy will load on any computer, with {call}.", call=layout.format.call)
    view = _in_container(preview, layout)
    call = call_of(preview.catalogue.checkpoint) if layout.format.of_branches else layout.format.call
    if layout.is_folder and not layout.format.of_branches:
        call = say("torch.load of each file")
    findings = _of_the_copy(view, layout, loading)
    every = [each for each in findings if each.severity == ERROR]
    if errors := [each for each in every if not loading.got_past(each)]:
        return _fails(call, errors, planned=bool(preview.plan))
    told = _past(call, every[0]) if every else _works(call, preview, loading.computer)
    warned = next((each for each in findings if each.severity == WARNING and not loading.got_past(each)), None)
    if warned is None:
        return told
    title = clip(warned.title, _LONGEST)
    return sentences(told, say("Once loaded, the copy may cause trouble: {title}.", title=title))


def _in_container(preview: Preview, layout: SaveLayout) -> Preview:
    """The plan with the container, which diagnosis has to know of where many files become one."""
    if preview.catalogue.checkpoint.several is None or not layout.format.of_torch or layout.is_folder:
        return in_container(preview, layout.container)
    return preview_of(preview.catalogue, preview.plan.with_edits((UseContainer(layout.container),)))


def _of_the_copy(view: Preview, layout: SaveLayout, loading: Loading) -> list[Finding]:
    """What diagnosis finds in it, without what is only true of the form that the source has."""
    from core.diagnosis.traps.devices import device_findings  # noqa: PLC0415 - the window starts without
    from core.diagnosis.traps.many_files import many_files_findings  # noqa: PLC0415 - as above
    from core.diagnosis.traps.records import odd_findings  # noqa: PLC0415 - as above

    checkpoint = view.catalogue.checkpoint
    if layout.format.of_branches:
        return list(loading.diagnose(view))
    if checkpoint.read_only is not None or not checkpoint.pickled:
        return list(device_findings(view, loading.computer))
    of_source = {each.code for each in many_files_findings(view, loading.computer)}
    of_source |= {each.code for each in odd_findings(view)}
    return [each for each in loading.diagnose(view) if each.code not in of_source]


def _fails(call: str, errors: Sequence[Finding], *, planned: bool) -> str:
    first, more = errors[0], len(errors) - 1
    told = say(_FAILS[planned, first.of_computer], call=call, title=clip(first.title, _LONGEST))
    rest = say_count(more, "Diagnosis has {n:,} more error.", "Diagnosis has {n:,} more errors.") if more else ""
    return sentences(told, rest)


def _past(call: str, finding: Finding) -> str:
    from core.diagnosis.traceback.answer import plain_fails  # noqa: PLC0415 - the window starts without

    return plain_fails(call, finding)


def _works(call: str, preview: Preview, computer: Computer) -> str:
    alone = clip(preview.catalogue.path_text(preview.root), _LONGEST) if preview.root else ""
    what = say("The call returns only “{part}”.", part=alone) if alone else ""
    if all(total.device in EVERYWHERE for total in preview.totals_after):
        where = say("The saved copy will load on any computer: {call} needs no map_location.", call=call)
    else:
        text = marked("The saved copy will load on {computer}: {call} needs no map_location there.")
        where = say(text, computer=computer.text, call=call)
    return sentences(where, what)


# -- the clicks that help: another container, or a change of the plan ------------------------------------------


_MOST_WORDS = 60


class Click(NamedTuple):
    """A button's ``words``, and what it does: choose a ``container``, or add ``edits`` to the plan."""

    words: str
    container: str = ""
    edits: tuple[Edit, ...] = ()


def clicks_of(preview: Preview, ways: Sequence[Way]) -> list[Click]:
    """Return a button for each way out that has one, in their order; those by containers stand beside each other."""
    found = [_by_edits(preview, edits) for edits in _edits(preview, ways)]
    names = [way.what for way in ways if way.step is Step.SAVE_AS and way.what in TARGETS]
    others = [Click(say("Choose {container}", container=name), name) for name in names]
    return [*others, *found] if ways and ways[0].step is Step.SAVE_AS else [*found, *others]


def _by_edits(preview: Preview, edits: tuple[Edit, ...]) -> Click:
    return Click(clip(capital(in_few_words(preview.catalogue, edits)), _MOST_WORDS), edits=edits)


def _edits(preview: Preview, ways: Iterable[Way]) -> Iterable[tuple[Edit, ...]]:
    """The edits of each way; drops are one step."""
    if preview.catalogue.checkpoint.read_only is not None:
        return
    dropped: list[Edit] = []
    for way in ways:
        if way.step is Step.KEEP:
            yield from ((Keep(each),) for each in _models(preview, way.what))
        elif way.step is Step.EXTRACT:
            yield (Extract(next(_models(preview, way.what), preview.root)),)
        elif way.step is Step.DROP:
            dropped += drops(each for each in _keys(preview) if preview.label_text(each) == way.what)
        elif way.step is Step.RENAME:
            named = [each for each in _keys(preview) if preview.label_text(each) == way.what]
            yield from ((RenameKey(each, _free_name(preview, way.what)),) for each in named)
    if dropped:
        yield tuple(dropped)


def _models(preview: Preview, path: str) -> Iterator[int]:
    return (each for each in preview.models() if preview.path_text(each) == path)


def _keys(preview: Preview) -> list[int]:
    return [each for each in preview.catalogue.children(preview.root) if not preview.dropped(each)]


def _free_name(preview: Preview, name: str) -> str:
    """A name like this one, without the underscores around it, that no other key has."""
    taken = {preview.label_text(each) for each in _keys(preview)}
    plain = name.strip("_") or "renamed"
    while plain in taken:
        plain += "_"
    return plain


# -- the summary: what will differ, what is not kept, devices, size, and what loading will do ------------------


MOST_LINES: Final = 100
"""Lines of a list; a plan can hold thousands of changes, and a file thousands of devices."""


@dataclass(frozen=True)
class Line:
    """One line of the summary: what, and how much of it."""

    what: str
    amount: str = ""


@dataclass(frozen=True)
class Section:
    """Lines below each other under one head; those of devices have the device's colour before them."""

    head: str
    lines: list[Line]
    devices: bool = False


def sections_of(preview: Preview, found: Forecast | None, lost: Sequence[str] = ()) -> list[Section]:
    """The whole summary, with what `lost_numbers` said; ``found`` is None while it is worked out, and says as much as
    is known then.
    """
    outlook = found.outlook if found is not None else None
    notes = [Line(each) for each in (*preview.warnings, *lost, *(outlook.notes if outlook is not None else ()))]
    sections = [
        Section(say("Notes"), notes),
        Section(say("What will change"), change_lines(preview) or [Line(_unchanged(outlook))]),
    ]
    if found is None or outlook is not None:
        sections += [
            _devices(preview, outlook),
            Section(say("File size"), [Line(_size(preview, outlook))]),
            Section(say("Result"), [Line(found.then if found is not None else "…")]),
        ]
    return [section for section in sections if section.lines]


def lost_numbers(preview: Preview, tick: Tick) -> list[str]:
    """What casts lose, which reads all numbers that are cast to where not every one of them fits."""
    from core.report.plan import losses_lines  # noqa: PLC0415 - the window starts without
    from core.saving.losses import cast_losses  # noqa: PLC0415 - as above

    return list(losses_lines(preview, cast_losses(preview, tick)))


def change_lines(preview: Preview) -> list[Line]:
    """What will differ, one line a change."""
    lines = [Line(change.title, " · ".join(change.amounts)) for change in preview.changes]
    return _first_of(lines, lambda left: say_count(left, "… and {n:,} more change", "… and {n:,} more changes"))


def _unchanged(outlook: Outlook | None) -> str:
    """What there is to say where the plan changes nothing."""
    if outlook is not None and outlook.same:
        return say("nothing: the copy will be the same as the source")
    if outlook is not None and outlook.missing:
        return say("no key changes, but the copy lacks the missing parts")
    return say("no key changes")


def _devices(preview: Preview, outlook: Outlook | None) -> Section:
    """The devices of the file to be saved, and what lies on each."""
    if outlook is not None and not outlook.keeps_devices:
        return Section(say("Devices after"), [Line(say("none: this format stores no devices"))])
    lines = [
        Line(total.device, f"{count_text(total.tensors, 'tensor')} · {size_text(total.bytes)}")
        for total in preview.totals_after
        if total.tensors or total.bytes
    ]
    rest = _first_of(lines, lambda left: say_count(left, "… and {n:,} more device", "… and {n:,} more devices"))
    return Section(say("Devices after"), rest, devices=True)


def _first_of(lines: list[Line], rest: Callable[[int], str]) -> list[Line]:
    """Return as many lines as somebody reads, and how many more there are."""
    left = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], Line(rest(left))] if left > 0 else lines


def _size(preview: Preview, outlook: Outlook | None) -> str:
    """The size of the file before and after."""
    if outlook is None:
        return "…"
    before, after = size_text(preview.bytes_before), size_text(outlook.bytes)
    return after if before == after else f"{before} → {after}"
