"""Makes the table of known models (`resources/known_models.xz`) with the libraries that are installed beside it.

``.venv-frameworks/bin/python -m tests.frameworks.known_models RAW [WORD]`` makes each model, or those with a word in
their names, and adds a line of JSON to a file; ``… --pack RAW`` makes the table of such a file. A model is made on the
``meta`` device, where nothing is computed and no memory is taken, and once more with another number of classes: what
differs is its head. It takes some forty minutes on one core.
"""

from __future__ import annotations

import json
import logging
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from core.layers.known_table import FILE, Known, table_bytes
from tests.frameworks import torchvision_on_cpu

CLASSES = 7
"""The number of classes that no library has by default."""
SECONDS = 60
"""That one model may take."""
FLOATS = ("float", "bfloat", "complex")
TASKS = (
    *("MODEL", "MODEL_FOR_PRETRAINING", "MODEL_FOR_CAUSAL_LM", "MODEL_FOR_MASKED_LM", "MODEL_FOR_CTC"),
    *("MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM", "MODEL_FOR_SEQUENCE_CLASSIFICATION", "MODEL_FOR_TOKEN_CLASSIFICATION"),
    *("MODEL_FOR_QUESTION_ANSWERING", "MODEL_FOR_IMAGE_CLASSIFICATION", "MODEL_FOR_AUDIO_CLASSIFICATION"),
    *("MODEL_FOR_SEMANTIC_SEGMENTATION", "MODEL_FOR_OBJECT_DETECTION", "MODEL_FOR_SPEECH_SEQ_2_SEQ"),
)
SIZES: dict[str, dict[str, Any]] = {
    "bert-large": {"model_type": "bert", "hidden_size": 1024, "num_hidden_layers": 24, "intermediate_size": 4096},
    "roberta-base": {
        "model_type": "roberta",
        "vocab_size": 50265,
        "max_position_embeddings": 514,
        "type_vocab_size": 1,
    },
    "xlm-roberta-base": {
        "model_type": "xlm-roberta",
        "vocab_size": 250002,
        "max_position_embeddings": 514,
        "type_vocab_size": 1,
    },
    "gpt2-medium": {"model_type": "gpt2", "n_embd": 1024, "n_layer": 24, "n_head": 16},
    "gpt2-large": {"model_type": "gpt2", "n_embd": 1280, "n_layer": 36, "n_head": 20},
    "vit-large": {"model_type": "vit", "hidden_size": 1024, "num_hidden_layers": 24, "intermediate_size": 4096},
    "t5-base": {"model_type": "t5", "d_model": 768, "d_ff": 3072, "num_layers": 12, "num_heads": 12},
}
"""Configurations that are as well known as the default ones."""

Make = Callable[[int | None], Any]


def models(library: str = "") -> Iterator[tuple[str, str, Make]]:
    """The name of each model, the line that makes it, and what makes it with a number of classes (None: its own)."""
    for name, of in {"torchvision": _of_torchvision, "timm": _of_timm, "transformers": _of_transformers}.items():
        if library in {"", name}:
            yield from of()


def _of_torchvision() -> Iterator[tuple[str, str, Make]]:
    from torchvision.models import get_model, list_models

    for name in list_models():
        options: dict[str, Any] = {"weights": None}
        if name.startswith(("googlenet", "inception")):
            options["init_weights"] = False
        parts = name.split("_")
        if {"deeplabv3", "fcn", "lraspp", "fasterrcnn", "maskrcnn", "keypointrcnn", "retinanet", "fcos", "ssd300"} & {
            *parts
        } or name.startswith("ssdlite"):
            options["weights_backbone"] = None

        def make(classes: int | None, name: str = name, options: dict[str, Any] = options) -> Any:
            more = {} if classes is None else {"num_classes": classes}
            return get_model(name, **options, **more)

        yield f"torchvision:{name}", f'torchvision.models.get_model("{name}")', make


def _of_timm() -> Iterator[tuple[str, str, Make]]:
    import timm

    for name in timm.list_models():

        def make(classes: int | None, name: str = name) -> Any:
            more = {} if classes is None else {"num_classes": classes}
            return timm.create_model(name, pretrained=False, **more)

        yield f"timm:{name}", f'timm.create_model("{name}")', make


