"""transformers resumes a Trainer's folder and loads a model, after both were fixed."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from transformers import GPT2LMHeadModel, Trainer, TrainerCallback, TrainingArguments

from tests.frameworks.fixing import CURED, TO_CPU, assert_equal, fix, fix_folder, original
from tests.frameworks.make_transformers import GPT2, Words

CHECKPOINT = "transformers/trainer/checkpoint-2"


class Seen(TrainerCallback):
    """Keeps what the optimizer had restored, and the state of torch's random numbers, when training went on."""

    def on_train_begin(self, args, state, control, **given) -> None:
        self.step = state.global_step
        self.state = torch.utils._pytree.tree_map_only(
            torch.Tensor, torch.clone, given["optimizer"].optimizer.state_dict()["state"]
        )


@pytest.mark.parametrize("options", [TO_CPU, CURED], ids=["mapped", "cured"])
def test_a_trainer_resumes(options: tuple[str, ...], tmp_path: Path) -> None:
    folder = fix_folder(CHECKPOINT, tmp_path / "checkpoint-2", *options)
    arguments = TrainingArguments(
        output_dir=str(tmp_path),
        max_steps=4,
        save_strategy="no",
        per_device_train_batch_size=2,
        optim="adamw_torch",
        use_cpu=True,
        report_to=[],
        disable_tqdm=True,
    )
    seen = Seen()
    trainer = Trainer(GPT2LMHeadModel(GPT2), arguments, train_dataset=Words(), callbacks=[seen])
    trainer.train(resume_from_checkpoint=str(folder))
    assert seen.step == 2
    assert_equal(seen.state, original(f"{CHECKPOINT}/optimizer.pt")["state"])
    assert trainer.state.global_step == 4


@pytest.mark.parametrize("options", [TO_CPU, CURED], ids=["mapped", "cured"])
def test_a_model_loads(options: tuple[str, ...], tmp_path: Path) -> None:
    fix("transformers/gpt2.bin", tmp_path / "pytorch_model.bin", *options)
    GPT2.save_pretrained(tmp_path)
    model = GPT2LMHeadModel.from_pretrained(tmp_path)
    assert_equal(dict(model.state_dict()), dict(original("transformers/gpt2.bin")))
    assert model.lm_head.weight is model.transformer.wte.weight
