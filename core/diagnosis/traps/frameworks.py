"""What frameworks say around an error of torch, or before torch is asked at all."""

from __future__ import annotations

from core.diagnosis.traps.trap import says, trap
from core.words import marked

FRAMEWORKS = (
    trap(
        "cve",
        marked("a torch too old for the program that loads"),
        marked(
            "transformers and others call torch.load only in torch 2.6 or newer, since CVE-2025-32434: before, a "
            "pickle could run code in spite of weights_only=True. They refuse every file but safetensors, whatever is "
            "in it."
        ),
        marked(
            "Upgrade torch to 2.6 or newer, or give them the weights as safetensors: "
            "safetensors.torch.save_file(state_dict, 'model.safetensors')."
        ),
        says("vulnerability", r"serious vulnerability issue in torch\.load"),
        says("upgrade", r"require users to upgrade torch to at least v?2\.6"),
        says("CVE-2025-32434", r"CVE-2025-32434"),
        in_file=False,
    ),
    trap(
        "hf-wrapper",
        marked("the words of transformers around another error"),
        marked(
            "transformers says so whatever torch.load stumbled over: mostly a file that is cut short, a git-lfs "
            "pointer, or a file of a newer torch. TensorFlow has nothing to do with it. What really happened stands "
            "above it in the traceback."
        ),
        marked(
            "Paste the error above this one as well. Compare the size of the file with the one on the hub, and fetch "
            "it again where they differ."
        ),
        says("Unable", r"Unable to load weights from (?:pytorch )?(?:checkpoint|model) file"),
        says("TF", r"tried to load a PyTorch model from a TF 2\.0 checkpoint"),
        says("git-lfs", r"seems you do not have git-lfs installed"),
        says("ensure", r"Cannot load model parameters from checkpoint [^\n]{1,300}ensure that the architectures match"),
        absent=marked("It opens as a checkpoint."),
        wrapper=True,
    ),
)
