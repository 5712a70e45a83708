"""Since when a run is sick: halving finds what reading all finds, and reads all where it would not."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest
import torch

from cli.main import run
from core.errors import Truncated
from core.runs.folder import CheckpointRow, Model
from core.runs.health import Health, Noticed
from core.runs.since import Since, since

History = dict[int, Health]


def rows_of(count: int, **facts: object) -> list[CheckpointRow]:
    path = Path("/run")
    return [
        CheckpointRow(f"{at}.pt", path / f"{at}.pt", step=at, modified=1000.0 * at, is_read=True, **facts)  # type: ignore[arg-type]
        for at in range(count)
    ]


def health(sick: bool, *warnings: str, unread: bool = False) -> Health:
    noticed = [Noticed("nan", "error", "w", 1, "why")] if sick else []
    noticed += [Noticed("dead-channels", "warning", path, 1, "why") for path in warnings]
    noticed += [Noticed("damaged", "error", "w", 1, "why")] if unread else []
    return Health(3, 12, tuple(noticed))


def looked(rows: list[CheckpointRow], history: History, *, read_all: bool = False) -> Since:
    asked: list[int] = []

    def read(at: int) -> Health:
        assert at not in asked
        asked.append(at)
        if history[at].problem:
            raise Truncated(history[at].problem)
        return history[at]

    return since(rows, read, read_all=read_all)


def what(found: Since) -> tuple[object, ...]:
    return found.first_sick, found.last_healthy, found.begins


def random_history(chance: random.Random) -> tuple[list[CheckpointRow], History, bool]:
    """Some rows, how each is, and whether training went back."""
    count = chance.randint(1, 60)
    rows = rows_of(count)
    sick_from = chance.choice([count, chance.randrange(count + 1)])
    warned = {path: chance.sample(range(count), chance.randint(0, count)) for path in chance.sample("abc", 2)}
    history = {}
    for at in range(count):
        kind = chance.random()
        warnings = [path for path, places in warned.items() if at in places and chance.random() < 0.9]
        history[at] = health(at >= sick_from, *warnings, unread=kind < 0.05)
        if kind > 0.95:
            history[at] = Health(problem="cut")
    if chance.random() < 0.3:  # several models in one folder
        for at in chance.sample(range(count), count // 3):
            rows[at] = CheckpointRow(**vars(rows[at]) | {"model": Model(("d",), ((1,),), ("float32",))})
    if chance.random() < 0.3:  # a few that say no step, which come last
        for at in range(count - chance.randint(0, min(2, count - 1)), count):
            rows[at] = CheckpointRow(**vars(rows[at]) | {"step": None})
            history[at] = health(chance.random() < 0.5)
    went_back = count > 3 and chance.random() < 0.2
    if went_back:  # NaN, and back to where there was none
        at = chance.randrange(1, count - 2)
        history[at], rows[at] = health(True), CheckpointRow(**vars(rows[at]) | {"modified": 1000.0 * count})
        rows[-1] = CheckpointRow(**vars(rows[-1]) | {"modified": 1000.0 * (count + 1)})
        for later in range(at + 1, count):
            if not history[later].problem:
                history[later] = health(False)
    return rows, history, went_back


def test_halving_agrees_with_reading_all_on_a_thousand_random_histories() -> None:
    chance = random.Random(31)
    fewer = 0
    for _ in range(1000):
        rows, history, _ = random_history(chance)
        few, every = looked(rows, history), looked(rows, history, read_all=True)
        assert what(few) == what(every), (rows, history)
        fewer += len(few.health) < len(every.health)
    assert fewer > 500


@pytest.mark.parametrize("sick_from", [0, 1, 517, 999, 1000])
def test_as_few_are_read_as_it_takes(sick_from: int) -> None:
    found = looked(rows_of(1000), {at: health(at >= sick_from) for at in range(1000)})
    assert found.first_sick == (sick_from if sick_from < 1000 else None)
    assert found.last_healthy == (sick_from - 1 if sick_from else None)
    assert len(found.health) <= math.ceil(math.log2(1000)) + 2
    assert not found.why_all


def test_all_are_read_where_training_went_back() -> None:
    rows = rows_of(9)
    rows[4] = CheckpointRow(**vars(rows[4]) | {"modified": 20_000.0})
    rows[8] = CheckpointRow(**vars(rows[8]) | {"modified": 30_000.0})
    found = looked(rows, {at: health(at == 4) for at in range(9)})
    assert (found.first_sick, len(found.health)) == (4, 9)
    assert "restarted from an earlier step" in found.why_all


# -- real files --------------------------------------------------------------------------------------------------------


@pytest.fixture
def sick(tmp_path: Path) -> Path:
    """A run of ten in whose sixth a weight became NaN, and then all of them."""
    torch.manual_seed(0)
    model = torch.nn.Sequential(*(torch.nn.Linear(6, 6) for _ in range(3)))
    optimizer = torch.optim.AdamW(model.parameters())
    for step in range(1, 11):
        optimizer.zero_grad()
        model(torch.randn(4, 6)).square().mean().backward()
        optimizer.step()
        if step == 6:
            model[1].weight.data[2, 3] = float("nan")
        state = {"step": 100 * step, "model": model.state_dict(), "optimizer": optimizer.state_dict()}
        torch.save(state, tmp_path / f"step_{100 * step}.pt")
    return tmp_path


def scanned(capsys: pytest.CaptureFixture[str], *words: object, code: int = 3) -> dict[str, object]:
    capsys.readouterr()
    assert run(["scan", *map(str, words), "--json"]) == code
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def sick_by_torch(folder: Path) -> list[str]:
    """The names of the checkpoints in which torch finds a weight that is not finite."""
    return [
        path.name
        for path in sorted(folder.iterdir(), key=lambda path: int(path.stem.rpartition("_")[2]))
        if not all(bool(weight.isfinite().all()) for weight in torch.load(path)["model"].values())
    ]


def test_the_first_that_is_sick_is_the_one_that_torch_finds(sick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = scanned(capsys, sick)
    assert found["first_not_finite"] == sick_by_torch(sick)[0] == "step_600.pt"
    assert (found["last_healthy"], found["where"]) == ("step_500.pt", ["model/1.weight"])
    assert found["read"] == 5
    assert scanned(capsys, sick, "--all")["first_not_finite"] == "step_600.pt"
    assert run(["scan", str(sick)]) == 3
    assert "Last healthy: step 500 (step_500.pt)." in capsys.readouterr().out


def test_a_healthy_run_ends_with_0(sick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for step in range(600, 1100, 100):
        (sick / f"step_{step}.pt").unlink()
    assert scanned(capsys, sick, code=0)["first_not_finite"] is None


def test_a_cut_file_a_link_and_another_model_are_told_and_do_not_mislead(
    sick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    last = sick / "step_1000.pt"
    last.write_bytes(last.read_bytes()[:900])
    torch.save({"step": 1100, "model": torch.nn.Linear(2, 2).state_dict()}, sick / "step_1100.pt")
    (sick / "best.pt").symlink_to("step_300.pt")
    found = scanned(capsys, sick)
    assert (found["first_not_finite"], found["last_healthy"]) == ("step_600.pt", "step_500.pt")
    rows = {row["name"]: row for row in found["checkpoints"]}  # type: ignore[attr-defined]
    assert "cut short" in rows["step_1000.pt"]["problem"]
    assert not rows["best.pt"]["read"]
    assert rows["step_1100.pt"]["finite"]


def test_damage_is_told(sick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    last = sick / "step_1000.pt"
    raw = bytearray(last.read_bytes())
    at = raw.find(torch.load(last)["model"]["0.weight"].numpy().tobytes())
    raw[at] ^= 1
    last.write_bytes(raw)
    found = scanned(capsys, sick)
    assert found["first_not_finite"] == "step_600.pt"
    damaged = next(row for row in found["checkpoints"] if row["name"] == last.name)  # type: ignore[attr-defined]
    assert damaged["finite"] is None
    assert "damaged" in {each["code"] for each in damaged["findings"]}


def test_rows_of_zeros_are_followed_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for step in range(1, 9):
        weight = torch.randn(8, 8)
        if step >= 3:
            weight[4] = 0
        torch.save({"step": step, "a.weight": weight, "a.bias": torch.randn(8)}, tmp_path / f"step_{step}.pt")
    found = scanned(capsys, tmp_path, code=0)
    assert [(each["code"], each["path"], each["name"]) for each in found["begins"]] == [  # type: ignore[attr-defined]
        ("dead-channels", "a.weight", "step_3.pt")
    ]


def test_workers_and_a_second_look_find_the_same(
    sick: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    first = scanned(capsys, sick, "--all")
    with monkeypatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        assert scanned(capsys, sick, "--all", "--workers", 2) == first
    with monkeypatch.context() as patch:  # nothing is read once more
        patch.setattr("core.runs.health.scan", lambda *_: pytest.fail("it was read again"))
        assert scanned(capsys, sick, "--all") == first
    path = sick / "step_300.pt"
    state = torch.load(path)
    state["model"]["0.bias"][0] = math.inf
    torch.save(state, path)
    assert scanned(capsys, sick, "--all")["first_not_finite"] == "step_300.pt"


def test_a_table_is_of_one_checkpoint(sick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scan", str(sick), "--csv", str(sick / "out.csv")]) == 1
    assert "name one of the run" in capsys.readouterr().err


def test_a_file_that_vanishes_or_grows_meanwhile_is_told(
    sick: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from core.runs import health as module

    before = module.scan

    def meanwhile(catalogue: object, *rest: object) -> object:
        (sick / "step_500.pt").unlink(missing_ok=True)
        path = sick / "step_600.pt"
        if catalogue.checkpoint.path == path:  # type: ignore[attr-defined]
            with path.open("ab") as file:
                file.write(bytes(4096))
        return before(catalogue, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "scan", meanwhile)
    found = scanned(capsys, sick, "--all")
    problems = {row["name"]: row["problem"] for row in found["checkpoints"] if row["problem"]}  # type: ignore[attr-defined]
    assert problems.keys() == {"step_500.pt", "step_600.pt"}
    assert "There is no file" in problems["step_500.pt"]
    assert "has changed" in problems["step_600.pt"]
    assert (found["first_not_finite"], found["last_healthy"]) == ("step_700.pt", "step_400.pt")


def test_a_save_that_is_written_while_it_is_looked_at(sick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """At each stage it is told as not all there, and the others are as they were."""
    whole = (sick / "step_1000.pt").read_bytes()
    for part in (0, 1, 63, 4000, len(whole) // 2, len(whole) - 1):
        (sick / "step_1000.pt").write_bytes(whole[:part])
        found = scanned(capsys, sick)
        assert found["first_not_finite"] == "step_600.pt"
        last = next(row for row in found["checkpoints"] if row["name"] == "step_1000.pt")  # type: ignore[attr-defined]
        assert not last["complete"], part
    (sick / "step_1000.pt").write_bytes(whole)
    assert all(row["complete"] for row in scanned(capsys, sick)["checkpoints"])  # type: ignore[attr-defined]
