"""The traps after ``torch.load``: load_state_dict, the optimizer's first step, several GPUs, memory."""

from __future__ import annotations

from core.diagnosis.traps import says, trap

_DEVICE = r"[a-z]{2,12}(?::\d{1,4})?"
_ORDER = (
    "Move the model first, build the optimizer after it, and load the optimizer's state last: load_state_dict "
    "puts each "
    "piece of state where its parameter is, and leaves `step` where it belongs."
)
_BY_HAND = " The popular older workaround moves the state by hand (`for state in optimizer.state.values(): …`)."
_SHAPE = r"(?:torch\.Size\()?(?P<{}>[\[(][\d,\s]{{0,200}}[\])])\)?"
_KEY = r"\"?(?P<key>[^\s\",:]{1,400})\"?"
_STRICT = (
    "strict=False hides the mismatch: keys that do not fit are left out without a word, and the model keeps its "
    "random weights there."
)

STATE_DICT = (
    trap(
        "missing-keys missing-prefix wrapper-prefix unexpected-keys",
        "keys that the model wants and the file lacks",
        "load_state_dict matches by name only, and these names of the model are not among the keys of the file. "
        "Often all of them differ by one prefix or segment.",
        "Compare the file with the model's keys and rename what differs by a prefix. " + _STRICT,
        says(
            "state_dict:", r"Missing key\(?s\)? in state_dict: ?(?P<missing>\"[^\"]{0,400}\"(?:, ?\"[^\"]{0,400}\")*)"
        ),
        says("state_dict:", r"[Mm]issing keys? in state_dict: ?\"?(?P<missing>\{[^}]{0,100000}\})"),
        absent="Compare this file with the model (its keys, or another checkpoint of it) to see what is missing.",
    ),
    trap(
        "unexpected-keys wrapper-prefix missing-prefix flat-param missing-keys",
        "keys in the file that the model does not know",
        "load_state_dict matches by name only, and these keys of the file name nothing in the model. "
        "Often all of them differ by one prefix or segment.",
        "Compare the file with the model's keys and rename what differs by a prefix; drop what is really not wanted. "
        + _STRICT,
        says(
            "state_dict:",
            r"Unexpected key\(?s\)? in state_dict: ?(?P<unexpected>\"[^\"]{0,400}\"(?:, ?\"[^\"]{0,400}\")*)",
        ),
        says("unexpected", r"unexpected key (?P<unexpected>[\"'][^\"'\n]{1,400}[\"']) in state_dict"),
        absent="None of these keys is in it, or the model was not named. Look for another file that the script loads.",
    ),
    trap(
        "size-mismatch",
        "same name, another shape",
        "The file and the model have a tensor of this name with different shapes; strict=False raises this too. "
        "Usually the model was made for another number of classes, or with other sizes.",
        "Make the model with the sizes it was trained with, or drop these entries from the file and load with "
        "strict=False: those layers then start from new weights.",
        says(
            "mismatch",
            rf"size mismatch for {_KEY}: copying a param(?:eter)? (?:with shape|of) ",
            rf"{_SHAPE.format('have')} from checkpoint, ",
            rf"(?:the|where the) shape (?:in current model )?is {_SHAPE.format('want')}",
        ),
        says("mismatch", rf"size mismatch for {_KEY}: copying a param"),
        says(
            "dimensions",
            rf"[Ww]hile copying the parameter named {_KEY}, ?whose dimensions in the model are ",
            rf"{_SHAPE.format('want')} and ",
            rf"whose dimensions in the checkpoint are {_SHAPE.format('have')}",
        ),
        says(
            "inconsistent",
            r"inconsistent tensor size, expected tensor (?P<want>\[[^\]]{0,99}\]) and src (?P<have>\[[^\]]{0,99}\])",
        ),
        absent="Compare this file with the model to see whose shapes differ.",
    ),
)

