"""Errors whose words nobody knows, and the words of real torch, held against files that have what they name."""

from __future__ import annotations

import functools
import json
import struct
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import nn

from cli.main import run
from core.diagnosis.diagnose import diagnose
from core.diagnosis.error_facts import ErrorFacts, without_survived
from core.diagnosis.finding import Finding
from core.diagnosis.traceback.answer import CAUSE, NOT_CAUSE, Answer, answer, answer_unknown, machine_of
from core.diagnosis.traceback.recognise import recognise
from core.diagnosis.unopened import diagnose_unopened
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.loading.computer import Computer
from tests.diagnosis.test_agreement import KINDS
from tests.diagnosis.traceback.older_words import older, older_safetensors
from tests.files.bad_files import BAD
from tests.files.checkpoints import save
from tests.files.fitting_files import whole_model
from tests.places import TESTS
from tests.support.engine import planned
from tests.support.oracle import PretendGpus

OTHERS: list[dict[str, str]] = json.loads(Path(__file__).with_name("errors_of_others.json").read_text(encoding="utf-8"))
"""Errors out of threads of other projects."""
FILES = sorted(
    path
    for path in (TESTS / "data").glob("*/**/*")
    if path.suffix in (".pt", ".pth", ".ckpt", ".bin") and "folders" not in path.parts
)
HAVE = {
    "pytorch/pytorch#133163": {"rng_state.pth", "net.pt"},  # name _codecs.encode
    "AIrjen/OneButtonPrompt#182": {"pytorch_model.bin"},
}
"""For some errors the files that have what they name."""


def held(text: str, view: Preview | None, findings: tuple[Finding, ...], folder: Path | None = None) -> Answer | None:
    recognised = recognise(text)
    if recognised is None:
        return answer_unknown(text, findings, view, folder)
    return answer(recognised, findings, view, folder)


def asked(text: str, path: Path) -> Answer | None:
    """The answer for a file that may not open, on the computer of the error."""
    computer = machine_of(recognise(text), Computer())
    try:
        view = planned(path)
    except CheckpointError as error:
        return held(text, None, diagnose_unopened(path, error), path)
    return held(text, view, diagnose(view, computer), path)


# -- twenty files of others -------------------------------------------------------------------------------------


@functools.cache
def _view(path: Path) -> Preview:
    return planned(path)


@functools.cache
def _findings(path: Path, computer: Computer) -> tuple[Finding, ...]:
    return diagnose(_view(path), computer)


@pytest.mark.parametrize("each", OTHERS, ids=[each["source"] for each in OTHERS])
def test_no_error_accuses_the_files_of_others(each: dict[str, str]) -> None:
    """Of any of them; where a state dict is taken for a model, those that have one there are meant indeed."""
    assert len(FILES) >= 20
    computer = machine_of(recognise(each["text"]), Computer())
    accused = [
        path.name
        for path in FILES
        if (said := held(each["text"], _view(path), _findings(path, computer))) is not None and said.is_cause
        if not ("['model'].float()" in each["text"] and "at 'model' it has names and weights" in said.text)
    ]
    assert set(accused) <= HAVE.get(each["source"], set())


# -- what real torch says ---------------------------------------------------------------------------------------


def _damaged(folder: Path) -> Iterator[Path]:
    """Files that are none, or broken."""
    for number, (make, _) in enumerate(BAD.values()):
        (folder / str(number)).mkdir()
        path = folder / str(number) / "some.pth"
        make(path)
        if path.is_file():
            yield path


def _said(path: Path, ways: Iterable[dict[str, bool]]) -> Iterator[str]:
    """What torch 2.13 says of a file in each way of loading it, and other versions and loaders in its place."""
    for way in ways:
        try:
            torch.load(path, **way)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what the user sees
            said = f"{type(error).__name__}: {error}"
            yield said
            yield from older(said, path)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", [*KINDS, "damaged"])
def test_what_torch_says_of_a_file_is_answered_this_file(kind: str, tmp_path: Path) -> None:
    """Of hundreds of files that torch refuses, in the words of all its versions, and never of a healthy one."""
    healthy = save({"fc.weight": torch.ones(2, 2), "fc.bias": torch.ones(2)}, tmp_path / "healthy.pt")
    (tmp_path / "made").mkdir()
    is_damaged, raised = kind == "damaged", 0
    ways: list[dict[str, bool]] = [{}, {"weights_only": False}] if is_damaged else [{}]  # which runs no attack
    for path in (_damaged if is_damaged else KINDS[kind])(tmp_path / "made"):
        for said in dict.fromkeys(_said(path, ways)):
            raised += 1
            mine, its = asked(said, path), asked(said, healthy)
            unread = mine is not None and "Pthfinder cannot read the names in it" in mine.text
            assert mine is not None, (path.name, said)
            assert mine.verdict == CAUSE or unread, (path.name, said, mine.text)
            assert its is None or not its.is_cause, (path.name, said, its.text)
    assert raised > 4


