"""Errors as people paste them: of many programs, with what terminals, logs and text boxes did to them."""

from __future__ import annotations

import json
import random
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from core.diagnosis.traceback.recognise import ERRORS, recognise
from core.diagnosis.trap import Recognised
from tests.support.pasting import AROUND, BEFORE, STAGES

FOLDER = Path(__file__).parent
COLLECTED = json.loads((FOLDER / "collected_errors.json").read_text(encoding="utf-8"))
"""Lines of errors from public threads and from sources of torch and others, each with its trap and what it names."""
KNOWN = [
    item["text"]
    for name in ("wordings", "collected_errors")
    for item in json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
]
MANGLED = [(stage, name) for stage, each in enumerate(STAGES) for name in each if name != "as it is"]
_OF_THE_PASTE = {"folded", "rank", "machine", "gpus"}


def told(found: Recognised | None) -> tuple[tuple[str, ...], dict[str, str]] | None:
    """The trap and what the message names, whatever the case and the white space."""
    if found is None:
        return None
    details = {name: "".join(value.split()).lower() for name, value in found.details.items()}
    return found.codes, {name: value for name, value in details.items() if name not in _OF_THE_PASTE}


@cache
def told_as_it_is(text: str) -> tuple[tuple[str, ...], dict[str, str]] | None:
    return told(recognise(text))


def recognised(text: str) -> Recognised:
    found = recognise(text)
    assert found is not None, text
    return found


@pytest.mark.parametrize("item", COLLECTED, ids=[f"{at}-{item['code']}" for at, item in enumerate(COLLECTED)])
def test_collected(item: dict[str, Any]) -> None:
    found = recognised(item["text"])
    assert found.codes[0] == item["code"]
    assert {name: found.details.get(name) for name in item["details"]} == item["details"]


def test_there_are_many() -> None:
    assert len({item["text"] for item in COLLECTED}) > 150
    assert {error.title for error in ERRORS} <= {recognised(text).title for text in KNOWN} | {
        "keys of the model are missing or named differently",
    }


@pytest.mark.parametrize(("stage", "name"), MANGLED, ids=[name for _, name in MANGLED])
def test_any_paste_tells_the_same(stage: int, name: str) -> None:
    """Each manipulation, on every wording: the same trap, the same names, keys, shapes and sizes."""
    mangle = STAGES[stage][name]
    for text in KNOWN:
        assert told(recognise(mangle(text))) == told_as_it_is(text), (name, text)


@pytest.mark.parametrize("seed", range(8))
def test_many_things_at_once(seed: int) -> None:
    """A log, in small letters, broken at 80 columns and quoted in HTML is still that trap."""
    rng = random.Random(seed)
    for text in rng.sample(KNOWN, 40):
        names = [rng.choice(list(stage)) for stage in STAGES]
        if STAGES[-1] is AROUND and names[-1] == "in JSON" and not BEFORE_IS_KNOWN[names[-2]]:
            names[-1] = "in HTML"  # only the first line of two has the host's name elsewhere then
        pasted = text
        for stage, name in zip(STAGES, names, strict=True):
            pasted = stage[name](pasted)
        found = told(recognise(pasted))
        assert found is not None, (names, text)
        assert found[0] == told(recognise(text))[0], (names, text)  # type: ignore[index]


BEFORE_IS_KNOWN = {name: "gpu-node" not in name and "trainer-worker" not in name for name in BEFORE}


def traceback(*lines: str) -> str:
    return "Traceback (most recent call last):\n" + "\n".join(lines)


