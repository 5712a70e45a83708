"""The traps of devices while loading: GPUs that are not here, and locations that torch does not know."""

from __future__ import annotations

from core.diagnosis.traps.trap import says, trap
from core.words import marked

_TAIL = (
    r"(?:[.\s]{0,3}If you are running on a CPU-only machine, ?please use torch\.load with "
    r"map_location=(?:torch\.device\()?'cpu'\)? to map your storages)?"
)
_TAGGED = r"don'?t know how to restore data location of (?P<storage>[\w.]{1,80}) ?\(tagged with "

DEVICES = (
    trap(
        "no-gpu",
        marked("saved on a GPU, loaded without one"),
        marked(
            "torch.load puts each tensor back where it was saved, and no CUDA GPU can be used here. The weights "
            "themselves are fine."
        ),
        marked(
            "Load with torch.load(f, map_location='cpu'), or rewrite the devices in the file to cpu. If this computer "
            "has a GPU, install a torch with CUDA and check torch.cuda.is_available()."
        ),
        says(
            "deserialize",
            r"Attempting to deserialize object on (?:a )?CUDA device but torch\.cuda\.is_available\(\) is False",
        ),
        says(
            "map_location=",
            r"please use torch\.load with map_location=(?:torch\.device\()?['\"]?cpu['\"]?\)? to map your storages",
        ),
        says("compiled", r"(?:not compiled with|compiled without) CUDA (?:enabled|support)"),
        says("NVIDIA", r"Found no NVIDIA (?:driver|GPU) on your system"),
        says("NVIDIA", r"NVIDIA driver on your system is too old"),
        says("driver", r"CUDA driver version is insufficient for CUDA runtime version"),
        says("CUDA-capable", r"no CUDA-capable device (?:is detected|is available)"),
        says("available", r"No (?:CUDA|HIP) GPUs are available"),
        says(
            "initialization:", r"CUDA initialization: ?(?:CUDA unknown error|Unexpected error from cudaGetDeviceCount)"
        ),
        says("ATen_cuda", r"Cannot initialize CUDA without ATen_cuda library"),
        says("_cuda_", r"module 'torch\._C' has no attribute '_cuda_\w{1,40}'"),
        absent=marked("For the computer of the error, nothing in it needs a GPU that is not there."),
    ),
    trap(
        "no-such-gpu",
        marked("saved on a GPU with a number that is not here"),
        marked(
            "torch.load puts each tensor back on the GPU with the number it was saved on. This computer has fewer "
            "GPUs, or CUDA_VISIBLE_DEVICES hides some."
        ),
        marked(
            "Load with map_location={'cuda:5': 'cuda:0'} or map_location='cpu', or rewrite the devices in the file."
        ),
        says(
            "deserialize",
            r"Attempting to deserialize object on CUDA device (?P<device>\d{1,4}) but ",
            r"torch\.cuda\.device_count\(\) is (?P<count>\d{1,4})",
        ),
        says("deserialize", r"Attempting to deserialize object on CUDA device (?P<device>\d{1,4})"),
        says("ordinal", r"invalid device ordinal"),
        says("cudaErrorInvalidDevice", r"cudaErrorInvalidDevice"),
        says("device", r"AssertionError: ?Invalid device id"),
        says("num_gpus", r"device=(?P<device>\d{1,4}), ?num_gpus=(?P<count>\d{1,4})"),
        absent=marked("For the computer of the error, it names no GPU that is missing."),
    ),
    trap(
        "no-such-gpu no-gpu",
        marked("a storage that cannot be put on its GPU"),
        marked(
            "torch.load was putting a storage back on the GPU it was saved on, and that GPU is not here. The lines "
            "pasted end before the message that says which."
        ),
        marked(
            "Load with map_location='cpu', or rewrite the devices in the file. The last line of the traceback says "
            "how many GPUs there are."
        ),
        says("validate_cuda_device", r"validate_cuda_device\(location\)"),
        says("_cuda_deserialize", r"in _cuda_deserialize\b"),
        says("_validate_device", r"_validate_device\(location"),
        absent=marked("For the computer that was asked about, it names no GPU that is missing."),
        weak=True,
    ),
    trap(
        "map-location",
        marked("a device that torch does not know by this name"),
        marked(
            "torch knows devices as 'cpu', 'cuda', 'cuda:0', 'mps' and so on; in map_location the CPU has no number. "
            "The name in the error was given by the script."
        ),
        marked(
            "Write map_location='cpu' or map_location='cuda:0'; torch.device(…) tells beforehand whether a name is "
            "right."
        ),
        says("tagged", _TAGGED, r"(?P<tag>(?:gpu|cpu|cuda|dev)[^)\n]{0,80})(?:\)|\Z)"),
        says("device", r"Invalid device string: ?'?(?P<device>[^'\n]{1,60})'?"),
        says(
            "device",
            r"Expected one of cpu, ?[\w, ]{1,300}? device type at start of device string: ?'?",
            r"(?P<device>[^\s'\",;]{0,60})",
        ),
        says("device", r"Device string must not be empty"),
        says("device", r"Invalid device,? must be (?:a )?cuda device"),
        says(
            "device",
            r"Expected a (?:cuda|torch\.)\w{0,20} ?(?:device|with a specified index or an integer), ?but got: ?",
        ),
        says("location[5:]", r"int\(location\[5:\]\)[^\0]{0,200}?invalid literal for int\(\) with base 10: ?''"),
        says("map_location", r"Loading safetensors file with (?:dict|callable) map_location is not supported"),
        in_file=False,
    ),
    trap(
        "unknown-device no-gpu",
        marked("saved on a device this torch does not know"),
        marked(
            "A tensor was saved on a device of another maker or an add-on to torch, which is not here, or "
            "map_location names one. torch.load looks for that device before it looks at the bytes."
        ),
        marked(
            "Load with map_location='cpu', or rewrite the devices in the file; else import the package that adds the "
            "device before loading."
        ),
        says("tagged", _TAGGED, r"[\"']?(?P<tag>[^)\"'\n]{1,80})[\"']?(?:\)|\Z)"),
        says("recognized:", r"Storage device not recognized: ?(?P<tag>[\w:]{1,40})"),
        says(
            "aten::",
            r"Could not run 'aten::\w{1,60}' with arguments from the '(?P<backend>(?!CPU|CUDA)\w{1,40})' backend",
        ),
        says("determine", r"don'?t know how to determine data location of (?P<storage>[\w.]{1,80})"),
        says(
            "deserialize",
            r"Attempting to deserialize object on an? (?P<backend>(?!CUDA)[A-Z]\w{0,20}) device but torch\.\w{1,20}",
            r"\.is_available\(\) is False",
            _TAIL,
        ),
        says(
            "deserialize",
            r"Attempting to deserialize object on (?P<backend>(?!CUDA|a |an )[A-Z]\w{0,20}) device ",
            r"(?P<device>\d{1,4}) but ",
            r"torch\.\w{1,20}\.device_count\(\) is (?P<count>\d{1,4})",
        ),
        says("registered", r"The (?P<backend>[A-Z]\w{0,20}) device module is not registered", _TAIL),
        absent=marked("It names no such device."),
    ),
)
