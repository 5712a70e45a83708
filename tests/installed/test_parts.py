"""The recipes of the packed program, as far as they can be checked without packing."""

from __future__ import annotations

import plistlib
import re
from pathlib import Path

from PySide6.QtGui import QImage, QImageReader

from core.version import VERSION
from installer.icons import make_icon
from installer.parts import info_plist, is_wanted, reached
from installer.slim import filtered
from tests.places import ROOT

ENDS = {"pth", "pt", "ckpt", "safetensors"}


def test_every_system_is_told_the_same_kinds_of_files() -> None:
    linux = (ROOT / "resources/desktop/pthfinder.xml").read_text(encoding="utf-8")
    windows = (ROOT / "installer/windows/pthfinder.iss").read_text(encoding="utf-8")
    mac = plistlib.loads(plistlib.dumps(info_plist(VERSION)))["CFBundleDocumentTypes"]
    assert set(re.findall(r'pattern="\*\.(\w+)"', linux)) == ENDS
    assert set(re.findall(r"Classes\\\.(\w+)\\", windows)) == ENDS
    assert {end for kind in mac for end in kind["CFBundleTypeExtensions"]} == ENDS
    assert f"AppVersion={VERSION}\n" in windows


def test_the_recipe_of_pyinstaller_is_python() -> None:
    source = (ROOT / "installer/pthfinder.spec").read_text(encoding="utf-8")
    compile(source, "pthfinder.spec", "exec")


def test_icons_are_drawn(tmp_path: Path) -> None:
    for_windows = make_icon(ROOT / "resources/icons/app.svg", tmp_path / "pthfinder.ico")
    for_mac = make_icon(ROOT / "resources/icons/app.svg", tmp_path / "pthfinder.icns").read_bytes()
    assert for_mac[:4] + for_mac[8:12] == b"icnsic08"
    assert int.from_bytes(for_mac[4:8], "big") == len(for_mac)
    for image in (QImageReader(str(for_windows)).read(), QImage.fromData(for_mac[16:], "PNG")):
        assert (image.width(), image.height()) == (256, 256)
        assert image.pixelColor(128, 30).name() == "#1d2433"


def test_what_only_a_dropped_plugin_needs_is_dropped_too() -> None:
    wanted = ("PySide6/Qt/plugins/platforms/libqxcb.so", "/x/libqxcb.so", "BINARY")
    needed = ("libxcb-cursor.so.0", "/x/libxcb-cursor.so.0", "BINARY")
    orphan = ("libcairo.so.2", "/x/libcairo.so.2", "BINARY")
    links = {"/x/libqxcb.so": [("libxcb-cursor.so.0", "/x/libxcb-cursor.so.0")]}
    assert reached([wanted, needed, orphan], lambda place: links.get(place, [])) == [wanted, needed]
    assert is_wanted(wanted[0])
    assert not is_wanted("PySide6/Qt/plugins/platformthemes/libqgtk3.so")
    assert not is_wanted("PySide6/Qt/translations/qtbase_de.qm")
    assert is_wanted("PySide6/Qt/translations/qtbase_zh_CN.qm")
    assert is_wanted("resources/languages/zh.mo")
    assert not is_wanted("resources/languages/zh.po")


def test_what_is_not_asked_for_goes_out_of_icu() -> None:
    def package(items: dict[str, bytes]) -> bytes:
        head = (32).to_bytes(2, "little").ljust(32, b"\0")
        names = b"".join(f"icudt73l/{name}\0".encode() for name in items)
        at, table = 4 + 8 * len(items), len(items).to_bytes(4, "little")
        place = -(-(at + len(names)) // 16) * 16
        for name, item in items.items():
            table += at.to_bytes(4, "little") + place.to_bytes(4, "little")
            at, place = at + len(f"icudt73l/{name}\0"), place + len(item)
        return head + (table + names).ljust(-(-at // 16) * 16, b"\xaa") + b"".join(items.values())

    kept = {"coll/ja.res": b"j" * 32, "root.res": b"r" * 16}
    assert filtered(package({"brkitr/th.res": b"x" * 64, **kept, "zone/zu.res": b"z" * 16})) == package(kept)
