"""The models that libraries make: the name of each, the line that makes it, and what makes it.

Each library is imported where its models are asked for; those of ``requirements-models.txt`` need not be there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from itertools import product
from typing import Any

Make = Callable[[int | None], Any]
Models = Iterator[tuple[str, str, Make]]
TASKS = (
    *("MODEL", "MODEL_FOR_PRETRAINING", "MODEL_FOR_CAUSAL_LM", "MODEL_FOR_MASKED_LM", "MODEL_FOR_CTC"),
    *("MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM", "MODEL_FOR_SEQUENCE_CLASSIFICATION", "MODEL_FOR_TOKEN_CLASSIFICATION"),
    *("MODEL_FOR_QUESTION_ANSWERING", "MODEL_FOR_IMAGE_CLASSIFICATION", "MODEL_FOR_AUDIO_CLASSIFICATION"),
    *("MODEL_FOR_SEMANTIC_SEGMENTATION", "MODEL_FOR_OBJECT_DETECTION", "MODEL_FOR_SPEECH_SEQ_2_SEQ"),
)
_ROBERTA = {"max_position_embeddings": 514, "type_vocab_size": 1}
_LARGE = {"hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096}
SIZES: dict[str, dict[str, Any]] = {
    "bert-large": {"model_type": "bert", **_LARGE},
    "roberta-base": {"model_type": "roberta", "vocab_size": 50265, **_ROBERTA},
    "xlm-roberta-base": {"model_type": "xlm-roberta", "vocab_size": 250002, **_ROBERTA},
    "gpt2-medium": {"model_type": "gpt2", "n_embd": 1024, "n_layer": 24, "n_head": 16},
    "gpt2-large": {"model_type": "gpt2", "n_embd": 1280, "n_layer": 36, "n_head": 20},
    "vit-large": {"model_type": "vit", **_LARGE},
    "t5-base": {"model_type": "t5", "d_model": 768, "d_ff": 3072, "num_layers": 12, "num_heads": 12},
}
"""Configurations of transformers that are as well known as the default ones."""
TEXTS = {**SIZES, "xlm-roberta-large": {**SIZES["xlm-roberta-base"], **_LARGE}}
"""Models of transformers that those of open_clip have inside, by the end of their names on the hub."""

_XL_BLOCKS = {
    "block_out_channels": (320, 640, 1280),
    "down_block_types": ("DownBlock2D", "CrossAttnDownBlock2D", "CrossAttnDownBlock2D"),
    "transformer_layers_per_block": (1, 2, 10),
    "attention_head_dim": (5, 10, 20),
    "cross_attention_dim": 2048,
    "use_linear_projection": True,
    "addition_embed_type": "text_time",
    "addition_time_embed_dim": 256,
    "projection_class_embeddings_input_dim": 2816,
}
_XL_UP = {"up_block_types": ("CrossAttnUpBlock2D", "CrossAttnUpBlock2D", "UpBlock2D")}
_OF_2 = {"cross_attention_dim": 1024, "attention_head_dim": (5, 10, 20, 20), "use_linear_projection": True}
_VAE = {
    "block_out_channels": (128, 256, 512, 512),
    "down_block_types": ("DownEncoderBlock2D",) * 4,
    "up_block_types": ("UpDecoderBlock2D",) * 4,
    "layers_per_block": 2,
}
_MEDIUM = {"num_layers": 24, "num_attention_heads": 24, "joint_attention_dim": 4096, "caption_projection_dim": 1536}
_LARGE_3 = {"num_layers": 38, "num_attention_heads": 38, "joint_attention_dim": 4096, "caption_projection_dim": 2432}
PARTS: dict[str, tuple[str, dict[str, Any]]] = {
    "stable-diffusion-1.5-unet": ("UNet2DConditionModel", {"cross_attention_dim": 768, "attention_head_dim": 8}),
    "stable-diffusion-1.5-inpainting-unet": (
        "UNet2DConditionModel",
        {"cross_attention_dim": 768, "attention_head_dim": 8, "in_channels": 9},
    ),
    "stable-diffusion-2-unet": ("UNet2DConditionModel", _OF_2),
    "stable-diffusion-xl-unet": ("UNet2DConditionModel", {**_XL_BLOCKS, **_XL_UP}),
    "stable-diffusion-xl-refiner-unet": (
        "UNet2DConditionModel",
        {
            **_XL_BLOCKS,
            "block_out_channels": (384, 768, 1536, 1536),
            "down_block_types": ("DownBlock2D", "CrossAttnDownBlock2D", "CrossAttnDownBlock2D", "DownBlock2D"),
            "up_block_types": ("UpBlock2D", "CrossAttnUpBlock2D", "CrossAttnUpBlock2D", "UpBlock2D"),
            "transformer_layers_per_block": 4,
            "attention_head_dim": (6, 12, 24, 24),
            "cross_attention_dim": 1280,
            "projection_class_embeddings_input_dim": 2560,
        },
    ),
    "stable-diffusion-vae": ("AutoencoderKL", _VAE),
    "stable-diffusion-3-vae": (
        "AutoencoderKL",
        {**_VAE, "latent_channels": 16, "use_quant_conv": False, "use_post_quant_conv": False},
    ),
    "stable-diffusion-1.5-controlnet": ("ControlNetModel", {"cross_attention_dim": 768}),
    "stable-diffusion-2-controlnet": ("ControlNetModel", _OF_2),
    "stable-diffusion-xl-controlnet": ("ControlNetModel", _XL_BLOCKS),
    "stable-diffusion-3-medium": (
        "SD3Transformer2DModel",
        {**_MEDIUM, "pooled_projection_dim": 2048, "pos_embed_max_size": 192},
    ),
    "stable-diffusion-3.5-medium": (
        "SD3Transformer2DModel",
        {
            **_MEDIUM,
            "pooled_projection_dim": 2048,
            "pos_embed_max_size": 384,
            "qk_norm": "rms_norm",
            "dual_attention_layers": tuple(range(13)),
        },
    ),
    "stable-diffusion-3.5-large": (
        "SD3Transformer2DModel",
        {**_LARGE_3, "pooled_projection_dim": 2048, "pos_embed_max_size": 192, "qk_norm": "rms_norm"},
    ),
    "flux-dev": ("FluxTransformer2DModel", {"guidance_embeds": True}),
}
"""Parts of pipelines whose ``config.json`` is not the default configuration of their class."""
_KINDS = ("Model", "UNet", "Autoencoder", "ControlNet", "Adapter", "VQ", "Prior", "Transformer")

ENCODERS = (
    *("resnet18", "resnet34", "resnet50", "resnet101", "resnet152", "resnext50_32x4d", "resnext101_32x8d"),
    *("se_resnet50", "se_resnext50_32x4d", "se_resnext101_32x4d", "densenet121", "densenet169", "vgg16_bn", "vgg19_bn"),
    *(f"efficientnet-b{size}" for size in range(8)),
    *("mobilenet_v2", "xception", "inceptionresnetv2", "inceptionv4", "dpn68"),
    *(f"mit_b{size}" for size in range(6)),
)
"""Encoders of segmentation_models_pytorch that people take; the others are timm's."""

