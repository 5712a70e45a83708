"""The computer that a checkpoint is to be loaded on, as far as devices are concerned."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from core.devices import MOST_CARDS, card_of, is_there
from core.errors import EditError
from core.text import clip
from core.words import say, say_count


@dataclass(frozen=True)
class Computer:
    """``gpus`` CUDA cards, 0 for a computer without one; ``ranks`` processes load the file, each for its card.

    ``card`` is the index of the card that a single process works on. ``is_here`` changes words only: it is the computer
    that the user sits at.
    """

    gpus: int = 0
    ranks: int = 1
    card: int = 0
    is_here: bool = field(default=False, compare=False)

    @property
    def home(self) -> str:
        """Where a single process puts what it loads."""
        return f"cuda:{self.card}" if self.gpus else "cpu"

    @property
    def saved_for(self) -> str:
        """The device that a file for this computer is best saved on.

        One that several processes load names no card: each process moves its model to its own.
        """
        return "cpu" if self.ranks > 1 else self.home

    def has(self, device: str) -> bool:
        """Whether a saved device is there."""
        return is_there(device, self.gpus)

    @property
    def has_in_words(self) -> str:
        """``this computer has 1 GPU (cuda:0)``: what is said to somebody who asks why it fails."""
        if not self.gpus:
            return say("this computer has no GPU") if self.is_here else say("the chosen computer has no GPU")
        cards = ["cuda:0"] if self.gpus == 1 else ["cuda:0", f"cuda:{self.gpus - 1}"]
        names = cards[0] if self.gpus == 1 else say("{first} and {last}", first=cards[0], last=cards[1])
        if self.gpus > 2:
            names = say("{first} to {last}", first=cards[0], last=cards[1])
        if self.is_here:
            return say_count(
                self.gpus, "this computer has {n} GPU ({names})", "this computer has {n} GPUs ({names})", names=names
            )
        return say_count(
            self.gpus,
            "the chosen computer has {n} GPU ({names})",
            "the chosen computer has {n} GPUs ({names})",
            names=names,
        )

    @property
    def text(self) -> str:
        """``a computer without a GPU``, ``a computer with 2 GPUs``."""
        if not self.gpus:
            return say("a computer without a GPU")
        if self.card:
            return say_count(
                self.gpus,
                "a computer with {n} GPU, to run on {device}",
                "a computer with {n} GPUs, to run on {device}",
                device=self.home,
            )
        return say_count(self.gpus, "a computer with {n} GPU", "a computer with {n} GPUs")


def parse_computer(text: str | None, target: str | None = None, ranks: int = 1) -> Computer:
    """A computer as scripts write it: ``cpu`` or ``gpus:2``, and the device that is meant: ``cpu`` or ``cuda:1``.

    Without a machine it is one that has the target, and else one without a GPU. Raises `EditError` for anything else,
    and for a target that the machine does not have.
    """
    card = _card(target) if target is not None else None
    if text is None:
        return Computer(0 if card is None else card + 1, ranks, card or 0)
    wanted = text.strip().lower()
    found = re.fullmatch(r"gpus?:([0-9]{1,3})", wanted)
    if (found is None and wanted != "cpu") or (found is not None and int(found[1]) > MOST_CARDS):
        raise EditError("{text!r} is not a machine; write cpu, gpus:1, gpus:2 and so on.", text=clip(text, 60))
    computer = Computer(int(found[1]) if found is not None else 0, ranks, card or 0)
    if card is not None and card >= computer.gpus:
        raise EditError(
            "cuda:{card} is not there: the machine is {machine}.", card=card, machine=replace(computer, card=0).text
        )
    return computer


def _card(target: str) -> int | None:
    """The index of a card; None for the CPU."""
    wanted = target.strip().lower()
    card = card_of(wanted)
    if card is None and wanted != "cpu":
        raise EditError("{target!r} is not a target; write cpu, cuda:0, cuda:1 and so on.", target=clip(target, 60))
    return card
