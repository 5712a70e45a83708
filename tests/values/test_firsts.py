"""The first places of NaN, of infinities and of extremes are those that torch.nonzero gives, however a tensor lies."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.numbers.reader import Numbers
from core.spread import cutting
from core.spread.processes import Processes
from core.values.firsts import NO_PLACES, Firsts
from core.values.scan import scan
from core.values.statistics import statistics_of
from tests.files.checkpoints import save
from tests.numbers.test_every_dtype import in_memory
from tests.values.healing import scanned

FLOATS = ["float64", "float32", "float16", "bfloat16", "float8_e5m2", "float8_e4m3fn"]


def sprinkled(*shape: int, each: int = 20) -> torch.Tensor:
    """Random numbers, among them some of each kind."""
    made = torch.randn(*shape, generator=torch.Generator().manual_seed(3))
    for kind, number in enumerate((float("nan"), float("inf"), -float("inf"))):
        places = torch.randint(0, made.numel(), (each,), generator=torch.Generator().manual_seed(kind))
        made.view(-1)[places] = number
    return made


def where(truth: torch.Tensor) -> tuple[tuple[int, ...], ...]:
    """The first eight places by torch."""
    return tuple(tuple(place) for place in truth.nonzero().tolist()[:8])


def assert_as_torch(found: Firsts, tensor: torch.Tensor) -> None:
    """Each kind of place, by torch."""
    if tensor.is_complex():
        assert (found.nan, found.posinf) == (where(tensor.isnan()), where(tensor.isinf()))
        assert found.neginf == found.lowest == found.highest == ()
        return
    wide = tensor.double()
    finite = wide[wide.isfinite()]
    assert found.nan == where(wide.isnan())
    assert (found.posinf, found.neginf) == (where(wide.isposinf()), where(wide.isneginf()))
    if finite.numel():
        assert found.lowest == where(wide == finite.min())
        assert found.highest == where(wide == finite.max())


BASE = sprinkled(300, 1000)
LAYOUTS = {
    "contiguous": BASE,
    "transposed": BASE.t(),
    "every second": BASE[::2, ::3],
    "a part, transposed": BASE[5:, 7:].t(),
    "turned dimensions": BASE.view(30, 10, 1000).permute(2, 0, 1),
    "channels last": sprinkled(8, 16, 30, 30).to(memory_format=torch.channels_last),
    "expanded rows": BASE[:1].expand(9, 1000),
    "expanded columns": BASE[:, :1].expand(300, 50),
    "expanded within": torch.ones(3, 1, 4).expand(3, 5, 4),
    "windows": BASE.as_strided((200, 50), (3, 1)),
    "all zero, transposed": torch.zeros(70_000, 12).t(),
    "all NaN, transposed": torch.full((300, 700), float("nan")).t(),
    "no dimension": torch.tensor(float("nan")),
    "nothing": torch.empty(0, 3),
    "complex": torch.complex(BASE, BASE.flip(0)),
    "conjugate": torch.complex(BASE, BASE.flip(0)).conj().t(),
    "truth": BASE > 0,
    "integers": torch.randint(-5, 5, (300, 1000), dtype=torch.int8).t(),
    "long": torch.arange(300_000).view(300, 1000).t() * 10**12,
}


@pytest.mark.parametrize("tensor", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_of_every_layout(tensor: torch.Tensor) -> None:
    assert_as_torch(statistics_of(in_memory(tensor)).first, tensor)


@pytest.mark.parametrize("dtype", FLOATS)
def test_of_every_dtype(dtype: str) -> None:
    tensor = BASE.to(getattr(torch, dtype))
    assert_as_torch(statistics_of(in_memory(tensor)).first, tensor)


@pytest.mark.filterwarnings("ignore:torch.quantize_per")
def test_of_quantised_numbers(tmp_path: Path) -> None:
    tensor = torch.quantize_per_channel(torch.randn(50, 40), torch.rand(50) + 0.1, torch.arange(50), 0, torch.qint8)
    torch.save({"q": tensor}, tmp_path / "q.pth")
    with Numbers(open_catalogue(tmp_path / "q.pth")) as numbers:
        assert_as_torch(statistics_of(numbers.tensor(0)).first, tensor.dequantize())


def test_of_a_file_of_the_other_byte_order(tmp_path: Path) -> None:
    tensor = sprinkled(30, 70)
    turned = torch.from_numpy(tensor.numpy().byteswap())
    torch.save({"a": turned}, tmp_path / "little.pth")
    _as_big_endian(tmp_path / "little.pth", tmp_path / "big.pth")
    (found,) = scan(open_catalogue(tmp_path / "big.pth")).statistics
    assert_as_torch(found.first, torch.load(tmp_path / "big.pth")["a"])
    assert_as_torch(found.first, tensor)


def _as_big_endian(path: Path, target: Path) -> None:
    """The file as a machine of the other byte order writes it."""
    source = torch._C.PyTorchFileReader(str(path))
    writer = torch._C.PyTorchFileWriter(str(target))
    for name in source.get_all_records():
        if not name.startswith((".", "version")):
            data = b"big" if name == "byteorder" else source.get_record(name)
            writer.write_record(name, data, len(data))
    writer.write_end_of_file()


def test_views_of_one_storage_have_places_of_their_own(tmp_path: Path) -> None:
    whole = sprinkled(40, 30)
    tensors = {"all": whole, "flat": whole.view(-1), "folded": whole.view(30, 40), "turned": whole.t()}
    found = scanned(tensors, tmp_path)
    for tensor, of in zip(tensors.values(), found.statistics, strict=True):
        assert_as_torch(of.first, tensor)


@pytest.mark.parametrize("most", [1 << 17, 1 << 18])
def test_of_spans_that_several_workers_read(most: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LARGEST", "SMALLEST"):
        monkeypatch.setattr(cutting, name, most)
    tensors = {
        "large": sprinkled(900, 500, each=3),
        "turned": sprinkled(700, 600, each=3).t(),
        "far": torch.nn.functional.pad(torch.full((2,), float("nan")), (999_000, 0)),
    }
    save(tensors, tmp_path / "file.pth")
    with Processes(2) as crew:
        found = scan(open_catalogue(tmp_path / "file.pth"), crew=crew)
    for tensor, of in zip(tensors.values(), found.statistics, strict=True):
        assert_as_torch(of.first, tensor)


def test_they_stand_in_the_symptoms(tmp_path: Path) -> None:
    weight = torch.randn(40, 30)
    weight[12, 3] = weight[14, 5] = float("nan")
    weight[20, 20] = -float("inf")
    (nan, inf) = scanned({"a.weight": weight}, tmp_path).symptoms
    assert nan.first == where(weight.isnan())
    assert nan.why.startswith("2 of 1,200 numbers are NaN, first at [12, 3]. ")
    assert inf.first == where(weight.isinf())
    assert inf.why.startswith("1 of 1,200 numbers is -Inf, first at [20, 20]. ")


def test_nothing_is_searched_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first piece has the least and the greatest: of all others nothing is looked at again."""
    tensor = torch.zeros(1 << 20)
    tensor[0], tensor[1] = -1.0, 1.0
    looked = []
    real = Firsts.merged

    def merged(self: Firsts, other: Firsts) -> Firsts:
        looked.append(other)
        return real(self, other)

    monkeypatch.setattr(Firsts, "merged", merged)
    statistics_of(in_memory(tensor))
    assert len(looked) == 1
    assert looked[0] is not NO_PLACES
