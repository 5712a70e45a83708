"""Before any framework is imported: torchvision must be importable."""

from __future__ import annotations

from tests.frameworks import torchvision_on_cpu

torchvision_on_cpu.allow()
