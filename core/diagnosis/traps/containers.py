"""The traps of files: cut, damaged, of another kind than torch was told, or not written at all."""

from __future__ import annotations

from core.diagnosis.traps.trap import says, trap
from core.words import marked

CONTAINERS = (
    trap(
        "not-a-checkpoint cut-short",
        marked("the file is no checkpoint"),
        marked(
            "The first bytes are not those of a file of torch.save: '<' begins a web page, 'v' a git-lfs pointer, and "
            "an empty file runs out of input. torch never got as far as the weights."
        ),
        marked(
            "Look at the first line of the file: fetch it again by its download link, or run `git lfs pull`. "
            "weights_only=False cannot help."
        ),
        says("load", r"invalid load key, ?'(?P<key>\\?[^'\n]{1,8}|')(?:'|\Z)"),
        says("input", r"Ran out of input"),
        says("ord()", r"ord\(\) expected a character, but string of length 0 found"),  # torch 1.3 and 1.4
        says("operand", r"Unsupported operand (?P<operand>118|60|123|10|31|80|0)(?!\d)"),
        says("magic", r"Invalid magic number; ?corrupt file\?"),
        says("protocol", r"Invalid protocol version: ?(?P<protocol>[^\n]{1,40})"),
        says("quoted", r"the STRING opcode argument must be quoted"),
        says("data.pkl", r"PytorchStreamReader failed locating file data\.pkl"),
        says(".tar", r"files saved in the legacy \.tar format"),
        says("MARK", r"could not find MARK"),
        says("index", r"pickle[^\0]{0,400}?IndexError: ?(?:pop from empty list|list index out of range)"),
        absent=marked("It opens as a checkpoint."),
    ),
    trap(
        "not-a-checkpoint persistent-id wrong-loader",
        marked("a pickle out of a checkpoint, without the checkpoint"),
        marked(
            "The pickle points to tensors that lie outside of it. torch.load finds them when it is given the whole "
            "file; data.pkl alone, taken out of the zip, has only the structure and no weights."
        ),
        marked("Give torch.load the zip that data.pkl was taken from, as it is: it must not be unpacked."),
        says("persistent", r"unsupported persistent id encountered"),
        absent=marked("It is a whole checkpoint, with its tensors."),
    ),
    trap(
        "cut-short",
        marked("the file is cut short"),
        marked(
            "torch looked for the directory at the end of a zip and stepped before the beginning of the file, as it "
            "does with a short one whose end is missing. A download, a copy or a save was never finished."
        ),
        marked("Fetch or copy the file again and compare its size with the original."),
        says("22]", r"OSError: ?\[Errno 22\] Invalid argument(?!:)"),
        absent=marked("It opens as a checkpoint."),
        weak=True,  # programs say so of many a file name, too
    ),
    trap(
        "cut-short storage-size bit-rot",
        marked("the file is cut short or damaged"),
        marked(
            "The end of the file, where a zip keeps its directory, is missing or was overwritten: a download, a copy "
            "or a save was never finished. What is missing cannot be made up."
        ),
        marked(
            "Fetch or copy the file again and compare its size with the original; while saving, check the free space "
            "of the disk."
        ),
        says(
            "PytorchStreamReader",
            r"PytorchStreamReader failed reading zip archive",
            r"(?:: ?(?P<reason>failed finding central directory|invalid header or archive is corrupted))?",
        ),
        says(
            "PytorchStreamReader",
            r"PytorchStreamReader failed locating file (?P<record>(?!data\.|constants\.)[^\s:]{1,99}):",
        ),
        says("PytorchStreamReader", r"PytorchStreamReader failed (?:reading|getting) file (?P<record>[^\s:]{1,99}):"),
        says("PytorchStreamReader", r"PytorchStreamReader failed (?:reading|getting) (?!zip)"),
        says(
            "EOF",
            r"unexpected EOF(?:, ?expected (?P<missing>\d{1,20}) more bytes)?[.,] ?(?:The file might ",
            r"be corrupted|Corrupted)",
        ),
        says(
            "wrong", r"storage has wrong (?:byte )?size: ?expected (?P<expected>[-%\w]{1,24}) got (?P<got>[-%\w]{1,24})"
        ),
        says("truncated", r"pickle data was truncated"),
        says("exhausted", r"pickle exhausted before end of frame"),
        says("underflow", r"unpickling stack underflow"),
        says("BadZipFile", r"BadZipFile: ?(?:File is not a zip file|Bad magic number|Truncated)", weak=True),
        says("end-of-central-directory", r"end-of-central-directory", weak=True),
        says("mmap", r"mmap length is greater than file size"),
        says(
            "header",
            r"deserializing header: ?(?P<reason>Metadata ?Incomplete ?Buffer|Invalid ?Header ?Length|",
            r"incomplete metadata, ?file not fully covered)",
        ),
        absent=marked("It has its directory and all of its bytes."),
    ),
    trap(
        "bit-rot",
        marked("the bytes are not those that were written"),
        marked(
            "A part of the file fails its checksum. torch itself never looks at checksums and would load the damage."
        ),
        marked("Fetch or copy the file again, and verify it."),
        says("CRC-32", r"Bad CRC-32 for file '(?P<record>[^'\n]{1,200})'"),
        absent=marked("Verify the file: checksums are compared only then."),
    ),
    trap(
        "disk-full",
        marked("a checkpoint that could not be written"),
        marked(
            "This is an error of torch.save: the disk is full, a quota is used up, or a network drive went away. The "
            "file it was writing is not complete; those saved before are as they were."
        ),
        marked("Make room and save again. A half-written file cannot be repaired; resume from the one before."),
        says("PytorchStreamWriter", r"PytorchStreamWriter failed (?:writing|opening)"),
        says(
            "inline_container",  # from ostream_write_func of PyTorchStreamWriter
            r"inline_container\.cc[^\n]{0,40} unexpected pos (?P<position>\d{1,20}) vs (?P<expected>\d{1,20})",
        ),
        says("write()", r"write\(\): ?fd \d{1,9} failed with"),
        says("Errno", r"(?:torch\.save|serialization\.py|PyTorchFileWriter)[^\0]{0,2000}?\[Errno (?:28|122)\]"),
        says("directory", r"Parent directory [^\n]{1,300} does not exist"),
        says("iostream", r"basic_ios::clear: ?iostream error|ios_failure"),
        says("writing", r"failed writing file [^\s:]{1,99}: ?file write failed"),
        in_file=False,
    ),
    trap(
        "torchscript",
        marked("a TorchScript archive, opened by torch.load"),
        marked(
            "The file holds compiled code with its weights and not a pickle of torch.save. torch.load hands such a "
            "file on only with weights_only=False."
        ),
        marked("Load it with torch.jit.load(f, map_location='cpu'); take the weights with .state_dict()."),
        says("TorchScript", r"Cannot use weights_only=True with TorchScript archives"),
        says("TorchScript", r"received a zip file that looks like a TorchScript archive"),
        says("torchscript", r"checkpoint returned by torch\.save but got a torchscript checkpoint"),
        says(
            "NotImplementedError",
            r"NotImplementedError",
            above=r"torch[/\\]{1,2}jit[/\\]{1,2}_script\.py[^\0]{0,300}forward_magic_method[^\0]{0,200}$",
        ),
        says("RecursiveScriptModule", r"'RecursiveScriptModule' object (?:has no attribute|is not subscriptable)"),
        absent=marked("It is no TorchScript archive."),
    ),
    trap(
        "wrong-loader",
        marked("a checkpoint, opened by something other than torch.load"),
        marked(
            "The file is read by torch.jit.load, pickle.load or numpy.load, which do not know what torch.save writes. "
            "The file is probably fine."
        ),
        marked(
            "Load it with torch.load. If it was torch.load that said so, the file is data.pkl alone, taken out of its "
            "zip."
        ),
        says("constants.pkl", r"failed locating file constants\.pkl"),
        says("persistent_load", r"no persistent_load function was specified"),
        says("persistent", r"A load persistent id instruction was encountered"),
        says("pickled", r"This file contains pickled \(object\) data"),
        says("allow_pickle", r"Cannot load file containing pickled data when allow_pickle=False"),
        says("signature", r"Unable to (?:synchronously )?open (?:file|object) \(file signature not found\)"),
        in_file=False,
    ),
    trap(
        "wrong-loader safetensors",
        marked("a file of another kind, opened as safetensors"),
        marked(
            "The library safetensors reads a length first and then a list of tensors, and found neither: what it was "
            "given is a pickle of torch.save under that name, a web page or a git-lfs pointer instead of the download."
        ),
        marked(
            "Look at the size and the first bytes of the file. One that opens here as a checkpoint is loaded with "
            "torch.load; one of some hundred bytes must be fetched again, with `git lfs pull` where it is a pointer."
        ),
        says(
            "header",
            r"SafetensorError: ?Error while deserializing header|Error while deserializing header: ?",
            r"(?P<reason>Header ?Too ?(?:Large|Small)|Invalid ?Header ?(?:Deserialization|Start)|",
            r"invalid (?:JSON|UTF-?8) in header)",
        ),
        in_file=False,
    ),
    trap(
        "safetensors",
        marked("a safetensors file, opened by torch.load"),
        marked("The file is of the safetensors format, which is no pickle. It names no devices."),
        marked("Load it with safetensors.torch.load_file(f, device='cpu')."),
        says("safetensors", r"Attempting to load a safetensors file but safetensors is not installed"),
        absent=marked("It is no safetensors file."),
    ),
    trap(
        "new-container",
        marked("a new file, an old torch"),
        marked(
            "torch.save writes zip archives since torch 1.6, and the torch that loads is older or too old for this "
            "one: 1.5 can read them already, 1.4 and those before it cannot. The file itself is fine."
        ),
        marked(
            "Load with torch ≥ 1.5, or write the file in the legacy container; torch.save(…, "
            "_use_new_zipfile_serialization=False) does that where it was made."
        ),
        says("torch.jit.load()", r"is a zip archive ?\(did you mean to use torch\.jit\.load\(\)\?\)"),
        says(
            "PyTorch",
            r"Attempted to read a PyTorch file with version (?P<version>\d{1,4}), ?but the maximum supported version ",
            r"for reading is (?P<maximum>\d{1,4})",
        ),
        says("kMaxSupportedFileFormatVersion", r"kMaxSupportedFileFormatVersion"),
        says("tarfile", r"tarfile\.\w{0,20}(?:Header)?Error: ?invalid header"),
        says("InvalidHeaderError", r"InvalidHeaderError: ?invalid header"),
        absent=marked("It is in the legacy container, which every torch reads."),
    ),
    trap(
        "old-container",
        marked("mmap needs the zip container"),
        marked(
            "The file is in the container that torch wrote before 1.6, whose tensors cannot be mapped into memory. It "
            "loads without mmap."
        ),
        marked("Load without mmap=True, or write the file as a zip."),
        says("mmap", r"mmap can only be used with files saved with"),
        absent=marked("It is a zip, which can be mapped."),
    ),
    trap(
        "record-size",
        marked("more bytes in the file than the pickle says"),
        marked(
            "torch.save writes a storage as a whole, and torch.load of today counts whole elements of it: where the "
            "storage ends within an element the two differ. The weights themselves are fine."
        ),
        marked("Save the file anew here, which cuts such storages; or load it with torch.load(f, mmap=True)."),
        says("record", r"record size \(\d{1,20} bytes\) does not match expected size \(\d{1,20} bytes"),
        absent=marked("Each of its storages has as many bytes as the pickle says."),
    ),
    trap(
        "no-version",
        marked("the zip does not say its version"),
        marked(
            "torch asks a zip for a record called version before it reads anything else, and this one has none: "
            "whoever packed the file anew left it out. The weights themselves are fine."
        ),
        marked("Save the file anew here, which writes the record again."),
        says("hasRecord", r"Expected hasRecord\(\"version\"\) to be true, ?but got false"),
        absent=marked("It says its version."),
    ),
    trap(
        "nested-in-legacy",
        marked("a tensor of sizes that lay in memory by chance"),
        marked(
            "torch.load does this with nested tensors in the container of torch before 1.6: it makes them before it "
            "reads the bytes that say their sizes, so the numbers differ from load to load. The weights themselves "
            "are fine."
        ),
        marked(
            "Write the file as a zip; nothing is lost. Where the traceback does not go through torch.load, the script "
            "makes a tensor of numbers that are no sizes."
        ),
        says("overflowed", r"Storage size calculation overflowed with sizes=\[[-\d,\s]{0,400}\] and strides="),
        says(
            "setStorage",
            r"setStorage: ?sizes \[[-\d,\s]{0,400}\], ?strides \[[-\d,\s]{0,400}\], ?storage offset -?\d{1,20}, ?and ",
            r"itemsize \d{1,4} requiring a storage size of -?\d{1,20} are out of bounds",
            above=r"_rebuild_nested_tensor|_nested_view_from_buffer",
        ),
        absent=marked("It holds no nested tensors in the container of torch before 1.6."),
    ),
    trap(
        "generator-in-legacy",
        marked("the state of a generator that lay in memory by chance"),
        marked(
            "torch.load does this with generators of random numbers in the container of torch before 1.6: it gives "
            "them their state before it reads the bytes of it. The weights themselves are fine."
        ),
        marked("Write the file as a zip; nothing is lost."),
        says("Generator", r"__setstate__ of torch\._C\.Generator object at 0x[\da-f]{1,20}> returned a result with"),
        absent=marked("It holds no generators of random numbers in the container of torch before 1.6."),
    ),
)