def _header(text: bytes, data: bytes = bytes(8), length: int | None = None) -> bytes:
    return struct.pack("<Q", len(text) if length is None else length) + text + data


_ONE = b'{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}'
HEADERS = {
    "nothing": b"",
    "a zip": b"PK\3\4" + b"\xff" * 40,
    "a web page": b"<!DOCTYPE html><html>" * 5,
    "a length of more": _header(_ONE, length=1000),
    "cut": _header(_ONE, b"1234"),
    "no JSON": _header(b'{"a": nope}'.ljust(30)),
    "no text": _header(b'{"\xff\xfe":1}'),
    "offsets": _header(_ONE.replace(b"[0,8]", b"[8,0]")),
    "shapes": _header(_ONE.replace(b"[2]", b"[3]")),
}


@pytest.mark.parametrize("name", HEADERS)
def test_what_safetensors_says_of_a_file(name: str, tmp_path: Path) -> None:
    """In the words of all its versions."""
    healthy = tmp_path / "healthy.safetensors"
    save_file({"a": torch.ones(2)}, healthy)
    path = tmp_path / "some.safetensors"
    path.write_bytes(HEADERS[name])
    with pytest.raises(SafetensorError) as raised:
        load_file(path)
    said = f"SafetensorError: {raised.value}"
    words = [said, *older_safetensors(said)]
    assert len(words) > 1
    for each in words:
        mine, its = asked(each, path), asked(each, healthy)
        assert mine is not None, each
        assert mine.is_cause, (each, mine.text)
        assert its is None or not its.is_cause, (each, its.text)


# -- facts ------------------------------------------------------------------------------------------------------


def _keys(folder: Path) -> Path:
    net = {"net._fsdp_wrapped_module.block._flat_param": torch.ones(4)}
    return save(net, folder / "a.pth")


def _named_zip(folder: Path) -> Path:
    return save({"a": torch.ones(1)}, folder / "some_model.ckpt")


def _object(folder: Path) -> Path:
    return save({"at": Path("a"), "w": torch.ones(1)}, folder / "a.pth")


def _text(folder: Path) -> Path:
    path = folder / "a.pth"
    path.write_text("config: here\nmodel: there\n")
    return path


def _folder(folder: Path) -> Path:
    made = folder / "checkpoint-7"
    made.mkdir()
    save({"w": torch.ones(2)}, made / "pytorch_model.bin")
    return made


def _empty(folder: Path) -> Path:
    path = folder / "model.safetensors"
    path.touch()
    return path


def _dcp(folder: Path) -> Path:
    made = folder / "step-100"
    made.mkdir()
    (made / "__0_0.distcp").write_bytes(b"nothing")
    return made


def _unexpected(folder: Path) -> Path:
    return save({"blocks.0.attn.relative_position_index": torch.ones(2), "w": torch.ones(2)}, folder / "a.pth")


def _on_gpu(folder: Path) -> Path:
    weight = torch.ones(2)
    with PretendGpus() as gpus:
        gpus.place(weight, "cuda:1")
        return save({"w": weight}, folder / "a.pth")


def _prefixed(folder: Path) -> Path:
    return save({"module.conv1.weight": torch.ones(2), "module.conv1.bias": torch.ones(2)}, folder / "a.pth")


def _large(folder: Path) -> Path:
    return save({"fc.weight": torch.ones(100, 5)}, folder / "a.pth")


def _bytes(data: bytes, name: str = "a.pth") -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        (folder / name).write_bytes(data)
        return folder / name

    return make


def _cut(folder: Path) -> Path:
    path = _large(folder)
    path.write_bytes(path.read_bytes()[:-400])
    return path


def _cut_legacy(folder: Path) -> Path:
    torch.save({"w": torch.ones(4000)}, folder / "a.pth", _use_new_zipfile_serialization=False)
    (folder / "a.pth").write_bytes((folder / "a.pth").read_bytes()[:-5000])
    return folder / "a.pth"


