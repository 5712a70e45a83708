"""The traps of running a model that was loaded, and of saving it: two devices, wrappers, memory, a full disk."""

from __future__ import annotations

import re

from core.diagnosis.trap import Case, Judged, cause, error, innocent, says, trap, unknown
from core.diagnosis.traps.data_parallel import data_parallel_findings
from core.diagnosis.traps.devices import apart, data_parallel, device_findings, no_room, shared_card
from core.diagnosis.traps.resuming import optimizer_findings, without_data
from core.text import clip, sentence
from core.words import marked, say

_LOADS = re.compile(r"torch\.load\b|serialization\.py|load_(?:from_)?state_dict|load_from_checkpoint")
_DEVICE = r"[a-z]{2,12}(?::\d{1,4})?"
_TYPE = r"\w{1,20}Tensor"
_HERE, _THERE = r"(?P<device>torch\.(cuda\.)?\w{1,30})", r"(?P<other>torch\.(?(2)(?!cuda)|cuda\.)\w{1,30})"
"""The types of two tensors, of which one is on a GPU."""
_SIZE = r"[\d.]{1,20} ?(?:[KMGT]i?B|bytes)"
_ORDER = marked(
    "Move the model first, build the optimizer after it, and load the optimizer's state last: load_state_dict puts "
    "each piece of state where its parameter is, and leaves “step” where it belongs."
)
_BY_HAND = marked("The popular older workaround moves the state by hand (`for state in optimizer.state.values(): …`).")


def wrapped(case: Case) -> Judged:
    """What a framework says around any error: what torch says of this file is all there is to judge by."""
    if there := case.damage:
        title = sentence(clip(there[0].title, 160))
        return cause("torch cannot read it: {sentence}", *there, sentence=title)
    return unknown("another program printed these words; torch's own message is above them.")


def of_float64(case: Case) -> Judged | None:
    """Whether a tensor of the file is float64, which an error of loading is about, or one of running may be."""
    if case.view is None:
        return None
    catalogue = case.view.catalogue
    entries = [row.entry for row in map(catalogue.tensors.__getitem__, case.view.live_rows()) if row.dtype == "float64"]
    if not entries:
        return innocent("none of its tensors is float64; the script makes one.")
    loads = _LOADS.search(case.recognised.facts.text) is not None
    return (cause if loads else unknown)(say("{key} is float64.", key=clip(case.view.path_text(entries[0]), 80)))


