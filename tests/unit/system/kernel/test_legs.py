# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The devices that hold copies of a target's data, from a made-up /sys."""

from __future__ import annotations

from pathlib import Path

from driveproof.system.kernel.legs import Legs, legs_of
from driveproof.system.kernel.sysfs import Sysfs


class Tree:
    """A /sys with block devices that lie on each other."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def device(self, name: str, *slaves: str, **files: str) -> None:
        """A disk with what is below it; `files` are relative to it, "__" for a slash."""
        place = self.root / "devices" / name
        (place / "slaves").mkdir(parents=True)
        (self.root / "class" / "block").mkdir(parents=True, exist_ok=True)
        (self.root / "class" / "block" / name).symlink_to(place)
        for slave in slaves:
            (place / "slaves" / slave).symlink_to(self.root / "devices" / slave)
        for file, text in files.items():
            path = place / file.replace("__", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n", "ascii")

    def btrfs(self, kinds: tuple[str, ...], *devices: str) -> None:
        base = self.root / "fs" / "btrfs" / "0b7f"
        (base / "devices").mkdir(parents=True)
        for kind in kinds:
            (base / "allocation" / "data" / kind).mkdir(parents=True)
        for name in devices:
            (base / "devices" / name).symlink_to(self.root / "devices" / name)


def found(tmp_path: Path, name: str) -> Legs | None:
    return legs_of(name, Sysfs(tmp_path))


def test_md_and_what_lies_on_it(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    tree.device("sda")
    tree.device("sdb")
    tree.device("md0", "sdb", "sda", md__level="raid1")
    tree.device("dm-0", "md0", dm__name="luks-home")
    assert found(tmp_path, "md0") == Legs("md raid1", ("sda", "sdb"))
    assert found(tmp_path, "dm-0") == Legs("md raid1", ("sda", "sdb"))
    assert found(tmp_path, "sda") is None


def test_lvm_has_images_and_metadata(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    for number, name in enumerate(("rmeta_0", "rimage_0", "rmeta_1", "rimage_1")):
        tree.device(f"dm-{number}", dm__name=f"vg-home_{name}")
    tree.device("dm-4", "dm-0", "dm-1", "dm-2", "dm-3", dm__name="vg-home")
    assert found(tmp_path, "dm-4") == Legs("LVM", ("dm-1", "dm-3"))


def test_btrfs_says_how_it_lays_out_its_data(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    tree.device("sda")
    tree.device("sdb")
    tree.btrfs(("raid1",), "sdb", "sda")
    assert found(tmp_path, "sdb") == Legs("btrfs raid1", ("sda", "sdb"))


def test_a_half_converted_btrfs_is_of_no_kind(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    tree.device("sda")
    tree.device("sdb")
    tree.btrfs(("raid1", "single"), "sda", "sdb")
    assert found(tmp_path, "sda") == Legs("btrfs", ("sda", "sdb"))


def test_a_bundle_without_copies_has_none(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    tree.device("sda")
    tree.device("sdb")
    tree.device("dm-0", "sda", "sdb", dm__name="vg-long")  # a linear volume over two
    assert found(tmp_path, "dm-0") is None
    assert legs_of(None, Sysfs(tmp_path)) is None