def _of_transformers() -> Iterator[tuple[str, str, Make]]:
    from transformers.models.auto import modeling_auto
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    wanted = {name: {"model_type": name} for name in CONFIG_MAPPING} | SIZES
    mappings = [getattr(modeling_auto, f"{task}_MAPPING", {}) for task in TASKS]
    for name, asked in wanted.items():
        options = dict(asked)
        kind = options.pop("model_type")
        seen = set()
        for mapping in mappings:
            try:
                config = CONFIG_MAPPING[kind](**options)
                found = mapping.get(type(config), None)
            except Exception as error:  # noqa: BLE001 - of a library that is not there
                _tell(name, error)
                break
            made_of = found if isinstance(found, (tuple, list)) else (found,)
            for cls in made_of:
                if cls is None or cls in seen:
                    continue
                seen.add(cls)
                said = ", ".join(f"{key}={value}" for key, value in options.items())

                def make(classes: int | None, cls: Any = cls, kind: str = kind, options: Any = options) -> Any:
                    config = CONFIG_MAPPING[kind](**options)
                    if classes is not None:
                        config.num_labels = classes
                    return cls._from_config(config)

                line = f"transformers.{cls.__name__}(transformers.{type(config).__name__}({said}))"
                yield f"transformers:{name}/{cls.__name__}", line, make


class _TooSlow(Exception):
    """A model took longer than it may."""


def described(name: str, line: str, make: Make) -> dict[str, Any] | None:
    """One model as data; None where it cannot be made."""
    import torch

    def stop(*_: object) -> None:
        raise _TooSlow(f"over {SECONDS} s")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    device = "cpu" if "regnet" in name and name.startswith("torchvision") else "meta"  # its widths are read of tensors
    try:
        with torch.device(device):
            model = make(None)
            state = model.state_dict()
            first: dict[int, str] = {}
            tied = [
                key
                for key, value in model.state_dict(keep_vars=True).items()
                if first.setdefault(id(value), key) != key
            ]
            try:
                other = {key: tuple(value.shape) for key, value in make(CLASSES).state_dict().items()}
            except Exception:  # noqa: BLE001 - a model without classes
                other = {}
    except Exception as error:  # noqa: BLE001 - a library may raise anything
        _tell(name, error)
        return None
    finally:
        signal.alarm(0)
    keys = {key: (list(value.shape), str(value.dtype)[6:]) for key, value in state.items() if hasattr(value, "shape")}
    head = [key for key, (shape, _) in keys.items() if key in other and other[key] != tuple(shape)]
    if keys.keys() < other.keys():  # a body alone, unless somebody asks for classes
        head += sorted(other.keys() - keys.keys())
    return {
        "name": name,
        "line": line,
        "keys": keys,
        "tied": tied,
        "head": head if len(head) < len(keys) else [],
        "modules": {path: _told(module) for path, module in model.named_modules()},
    }


def _told(module: Any) -> list[str]:
    base = next((each.__name__ for each in type(module).__mro__ if each.__module__.startswith("torch.nn")), "")
    return [type(module).__name__, base, module.extra_repr()[:200]]


def _tell(name: str, error: Exception) -> None:
    print(f"{name}: {type(error).__name__}: {str(error)[:150]}", file=sys.stderr)


def pack(raw: Path) -> None:
    """Write the table of the models in a file of JSON lines."""
    models, versions = [], {}
    for line in raw.read_text().splitlines():
        told = json.loads(line)
        versions = told.get("versions", versions)
        if "keys" not in told or ":quantized_" in told["name"]:  # which have the keys of those that are not
            continue
        keys = {key: (tuple(shape), dtype) for key, (shape, dtype) in told["keys"].items()}
        others = frozenset(
            key for key, (_, dtype) in keys.items() if not dtype.startswith(("float", "bfloat", "complex"))
        )
        head = tuple(sorted({key.rpartition(".")[0] for key in told["head"]}))
        known = Known(told["name"], told["line"], () if "" in head else head)
        models.append((known, {key: shape for key, (shape, _) in keys.items()}, others, frozenset(told["tied"])))
    FILE.write_bytes(table_bytes(models, versions))
    print(f"{FILE}: {len(models)} models, {FILE.stat().st_size} bytes")


def main() -> None:
    """Add a line of JSON a model to a file, or pack one."""
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    if sys.argv[1] == "--pack":
        pack(Path(sys.argv[2]))
        return
    torchvision_on_cpu.allow()
    word = sys.argv[2] if len(sys.argv) > 2 else ""
    with Path(sys.argv[1]).open("a") as file:
        libraries = ("torch", "torchvision", "timm", "transformers")
        file.write(json.dumps({"versions": {library: version(library) for library in libraries}}) + "\n")
        for name, line, make in models():
            if word in name and (found := described(name, line, make)) is not None:
                file.write(json.dumps(found) + "\n")
                file.flush()


if __name__ == "__main__":
    main()
