"""The traps of ``torch.load``: what devices, files and names it stumbles over."""

from __future__ import annotations

from core.diagnosis.traps import says, trap

_ANOTHER = "Look for another file that the same script loads."
_TAIL = (
    r"(?:[.\s]{0,3}If you are running on a CPU-only machine, ?please use torch\.load with "
    r"map_location=(?:torch\.device\()?'cpu'\)? to map your storages)?"
)
_NAMED = r"(?P<module>[\w.]{1,200})"

LOADING = (
    trap(
        "no-gpu",
        "saved on a GPU, loaded without one",
        "torch.load puts each tensor back where it was saved, and no CUDA GPU can be used here. "
        "The weights themselves are fine.",
        "Load with torch.load(f, map_location='cpu'), or rewrite the devices in the file to cpu. If this computer has "
        "a GPU, install a torch with CUDA and check torch.cuda.is_available().",
        says(
            "deserialize",
            r"Attempting to deserialize object on a CUDA device but torch\.cuda\.is_available\(\) is False",
        ),
        says(
            "map_location=",
            r"please use torch\.load with map_location=(?:torch\.device\()?'cpu'\)? to map your storages",
        ),
        says("compiled", r"Torch not compiled with CUDA enabled"),
        says("NVIDIA", r"Found no NVIDIA (?:driver|GPU) on your system"),
        says("CUDA-capable", r"no CUDA-capable device is detected"),
        says("ATen_cuda", r"Cannot initialize CUDA without ATen_cuda library"),
        absent="For the computer that was asked about, nothing in it needs a GPU that is not there. " + _ANOTHER,
    ),
    trap(
        "no-such-gpu",
        "saved on a GPU with a number that is not here",
        "torch.load puts each tensor back on the GPU with the number it was saved on. "
        "This computer has fewer GPUs, or CUDA_VISIBLE_DEVICES hides some.",
        "Load with map_location={'cuda:5': 'cuda:0'} or map_location='cpu', or rewrite the devices in the file.",
        says(
            "deserialize",
            r"Attempting to deserialize object on CUDA device (?P<device>\d{1,4}) but ",
            r"torch\.cuda\.device_count\(\) is (?P<count>\d{1,4})",
        ),
        says("ordinal", r"invalid device ordinal"),
        says("cudaErrorInvalidDevice", r"cudaErrorInvalidDevice"),
        says("device", r"Invalid device id"),
        says("num_gpus", r"device=(?P<device>\d{1,4}), num_gpus=(?P<count>\d{1,4})"),
        absent="For the computer that was asked about, it names no GPU that is missing. " + _ANOTHER,
    ),
    trap(
        "unknown-device no-gpu",
        "saved on a device this torch does not know",
        "A tensor was saved on a device of another maker or an add-on to torch, which is not here. "
        "torch.load looks for that device before it looks at the bytes.",
        "Load with map_location='cpu', or rewrite the devices in the file; else import the package that adds the "
        "device before loading.",
        says(
            "tagged",
            r"don't know how to restore data location of (?P<storage>[\w.]{1,80}) \(tagged with ",
            r"(?P<device>[^)]{1,80})\)",
        ),
        says("determine", r"don't know how to determine data location of (?P<storage>[\w.]{1,80})"),
        says(
            "deserialize",
            r"Attempting to deserialize object on a (?P<backend>(?!CUDA)[A-Z]\w{0,20}) device but torch\.\w{1,20}",
            r"\.is_available\(\) is False",
            _TAIL,
        ),
        says(
            "deserialize",
            r"Attempting to deserialize object on (?P<backend>(?!CUDA)[A-Z]\w{0,20}) device ",
            r"(?P<device>\d{1,4}) but ",
            r"torch\.\w{1,20}\.device_count\(\) is (?P<count>\d{1,4})",
        ),
        says("registered", r"The (?P<backend>[A-Z]\w{0,20}) device module is not registered", _TAIL),
        absent="It names no such device. " + _ANOTHER,
    ),
    trap(
        "not-a-checkpoint cut-short",
        "the file is no checkpoint",
        "The first bytes are not those of a file of torch.save: '<' begins a web page, 'v' a git-lfs pointer, and an "
        "empty file runs out of input. torch never got as far as the weights.",
        "Look at the first line of the file: fetch it again by its download link, or run `git lfs pull`. "
        "weights_only=False cannot help.",
        says("load", r"invalid load key, ?'(?P<key>\\?[^'\n]{1,8})'"),
        says("input", r"Ran out of input"),
        says("ord()", r"ord\(\) expected a character, but string of length 0 found"),  # torch 1.3 and 1.4
        says("operand", r"Unsupported operand (?P<operand>118|60|123|10|31|80|0)(?!\d)"),
        says("magic", r"[Ii]nvalid magic number; ?corrupt file\?"),
        says("protocol", r"Invalid protocol version: ?(?P<protocol>[^\n]{1,40})"),
        says("quoted", r"the STRING opcode argument must be quoted"),
        says("data.pkl", r"PytorchStreamReader failed locating file data\.pkl"),
        says(".tar", r"files saved in the legacy \.tar format"),
        absent="It opens as a checkpoint. " + _ANOTHER,
    ),
    trap(
        "cut-short",
        "the file is cut short",
        "torch looked for the directory at the end of a zip and stepped before the beginning of the file, as it does "
        "with a short one whose end is missing. A download, a copy or a save was never finished.",
        "Fetch or copy the file again and compare its size with the original.",
        says("22]", r"OSError: ?\[Errno 22\] Invalid argument(?!:)"),
        absent="It opens as a checkpoint. " + _ANOTHER,
        weak=True,  # programs say so of many a file name, too
    ),
    trap(
        "cut-short",
        "the file is cut short or damaged",
        "The end of the file, where a zip keeps its directory, is missing or was overwritten: a download, a copy or a "
        "save was never finished. What is missing cannot be made up.",
        "Fetch or copy the file again and compare its size with the original; while saving, check the free space of "
        "the disk.",
        says(
            "PytorchStreamReader",
            r"PytorchStreamReader failed reading zip archive: ?(?P<reason>failed finding central ",
            r"directory|invalid header or archive is corrupted|\w{1,40})",
        ),
        says(
            "PytorchStreamReader",
            r"PytorchStreamReader failed (?:reading|locating|getting) (?:file )?",
            r"(?P<record>(?!(?:file)?(?:data|constants)\.pkl)[^\s:]{1,99})",
        ),
        says(
            "EOF",
            r"unexpected EOF(?:, expected (?P<missing>\d{1,20}) more bytes)?[.,] ?(?:The file might ",
            r"be corrupted|Corrupted)",
        ),
        says(
            "wrong", r"storage has wrong (?:byte )?size: expected (?P<expected>[-%\w]{1,24}) got (?P<got>[-%\w]{1,24})"
        ),
        says("truncated", r"pickle data was truncated"),
        says("exhausted", r"pickle exhausted before end of frame"),
        says("underflow", r"unpickling stack underflow"),
        says("BadZipFile", r"BadZipFile: File is not a zip file"),
        says(
            "inline_container",
            r"inline_container\.cc[^\n]{0,40} unexpected pos (?P<position>\d{1,20}) vs (?P<expected>\d{1,20})",
        ),
        says("PytorchStreamWriter", r"PytorchStreamWriter failed writing"),
        says("mmap", r"mmap length is greater than file size"),
        says("SafetensorError", r"SafetensorError: Error while deserializing header: ?(?P<reason>\w{1,60})"),
        absent="It has its directory and all of its bytes. " + _ANOTHER,
    ),
    trap(
        "bit-rot",
        "the bytes are not those that were written",
        "A part of the file fails its checksum. torch itself never looks at checksums and would load the damage.",
        "Fetch or copy the file again, and verify it.",
        says("CRC-32", r"Bad CRC-32 for file '(?P<record>[^'\n]{1,200})'"),
        absent="Verify the file: checksums are compared only then.",
    ),
    trap(
        "torchscript",
        "a TorchScript archive, opened by torch.load",
        "The file holds compiled code with its weights and not a pickle of torch.save. torch.load hands such a file on "
        "only with weights_only=False.",
        "Load it with torch.jit.load(f, map_location='cpu'); take the weights with .state_dict().",
        says("TorchScript", r"Cannot use `*weights_only=True`* with TorchScript archives"),
        says("TorchScript", r"received a zip file that looks like a TorchScript archive"),
        says("torchscript", r"checkpoint returned by torch\.save but got a torchscript checkpoint"),
        absent="It is no TorchScript archive. " + _ANOTHER,
    ),
    trap(
        "wrong-loader",
        "a checkpoint, opened by something other than torch.load",
        "The file is read by torch.jit.load or pickle.load, which do not know what torch.save writes. "
        "The file is probably fine.",
        "Load it with torch.load.",
        says("constants.pkl", r"failed locating file constants\.pkl"),
        says("persistent_load", r"no persistent_load function was specified"),
        says("persistent", r"A load persistent id instruction was encountered"),
        in_file=False,
    ),
    trap(
        "safetensors",
        "a safetensors file, opened by torch.load",
        "The file is of the safetensors format, which is no pickle. It names no devices.",
        "Load it with safetensors.torch.load_file(f, device='cpu').",
        says("safetensors", r"Attempting to load a safetensors file but safetensors is not installed"),
        absent="It is no safetensors file. " + _ANOTHER,
    ),
    trap(
        "new-container",
        "a new file, an old torch",
        "torch.save writes zip archives since torch 1.6, and the torch that loads is older or too old for this one: "
        "1.5 can read them already, 1.4 and those before it cannot. The file itself is fine.",
        "Load with torch ≥ 1.5, or write the file in the legacy container; "
        "torch.save(…, _use_new_zipfile_serialization=False) does that where it was made.",
        says("torch.jit.load()", r"is a zip archive \(did you mean to use torch\.jit\.load\(\)\?\)"),
        says(
            "PyTorch",
            r"Attempted to read a PyTorch file with version (?P<version>\d{1,4}), but the maximum supported version ",
            r"for reading is (?P<maximum>\d{1,4})",
        ),
        says("kMaxSupportedFileFormatVersion", r"kMaxSupportedFileFormatVersion"),
        absent="It is in the legacy container, which every torch reads. " + _ANOTHER,
    ),
    trap(
        "old-container",
        "mmap needs the zip container",
        "The file is in the container that torch wrote before 1.6, whose tensors cannot be mapped into memory. "
        "It loads without mmap.",
        "Load without mmap=True, or write the file as a zip.",
        says("mmap", r"mmap can only be used with files saved with"),
        absent="It is a zip, which can be mapped. " + _ANOTHER,
    ),
    trap(
        "record-size",
        "more bytes in the file than the pickle says",
        "torch.save writes a storage as a whole, and torch.load of today counts whole elements of it: where the "
        "storage ends within an element the two differ. The weights themselves are fine.",
        "Save the file anew here, which cuts such storages; or load it with torch.load(f, mmap=True).",
        says("record", r"record size \(\d{1,20} bytes\) does not match expected size \(\d{1,20} bytes"),
        absent="Each of its storages has as many bytes as the pickle says. " + _ANOTHER,
    ),
    trap(
        "no-version",
        "the zip does not say its version",
        "torch asks a zip for a record called version before it reads anything else, and this one has none: whoever "
        "packed the file anew left it out. The weights themselves are fine.",
        "Save the file anew here, which writes the record again.",
        says("hasRecord", r"Expected hasRecord\(\"version\"\) to be true, but got false"),
        absent="It says its version. " + _ANOTHER,
    ),
    trap(
        "nested-in-legacy",
        "a tensor of sizes that lay in memory by chance",
        "torch.load does this with nested tensors in the container of torch before 1.6: it makes them before it reads "
        "the bytes that say their sizes, so the numbers differ from load to load. The weights themselves are fine.",
        "Write the file as a zip; nothing is lost. Where the traceback does not go through torch.load, the script "
        "makes a tensor of numbers that are no sizes.",
        says("overflowed", r"Storage size calculation overflowed with sizes=\[[-\d,\s]{0,400}\] and strides="),
        says(
            "setStorage",
            r"setStorage: ?sizes \[[-\d,\s]{0,400}\], ?strides \[[-\d,\s]{0,400}\], ?storage offset -?\d{1,20}, ?and ",
            r"itemsize \d{1,4} requiring a storage size of -?\d{1,20} are out of bounds",
            above=r"_rebuild_nested_tensor|_nested_view_from_buffer",
        ),
        absent="It holds no nested tensors in the container of torch before 1.6. " + _ANOTHER,
    ),
    trap(
        "foreign-path",
        "a path of another system",
        "The file holds a pathlib path made on another system or by a newer Python, and unpickling tries to make it "
        "here. The weights do not need it.",
        "Replace the path in the file by its text. The popular workaround, `pathlib.PosixPath = pathlib.WindowsPath`, "
        "changes Python for the whole program.",
        says("instantiate", r"cannot instantiate '(?P<class>\w{1,40}Path)' on your system"),
        says("pathlib._local", r"No module named '?pathlib\._local"),
        absent="It holds no path object. " + _ANOTHER,
    ),
    trap(
        "numpy-core",
        "saved with NumPy 2, loaded with NumPy 1",
        "NumPy 2 calls its inner package numpy._core, which NumPy 1 does not have, and the file names it. "
        "The numbers are the same in both.",
        "Install numpy ≥ 2, or rewrite the module's name in the file to numpy.core, which both know.",
        says("numpy._core", r"No module named '?(?P<module>numpy\._core[\w.]{0,99})"),
        says("_core", r"module 'numpy' has no attribute '_core'"),
        absent="It does not name numpy._core. " + _ANOTHER,
    ),
    trap(
        "pickle-protocol refused-name",
        "a pickle that weights_only cannot read",
        "weights_only=True knows the opcodes of pickle protocol 2 only, or the Python that loads is older than the "
        "protocol. torch.save writes protocol 2 unless told otherwise.",
        "Write the pickle in protocol 2, or load with weights_only=False if you trust who made the file.",
        says("operand", r"Unsupported operand (?P<operand>\d{1,3})"),
        says("protocol", r"unsupported pickle protocol: ?(?P<protocol>\d{1,3})"),
        says("persistent", r"unsupported persistent id encountered"),
        says("Detected", r"Detected pickle protocol (?P<protocol>\d{1,3}) in the checkpoint"),
        absent="Its pickle is of protocol 2. " + _ANOTHER,
    ),
    trap(
        "refused-name whole-model whole-optimizer pickle-protocol",
        "a name that weights_only refuses",
        "Since torch 2.6 torch.load makes only tensors, plain containers and what was allowed by name, because "
        "a pickle "
        "can run any code. The file names something else.",
        "Replace what needs the name by plain data, or allow it with torch.serialization.safe_globals([…]) if "
        "you trust "
        "who made the file. The popular workaround, weights_only=False, runs whatever the file says.",
        says("GLOBAL", r"GLOBAL (?P<name>[\w.<>]{1,300}) was not an allowed global by default"),
        says("GLOBAL", r"unsupported GLOBAL (?P<name>[\w.<>]{1,300}) whose module [\w.]{1,200} is blocked"),
        says("Unsupported", r"Unsupported (?:class|global:?) (?!GLOBAL)(?P<name>[\w.]{1,300})"),
        says("unrecognized", r"Trying to call reduce for unrecognized function (?P<name>[^\n]{1,200})"),
        says("nn.Parameter", r"Can only create new object for nn\.Parameter"),
        says("OrderedDict", r"Can only build Tensor, ?(?:[Pp]arameter|Parameter)"),
        says("must", r"must be imported to load (?:nested jagged tensors|DTensors)"),
        says("Weights", r"Weights only load failed"),
        absent="It names nothing that weights_only refuses. " + _ANOTHER,
    ),
    trap(
        "missing-code whole-model",
        "a class whose code is not here",
        "The file holds a whole pickled object, and unpickling imports its class by module and name. "
        "A script that was moved, renamed or run as __main__ cannot be found again.",
        "Take the state_dict out of the file, which needs no code, and load it into a model made by your own code; "
        "from then on save model.state_dict(). The popular workaround is to put the old module back on sys.path.",
        says("attribute", r"Can't get attribute '(?P<name>[\w.]{1,200})' on <module '(?P<module>[^'\n]{1,300})'"),
        says("attribute", r"Can't get attribute '(?P<name>[\w.]{1,200})'"),
        says("source", r"source code of class '(?P<name>[\w.]{1,300})' has changed"),
        absent="It names no class of such a module. " + _ANOTHER,
    ),
    trap(
        "missing-code whole-model",
        "a module that is not here",
        "A module could not be imported. While a checkpoint is loaded this means that it holds a whole pickled object, "
        "whose class lives in that module.",
        "Take the state_dict out of the file, which needs no code, and load it into a model made by your own code. "
        "The popular workaround is to put the old module back on sys.path.",
        says("module", rf"No module named '?\"?{_NAMED}"),
        says("attribute", rf"module '{_NAMED}' has no attribute '(?P<name>\w{{1,100}})'"),
        absent="It does not name that module; is a package of the script itself not installed?",
        weak=True,
    ),
    trap(
        "whole-optimizer",
        "a whole pickled optimizer of another torch",
        "The file holds an optimizer object and not its state_dict, and torch has changed the class since. "
        "Its numbers are still in the file.",
        "Take the optimizer's state_dict out of the file, build the optimizer anew and load the state into it.",
        says(
            "attribute",
            r"'(?P<class>Ada\w{1,12}|SGD|RMSprop|Rprop|[NR]Adam|ASGD|LBFGS|SparseAdam|Lion|\w{0,40}Optimizer)' ",
            r"object has no attribute '(?P<attribute>\w{1,100})'",
        ),
        says(
            "attribute",
            r"'(?P<class>\w{1,60})' object has no attribute '(?P<attribute>_warned_capturable_if_run_uncaptured|",
            r"_zero_grad_profile_name|_optimizer_\w{1,60}|_hook_for_profile|_cuda_graph_capture_health_check)'",
        ),
        says(
            "KeyError",
            r"KeyError: ?'(?P<attribute>differentiable|foreach|capturable|maximize|fused|decoupled_weight_decay)'",
        ),
        absent="It holds no pickled optimizer object. " + _ANOTHER,
    ),
    trap(
        "whole-model",
        "a whole pickled model of another torch",
        "The file holds module objects and not a state_dict, and torch has given that class new fields since. "
        "The weights are unharmed.",
        "Take the state_dict out of the file and load it into a model made anew. Setting the missing field by hand is "
        "the popular workaround.",
        says(
            "attribute",
            r"'(?P<class>\w{1,60})' object has no attribute '(?P<attribute>padding_mode|track_running_stats|",
            r"_padding_repeated_twice|_reversed_padding_repeated_twice|_non_persistent_buffers_set|_backward_pre_hooks|",
            r"_forward_hooks_with_kwargs|_is_full_backward_hook|_load_state_dict_\w{1,40}|_state_dict_pre_hooks|",
            r"recompute_scale_factor|approximate|_qkv_same_embed_dim|batch_first|norm_first|activation_relu_or_gelu|",
            r"_flat_weights|_flat_weights_names|_forward_hooks_always_called|_backward_hooks|output_padding|ceil_mode)'",
        ),
        says("dict-like", r"Expected state_dict to be dict-like, got <class '(?P<class>[\w.]{1,200})'>"),
        absent="It holds no whole model. " + _ANOTHER,
    ),
    trap(
        "state-dict-not-model",
        "a state_dict taken for a model",
        "The file holds names and weights, not a model object, so it can be neither moved, called nor set to eval. "
        "That is the recommended kind of file.",
        "Make the model with its own code, then model.load_state_dict(torch.load(f, map_location='cpu')), "
        "then model.to(device) and model.eval().",
        says(
            "OrderedDict",
            r"'(?:collections\.)?OrderedDict' object (?:has no attribute '(?P<attribute>\w{1,60})'|is not callable)",
        ),
        says(
            "'dict'",
            r"'dict' object (?:has no attribute ",
            r"'(?P<attribute>eval|cuda|to|cpu|train|half|float|parameters|state_dict|",
            r"load_state_dict|modules|forward|seek)'|is not callable)",
        ),
        in_file=False,
    ),
    trap(
        "python2-pickle",
        "text of Python 2",
        "The pickle was written by Python 2, whose texts are bytes in an unknown encoding. The weights are fine.",
        "Load with torch.load(f, encoding='latin1').",
        says("codec", r"'(?:ascii|utf-8)' codec can't decode byte 0x[0-9a-f]{2}"),
        absent="No text in it is other than UTF-8. " + _ANOTHER,
        weak=True,
    ),
)