ORDINARY = {
    "a readme": "# A project\n\nInstall with `pip install -r requirements.txt`, then `python train.py --resume a.pth`. "
    "The weights are loaded with torch.load('last.pth', map_location='cpu') and model.load_state_dict(...).",
    "a log": "Epoch 12: 100%|#####| 500/500 [01:03<00:00, 7.9it/s, loss=0.31]\nSaved checkpoint to runs/last.pth\n"
    * 30,
    "requests": traceback(
        '  File "/v/lib/python3.11/site-packages/requests/adapters.py", line 519, in send',
        "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='x', port=443): Max retries exceeded",
    ),
    "pandas": traceback('  File "/v/site-packages/pandas/core/base.py", line 12, in get_loc', "KeyError: 'model'"),
    "pandas reading": traceback(
        '  File "/v/site-packages/pandas/io/parsers/readers.py", line 948, in read',
        "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 5: invalid continuation byte",
    ),
    "sqlite": traceback('  File "a.py", line 9, in <module>', "sqlite3.OperationalError: no such table: t"),
    "an import": traceback('  File "a.py", line 1', "    import cv2", "ModuleNotFoundError: No module named 'cv2'"),
    "from": traceback('  File "a.py", line 1', "    from x.y import z", "ModuleNotFoundError: No module named 'x'"),
    "a key": traceback('  File "a.py", line 4, in <module>', '    row["name"]', "KeyError: 'name'"),
    "text": traceback(
        '  File "/usr/lib/python3.11/codecs.py", line 322, in decode',
        "    (result, consumed) = self._buffer_decode(data)",
        "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte",
    ),
    "shapes": "RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x10 and 12x3)",
    "values": "ValueError: not enough values to unpack (expected 2, got 1)",
    "a regular expression": "AttributeError: 'NoneType' object has no attribute 'group'",
    "an index": "TypeError: 'int' object is not subscriptable",
    "Java": "java.lang.OutOfMemoryError: Java heap space",
    "transformers": "Some weights of BertForQA were not initialized from the model checkpoint at bert-base-uncased",
    "a configuration": "Missing keys in your configuration: learning_rate, epochs",
}


@pytest.mark.parametrize("text", ORDINARY.values(), ids=ORDINARY)
def test_ordinary_texts_are_none_of_the_traps(text: str) -> None:
    assert recognise(text) is None


@pytest.mark.parametrize(
    ("text", "gpus", "rank", "machine"),
    [
        ("Attempting to deserialize object on CUDA device 3 but torch.cuda.device_count() is 1.", "1", None, None),
        ("RuntimeError: No CUDA GPUs are available", "0", None, None),
        ("AssertionError: Torch not compiled with CUDA enabled", "0", None, None),
        (">>> torch.cuda.is_available()\nFalse\nRuntimeError: invalid load key, '<'.", "0", None, None),
        ("[rank2]: RuntimeError: CUDA error: out of memory\n[rank0]: the same", None, "2", None),
        ("RuntimeError: CUDA error: out of memory", None, None, None),
        (
            "Exception in device=TPU:3: don't know how to restore data location of X (tagged with xla:0)",
            None,
            None,
            "TPU",
        ),
        (
            'File "/Users/me/load.py", line 3\nRuntimeError: Placeholder storage has not been allocated',
            None,
            None,
            "Mac",
        ),
    ],
)
def test_what_is_told_of_the_machine(text: str, gpus: str | None, rank: str | None, machine: str | None) -> None:
    details = recognised(f"{text}\nEOFError: Ran out of input").details
    assert (details.get("gpus"), details.get("rank"), details.get("machine")) == (gpus, rank, machine)


WRAPPERS = [
    "OSError: Unable to load weights from pytorch checkpoint file for 'a' at 'a'. If you tried to load a PyTorch model",
    "Exception: Cannot load model parameters from checkpoint a.pt; please ensure that the architectures match.",
    "lightning.fabric.utilities.exceptions.MisconfigurationException: could not restore",
]
HANDLING = (
    "\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n"
)


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize(
    ("cause", "code"),
    [
        ("_pickle.UnpicklingError: invalid load key, 'v'.", "not-a-checkpoint"),
        ("RuntimeError: PytorchStreamReader failed reading zip archive: failed finding central directory", "cut-short"),
        ("ModuleNotFoundError: No module named 'models'", "missing-code"),
    ],
)
def test_a_wrapper_points_at_the_error_above_it(wrapper: str, cause: str, code: str) -> None:
    assert recognised(cause + HANDLING + wrapper).codes[0] == code


@pytest.mark.parametrize(
    "piece",
    [
        "&quot;",
        "\\",
        '\\"',
        "[31m",
        "2024-05-01 12:00:00,123 - a - ",
        "a-1: b\n",
        "| a |\n",
        "'x' object has no attribute ",
        'Unexpected key(s) in state_dict: "a",\n',
        "size mismatch for a: copying a param with shape torch.Size([1]) from checkpoint, the shape in ",
        "Storage size calculation overflowed with sizes=[1",
        "torch/optim/adam.py KeyError: 'step",
        "out of memory Tried ",
        "expected type torch.cuda.FloatTensor but got ",
        "state_dict.copy() ",
        "İ",
    ],
)
@pytest.mark.parametrize("length", [250_000, pytest.param(1_000_000, marks=pytest.mark.timing)])
def test_any_text_takes_linear_time(piece: str, length: int) -> None:
    text = piece * (length // len(piece))
    started = time.process_time()
    recognise(text)
    assert time.process_time() - started < 6
