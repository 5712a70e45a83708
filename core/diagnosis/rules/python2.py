"""The trap of Python 2: its texts are bytes in an encoding that the file does not say."""

from __future__ import annotations

from collections.abc import Iterator

from core.diagnosis.finding import ERROR, Finding, make_finding
from core.edits.edits import Edit, RenameKey, SetValue
from core.edits.preview import Preview
from core.edits.preview import preview as preview_of
from core.errors import CheckpointError
from core.loading.computer import Computer
from core.loading.python2 import OldText, decoding_error, texts_not_utf8
from core.text import count_text
from core.words import say


def python2_findings(preview: Preview, _computer: Computer) -> Iterator[Finding]:
    """Texts that are not UTF-8, as which torch.load reads them."""
    texts = texts_not_utf8(preview)
    if not texts:
        return
    edits = [_edit(text) for text in texts if text.part is not None]
    entries = list(dict.fromkeys(text.entry for text in texts))
    yield make_finding(
        preview,
        "python2-pickle",
        ERROR,
        say("{texts} of Python 2 that are not UTF-8", texts=count_text(len(texts), "text")),
        decoding_error(texts[0].raw),
        entries,
        say(
            "Python 2 wrote texts as bytes and did not say in which encoding. torch.load reads them as UTF-8, and "
            "these are in another one."
        ),
        say(
            "Write them as Latin-1 reads them, which every byte has a letter in; or pass encoding='latin1' at every "
            "load."
        ),
        edits if edits and _fits(preview, edits) else (),
    )


def _edit(text: OldText) -> Edit:
    latin1 = text.raw.decode("latin-1")
    return RenameKey(text.entry, latin1) if text.part == "key" else SetValue(text.entry, latin1)


def _fits(preview: Preview, edits: list[Edit]) -> bool:
    try:
        preview_of(preview.catalogue, preview.plan.with_edits(edits))
    except CheckpointError:
        return False
    return True
