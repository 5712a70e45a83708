<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja_JP" sourcelanguage="en">
<context>
    <name>pthfinder</name>
    <message>
        <location filename="../../core/text.py"/>
        <source>(cut: {count:,} characters)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>A group of the optimizer has no list of parameters; the file is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>A key needs a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/edits.py"/>
        <source>A tensor on 'meta' has no bytes: the file would lose its weights. Choose cpu or a GPU such as cuda:0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/edits.py"/>
        <source>Did you mean 'cuda:{index}'?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>In {name}: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/state_dict.py"/>
        <source>Keys are as torch's own state_dict() gives them; whether {classes} give others, only the code could tell.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>Modules of Transformer Engine keep more in `_extra_state`, which only their code can give; it is not in the state dict.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>No DTensor in this file holds a whole tensor; parts of one have to be put together by torch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>No key of {where} begins with {prefix!r}; there is nothing to strip.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>No key of {where} has a place for {segment!r}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbering.py"/>
        <source>No state of {where!r} has a text for a key where its groups list the number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/apply.py"/>
        <source>No tensor is left in the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/containers.py"/>
        <source>Nothing in the file is of the Python module {source!r}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>Nothing in the file was saved on {source}; “{called}” changes nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>Only a number, a text, True, False or None can be put into a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>Only the text keys of dictionaries can be renamed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>Replace it by plain data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>Replace it by plain data: {listed}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>Replace it by plain data: {listed}. Not all is kept of what else is in it: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>That is no optimizer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>The file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/recipes/kept_plan.py"/>
        <source>The kept plan is damaged: {edit} is no edit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/recipes/kept_plan.py"/>
        <source>The kept plan names entries that this file does not have ({edit}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/device_mentions.py"/>
        <source>The mesh of {dtensors} becomes one of {devices} as well, which map_location does not do: FSDP2 copies only between tensors of one mesh.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>The selection names a tensor that is not in this file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>The state of {parameters} that no group has is left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>The state of {path} stays where it is, {belonging}; say which model it is of.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>The state of {path} stays where it is: {file} names no devices.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>The tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>The whole file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>The whole file cannot be dropped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/apply.py"/>
        <source>There is no entry {entry} in this file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>There is no optimizer state in this file to move.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>There is no state dict in this file whose keys could get a prefix.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>There is no such tensor in this file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/recipes/kept_plan.py"/>
        <source>This is no plan that this version of the program has kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/extract.py"/>
        <source>What is kept is a part of {path!r}, so there is no state dict to make of that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>[{box}] is no part of a tensor of {shape}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>a count of steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>add {prefix}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>add “{prefix}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>all of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>any state dict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>cast to {dtype}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>cast {tensors} → {dtype}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>cut storages to what is used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>cut storages to what tensors use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>dict</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>drop {n:,} entries</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>drop {path}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>extract and unwrap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>extract state_dict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/extract.py"/>
        <source>in another state_dict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>indices of another tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>insert {segment} into keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>insert {segment} into {under}… keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>insert “{segment}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>its default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>its maxlen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>its own class and attributes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>its storage is shared by a tensor that is {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>its time zone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>keep only {path}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>legacy container</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>made from a copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>make DTensors plain tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>make {n:,} entries plain data</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>make {path} plain data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>map {source}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>map {source} → {target}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>no tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>not of a floating dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>number the state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>number the state of {parameters}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>of dtype {dtype}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>one number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>optimizer state → its parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>optimizer state → {target}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>part of a tensor whose class says its dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>pickle protocol {protocol}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>plain data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../cli/language.py"/>
        <source>pthfinder: {option} takes {languages}, before the command, and not {language!r}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>put numbers into {n:,} tensors</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>put {source} into {path}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>quantised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>quantised ({dtype})</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>rename {n:,} Python modules</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>rename {n:,} keys</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>rename {old} → {new}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>rename {path} to “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/text.py"/>
        <source>scalar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>set</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>set numbers in {n:,} places</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>set numbers of {path} to {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>set {n:,} values</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>set {path} to {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>state → its parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>statistics of a norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>strip {n:,} prefixes</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>strip {prefix}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>strip {prefix} everywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>strip “{prefix}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>tensors of several dtypes share its storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>that it is a set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>that it is frozen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/device_mentions.py"/>
        <location filename="../../core/edits/extract.py"/>
        <location filename="../../core/edits/keys.py"/>
        <location filename="../../core/edits/to_plain.py"/>
        <location filename="../../core/edits/wording.py"/>
        <source>the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>the file holds its storage by itself as well</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>the name of its class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>the tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <location filename="../../core/edits/numbers/setting.py"/>
        <location filename="../../core/edits/wording.py"/>
        <source>the whole file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>tuple</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/objects/plain_rules.py"/>
        <source>what the name stands for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>write pickle protocol {protocol}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>write the legacy container</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>write the zip container</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>write {source} as {target}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>zip container (torch ≥ 1.6)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/containers.py"/>
        <source>{container!r} is no container; choose zip or legacy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>{dtensors} → plain tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>{entries} belong to no parameter that could be told; they stay where they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{file} cannot be read any more: {strerror}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{kept!r} is {it} once more. Keep that instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{kept!r} leads back to {it} (at {path!r}), so it cannot be the whole file without that. Keep {it}, or drop {path!r} as well.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>{key} of {file}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/sharded.py"/>
        <location filename="../../core/edits/device_mentions.py"/>
        <location filename="../../core/edits/wording.py"/>
        <source>{n:,} DTensors</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <location filename="../../gui/diagnosis/board.py"/>
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{n:,} GPUs</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <location filename="../../core/edits/devices.py"/>
        <source>{n:,} `step` tensors</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/state_dict.py"/>
        <source>{n:,} attributes with tensors that are neither parameter nor buffer left out: {names}. Only the code of the model could tell whether its state_dict() has them.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/details/model.py"/>
        <source>{n:,} bytes</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/app/status.py"/>
        <source>{n:,} changes</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>{n:,} changes of this kind</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../gui/memory/file.py"/>
        <source>{n:,} devices</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diff/model.py"/>
        <location filename="../../gui/document/taking.py"/>
        <source>{n:,} differences</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/values/slices.py"/>
        <source>{n:,} dimensions</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/details/model.py"/>
        <source>{n:,} elements</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/difference.py"/>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>{n:,} entries</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{n:,} errors</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/optimizers.py"/>
        <source>{n:,} groups</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <location filename="../../core/diagnosis/rules/names.py"/>
        <location filename="../../core/diagnosis/traceback/judge_keys.py"/>
        <location filename="../../core/diagnosis/traceback/judge_lookups.py"/>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/report/diagnosis.py"/>
        <location filename="../../gui/app/status.py"/>
        <location filename="../../gui/compare/model.py"/>
        <location filename="../../gui/details/panel.py"/>
        <location filename="../../gui/document/cells.py"/>
        <location filename="../../gui/document/ghost_cells.py"/>
        <location filename="../../gui/fixes/model.py"/>
        <source>{n:,} keys</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/health/model.py"/>
        <source>{n:,} lesser signs</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <source>{n:,} module objects</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/extracting.py"/>
        <source>{n:,} modules</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/traceback/judge_devices.py"/>
        <location filename="../../gui/devices/panel.py"/>
        <source>{n:,} more devices</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/losses.py"/>
        <source>{n:,} more entries</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/catalogue/optimizers/hyperparameters.py"/>
        <source>{n:,} more groups</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/loading/torch_messages.py"/>
        <source>{n:,} more keys</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/memory_text.py"/>
        <source>{n:,} more kinds</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{n:,} more names</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/records.py"/>
        <source>{n:,} more records</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/inspect.py"/>
        <source>{n:,} more tensors</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/containers.py"/>
        <location filename="../../gui/app/status.py"/>
        <location filename="../../gui/fixes/model.py"/>
        <source>{n:,} names</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diagnosis/cards.py"/>
        <source>{n:,} notes</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/report/losses.py"/>
        <location filename="../../core/report/values.py"/>
        <location filename="../../gui/document/compared.py"/>
        <location filename="../../gui/values/change_menu.py"/>
        <location filename="../../gui/values/copy_menu.py"/>
        <location filename="../../gui/values/one_tensor.py"/>
        <location filename="../../gui/values/update_model.py"/>
        <source>{n:,} numbers</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/object_cures.py"/>
        <location filename="../../gui/fixes/model.py"/>
        <source>{n:,} objects</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/devices.py"/>
        <source>{n:,} optimizer entries</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/memory/training/words.py"/>
        <source>{n:,} other cards</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/app/status.py"/>
        <source>{n:,} other changes</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diagnosis/error_model.py"/>
        <source>{n:,} other errors</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/extracting.py"/>
        <location filename="../../core/catalogue/optimizers/matched.py"/>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <location filename="../../core/diagnosis/rules/optimizer_state.py"/>
        <location filename="../../core/edits/state_dict.py"/>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../core/report/optimizers.py"/>
        <location filename="../../core/values/health/optimizers.py"/>
        <source>{n:,} parameters</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/formats/identify_text.py"/>
        <source>{n:,} parts</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/session/reloading.py"/>
        <source>{n:,} pending changes</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/file.py"/>
        <source>{n:,} pickles</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <location filename="../../gui/health/model.py"/>
        <source>{n:,} places</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/verifying.py"/>
        <location filename="../../gui/diagnosis/integrity_model.py"/>
        <source>{n:,} records</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/wording.py"/>
        <source>{n:,} selected tensors</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/fixes/model.py"/>
        <source>{n:,} state_dicts</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/file.py"/>
        <location filename="../../core/diagnosis/rules/storages.py"/>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../gui/devices/table_model.py"/>
        <location filename="../../gui/memory/table_models.py"/>
        <source>{n:,} storages</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/setting.py"/>
        <location filename="../../core/diagnosis/model_match/group_findings.py"/>
        <location filename="../../core/diagnosis/model_match/model_findings.py"/>
        <location filename="../../core/diagnosis/rules/devices.py"/>
        <location filename="../../core/diagnosis/rules/objects.py"/>
        <location filename="../../core/diagnosis/rules/optimizers.py"/>
        <location filename="../../core/edits/numbers/cast.py"/>
        <location filename="../../core/edits/numbers/setting.py"/>
        <location filename="../../core/edits/wording.py"/>
        <location filename="../../core/report/difference.py"/>
        <location filename="../../core/report/export.py"/>
        <location filename="../../core/report/inspect.py"/>
        <location filename="../../core/report/losses.py"/>
        <location filename="../../core/report/plan.py"/>
        <location filename="../../core/report/scan.py"/>
        <location filename="../../core/torch_child/trial_load.py"/>
        <location filename="../../gui/app/status.py"/>
        <location filename="../../gui/details/model.py"/>
        <location filename="../../gui/devices/panel.py"/>
        <location filename="../../gui/devices/table_model.py"/>
        <location filename="../../gui/diff/model.py"/>
        <location filename="../../gui/document/cells.py"/>
        <location filename="../../gui/document/compared.py"/>
        <location filename="../../gui/document/ghost_cells.py"/>
        <location filename="../../gui/fixes/model.py"/>
        <location filename="../../gui/health/model.py"/>
        <location filename="../../gui/memory/file.py"/>
        <location filename="../../gui/memory/table_models.py"/>
        <location filename="../../gui/save/saver.py"/>
        <location filename="../../gui/tree/menu.py"/>
        <location filename="../../gui/tree/panel.py"/>
        <location filename="../../gui/values/several_model.py"/>
        <source>{n:,} tensors</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/diagnosis/rules/python2.py"/>
        <source>{n:,} texts</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/device_mentions.py"/>
        <source>{n:,} torch.device values stay as saved: {where}. torch.load takes such values on any computer, and map_location leaves them too; a script that goes by them must have that device.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/diagnosis/model.py"/>
        <source>{n:,} warnings</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../cli/extracting.py"/>
        <source>{n:,} whole objects</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{name!r} has numbers of {dtype!r}, which no tensor has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{name!r} is no .npy file that can be read without running it: {error}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{name!r} is no .npy file, as numpy.save writes it. Of a checkpoint name the tensor too: {name}:KEY.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/text.py"/>
        <source>{names} and {more:,} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{names} in {path!r} cannot be plain data; None is in the place of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{name} becomes a {what}; lost: {lost}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{name} becomes {what}; lost: {lost}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{name} has a hook that changes its state dict ({hook}); hooks do not run here, so keys may differ from what the class itself would give.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{name} has a hook that changes its state dict; hooks do not run here, so keys may differ from what the class itself would give.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{name} has changed on disk since its numbers were put into the plan. Put them in again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/extract.py"/>
        <source>{name} → state_dict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>{name} → {what} (lost: {lost})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/conversions.py"/>
        <source>{name} → {what}, nothing lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/diff.py"/>
        <source>{one!r} and {other!r} in {place} would both become {key!r}, and one would be lost. Rename or drop one of them first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/diff.py"/>
        <source>{one!r} and {other!r} would both become {key!r}, and one would be lost. Rename or drop one of them first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{one} and {other} are two keys in {place!r} that would both become {key}, and one would be lost. Rename or drop one of them first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/to_plain.py"/>
        <source>{path!r} ({name}) cannot be made plain data. Drop it instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{path!r} holds more than one value; only numbers, texts, True, False and None can be set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{path!r} holds nothing below it; keep a dictionary.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{path!r} in {name} is no tensor with a storage.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{path!r} in {name} is {what}, which cannot be put elsewhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{path!r} is a {name}, which keeps its weights packed as only its own code can unpack them. Load the file with torch, weights_only=False, where that code is, and save model.state_dict() there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/keys.py"/>
        <source>{path!r} is no dictionary, so it has no keys to rename.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{path!r} is no value that can be set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/extract.py"/>
        <source>{path!r} is part of what becomes a state dict as a whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/entries.py"/>
        <source>{path!r} is what an object is made of; drop the object itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{path!r} nests too deeply, or repeats too often, to be laid out in full; it cannot be extracted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/theirs.py"/>
        <source>{path} cannot be read: {strerror}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} has numbers of {dtype}, which those of {theirs} cannot become.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is expanded: one number stands for many, so no other tensor fits. Set its numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is expanded: one number stands for {many}, and all change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is made from a copy when it is loaded, so no numbers can be set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is no tensor with a storage, so no numbers can be set there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is quantised: its numbers stand for others, so none can be set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is stored as the conjugate or negative of what it shows, so no numbers can be set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is {dtype}, of which no numbers can be set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} is {shape}, and what is in {file!r} is {theirs}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} requires a gradient, which a tensor of {dtype} cannot.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} shares its storage with {tensors}: what they share changes for all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{path} stays {dtype}, as others in its storage do: its new numbers were {theirs}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/containers.py"/>
        <source>{protocol!r} is no pickle protocol that torch writes; choose 2 to 5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>{source} → {target} ({role} only)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/wording.py"/>
        <source>{source} → {target} in {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>{tensors} cannot be cast: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>{tensors} share the storage of {first!r}, so cast along with it.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/edits/numbers/cast.py"/>
        <source>{tensors} stay as they were: {reason}.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>{tensors} stayed on the CPU, where torch keeps them unless the group is capturable or fused.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/devices.py"/>
        <source>{tensors} will be on {device}, where every step of the optimizer reads them back, which is slow (torch 1.12.0 refuses). Move the optimizer state too: it knows the rule.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/edits.py"/>
        <source>{text!r} is no device that torch knows; use cpu, cuda:0, cuda:1, mps or xpu:0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/castable.py"/>
        <source>{text!r} is no dtype to cast to; choose {dtypes}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/edits.py"/>
        <source>{text!r} is no prefix; write whole dotted segments, such as 'module.'.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/numbers/setting.py"/>
        <source>{value} becomes {become} in {path}, which is {dtype}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../core/edits/state_dict.py"/>
        <source>{what} is no pickled module or optimizer whose parameters could be found without its code.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
