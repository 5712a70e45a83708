"""What the net holds, worked out from the code as it is: plans, pasted errors, files, memory and help.

Each group is a dictionary of cases, and each case one of facets: short ones as they are, long ones as a hash. Nothing
in them tells of this computer, the time, the place of the files or the torch that is there.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.golden import engine
from tests.golden.inputs import INDEX, error_id, unpacked
from tests.places import TESTS

HERE = Path(__file__).parent
DATA = TESTS / "data"
ERRORS = TESTS / "diagnosis" / "traceback"
_SHORT = 60
"""Characters of JSON that are kept as they are."""

Case = dict[str, Any]
Group = dict[str, Case]


def read(name: str) -> Any:
    """One of the files beside this one."""
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def hashed(value: Any) -> str:
    """A hash of text, or of what JSON takes."""
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def short(value: Any) -> Any:
    """A value as it is, or its hash where it is long."""
    return value if len(json.dumps(value)) <= _SHORT else f"#{hashed(value)}"


class Bench:
    """The files that are looked at, unpacked, each opened once; results are written beside them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.inputs = unpacked(folder / "inputs")
        self.out = folder / "out"
        self.out.mkdir()
        self._opened: dict[str, Any] = {}
        self._saves = 0

    def path(self, name: str) -> Path:
        """A file by its name here: ``plans/…`` and ``errors/…`` are unpacked, all others of ``tests/data``."""
        return (self.inputs if name.startswith(("plans/", "errors/")) else DATA) / name

    def opened(self, name: str) -> Any:
        """The catalogue of a file, or the error that it does not open with."""
        if name not in self._opened:
            try:
                self._opened[name] = engine.opened(self.path(name))
            except engine.CheckpointError as error:
                self._opened[name] = error
        return self._opened[name]

    def place(self) -> Path:
        """An empty folder to save in."""
        self._saves += 1
        folder = self.out / str(self._saves)
        folder.mkdir()
        return folder

    def anywhere(self, text: str) -> str:
        """A text without the places of this computer; what is wrapped because of a long one is not."""
        places = {str(self.inputs): "INPUTS", str(self.out): "OUT", str(DATA): "DATA", str(TESTS.parent): "ROOT"}
        if not any(place in text for place in places):
            return text
        for place, name in places.items():
            text = text.replace(place, name)
        return re.sub(r"(?<=OUT/)\d+", "N", text)


@contextmanager
def bench() -> Iterator[Bench]:
    """A bench in a folder that goes again."""
    with tempfile.TemporaryDirectory() as folder, engine.in_the_dark():
        yield Bench(Path(folder))


# -- plans -----------------------------------------------------------------------------------------------------


def plans(bench: Bench, names: Callable[[str], bool] = lambda _: True) -> Group:
    """Each plan of ``plans.json`` by its options, or as it was kept where no option says it; and as it was kept."""
    found: Group = {}
    for file, of_file in read("plans.json").items():
        for name, plan in of_file.items():
            if names(case := f"{file}: {name}"):
                found[case] = _plan(bench, file, plan)
    return found


def _plan(bench: Bench, file: str, wanted: Case) -> Case:
    catalogue, saving = bench.opened(file), wanted.get("save", {})
    try:
        steps = filled_steps(bench, wanted["steps"]) if "steps" in wanted else None
        before = engine.read_kept(catalogue, filled(bench, wanted["kept"])) if "kept" in wanted else None
        plan = engine.plan_of_steps(catalogue, steps) if steps is not None else before
        view = engine.preview(catalogue, plan)
    except engine.CheckpointError as error:
        return {"refused": bench.anywhere(f"{type(error).__name__}: {error}")}
    facets = {**_of_preview(bench, view, saving), **_saved(bench, view, saving)}
    facets["as kept before"] = before is None or _same(bench, view, before, saving, facets)
    again = engine.read_kept(catalogue, json.loads(json.dumps(engine.kept(catalogue, plan))))
    facets["as kept now"] = _same(bench, view, again, saving, facets)
    return facets


def _same(bench: Bench, view: engine.Preview, plan: engine.Plan, saving: Case, facets: Case) -> bool | Case:
    """Whether another plan does the same; where it does not, what it does otherwise."""
    if plan == view.plan:
        return True
    other = engine.preview(view.catalogue, plan)
    found = {**_of_preview(bench, other, saving), **_saved(bench, other, saving)}
    return all(facets[name] == value for name, value in found.items()) or {
        name: value for name, value in found.items() if facets[name] != value
    }