RUNNING = (
    trap(
        "several-gpus",
        error(
            "the model is on several GPUs",
            "DataParallel copies the model from device_ids[0] and needs all of it there. Part of it "
            "is still where it was saved, or where map_location put it.",
            "Move the model there once it is loaded, before it is wrapped or called: model.to('cuda:0'), or "
            "whichever is first in device_ids. To run on a CPU, take the model without its wrapper: model.module.",
            says(
                rf"module must have its parameters and buffers on device ?:? ?(?P<device>{_DEVICE}) "
                rf"?\(device_ids\[0\]\)",
                rf",? ?but found one of them on device ?:? ?(?P<other>{_DEVICE})",
            ),
            says(r"all tensors must be on devices\[0\]"),
            says(r"Broadcast function not implemented for CPU tensors"),
            says(r"device_ids and output_device arguments only work with [^\n]{1,120}?modules[^\n]{0,40}?, ?but got"),
            says(r"Tensors must be CUDA and dense"),
            absent="All of its weights are on one device; the script moves them.",
        ),
        look=data_parallel_findings,
        judge=data_parallel,
        loaded=True,
    ),
    trap(
        "optimizer-elsewhere",
        error(
            "optimizer state on a different device from its parameters",
            "In step(), the optimizer found its state and its parameters on different devices or in "
            "different dtypes. The state was loaded before the model was moved, or it was moved by hand.",
            (_ORDER, _BY_HAND),
            says(r"Tensors of the same index must be on the same device and the same dtype"),
            says(r"A tensor was not (?:cuda|contiguous)[^\n]{0,20}multi_tensor_apply"),
            says(r"A tensor was not cuda"),
            says(r"params, ?grads, ?exp_avgs, ?and exp_avg_sqs must have same dtype, ?device"),
            says(r"expected dtype [\w:]{1,20} for `?(?:end|weight)`? but got dtype [\w:]{1,20}"),
            absent="Its optimizer state is on the device of its parameters; check in which order the script moves the "
            "model and loads the state.",
            also="optimizer-dtype",
        ),
        look=optimizer_findings,
        judge=apart,
        of_optimizers=True,
    ),
    trap(
        "mixed-devices",
        error(
            "tensors on two devices",
            "One operation got tensors on two devices: the batch, the optimizer state or a part of the parameters is "
            "on another device than everything else.",
            (
                "Put the model and each batch on one device: model.to(device), inputs.to(device).",
                "At optimizer.step():",
                _ORDER,
                _BY_HAND,
            ),
            says(
                r"Expected all tensors to be on the same device",
                rf"(?:, ?but found at least two devices, ?(?P<device>{_DEVICE}) and (?P<other>{_DEVICE}))?",
            ),
            says(
                r"Expected all tensors to be on the same device, ?but got (?P<argument>\w{1,60}) is ",
                rf"on (?P<device>{_DEVICE}), ",
                rf"?different from other tensors on (?P<other>{_DEVICE})",
            ),
            says(rf"expected device (?P<device>{_DEVICE}) but got device (?P<other>{_DEVICE})"),
            says(rf"arguments - got \([^)\n]{{0,400}}?(?P<device>torch\.cuda\.{_TYPE})"),
            says(r"expected (?P<device>CPU|CUDA) tensor \(got (?P<other>CPU|CUDA) tensor\)"),
            says(r"Expected tensor to have (?P<device>\w{2,12}) Backend, ?but got tensor with (?P<other>\w{2,12})"),
            says(
                r"expected backend (?P<device>\w{2,12}) and dtype \w{2,20} but got ",
                r"backend (?!(?P=device))(?P<other>\w{2,12})",
            ),
            says(
                r"Expected object of (?:backend|device type) (?P<device>\w{2,12}) but got",
                r"(?: (?:backend|device type) (?P<other>\w{2,12}))?",
            ),
            says(
                r"Expected (?:object|tensor) (?:of|to have) (?:type )?(?:Variable\[)?",
                rf"{_HERE}\]? but (?:found|got) (?:type )?(?:Variable\[)?{_THERE}",
            ),
            says(rf"Input type \({_HERE}\) and (?:weight|bias) type \({_THERE}\)"),
            says(rf"expected (?:type )?{_HERE} but (?:got|found) (?:type )?{_THERE}"),
            says(
                r"Attempted to set the storage of a tensor on device \"?(?P<device>[\w:]{1,20})\"? to a storage on "
                r"different device \"?(?P<other>[\w:]{1,20})\"?"
            ),
            says(r"Placeholder storage has not been allocated on (?P<device>MPS) device"),
            says(
                r"Input type \((?P<device>MPS\w{1,20}|torch\.mps\.\w{1,20})\) and (?:weight|bias) type "
                r"\((?P<other>[\w.]{1,40})\)"
            ),
            says(r"input\(device='?(?P<device>[\w:]{1,12})'?\) and weight\(device='?(?P<other>[\w:]{1,12})'?\)"),
            says(
                r"returned an invalid gradient at index \d{1,4} - expected (?:type|device) ",
                r"(?P<device>[\w.:]{1,40}) but got ",
                r"(?P<other>[\w.:]{1,40})",
            ),
            says(rf"Tensor on device (?P<device>(?!meta){_DEVICE}) is not on the expected device (?P<other>{_DEVICE})"),
            says(r"arguments are located on different GPUs"),
            says(r"tensors are on different (?:GPUs|CPUs|devices)"),
            says(
                r"Tensor for [^\n]{1,60} is on (?P<device>CPU|GPU), ?[^\n]{0,120}but expected ",
                r"(?:it|them) to be on (?P<other>CPU|GPU)",
            ),
            says(r"Expected tensor for argument #\d{1,3} [^\n]{1,40} to have the same device as tensor for argument"),
            says(r"Input and (?:parameter|hidden) tensors are not at the same device"),
            says(r"Expected an? '(?P<device>\w{2,12})' device type for generator but found '(?P<other>\w{2,12})'"),
            says(r"indices should be either on cpu or on the same device as the indexed tensor"),
            absent="The script moves something to another device, or leaves it behind: look at the data and at the "
            "order of model.to, optimizer and load_state_dict.",
            also="optimizer-elsewhere several-gpus",
        ),
        judge=apart,
        loaded=True,
    ),
    trap(
        "meta-model",
        error(
            "a model on the meta device",
            "The model was built on meta, without memory for weights, so nothing can be copied into "
            "it. The file is fine.",
            "Use model.load_state_dict(state_dict, assign=True), which takes the tensors of the file as they are, "
            "or call model.to_empty(device=…) before loading.",
            says(
                r"for (?P<key>[^\s:]{1,400}): copying from a non-meta parameter in the checkpoint to a meta parameter"
            ),
            says(r"Tensor on device meta is not on the expected device"),
            says(r"is on the meta device, ?we need a `?value`? to put in on"),
            says(r"Tensor\.item\(\) cannot be called on meta tensors"),
            in_file=False,
        ),
        judge=without_data,
    ),
    trap(
        "no-data",
        error(
            "tensors without data",
            "A tensor on the meta device has a shape but no values. Either the model was created on meta and its "
            "weights were never loaded, or the weights were already on meta when the file was saved.",
            "Use model.load_state_dict(state_dict, assign=True), which takes the tensors of the file as they are, "
            "or call model.to_empty(device=…) before loading. Tensors that were saved without data must be saved "
            "again.",
            says(r"Cannot copy out of (?:a )?meta tensor"),
            absent="Each of its tensors has data; the script built its model on the meta device.",
            also="meta-model",
        ),
        look=device_findings,
        judge=without_data,
    ),
    trap(
        "float64-on-mps",
        error(
            "float64 on a Mac's GPU",
            "Apple's GPUs have no float64, and a tensor of that dtype was moved to one. NumPy arrays of floats are "
            "float64 by default.",
            "Load with map_location='cpu' and call .float() on float64 tensors before you move them, or convert "
            "them in the file.",
            says(r"(?:to float64 dtype as|to MPS as) the MPS framework doesn't support float64"),
            absent="None of its tensors is float64; the script makes one.",
        ),
        judge=of_float64,
    ),
    trap(
        "memory-twice",
        error(
            "not enough GPU memory",
            "The card could not hold all data. When you resume, the weights are often there twice: in the checkpoint "
            "and in the model. Or every rank loads them onto the GPU where they were saved.",
            "Load with map_location='cpu' (mmap=True saves memory too), load it into model and optimizer, then "
            "delete the checkpoint. torch.cuda.empty_cache() only gives back what nothing refers to any more.",
            says(
                rf"(?:CUDA|HIP|XPU|MPS backend) out of memory\.? ?(?:Tried to allocate (?P<wanted>{_SIZE}))?",
                rf"(?:[.,]? ?\(?GPU \d{{1,4}}[;,]? (?:has a total capaci?ty of )?(?P<capacity>{_SIZE}))?",
            ),
            says(rf"out of memory[^\0]{{0,200}}?Tried to allocate (?P<wanted>{_SIZE})"),
            says(r"(?:CUDA|HIP) error: ?out of memory"),
            says(r"cuda runtime error \(2\) ?: ?out of memory"),
            says(r"(?<!lang\.)OutOfMemoryError"),
            says(r"CU(?:DNN|BLAS)_STATUS_ALLOC_FAILED"),
            absent="Loading it takes no GPU memory on the computer where the error happened; the script takes it when "
            "it moves the model to the GPU.",
            also="old-gpu-memory ranks-on-one-gpu oversized-storage",
        ),
        look=device_findings,
        judge=no_room,
    ),
    trap(
        "ranks-on-one-gpu",
        error(
            "several processes on one GPU",
            "Two ranks use the same card: each loads the file onto the GPU where it was saved, or "
            "nobody called torch.cuda.set_device.",
            "In each rank call torch.cuda.set_device(local_rank), and load with map_location=f'cuda:{local_rank}' "
            "or 'cpu'.",
            says(r"Duplicate GPU detected ?: ?rank (?P<rank>\d{1,5}) and rank (?P<other>\d{1,5}) both on CUDA device"),
            absent="It does not make all ranks load onto one GPU; look at torch.cuda.set_device in the script.",
        ),
        look=device_findings,
        judge=shared_card,
    ),
    trap(
        "disk-full",
        error(
            "a checkpoint that could not be written",
            "This is an error of torch.save: the disk is full, a quota is used up, or a network drive went away. "
            "The file it was writing is not complete; those saved before are as they were.",
            "Make room and save again. A half-written file cannot be repaired; resume from the one before.",
            says(r"PytorchStreamWriter failed (?:writing|opening)"),
            says(
                # from ostream_write_func of PyTorchStreamWriter
                r"inline_container\.cc[^\n]{0,40} unexpected pos (?P<position>\d{1,20}) vs (?P<expected>\d{1,20})"
            ),
            says(r"write\(\): ?fd \d{1,9} failed with"),
            says(r"(?:torch\.save|serialization\.py|PyTorchFileWriter)[^\0]{0,2000}?\[Errno (?:28|122)\]"),
            says(r"Parent directory [^\n]{1,300} does not exist"),
            says(r"basic_ios::clear: ?iostream error|ios_failure"),
            says(r"failed writing file [^\s:]{1,99}: ?file write failed"),
            in_file=False,
        ),
    ),
    trap(
        "cpu-memory",
        error(
            "not enough RAM",
            "The computer did not have enough memory for one tensor. The file may be fine.",
            "Load with mmap=True, so that tensors stay on the disk until they are used, and drop what is not needed.",
            says(
                r"DefaultCPUAllocator: ?(?:not enough memory|can'?t allocate memory)",
                rf"(?:: ?you tried to allocate (?P<wanted>{_SIZE}))?",
            ),
            says(r"\[WinError 1455\]"),
            says(r"SIGKILL", weak=True),
            says(r"exit ?code: ?(?:-9|137)\b", weak=True),
            in_file=False,
        ),
    ),
    trap(
        "impossible-size",
        error(
            "a tensor larger than any memory",
            "The script asked for a tensor that no computer can hold. The number is not a real size but garbage "
            "from memory, or a product that overflowed. Usually processes gather tensors of different shapes, or "
            "are out of step, and read each other's data as sizes.",
            "Look at the last line of your own script in the traceback: which tensor it creates, and where its "
            "sizes come from. Every process must call gather or pad_across_processes equally often, with tensors "
            "of the same number of dimensions.",
            says(r"Storage size calculation overflowed with sizes=\[[-\d,\s]{1,400}\](?! ?(?:a|an|and)\b)"),
            in_file=False,
        ),
    ),
    trap(
        "data-loader-memory",
        error(
            "a data loader without shared memory",
            "A worker of the data loader died because /dev/shm is full. That has nothing to do with a checkpoint.",
            "Give the container more shared memory (--shm-size), or use fewer workers.",
            says(r"Bus error\.? It is possible that dataloader's workers are out of shared memory"),
            in_file=False,
        ),
    ),
    trap(
        "overwritten-while-mapped",
        error(
            "a file that was overwritten while it was mapped",
            "Tensors loaded with mmap=True stay in the file until they are used. Saving over that file takes their "
            "bytes away, and the system ends the program.",
            "Save to a new name in the same folder, and rename it over the old file (os.replace) when it is "
            "complete. Pthfinder always saves that way.",
            says(r"bus error(?!\.? ?It is possible)", weak=True),
            says(r"SIGBUS", weak=True),
            in_file=False,
        ),
    ),
    trap(
        "cve",
        error(
            "a torch that is too old for the program that loads",
            "Because of CVE-2025-32434, transformers and other libraries call torch.load only with torch 2.6 or "
            "newer: in older versions a pickle could run code despite weights_only=True. With an older torch they "
            "refuse every file except safetensors, whatever it contains.",
            "Upgrade torch to 2.6 or newer, or give them the weights as safetensors: "
            "safetensors.torch.save_file(state_dict, 'model.safetensors').",
            says(r"serious vulnerability issue in torch\.load"),
            says(r"require users to upgrade torch to at least v?2\.6"),
            says(r"CVE-2025-32434"),
            in_file=False,
        ),
    ),
    trap(
        "hf-wrapper",
        error(
            "a message of transformers that hides the real error",
            "transformers shows this message for any error of torch.load: usually a file that is cut short, a "
            "git-lfs pointer, or a file from a newer torch. TensorFlow has nothing to do with it. The real error "
            "is further up in the traceback.",
            "Paste the error above this one as well. Compare the size of the file with the one on the hub, and "
            "fetch it again if they differ.",
            says(r"Unable to load weights from (?:pytorch )?(?:checkpoint|model) file"),
            says(r"tried to load a PyTorch model from a TF 2\.0 checkpoint"),
            says(r"seems you do not have git-lfs installed"),
            says(r"Cannot load model parameters from checkpoint [^\n]{1,300}ensure that the architectures match"),
            absent="It opens as a checkpoint.",
            wrapper=True,
        ),
        judge=wrapped,
        loading=True,
    ),
)
