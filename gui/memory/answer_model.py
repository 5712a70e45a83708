"""The answer on top of the memory panel: whether the file fits, by which way of loading, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from core.memory.analysis import ERROR, LOADS, OUT_OF_MEMORY, UNTOLD, Analysis, Outcome
from core.memory.machine import Machine
from core.memory.sizes import memory_text
from core.words import marked, say

WAYS: Final[Mapping[str, str]] = {
    "default": marked("loaded as it was saved"),
    "map-cpu": marked("loaded to the CPU first"),
    "map-target": marked("loaded straight to {target}"),
    "map-dict": marked("each other GPU's part loaded to {target}"),
    "mmap-cpu": marked("mapped from the disk"),
    "meta-assign": marked("its tensors taken over without a copy"),
    "model-only": marked("saved without its optimizer first"),
    "ranks-all": marked("each rank loads all"),
    "ranks-part": marked("each rank loads its part"),
    "fixed": marked("saved as planned"),
}
"""What each `core.memory.strategies.Strategy` does, in words; torch's term stands beside them."""
PLAIN: Final = "torch.load(f)"
_HUNDREDTHS: Final = 100


@dataclass(frozen=True)
class MemoryAnswer:
    """A sentence; whether it is good news (None: neither good nor bad); torch's term for the way; the way's id."""

    text: str
    good: bool | None
    term: str = ""
    way: str = ""


def way_words(outcome: Outcome, machine: Machine) -> str:
    """What a way of loading does, in words; the title of a file that has no ways to choose from."""
    known = WAYS.get(outcome.strategy.id)
    return say(known, target=machine.target) if known is not None else outcome.title


def answer_of(analysis: Analysis, *, planned: bool) -> MemoryAnswer:
    """The answer about the file as it would be saved; about the file as it is where nothing is planned."""
    if analysis.outcomes[0].verdict == UNTOLD:
        return MemoryAnswer(analysis.why, None)
    if not planned:
        return _of_the_file(analysis)
    saved = next(each for each in analysis.outcomes if each.strategy.planned)
    if saved.verdict == LOADS and leaves_nothing(saved, analysis.machine):
        text = say("Barely, once saved: {amount}, with nothing to spare.", amount=_amount(saved, analysis.machine))
        return MemoryAnswer(text, good=False, way=saved.strategy.id)
    if saved.verdict == LOADS:
        text = say("Yes, once saved: {amount}, with plain torch.load.", amount=_amount(saved, analysis.machine))
        return MemoryAnswer(text, good=True, way=saved.strategy.id)
    now = _of_the_file(analysis)
    if saved.verdict == OUT_OF_MEMORY:
        text = say("Once saved, plain torch.load runs out of memory. As it is now: {answer}", answer=now.text)
    else:
        text = say("Once saved, plain torch.load fails. As it is now: {answer}", answer=now.text)
    return MemoryAnswer(text, now.good, now.term, now.way)


def _of_the_file(analysis: Analysis) -> MemoryAnswer:
    machine, plain, best = analysis.machine, analysis.outcomes[0], analysis.best
    if best is None:
        return _no(analysis)
    amount, way = _amount(best, machine), way_words(best, machine)
    if leaves_nothing(best, machine):
        text = say("Barely: {amount}, {way}, with nothing to spare.", amount=amount, way=way)
        return MemoryAnswer(text, good=False, term=best.title if best.title != PLAIN else "", way=best.strategy.id)
    if plain.strategy.ranks:
        text = say("Yes: {amount}, {way}.", amount=amount, way=way)
    elif analysis.notice and best is plain:
        text = say("Yes: {amount}, but plain torch.load refuses the file.", amount=amount)
    elif analysis.notice:
        text = say("Yes: {amount}, {way}; plain torch.load refuses the file.", amount=amount, way=way)
    elif plain in analysis.equals:
        best, text = plain, say("Yes: {amount}, with plain torch.load.", amount=_amount(plain, machine))
    elif plain.verdict == ERROR:
        text = say("Yes: {amount}, {way}; plain torch.load fails.", amount=amount, way=way)
    elif plain.verdict == OUT_OF_MEMORY:
        text = say("Yes: {amount}, {way}; plain torch.load runs out of memory.", amount=amount, way=way)
    else:
        more = memory_text(max(plain.total_peak - best.total_peak, plain.host_peak - best.host_peak))
        text = say("Yes: {amount}, {way}; plain torch.load takes {more} more.", amount=amount, way=way, more=more)
    term = best.title if best.title != PLAIN else ""  # which the sentence names
    return MemoryAnswer(text, good=True, term=term, way=best.strategy.id)


def leaves_nothing(outcome: Outcome, machine: Machine) -> bool:
    """Whether a card is full to the last hundredth: no figure of the prediction is that good."""
    return outcome.peak > 0 and (machine.room - outcome.peak) * _HUNDREDTHS < machine.room


def _no(analysis: Analysis) -> MemoryAnswer:
    """No way loads it: the one that lacks the least, or that there is none."""
    machine = analysis.machine
    tried = [each for each in analysis.outcomes if each.verdict == OUT_OF_MEMORY and not each.strategy.planned]
    if not tried:
        return MemoryAnswer(say("No: nothing loads it {where}.", where=machine.in_words), good=False)
    least = min(tried, key=lambda each: each.peak)
    amount, way = _amount(least, machine), way_words(least, machine)
    text = say("No: it takes {amount} at least, {way}.", amount=amount, way=way)
    return MemoryAnswer(text, good=False, term=least.title, way=least.strategy.id)


def _amount(outcome: Outcome, machine: Machine) -> str:
    """`12.4 of 23.6 GiB`, by the fullest card; of RAM where no card is touched."""
    if not outcome.peak:
        return say("{size} of RAM", size=memory_text(outcome.host_peak))
    used, room = memory_text(outcome.peak), memory_text(machine.room)
    number, unit = used.split(" ")
    return say("{used} of {room}", used=number if room.endswith(f" {unit}") else used, room=room)