def _of_preview(bench: Bench, view: engine.Preview, saving: Case) -> Case:
    source, target = view.catalogue.checkpoint.path.name, saving.get("target", "fixed.pth")
    line = engine.as_command(view, source, target)
    made = engine.recipe_of(view, "a recipe")
    code = engine.as_python(view, source, target)
    return {
        "titles": [bench.anywhere(f"{each.title} | {each.extent} | {each.becomes}") for each in view.changes],
        "warnings": [bench.anywhere(each) for each in view.warnings],
        "moved, renamed, dropped": [view.tensors_moved, view.keys_renamed, view.tensors_dropped, view.bytes_after],
        "line": bench.anywhere(line.line),
        "lines": hashed(bench.anywhere(line.lines)),
        "left of the line": len(line.left),
        "recipe": hashed(bench.anywhere(json.dumps([engine.recipe_json(made.recipe), made.left]))),
        "code": hashed([unwrapped(bench.anywhere(code.code)), code.left]),
    }


def unwrapped(code: str) -> str:
    """Code with calls in one line: where they wrap depends on how long a path is."""
    return re.sub(r",?\s*\)", ")", re.sub(r"\(\s+", "(", re.sub(r",\s+", ", ", code)))


def _saved(bench: Bench, view: engine.Preview, saving: Case) -> Case:
    folder, options = bench.place(), dict(saving)
    target = folder / options.pop("target", "fixed.pth")
    try:
        report = engine.save(view, target, **options)
    except engine.CheckpointError as error:
        return {"file": bench.anywhere(f"{type(error).__name__}: {error}"), "report": None}
    told = [report.bytes, report.tensors, report.storages, len(report.damaged), *report.outlook.notes]
    return {"file": content(target), "report": told}


def content(path: Path) -> str:
    """The hash of a file, or of all files of a folder with their names."""
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    files = sorted(each for each in path.rglob("*") if each.is_file())
    return hashed([[each.relative_to(path).as_posix(), content(each)] for each in files])


def filled_steps(bench: Bench, steps: list[list[str]]) -> list[list[str]]:
    """Steps that name files beside those of the plans."""
    return [[word.replace("INPUTS", str(bench.inputs)) for word in step] for step in steps]


def filled(bench: Bench, kept: Any) -> Any:
    """A kept plan with the files of this computer."""
    if isinstance(kept, list):
        return [filled(bench, each) for each in kept]
    if not isinstance(kept, dict):
        return kept
    found = {name: filled(bench, value) for name, value in kept.items()}
    if isinstance(file := found.get("file"), str):
        path = Path(file.replace("INPUTS", str(bench.inputs)))
        found |= {"file": str(path), "identity": engine.identity(path)}
    return found


# -- pasted errors ---------------------------------------------------------------------------------------------


def error_texts() -> list[str]:
    """Every pasted error that the tests have collected, once."""
    found: dict[str, None] = {}
    for name in ("pasted", "collected", "judged"):
        found |= {
            case["error" if "error" in case else "text"]: None for case in json.loads(_text(f"{name}_errors.json"))
        }
    found |= {case["text"]: None for case in json.loads(_text("wordings.json"))}
    return list(found)


def _text(name: str) -> str:
    return (ERRORS / name).read_text(encoding="utf-8")


def errors(bench: Bench) -> Group:
    """What each pasted error is, and what is said of the file that fits it, of one that does not and of common ones."""
    index = json.loads(bench.path(INDEX).read_text(encoding="utf-8"))
    judge = _Judge(bench)
    found: Group = {}
    for text in error_texts():
        name = error_id(text)
        recognised = engine.recognise(text)
        case: Case = {"begins": text.strip()[:40]}
        found[name] = case
        if recognised is None:
            continue
        case["codes"] = " ".join(recognised.codes)
        case["details"] = short(dict(recognised.details))
        case["words"] = hashed([recognised.title, recognised.explanation, recognised.fix, recognised.absent])
        case["quote"] = hashed(recognised.quote)
        files = index.get(name, {})
        for which in ("fits", "other"):
            if which in files:
                case[which] = judge.said(recognised, files[which])
        case["common"] = [hashed(judge.said(recognised, file)) for file in ("plans/training.pth", "plans/legacy.pt")]
    return found