RESUMING = (
    trap(
        "optimizer-groups",
        "the optimizer has other groups of parameters",
        "An optimizer's state is matched to parameters by position, group by group, and the numbers differ. "
        "Where only the order differs, torch loads the state of one parameter into another and says nothing.",
        "Build the optimizer with the same groups over the same parameters in the same order as when it was saved, or "
        "leave its state out and start it anew.",
        says("loaded", r"loaded state dict has a different number of parameter groups"),
        says(
            "parameter",
            r"loaded state dict contains a parameter group that doesn't match the size of optimizer's group",
        ),
        absent="Compare its groups with those of your optimizer.",
    ),
    trap(
        "step-on-gpu",
        "`step` lies on a GPU",
        "Optimizers keep the step count on the CPU unless a group is capturable or fused, and here it was moved along "
        "with everything else.",
        "Leave `step` on the CPU: load with map_location='cpu' and let optimizer.load_state_dict place the state, or "
        "rewrite the device of `step` in the file. Setting capturable=True is the popular workaround and costs speed.",
        says("capturable=False,", r"If capturable=False, ?state_steps should not be CUDA"),
        says("state_steps", r"`?state_steps`? (?:should|must) not be CUDA tensors"),
        absent="Its `step` tensors are where torch wants them; the script moves them, by hand or with map_location.",
    ),
    trap(
        "step-on-cpu capturable-on-cpu",
        "`step` lies on the CPU and a group is capturable",
        "Groups with capturable=True keep their step count beside the parameter, and here it stayed on the CPU, or the "
        "parameters themselves did.",
        "Move the model to the GPU before the optimizer is built and its state loaded: `step` then follows its "
        "parameter. On a CPU set capturable=False in the groups.",
        says("capturable=True,", r"If capturable=True, ?[\w,\s]{0,120}?(?:must be|state_steps) "),
        absent="No group in it is capturable or fused with its state on the CPU.",
    ),
    trap(
        "several-gpus",
        "parts of the model on several GPUs",
        "DataParallel copies a model from device_ids[0] and wants all of it there. "
        "Here some of it was loaded to where it was saved.",
        "Load with map_location='cpu' or rewrite all devices to one, then model.to(device_ids[0]) before wrapping.",
        says(
            "device_ids[0]",
            rf"module must have its parameters and buffers on device (?P<device>{_DEVICE}) ",
            r"\(device_ids\[0\]\) but found one ",
            rf"of them on device: ?(?P<other>{_DEVICE})",
        ),
        says("devices[0]", r"all tensors must be on devices\[0\]"),
        says("Broadcast", r"Broadcast function not implemented for CPU tensors"),
        absent="All of its weights are on one device; the script moves them.",
    ),
    trap(
        "optimizer-elsewhere optimizer-dtype",
        "optimizer state beside its parameters",
        "The optimizer's state differs from its parameter in device or dtype when it takes a step. "
        "It was loaded before the model was moved, or moved by hand.",
        _ORDER + _BY_HAND,
        says("index", r"Tensors of the same index must be on the same device and the same dtype"),
        says("exp_avgs,", r"params, ?grads, ?exp_avgs, ?and exp_avg_sqs must have same dtype, ?device"),
        absent="Its optimizer state lies with the parameters; check the order in which the script moves and loads.",
    ),
    trap(
        "mixed-devices optimizer-elsewhere several-gpus",
        "tensors on two devices",
        "One operation was given tensors of two devices. "
        "Part of the model, the data or the optimizer's state was never moved to where the rest is.",
        "Put the model and each batch on one device: model.to(device), inputs.to(device). At optimizer.step(): "
        + _ORDER
        + _BY_HAND,
        says(
            "devices,",
            r"Expected all tensors to be on the same device, ?but found at least two devices, ",
            rf"?(?P<device>{_DEVICE}) and ",
            rf"(?P<other>{_DEVICE})",
        ),
        says(
            "different",
            r"Expected all tensors to be on the same device, ?but got (?P<argument>\w{1,60}) is ",
            rf"on (?P<device>{_DEVICE}), ",
            rf"?different from other tensors on (?P<other>{_DEVICE})",
        ),
        says("device", r"Expected all tensors to be on the same device"),
        says("device", rf"expected device (?P<device>{_DEVICE}) but got device (?P<other>{_DEVICE})"),
        says(
            "Expected",
            r"Expected object of (?:backend|device type) (?P<device>\w{2,12}) but got (?:backend|device type) ",
            r"(?P<other>\w{2,12})",
        ),
        says(
            "torch.cuda.",
            r"Expected (?:object|tensor) (?:of|to have) (?:type ",
            r")?(?:Variable\[)?(?P<device>torch\.cuda\.\w{1,30})\]? but (?:found|got) ",
            r"(?:type )?(?:Variable\[)?(?P<other>torch\.(?!cuda)\w{1,30})",
        ),
        says(
            "torch.cuda.",
            r"Expected (?:object|tensor) (?:of|to have) (?:type ",
            r")?(?:Variable\[)?(?P<device>torch\.(?!cuda)\w{1,30})\]? but (?:found|got) ",
            r"(?:type )?(?:Variable\[)?(?P<other>torch\.cuda\.\w{1,30})",
        ),
        says(
            "Input",
            r"Input type \((?P<device>torch\.cuda\.\w{1,30})\) and (?:weight|bias) type ",
            r"\((?P<other>torch\.(?!cuda)\w{1,30})\)",
        ),
        says(
            "Input",
            r"Input type \((?P<device>torch\.(?!cuda)\w{1,30})\) and (?:weight|bias) type ",
            r"\((?P<other>torch\.cuda\.\w{1,30})\)",
        ),
        says(
            "gradient",
            r"returned an invalid gradient at index \d{1,4} - expected (?:type|device) ",
            r"(?P<device>[\w.:]{1,40}) but got ",
            r"(?P<other>[\w.:]{1,40})",
        ),
        says(
            "expected",
            rf"Tensor on device (?P<device>(?!meta){_DEVICE}) is not on the expected device (?P<other>{_DEVICE})",
        ),
        says("located", r"arguments are located on different GPUs"),
        says("different", r"tensors are on different (?:GPUs|CPUs|devices)"),
        says(
            "expected",
            r"Tensor for [^\n]{1,60} is on (?P<device>CPU|GPU), ?[^\n]{0,120}but expected ",
            r"(?:it|them) to be on (?P<other>CPU|GPU)",
        ),
        says(
            "argument",
            r"Expected tensor for argument #\d{1,3} [^\n]{1,40} to have the same device as tensor for argument",
        ),
        says("parameter", r"Input and (?:parameter|hidden) tensors are not at the same device"),
        says(
            "generator",
            r"Expected an? '(?P<device>\w{2,12})' device type for generator but found '(?P<other>\w{2,12})'",
        ),
        says("indices", r"indices should be either on cpu or on the same device as the indexed tensor"),
        absent="Everything in it lies together; what differs is moved, or left behind, by the script: look at "
        "the data and "
        "at the order of model.to, optimizer and load_state_dict.",
    ),
    trap(
        "meta-model",
        "a model on the meta device",
        "The model was made without memory for its weights, so copying into it does nothing. The file is fine.",
        "model.load_state_dict(state_dict, assign=True) takes the tensors of the file as they are; or "
        "model.to_empty(device=…) before loading.",
        says(
            "non-meta",
            r"for (?P<key>[^\s:]{1,400}): copying from a non-meta parameter in the checkpoint to a meta parameter",
        ),
        says("meta", r"Tensor on device meta is not on the expected device"),
        says("meta", r"Cannot copy out of meta tensor; ?no data!"),
        in_file=False,
    ),
    trap(
        "memory-twice old-gpu-memory ranks-on-one-gpu oversized-storage",
        "no room on the GPU",
        "The card could not hold what was asked for. When resuming, the checkpoint is often there twice: once "
        "as loaded, "
        "once in the model and the optimizer; or every rank loads it to the GPU it was saved on.",
        "Load with map_location='cpu' (mmap=True saves memory too), load it into model and optimizer, then delete the "
        "checkpoint. torch.cuda.empty_cache() only gives back what nothing refers to any more.",
        says("memory", r"(?:CUDA|HIP|XPU) out of memory\. ?(?:Tried to allocate (?P<wanted>[\d.]{1,12} [KMGT]?i?B))?"),
        says("memory", r"CUDA error: ?out of memory"),
        says("memory", r"cuda runtime error \(2\) ?: ?out of memory"),
        says("OutOfMemoryError", r"OutOfMemoryError"),
        absent="It asks for no GPU memory on the computer that was asked about; the script does, when it moves "
        "the model.",
    ),
    trap(
        "ranks-on-one-gpu",
        "several processes on one GPU",
        "Two ranks use the same card: each loads the file to the GPU it was saved on, or torch.cuda.set_device "
        "was never "
        "called.",
        "In each rank call torch.cuda.set_device(local_rank), and load with map_location=f'cuda:{local_rank}' "
        "or 'cpu'.",
        says(
            "Duplicate",
            r"Duplicate GPU detected ?: ?rank (?P<rank>\d{1,5}) and rank (?P<other>\d{1,5}) both on CUDA device",
        ),
        absent="It names no GPU that all ranks would share; look at torch.cuda.set_device in the script.",
    ),
    trap(
        "cpu-memory",
        "not enough RAM",
        "The computer could not give the memory for one tensor. The file may be fine.",
        "Load with mmap=True, so that tensors stay on the disk until they are used, and drop what is not needed.",
        says("DefaultCPUAllocator", r"DefaultCPUAllocator: ?(?:not enough memory|can't allocate memory)"),
        in_file=False,
    ),
    trap(
        "impossible-size",
        "a tensor larger than any memory",
        "The script asked for a tensor of a size that no computer can hold: the number is no size, but what lay in "
        "memory by chance, or a product that overflowed. Mostly processes that gather tensors of different shapes, or "
        "that are not at the same step, take each other's bytes for sizes.",
        "Look at the line of the script above the error: which tensor it makes, and where its sizes come from. Every "
        "process must call gather or pad_across_processes as often as the others, with as many dimensions.",
        says("overflowed", r"Storage size calculation overflowed with sizes=\[[-\d,\s]{1,400}\](?! ?and ?strides)"),
        in_file=False,
    ),
    trap(
        "data-loader-memory",
        "a data loader without shared memory",
        "A worker of the data loader died because /dev/shm is full. No checkpoint has to do with that.",
        "Give the container more shared memory (--shm-size), or use fewer workers.",
        says("Bus", r"Bus error\.? It is possible that dataloader's workers are out of shared memory"),
        in_file=False,
    ),
    trap(
        "overwritten-while-mapped",
        "a file that was overwritten while it was mapped",
        "Tensors loaded with mmap=True stay in the file until they are used. "
        "Saving over that file takes their bytes away, and the system ends the program.",
        "Save to another name beside it and rename it (os.replace) when it is complete; files saved by this "
        "program are "
        "always put in place that way.",
        says("Bus", r"[Bb]us error(?!\.?\s{0,4}It is possible)"),
        says("SIGBUS", r"SIGBUS"),
        in_file=False,
        weak=True,
    ),
)