YOLOS = {
    "yolov5": tuple("nsmlx"),
    "yolov8": tuple("nsmlx"),
    "yolov9": tuple("tsmce"),
    "yolov10": tuple("nsmblx"),
    "yolo11": tuple("nsmlx"),
    "yolo12": tuple("nsmlx"),
    "yolo26": tuple("nsmlx"),
}
YOLO_TASKS = {
    "": "DetectionModel",
    "-seg": "SegmentationModel",
    "-cls": "ClassificationModel",
    "-pose": "PoseModel",
    "-obb": "OBBModel",
}


def models(library: str = "") -> Models:
    """The models of a library, or of all that are there, each with what makes it with some classes (None: its own)."""
    for name, of in LIBRARIES.items():
        if library in {"", name} and name in versions():
            yield from of()


def versions() -> dict[str, str]:
    """Of torch and of the libraries that are there."""
    found = {}
    for library in ("torch", *LIBRARIES):
        with suppress(PackageNotFoundError):
            found[library] = version(_DISTRIBUTIONS.get(library, library))
    return found


def device_of(name: str) -> str:
    """The device that a model is made on: ``meta``, but for those that are made by the numbers of tensors."""
    return "cpu" if name.startswith(("torchvision:regnet", "ultralytics:")) else "meta"


def tell(name: str, error: Exception) -> None:
    """Say that a model could not be made."""
    print(f"{name}: {type(error).__name__}: {str(error)[:150]}", file=sys.stderr)


def _of_torchvision() -> Models:
    from torchvision.models import get_model, list_models

    for name in list_models():
        options: dict[str, Any] = {"weights": None}
        if name.startswith(("googlenet", "inception")):
            options["init_weights"] = False
        parts = name.split("_")
        if {"deeplabv3", "fcn", "lraspp", "fasterrcnn", "maskrcnn", "keypointrcnn", "retinanet", "fcos", "ssd300"} & {
            *parts
        } or name.startswith("ssdlite"):
            options["weights_backbone"] = None  # which are fetched otherwise
        make = partial(_made, get_model, "num_classes", name, **options)
        said = "".join(f", {key}=None" for key in options if key == "weights_backbone")
        yield f"torchvision:{name}", f'torchvision.models.get_model("{name}"{said})', make


def _made(of: Callable[..., Any], keyword: str, *given: Any, **options: Any) -> Any:
    """A model with the number of classes that is given last."""
    *given, classes = given
    return of(*given, **options, **({} if classes is None else {keyword: classes}))


