# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What compresses or deduplicates data on the way to the drive, according to the kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

from driveproof.domain.codec import Decoder, encode
from driveproof.domain.drive.drive import Mount
from driveproof.domain.notes import Note
from driveproof.domain.run.run import Role
from driveproof.engine.run.environment import reduced_note
from driveproof.system.kernel.reduction import reducing_devices, reducing_file
from driveproof.system.kernel.stack import Involved
from driveproof.system.kernel.sysfs import Sysfs


def mount(kind: str, *options: str) -> Mount:
    return Mount("/", "/dev/sda1", kind, ("rw", *options), False, "8:1", "/")


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("btrfs", ("compress=zstd:3",)),
        ("btrfs", ("compress-force=lzo",)),
        ("f2fs", ("compress_algorithm=lz4",)),
        ("bcachefs", ("compression=lz4",)),
        ("bcachefs", ()),
        ("zfs", ()),
        ("ubifs", ()),
    ],
)
def test_file_systems_that_compress(kind: str, options: tuple[str, ...]) -> None:
    found = reducing_file("/proc/self", mount(kind, *options))
    assert [kind in why.values.values() for why in found] == [True]


@pytest.mark.parametrize(
    ("kind", "options"),
    [("btrfs", ()), ("btrfs", ("compress=no",)), ("ext4", ()), ("f2fs", ()), ("xfs", ())],
)
def test_file_systems_that_do_not(kind: str, options: tuple[str, ...]) -> None:
    assert reducing_file("/proc/self", mount(kind, *options)) == ()


def device(sys: Path, name: str, **files: str) -> Involved:
    """A block device in a fake /sys; a "/" in a file's name is written "__"."""
    place = sys / "devices" / "virtual" / "block" / name
    place.mkdir(parents=True)
    folder = sys / "class" / "block"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).symlink_to(f"../../devices/virtual/block/{name}")
    for path, text in files.items():
        file = place / path.replace("__", "/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{text}\n")
    return Involved(name, Role.BELOW)


@pytest.mark.parametrize(
    ("name", "uuid", "found"),
    [
        ("zram0", "", True),
        ("zd16", "", True),
        ("zd16p1", "", True),
        ("dm-1", "VDO-1f5e", True),
        ("dm-2", "LVM-abcdef-vpool", True),
        ("dm-3", "LVM-abcdef", False),
        ("dm-4", "CRYPT-LUKS2-1-home", False),
        ("nvme0n1", "", False),
        ("zdisk", "", False),
    ],
)
def test_block_devices(name: str, uuid: str, found: bool, tmp_path: Path) -> None:
    layers = [device(tmp_path, "sda"), device(tmp_path, name, dm__uuid=uuid)]
    why = reducing_devices(layers, Sysfs(tmp_path))
    assert [name in each.values.values() for each in why] == ([True] if found else [])


def test_a_mapping_without_a_name_may_be_vdo_where_that_is_loaded(tmp_path: Path) -> None:
    layers = [device(tmp_path, "dm-0", dm__uuid="")]
    assert reducing_devices(layers, Sysfs(tmp_path)) == ()
    module = tmp_path / "module" / "dm_vdo"
    module.mkdir(parents=True)
    (module / "refcnt").write_text("0\n")
    assert reducing_devices(layers, Sysfs(tmp_path)) == ()
    (module / "refcnt").write_text("1\n")
    (why,) = reducing_devices(layers, Sysfs(tmp_path))
    assert set(why.values.values()) == {"dm-0", "VDO"}


def test_reasons_in_words() -> None:
    below = Note(
        "{filesystem} with {name} ({how})", filesystem="btrfs", name="btrfs.compression", how="zstd"
    )
    reasons = (
        Note("{filesystem} with compression", filesystem="btrfs"),
        Note("{device} (compressed memory)", device="zram0"),
        Note("{device} ({what})", device="zd0", what="ZFS"),
        Note("{device} ({what})", device="dm-0", what="VDO"),
        Note("{device} on {why}", device="loop0", why=below),
    )
    note = reduced_note(reasons)
    assert Decoder(Note, 10_000).decode(encode(note)) == note


def test_a_loop_device_on_a_file_that_is_gone_says_nothing(tmp_path: Path) -> None:
    gone = "image (deleted)"  # on no mount that could be guessed
    layers = [device(tmp_path, "loop0", loop__backing_file=gone)]
    assert reducing_devices(layers, Sysfs(tmp_path)) == ()
