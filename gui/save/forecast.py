"""What a save would make, and what loading that on the chosen computer would do; worked out beside the event loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from core.diagnosis.finding import DEVICE_CODES, ERROR, WARNING, Finding
from core.edits.edits import UseContainer
from core.edits.preview import Preview
from core.edits.preview import preview as preview_of
from core.errors import CheckpointError, Way
from core.loading.computer import Computer
from core.loading.many_files import call_of
from core.saving.choice import in_container
from core.saving.lacking import lost_in_copy
from core.saving.outlook import Outlook, outlook
from core.text import clip, sentences
from core.words import marked, say, say_count
from gui.save.model import SaveLayout
from gui.save.saver import EVERYWHERE

_OF_SHARDS: Final = marked(
    "The saved copy will load on any computer: each file with safetensors.torch.load_file(f), all of them with "
    "from_pretrained of transformers where the folder has a config.json."
)
_LONGEST: Final = 160


@dataclass(frozen=True)
class Loading:
    """Where the copy is to be loaded: the ``computer``, and ``diagnose``, which finds what is wrong with a plan there.
    """

    computer: Computer = Computer()
    diagnose: Callable[[Preview], Sequence[Finding]] = field(default=lambda _preview: ())


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
    """What becomes of the copy where it is loaded, by whoever loads its kind; and of keys that it lacks."""
    return sentences(_then(preview, layout, loading), _without_keys(layout) if lost_in_copy(preview) else "")


def _without_keys(layout: SaveLayout) -> str:
    """What the loader does where keys are missing."""
    if layout.format.always_folder:
        return say("It will stop at keys that are missing.")
    if layout.format.has_own_ending and layout.is_folder:
        return say("Keys will be missing: from_pretrained gives them random numbers, and only warns.")
    if layout.format.of_branches:
        return say("What is missing has to come from elsewhere.")
    return say("What is missing will not be in it, and load_state_dict will stop at keys that are missing.")


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
    errors = [each for each in findings if each.severity == ERROR]
    if errors:
        return _fails(call, errors, loading.computer, planned=bool(preview.plan))
    told = _works(call, preview, loading.computer)
    warned = next((each for each in findings if each.severity == WARNING), None)
    if warned is None:
        return told
    title = clip(warned.title, _LONGEST)
    return sentences(told, say("A warning about using it after loading: {title}.", title=title))


def _in_container(preview: Preview, layout: SaveLayout) -> Preview:
    """The plan with the container, which diagnosis has to know of where many files become one."""
    if preview.catalogue.checkpoint.several is None or not layout.format.of_torch or layout.is_folder:
        return in_container(preview, layout.container)
    return preview_of(preview.catalogue, preview.plan.with_edits((UseContainer(layout.container),)))


def _of_the_copy(view: Preview, layout: SaveLayout, loading: Loading) -> list[Finding]:
    """What diagnosis finds in it, without what is only true of the form that the source has."""
    from core.diagnosis.rules.devices import device_findings  # noqa: PLC0415 - the window starts without
    from core.diagnosis.rules.many_files import many_files_findings  # noqa: PLC0415 - as above
    from core.diagnosis.rules.odd import odd_findings  # noqa: PLC0415 - as above

    checkpoint = view.catalogue.checkpoint
    if layout.format.of_branches:
        return list(loading.diagnose(view))
    if checkpoint.read_only is not None or not checkpoint.pickled:
        return list(device_findings(view, loading.computer))
    of_source = {each.code for each in many_files_findings(view, loading.computer)}
    of_source |= {each.code for each in odd_findings(view)}
    return [each for each in loading.diagnose(view) if each.code not in of_source]


def _fails(call: str, errors: Sequence[Finding], computer: Computer, *, planned: bool) -> str:
    first, more = errors[0], len(errors) - 1
    where = computer.text if first.code in DEVICE_CODES else say("every computer")
    title = clip(first.title, _LONGEST)
    if planned:
        told = say("{call} will still fail on {computer}: {title}.", call=call, computer=where, title=title)
    else:
        told = say("{call} will fail on {computer}: {title}.", call=call, computer=where, title=title)
    rest = say_count(more, "Diagnosis has {n:,} more error.", "Diagnosis has {n:,} more errors.") if more else ""
    return sentences(told, rest)


def _works(call: str, preview: Preview, computer: Computer) -> str:
    if all(total.device in EVERYWHERE for total in preview.totals_after):
        return say("The saved copy will load on any computer: {call} needs no map_location.", call=call)
    return say(
        "The saved copy will load on {computer}: {call} needs no map_location there.", computer=computer.text, call=call
    )
