"""What torch, safetensors and frameworks say of a model in many files, and of a folder in the place of a file."""

from __future__ import annotations

from core.diagnosis.traps.trap import says, trap
from core.words import marked

_SHARD = r"(?P<name>[^'\"\n]{0,300}-\d{1,7}-of-\d{1,7}\.(?:safetensors|bin|pth?|h5))"

MANY_FILES = (
    trap(
        "missing-shard",
        marked("a file of many is missing"),
        marked(
            "The model, or its optimizer, lies in several files, and one of those that an index or the number of "
            "ranks calls for is not there: a download or a save that was not finished, or one file left behind."
        ),
        marked("Fetch the missing files, from the same save as the others."),
        says("-of-", rf"No such file or directory: ?['\"]?{_SHARD}"),
        says("distcp", r"No such file or directory: ?['\"]?(?P<name>[^'\"\n]{0,300}\.distcp)"),
        says("-of-", rf"No checkpoint file found at ?['\"]?{_SHARD}"),
        says("-of-", rf"does not appear to have (?:a file|files) named ?\(?['\"]?{_SHARD}"),
        says("according", r"a file named (?P<name>\S{1,300}) which is required according to the checkpoint index"),
        says(
            "_optim_states.pt",
            r"Expected (?P<want>\d{1,6}) of ['\"]?\*?_optim_states\.pt['\"]? under ",
            r"[^\n]{1,400}? but found (?P<have>\d{1,6}) files",
        ),
        says("_states.pt", r"can'?t find \*?_(?:model|optim)_states\.pt files in directory"),
        absent=marked("All the files that belong to it are there."),
    ),
    trap(
        "no-index",
        marked("the index of the shards is missing"),
        marked(
            "transformers finds shards by their index alone (model.safetensors.index.json or "
            "pytorch_model.bin.index.json), and one whole file by its name. The folder has neither, under these names."
        ),
        marked("Fetch the index too, or save the shards here as one file; of a folder give the one with the weights."),
        says("found", r"Error no file named [^\n]{1,300}?found in directory"),
        says("index", r"Can'?t find a checkpoint index"),
        says(
            "named",
            r"does not appear to have a file named (?:pytorch_model\.bin|model\.safetensors)(?:,? or|,| or| but| ?\.)",
        ),
        absent=marked("It has its index, or needs none."),
    ),
    trap(
        "mixed-shards missing-shard",
        marked("weights that are not in the file that an index names, or in none"),
        marked(
            "Who goes by the index asks a file for what it does not have. transformers asks all files, and makes what "
            "is in none at random, with a warning alone: right for a head that is to be trained. For all else the "
            "files are of different saves, or of another model."
        ),
        marked("Compare the keys that it names with those of the file; fetch all shards of one save, with its index."),
        says("contain", r"SafetensorError: ?File does not contain tensor (?P<key>[^\s'\"]{1,400})"),
        says("MISSING", r"newly initialized because missing from the checkpoint"),
        absent=marked("Its index and its shards agree; whether the model has keys of its own, only the model tells."),
    ),
    trap(
        "rank-pieces",
        marked("pieces of tensors, opened outside the ranks that saved them"),
        marked(
            "Each rank saved its own pieces (ShardedTensor, DTensor), and torch puts them together in a group of as "
            "many processes as saved them. The files are fine."
        ),
        marked(
            "Load each with its rank, after torch.distributed.init_process_group, by as many processes as saved them; "
            "or open the folder here and save the whole as one file."
        ),
        says("init_process_group", r"initialize default process group using ['\"]?init_process_group['\"]? before"),
        says("resolve", r"Could not resolve the process group registered under the name"),
        says("save", r"Local world size at save time was (?P<have>\d{1,6}), ?but at load time was (?P<want>\d{1,6})"),
        says("save", r"Local rank at save time was (?P<have>\d{1,6}), ?but at load time was (?P<want>\d{1,6})"),
        absent=marked("It has no pieces of ranks in it."),
    ),
    trap(
        "no-dcp-list",
        marked("no .metadata where torch.distributed.checkpoint looks for it"),
        marked(
            "dcp.load and its like want the folder that has .metadata in it, which is written last: the path is "
            "another one, the save was never finished, or what is there was not saved by dcp.save."
        ),
        marked(
            "Give it the folder with .metadata and the .distcp files; another checkpoint is loaded with torch.load."
        ),
        says("metadata", r"metadata is None; ?global metadata read failed"),
        says("metadata", r"No such file or directory: ?['\"]?[^'\"\n]{0,300}[/\\]\.metadata"),
        absent=marked("It has its .metadata."),
    ),
    trap(
        "folder",
        marked("a folder, opened as if it were a file"),
        marked(
            "torch.load and safetensors open one file; what they were given is a folder. Of a model in many files each "
            "part is loaded by itself, or all of them by the framework that saved them."
        ),
        marked(
            "Load the file inside it, hand the folder to the framework (from_pretrained, dcp.load), or save it here as "
            "one file."
        ),
        says("Errno", r"\[Errno 21\] Is a directory"),
        says("IsADirectoryError", r"IsADirectoryError"),
        says("19)", r"OSError: ?No such device \(os error 19\)"),
        absent=marked("It is a file and no folder."),
    ),
    trap(
        "shared-tensors",
        marked("tensors that share their bytes, which safetensors does not write"),
        marked(
            "Two names of the state dict are the same tensor (tied weights), or views of one. safetensors has each "
            "tensor once, so save_file refuses. Nothing is wrong with them."
        ),
        marked(
            "Save with safetensors.torch.save_model, which keeps one name of each and notes the others; or save here "
            "as safetensors, which does the same; or clone one of them, which unties it."
        ),
        says("share", r"Some tensors share memory, ?this will lead to duplicate"),
        says("contiguous", r"You are trying to save a non contiguous tensor: ?`?(?P<key>[^`\s]{1,400})"),
        absent=marked("No two of its tensors share their bytes."),
    ),
)
