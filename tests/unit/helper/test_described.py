# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a prompt calls a device: what the kernel says, and nothing that a drive says by it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from driveproof.helper.described import MOST, described
from driveproof.helper.protocol import Claim


class Machine:
    """A /sys of made devices."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "dev/block").mkdir(parents=True)
        self._minor = 0

    def add(self, place: str, size: int, **files: str) -> str:
        """A device in this folder; its path in /sys."""
        folder = self.root / "devices" / place
        folder.mkdir(parents=True)
        for name, text in {"size": f"{size // 512}", **files}.items():
            file = folder / name.replace("__", "/")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{text}\n", "utf-8")
        self._minor += 1
        (self.root / f"dev/block/8:{self._minor}").symlink_to(folder)
        return str(folder)

    def stack(self, above: str, *below: str) -> None:
        for each in below:
            (Path(above) / "slaves").mkdir(exist_ok=True)
            (Path(above) / "slaves" / Path(each).name).symlink_to(each)

    def told(self, path: str) -> str:
        return described(Claim(path, os.makedev(8, self._minor), 1), str(self.root))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize(("size", "files", "told"), [
    (500_107_862_016, {"device__model": "SAMSUNG MZVL2512HCJQ-00BL7              "},
     "SAMSUNG MZVL2512HCJQ-00BL7, 500 GB"),
    (4_000_787_030_016, {"device__vendor": "ATA     ", "device__model": "WDC WD40EFRX-68W"},
     "WDC WD40EFRX-68W, 4.0 TB"),
    (31_104_958_464, {"device__vendor": "SanDisk ", "device__model": "Cruzer Blade    "},
     "SanDisk Cruzer Blade, 31.1 GB"),
    (63_864_569_856, {"device__name": "SD64G"}, "SD64G, 63.9 GB"),
    (21_474_836_480, {"device__vendor": "0x1af4"}, "21.5 GB"),
    (1_474_560, {}, "1.5 MB"),
    (999_960_000_000, {}, "1000 GB"),
    (512, {}, "512 B"),
])  # fmt: skip
def test_model_and_size(machine: Machine, size: int, files: dict[str, str], told: str) -> None:
    machine.add("sda", size, **files)
    assert machine.told("/dev/sda") == f"/dev/sda ({told})"


def test_a_partition_is_on_its_disk(machine: Machine) -> None:
    machine.add("sda", 500 * 10**9, device__model="Model")
    machine.add("sda/sda1", 10**9, partition="1")
    assert machine.told("/dev/sda1") == "/dev/sda1 (Model, 1.0 GB)"


def test_a_mapped_device_is_called_by_its_name(machine: Machine) -> None:
    machine.add("sda", 500 * 10**9, device__model="Model")
    part = machine.add("sda/sda1", 400 * 10**9, partition="1")
    crypt = machine.add("virtual/dm-0", 400 * 10**9, dm__name="luks-0")
    volume = machine.add("virtual/dm-1", 20 * 10**9, dm__name="vg-home")
    machine.stack(crypt, part)
    machine.stack(volume, crypt)
    assert machine.told("/dev/dm-1") == "/dev/dm-1 (vg-home, Model, 20.0 GB)"


def test_of_several_drives_none_is_named(machine: Machine) -> None:
    drives = [machine.add(f"sd{name}", 10**12, device__model=name) for name in "ab"]
    volume = machine.add("virtual/dm-0", 2 * 10**12, dm__name="vg-both")
    machine.stack(volume, *drives)
    assert machine.told("/dev/dm-0") == "/dev/dm-0 (vg-both, 2.0 TB)"


@pytest.mark.parametrize("hostile", [
    'is safe"). Authentication is required to read the time',
    "\x1b[31mred\x07\n\nAnother line", "$(device) $(HOME) `id`", "<b>bold</b> &amp; <a href=x>",
    "\u202egnp.exe \u200b\u00a0\ud83d", "x" * 4000, "\udcff\udcfe", "   ", ")(,;:!?'",
])  # fmt: skip
def test_a_drive_can_say_nothing_else(machine: Machine, hostile: str) -> None:
    folder = Path(machine.add("virtual/dm-0", 10**9))
    for name in ("dm/name", "device/model"):
        file = folder / name
        file.parent.mkdir()
        file.write_bytes(hostile.encode("utf-8", "surrogatepass"))
    told = machine.told("/dev/dm-0")
    begin, end = "/dev/dm-0 (", "1.0 GB)"
    assert told.startswith(begin) and told.endswith(end)
    for name in told[len(begin) : -len(end)].split(", "):
        assert len(name) <= MOST
        assert all(each.isascii() and (each.isalnum() or each in " ._+-") for each in name)


def test_a_device_that_has_gone_keeps_its_path(machine: Machine) -> None:
    assert machine.told("/dev/sdz") == "/dev/sdz"