def _of_timm() -> Models:
    import timm

    for name in timm.list_models():
        yield f"timm:{name}", f'timm.create_model("{name}")', partial(_made, timm.create_model, "num_classes", name)


def _of_transformers() -> Models:
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
                tell(name, error)
                break
            made_of = found if isinstance(found, (tuple, list)) else (found,)
            for cls in made_of:
                if cls is None or cls in seen:
                    continue
                seen.add(cls)

                def make(classes: int | None, cls: Any = cls, kind: str = kind, options: Any = options) -> Any:
                    config = CONFIG_MAPPING[kind](**options)
                    if classes is not None:
                        config.num_labels = classes
                    return cls._from_config(config)

                line = f"transformers.{cls.__name__}(transformers.{type(config).__name__}({_said(options)}))"
                yield f"transformers:{name}/{cls.__name__}", line, make


def _said(options: dict[str, Any]) -> str:
    return ", ".join(f"{key}={value!r}" for key, value in options.items())


def _of_diffusers() -> Models:
    """Each part by its default configuration, and those that are as well known."""
    import diffusers

    for name in sorted(dir(diffusers)):
        if any(kind in name for kind in _KINDS) and not name.startswith("Flax") and "Pipeline" not in name:
            try:
                cls = getattr(diffusers, name)
            except Exception as error:  # noqa: BLE001 - of a library that is not there
                tell(name, error)
                continue
            if isinstance(cls, type) and issubclass(cls, diffusers.ModelMixin) and cls is not diffusers.ModelMixin:
                yield f"diffusers:default/{name}", f"diffusers.{name}()", partial(_without_classes, cls)
    for called, (name, options) in PARTS.items():
        make = partial(_without_classes, getattr(diffusers, name), **options)
        yield f"diffusers:{called}/{name}", f"diffusers.{name}({_said(options)})", make


def _without_classes(of: Callable[..., Any], *given: Any, **options: Any) -> Any:
    *given, classes = given
    if classes is not None:
        raise ValueError("a model without classes")
    return of(*given, **options)


def _of_open_clip() -> Models:
    import open_clip

    for name in open_clip.list_models():
        yield f"open_clip:{name}", f'open_clip.create_model("{name}")', partial(_without_classes, _open_clip, name)


def _open_clip(name: str) -> Any:
    import open_clip

    with _texts_at_hand():
        return open_clip.create_model(name, device="meta", pretrained_hf=False)


@contextmanager
def _texts_at_hand() -> Iterator[None]:
    """While entered, configurations that are asked of the hub are those of `TEXTS`."""
    import transformers

    def told(name: str, **_: Any) -> Any:
        options = dict(TEXTS[name.rpartition("/")[2]])
        return transformers.CONFIG_MAPPING[options.pop("model_type")](**options)

    before = transformers.AutoConfig.from_pretrained
    transformers.AutoConfig.from_pretrained = told
    try:
        yield
    finally:
        transformers.AutoConfig.from_pretrained = before


def _of_smp() -> Models:
    import segmentation_models_pytorch as smp

    archs = [cls for cls in vars(smp).values() if isinstance(cls, type) and issubclass(cls, smp.base.SegmentationModel)]
    for encoder, cls in product(ENCODERS, archs):
        line = f'segmentation_models_pytorch.{cls.__name__}("{encoder}", encoder_weights=None)'
        yield f"smp:{cls.__name__}/{encoder}", line, partial(_made, cls, "classes", encoder, encoder_weights=None)


def _of_ultralytics() -> Models:
    from ultralytics.nn import tasks

    for (family, sizes), (suffix, cls) in product(YOLOS.items(), YOLO_TASKS.items()):
        for size in sizes:
            name = f"{family}{size}{suffix}"
            make = partial(_yolo, getattr(tasks, cls), family, f"{name}.yaml")
            yield f"ultralytics:{name}", f'ultralytics.nn.tasks.{cls}("{name}.yaml")', make


def _yolo(cls: Any, family: str, name: str, classes: int | None) -> Any:
    """Not all tasks of all families have a file of their own."""
    from ultralytics.nn.tasks import yaml_model_load

    yaml_model_load(name)
    return _made(cls, "nc", name, classes, verbose=False)


LIBRARIES: dict[str, Callable[[], Models]] = {
    "torchvision": _of_torchvision,
    "timm": _of_timm,
    "transformers": _of_transformers,
    "diffusers": _of_diffusers,
    "open_clip": _of_open_clip,
    "smp": _of_smp,
    "ultralytics": _of_ultralytics,
}
_DISTRIBUTIONS = {
    "smp": "segmentation_models_pytorch",
    "open_clip": "open_clip_torch",
    "ultralytics": "ultralytics-opencv-headless",
}