class _Judge:
    """Findings of each file on each computer once."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._found: dict[Any, Any] = {}
        self._views: dict[str, engine.Preview | None] = {}

    def said(self, recognised: Any, file: str) -> list[str]:
        """Verdict, sentence, what to do, and the findings that are the cause."""
        computer = engine.machine_of(recognised, engine.Computer())
        if file not in self._views:
            catalogue = self._bench.opened(file)
            is_open = isinstance(catalogue, engine.Catalogue)
            self._views[file] = engine.preview(catalogue, engine.Plan()) if is_open else None
        view = self._views[file]
        key = file, computer
        if key not in self._found:
            self._found[key] = (
                engine.diagnose(view, computer)
                if view is not None
                else engine.diagnose_unopened(self._bench.path(file), self._bench.opened(file))
            )
        answer = engine.answer(recognised, self._found[key], view)
        codes = " ".join(finding.code for finding in answer.findings)
        cures = [len(finding.edits) for finding in answer.findings]
        return [answer.verdict, self._bench.anywhere(answer.text), hashed([answer.advice, cures]), codes]


# -- the command line ------------------------------------------------------------------------------------------


def looked_at() -> list[Path]:
    """Every file and folder of ``tests/data``, but the facts beside them."""
    found = [path for path in sorted(DATA.rglob("*")) if path.is_dir() or path.suffix not in (".md", ".json")]
    return [path for path in found if path.parent != DATA or path.is_dir()]


def files(bench: Bench) -> Group:
    """``inspect`` and ``diagnose`` of each file and folder, and of those that pasted errors are tried with."""
    found: Group = {}
    others = sorted(path for path in bench.inputs.rglob("*") if path.suffix in (".pth", ".pt"))
    for path in [*looked_at(), *others]:
        name = bench.anywhere(str(path))
        inspected = _answer(bench, ["inspect", str(path), "--json"])
        found[f"inspect {name}"] = inspected
        found[f"diagnose {name}"] = _diagnosed(bench, path)
    return found


def _answer(bench: Bench, words: list[str]) -> Case:
    """What a command prints, a key of its JSON each."""
    code, out, err = engine.said(words)
    case: Case = {"exit": code}
    if err:
        case["stderr"] = short(bench.anywhere(err))
    if out:
        answer = json.loads(bench.anywhere(out))
        if "checkpoints" in answer:  # of a folder, in an order for which the time counts
            listed = [each | {"modified": "", "odd": _undated(each["odd"])} for each in answer["checkpoints"]]
            answer["checkpoints"] = sorted(listed, key=lambda each: str(each["name"]))
        case |= {name: short(value) for name, value in answer.items()}
    return case


def _undated(odd: list[dict[str, str]]) -> list[dict[str, str]]:
    """What is odd about a checkpoint, but for what dates say."""
    return [each for each in odd if each["code"] != "step-goes-back"]


def _diagnosed(bench: Bench, path: Path) -> Case:
    code, out, err = engine.said(["diagnose", str(path), "--machine", "gpus:2", "--json"])
    case: Case = {"exit": code}
    if err:
        case["stderr"] = short(bench.anywhere(err))
    answer = json.loads(bench.anywhere(out)) if out else {}
    findings = answer.pop("findings", [])
    case |= {name: short(value) for name, value in answer.items()}
    case["findings"] = [f"{each['code']} {hashed(each)}" for each in findings]
    return case


def memory(bench: Bench) -> Group:
    """``memory`` of each file and folder that has tensors, on two T4s."""
    found: Group = {}
    tops = [path for path in looked_at() if path.suffix not in (".distcp", ".metadata")]
    tops = [path for path in tops if "global_step" not in str(path)]
    for path in [*tops, *(bench.path(f"plans/{name}") for name in ("everything.pt", "legacy.pt", "training.pth"))]:
        words = ["memory", str(path), "--gpus", "2", "--card", "T4", "--json"]
        case = _answer(bench, words)
        if case["exit"] == 0:
            found[bench.anywhere(str(path))] = case
    return found


def helps(_: Bench) -> Group:
    """``--help`` of each command: how lines wrap and how options are listed is that of Python's argparse."""
    found: Group = {}
    for name in ["", *engine.commands()]:
        code, out, err = engine.said([*([name] if name else []), "--help"])
        text = re.sub(r"(-\w) (\w+), (--[\w-]+ \2)", r"\1, \3", " ".join(out.split()))
        found[name or "the program"] = {"exit": code, "text": text, "stderr": err}
    return found


GROUPS: dict[str, Callable[[Bench], Group]] = {
    "plans": plans,
    "errors": errors,
    "files": files,
    "memory": memory,
    "help": helps,
}
"""By the names of the files that hold them: ``held_plans.json`` and so on."""


def held(name: str) -> Path:
    """The file of a group."""
    return HERE / f"held_{name}.json"