def _model(dotted: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        whole_model(folder / "a.pth", dotted)
        return folder / "a.pth"

    return make


TRANSLATED: dict[str, tuple[Callable[[Path], Path], str]] = {
    "a card": (
        _on_gpu,
        "尝试在 CUDA 设备 1 上反序列化对象，但 torch.cuda.device_count() 为 1。请使用 torch.load 和 map_location。",
    ),
    "no card": (_on_gpu, "RuntimeError：尝试在CUDA设备上反序列化对象，但torch.cuda.is_available()为False。"),
    "no card, into Japanese": (
        _on_gpu,
        (
            "RuntimeError: CUDA デバイス上のオブジェクトを逆シリアル化しようとしていますが、"
            "torch.cuda.is_available() が False です。"
        ),
    ),
    "keys": (
        _prefixed,
        (
            "加载 Net 的 state_dict 时出错：缺少键：“conv1.weight”、“conv1.bias”。"
            "意外的键：“module.conv1.weight”、“module.conv1.bias”。"
        ),
    ),
    "shapes": (
        _large,
        (
            "fc.weight 的大小不匹配：从检查点复制形状为 torch.Size([100, 5]) 的参数，"
            "当前模型中的形状为 torch.Size([10, 5])。"
        ),
    ),
    "shapes, into Japanese": (
        _large,
        (
            "fc.weight のサイズの不一致: チェックポイントから形状 torch.Size([100, 5]) の"
            "パラメータをコピーしていますが、"
            "現在のモデルの形状は torch.Size([10, 5]) です。"
        ),
    ),
    "the first byte": (_bytes(b"<html>" * 9), "_pickle.UnpicklingError：无效的加载键，'<'。"),
    "the first byte, into Japanese": (
        _bytes(b"version https://git-lfs"),
        "UnpicklingError: 無効なロードキー、「'v'」。",
    ),
    "the end of a zip": (_cut, "PytorchStreamReader 读取 zip 存档失败：找不到中心目录"),
    "the bytes that are missing": (_cut_legacy, "RuntimeError：意外的 EOF，还需要 3000 个字节。文件可能已损坏。"),
    "a header": (_bytes(b"no header at all", "a.safetensors"), "SafetensorError: 反序列化标头时出错：标头太大"),
    "a module": (_model("models.yolo.Model"), "ModuleNotFoundError：没有名为 'models' 的模块"),
    "a class": (_model("__main__.Net"), "AttributeError: モジュール '__main__' に属性 'Net' がありません"),
    "a name": (_object, "不支持的全局：默认情况下不允许使用 GLOBAL pathlib.PosixPath"),
}
UNKNOWN: dict[str, tuple[Callable[[Path], Path], str]] = {
    "a global, in Japanese": (_object, "`torch.load` が `GLOBAL pathlib.PosixPath was not allowed` で拒否する。"),
    "keys of FSDP": (_keys, "keys not used by the model:\n  net._fsdp_wrapped_module.block._flat_param"),
    "a record": (_named_zip, "Exception: bad file inside C:\\models\\some_model.ckpt: some_model/data.pkl"),
    "the first line of a text": (_text, "ModuleNotFoundError: No module named 'onfig: here'"),
    "a header of no byte": (_empty, "Error while deserializing header: HeaderTooSmall"),
    "a checkpoint of DCP without its list": (_dcp, "No such file or directory: '/run/step-100/.metadata'"),
    **{f"{name}, translated": each for name, each in TRANSLATED.items()},
    "a key that a terminal broke": (
        _unexpected,
        'Unexpected key(s) in state_dict: "blocks.0.attn.relative_pos\nition_index".',
    ),
    "a file that the folder lacks": (_folder, "[Errno 2] No such file or directory: 'out/checkpoint-7/adapter.bin'"),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_fact_that_file_and_error_share(name: str, tmp_path: Path) -> None:
    make, text = UNKNOWN[name]
    said = asked(text, make(tmp_path))
    assert said is not None
    assert said.is_cause, said.text
    other = asked(text, save({"w": torch.ones(3)}, tmp_path / "other.pth"))
    assert other is None or not other.is_cause


@pytest.mark.parametrize("broken", ["torch.nn.modules.linear.\n    Linear", "torch.nn.modules.linear.Linear\nfailed"])
def test_both_readings_of_a_line_break(broken: str) -> None:
    assert ErrorFacts(f"refused {broken}").says("torch.nn.modules.linear.Linear")


def test_names_are_whole_words() -> None:
    facts = ErrorFacts("no net.layer.weights and no my.net.layer.weight.data")
    assert not facts.says("net.layer.weight")


def test_what_a_run_survived_is_no_cause() -> None:
    raised = "Traceback (most recent call last):\n"
    text = f"a.py:1: UserWarning: CUDA initialization: CUDA unknown error\n  return f()\n{raised}"
    assert without_survived(text) == raised
    assert without_survived("UserWarning: alone") == "UserWarning: alone"


def test_a_key_of_another_dictionary_does_not_accuse(tmp_path: Path) -> None:
    path = save({"state_dict": nn.Linear(2, 2).state_dict()}, tmp_path / "a.pth")
    said = asked("    param = params_dict[name]\nKeyError: 'layers.0.weight'", path)
    assert said is not None
    assert said.verdict not in (CAUSE, NOT_CAUSE)


@pytest.mark.parametrize("what", ["gone.pth", ".", "a.txt"])
def test_every_outcome_is_json(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_text("nothing")
    run(["diagnose", str(tmp_path / what), "--json", "--error", "EOFError: Ran out of input"])
    told = json.loads(capsys.readouterr().out)
    assert told["findings"] or told["unopened"]
    assert told["error"]["verdict"]
