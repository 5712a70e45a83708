"""The machine that a file is to be loaded on, as the user has chosen it: how it is called, kept, and what there is to
choose from. Needs no Qt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from core.devices import MOST_CARDS
from core.loading.computer import Computer
from core.memory.known_cards import Card
from core.text import count_text
from core.words import say

_COUNTS: Final = (1, 2, 4, 8)
_RANKS: Final = (2, 4, 8)
_MOST_RANKS: Final = 4096


@dataclass(frozen=True)
class LoadingOn:
    """What was chosen: no ``computer`` is the one that the user sits at, no ``card`` whatever it has."""

    computer: Computer | None = None
    card: Card | None = None

    def with_card(self, card: Card, here: Computer) -> LoadingOn:
        """Return this choice with a card of this kind; a computer without a GPU gets one."""
        gpus = (self.computer or here).gpus
        return LoadingOn(self.computer if gpus else Computer(1), card)

    @property
    def kept(self) -> dict[str, Any] | None:
        """What is written of it for the next start; None where nothing was chosen."""
        computer, card = self.computer, self.card
        if computer is None and card is None:
            return None
        numbers = [computer.gpus, computer.ranks, computer.card] if computer is not None else None
        return {"computer": numbers, "card": [card.nbytes, card.name] if card is not None else None}


def loading_on(kept: Any) -> LoadingOn:
    """What `LoadingOn.kept` has written; this computer for anything else."""
    try:
        computer, card = kept["computer"], kept["card"]
        return LoadingOn(
            _computer(*map(int, computer)) if computer is not None else None,
            Card(int(card[0]), str(card[1])) if card is not None else None,
        )
    except (KeyError, TypeError, ValueError, IndexError, OverflowError):
        return LoadingOn()


def _computer(gpus: int, ranks: int, card: int) -> Computer:
    """Raises `ValueError` for one that nobody could have chosen."""
    if not (0 <= gpus <= MOST_CARDS and 1 <= ranks <= _MOST_RANKS and 0 <= card <= max(0, gpus - 1)):
        raise ValueError
    return Computer(gpus, ranks, card)


def words(computer: Computer, card: Card | None = None) -> str:
    """``this computer (no GPU)``, ``2 GPUs``, ``1 GPU, T4 · 14.6 GiB``: how a machine is called on buttons."""
    gpus = count_text(computer.gpus, "GPU") if computer.gpus else say("no GPU")
    if computer.is_here:
        gpus = say("this computer ({here})", here=gpus)
    elif computer.ranks > 1 and computer.ranks == computer.gpus:
        gpus = say("{n} GPUs, a process each (torchrun)", n=computer.gpus)
    elif computer.ranks > 1:
        gpus = say("{gpus}, {n} processes", gpus=gpus, n=computer.ranks)
    elif computer.card:
        gpus = say("{gpus}, to run on {device}", gpus=gpus, device=computer.home)
    return say("{machine}, {card}", machine=gpus, card=card.text) if card is not None and computer.gpus else gpus


@dataclass(frozen=True)
class MachineChoice:
    """A line of a list of computers; None is this one."""

    text: str
    computer: Computer | None


def machine_choices(here: Computer) -> list[MachineChoice]:
    """The computers to choose from; this one, with the GPUs it has, comes first."""
    here = replace(here, is_here=True)
    choices = [MachineChoice(words(here), None)]
    if here.gpus:
        choices.append(MachineChoice(words(Computer()), Computer()))
    some = [*(Computer(n) for n in _COUNTS), *(Computer(n, n) for n in _RANKS)]
    return [*choices, *(MachineChoice(words(each), each) for each in some)]


def target_choices(computer: Computer) -> list[str]:
    """The cards that a single process may be meant for; none where there is nothing to choose."""
    return [f"cuda:{card}" for card in range(computer.gpus)] if computer.gpus > 1 and computer.ranks == 1 else []
