"""The machine a checkpoint is to be loaded on, as far as memory is concerned."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.devices import is_there
from core.errors import EditError
from core.loading.computer import Computer
from core.memory.known_cards import CARDS, DEFAULT_CONTEXT, FIRST_CARD, Card, parse_card
from core.memory.sizes import GIB, MIB, card_text, memory_text
from core.text import listed
from core.words import marked, say

LARGEST_CONTEXT = 4 * GIB
LARGEST_CARD = 4096 * GIB


MODEL_DTYPES: dict[str, tuple[str, ...]] = {
    "float32": ("float32", "fp32", "float"),
    "bfloat16": ("bfloat16", "bf16"),
    "float16": ("float16", "fp16", "half"),
    "float64": ("float64", "fp64", "double"),
}
"""What a live model may be, and how people write it."""


@dataclass(frozen=True)
class Machine:
    """``gpus`` cards of ``capacity`` bytes each, on which ``ranks`` processes load the same file.

    ``target`` is where a single process keeps its model (``cpu`` or a GPU). With several ranks, rank r keeps
    its model on ``cuda:r``; ``own_gpu`` says whether it also loads onto that GPU or, naively, onto the
    target. ``context`` is what a process takes on every GPU it touches, ``margin`` what shall stay free on each.
    ``model_dtype`` is that of the live model's floating-point tensors, empty for those of the file. ``card`` is the
    name of the cards, where it is known, and ``guessed`` says that nobody has said which they are.
    """

    gpus: int = 1
    capacity: int = CARDS[FIRST_CARD]
    target: str = "cuda:0"
    ranks: int = 1
    own_gpu: bool = True
    context: int = DEFAULT_CONTEXT
    margin: int = 0
    model_dtype: str = ""
    card: str = ""
    guessed: bool = False

    @property
    def card_text(self) -> str:
        """``T4 · 14.6 GiB``, or the size alone."""
        return Card(self.capacity, self.card).text

    @property
    def room(self) -> int:
        """The bytes of each card that loading may take."""
        return max(0, self.capacity - self.margin)

    def home(self, rank: int) -> str:
        """Where rank ``rank`` keeps its model."""
        if self.ranks == 1 or not self.target.startswith("cuda"):
            return self.target
        return f"cuda:{rank}"

    def load_target(self, rank: int) -> str:
        """Where rank ``rank`` lets ``map_location`` point when it maps to one GPU."""
        return self.home(rank) if self.own_gpu else self.target

    def has(self, device: str) -> bool:
        """Whether the device is there: the CPU, ``meta``, which has no bytes, and the GPUs."""
        return is_there(device, self.gpus)

    @property
    def in_words(self) -> str:
        """What loading has to do with: ``without a GPU``, ``with one GPU``, ``with 2 GPUs``."""
        if self.gpus < 2:
            return say("with one GPU") if self.gpus else say("without a GPU")
        return say("with {count} GPUs", count=self.gpus)


def machine_on(computer: Computer, card: Card | None) -> Machine:
    """The machine that loads on a computer; without a card its cards are guessed to be `FIRST_CARD`."""
    known = card or Card(CARDS[FIRST_CARD], FIRST_CARD)
    guessed = card is None and computer.gpus > 0
    shown = known if computer.gpus else Card(known.nbytes)
    machine = Machine(computer.gpus, shown.nbytes, computer.home, computer.ranks, context=shown.context)
    return replace(machine, card=shown.name, guessed=guessed)


def parse_dtype(text: str) -> str:
    """The dtype of a live model: ``float32`` of ``fp32``. Raises `EditError` for what a model cannot be."""
    asked = text.strip().lower().removeprefix("torch.")
    for dtype, names in MODEL_DTYPES.items():
        if asked in names:
            return dtype
    raise EditError(
        "A model cannot be of dtype {text!r}; write {dtypes} (or fp32, bf16 …).",
        text=text,
        dtypes=listed(MODEL_DTYPES),
    )


def check_machine(machine: Machine) -> Machine:
    """The machine itself. Raises `EditError` for sizes that no card has."""
    _check_capacity(machine.capacity)
    if machine.context > LARGEST_CONTEXT:
        raise EditError(
            "A CUDA context takes some hundred MiB and never more than {most}, not {context}.",
            most=memory_text(LARGEST_CONTEXT),
            context=memory_text(machine.context),
        )
    if machine.margin >= machine.capacity:
        raise EditError(
            "If {margin} stay free, nothing is left of a card of {capacity}.",
            capacity=card_text(machine.capacity),
            margin=memory_text(machine.margin),
        )
    return machine


def parse_checked_card(text: str) -> Card:
    """A card as people write it (`core.memory.known_cards.parse_card`). Raises `EditError` for a size no card has."""
    card = parse_card(text)
    _check_capacity(card.nbytes)
    return card


def _check_capacity(nbytes: int) -> None:
    if not MIB <= nbytes <= LARGEST_CARD:
        raise EditError("A card has between 1 MiB and 4 TiB of memory, not {capacity}.", capacity=memory_text(nbytes))


NOT_TRAINING = marked("Loading is not training: gradients, activations and step() take additional memory.")


def assumptions(machine: Machine, *, keep: bool) -> tuple[str, ...]:
    """What the figures rest on, a sentence each."""
    sentences = [
        guess(machine),
        _of_the_model(machine.model_dtype),
        say("Buffers that are not in the file are not counted."),
        say("The optimizer is built with plain numbers as options."),
    ]
    if machine.gpus:
        sentences += [
            say(
                "A CUDA context takes {context} on each card that a process touches.",
                context=memory_text(machine.context),
            ),
            say("No other program uses the cards."),
            say("{margin} of each card stay free.", margin=memory_text(machine.margin)) if machine.margin else "",
            say("torch's caching allocator has its default settings (no PYTORCH_CUDA_ALLOC_CONF)."),
        ]
    sentences += [
        "" if keep else say("`del checkpoint` drops the last reference to the checkpoint."),
        say(
            "RAM means memory in use beyond Python and torch; glibc may keep freed memory, and the range shows how "
            "much."
        ),
        say(NOT_TRAINING),
    ]
    return tuple(filter(None, sentences))


def guess(machine: Machine) -> str:
    """That nobody has said which cards there are; nothing where it is known."""
    if not machine.guessed:
        return ""
    return say("No card was found here and none was named: {card} is assumed.", card=machine.card_text)


def _of_the_model(dtype: str | None) -> str:
    if not dtype:
        return say("The live model has the dtypes of the file, is contiguous and is created on its target device.")
    return say("The live model has dtype {dtype}, is contiguous and is created on its target device.", dtype=dtype)
