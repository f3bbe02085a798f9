# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Disks with the real UDisks2: what is listed, and how soon a change shows.

The seconds are printed and not judged: that a change arrives is a fact, how soon it does on a busy
machine is a measurement.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.system.machine import SystemBus, run, unmount, wait_for, wait_for_answer

from driveproof.domain.drive.drive import Inventory
from driveproof.helper.mounts import parse_mounts
from driveproof.system.kernel.mounts import read_mounts
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.kernel.users import kernel_use

pytestmark = [pytest.mark.root, pytest.mark.bus]

MIB = 2**20


@pytest.fixture
def image(tmp_path: Path) -> Path:
    path = tmp_path / "a file.img"
    with path.open("wb") as file:
        file.truncate(64 * MIB)
    return path


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as made:
        yield made


def filesystem(inventory: Inventory, path: str) -> str:
    device = inventory.get(path)
    return device.filesystem if device else ""


def test_a_loop_device_comes_is_formatted_mounted_and_goes(
    system_bus: SystemBus,
    loop: Callable[[Path], str],
    image: Path,
    tmp_path: Path,
    stack: ExitStack,
) -> None:
    seen = system_bus.follow(stack)
    seen.wait("the first list", lambda _: True)
    took = {}
    path = loop(image)
    took["losetup"] = seen.wait(
        "the loop device in the list",
        lambda found: str(image) in {device.backing_file for device in found.listed()},
    )
    run("mkfs.ext4", "-q", path)
    # udev watches a device once it has seen it come, and on a busy machine that is after mkfs.
    run("udevadm", "trigger", "--action=change", f"/sys/class/block/{path[5:]}")
    took["mkfs"] = seen.wait("ext4", lambda found: filesystem(found, path) == "ext4")
    point = tmp_path / "mount point"
    point.mkdir()
    run("mount", path, str(point))
    took["mount"] = seen.wait("the mount", lambda found: str(point) in found.mount_points())
    device = seen.inventories[-1].mount_points()[str(point)]
    assert device.path == path
    assert device.free is not None
    assert 0 < device.free < 64 * MIB
    assert device.mounts[0].filesystem == "ext4"
    assert not device.mounts[0].read_only
    unmount(point)
    took["umount"] = seen.wait("no mount", lambda found: str(point) not in found.mount_points())
    run("losetup", "--detach", path)
    took["losetup -d"] = seen.wait(
        "no loop device in the list",
        lambda found: str(image) not in {device.backing_file for device in found.listed()},
    )
    print("seconds until seen:", {name: round(seconds, 3) for name, seconds in took.items()})
    assert seen.errors == []


def test_a_user_without_rights_lists_it_without_a_prompt(
    system_bus: SystemBus, loop: Callable[[Path], str], image: Path, open_folder: Path,
    stack: ExitStack,
) -> None:  # fmt: skip
    path = loop(image)
    system_bus.follow(stack).wait(
        "the loop device",
        lambda found: (device := found.get(path)) is not None and device.size == 64 * MIB,
    )
    # Seen on a busy machine: announced, and missing in a list made at once.
    drive: dict[str, Any] = wait_for(
        "it is listed",
        lambda: next(
            (d for d in system_bus.list_as_nobody(open_folder) if d["device"] == path), None
        ),
    )
    assert drive["kind"] == "loop"
    assert drive["backing_file"] == str(image)
    assert drive["size"] == 64 * MIB
    assert drive["mounts"] == []
    assert [layer["device"] for layer in drive["stack"]] == [path]
    assert (drive["model"], drive["serial"], drive["temperature"]) == (None, None, None)
    table = system_bus.driveproof_as_nobody("list", home=open_folder)
    assert f"({image.name})" in table.stdout


def test_udisksd_is_killed_and_comes_back(
    system_bus: SystemBus, loop: Callable[[Path], str], image: Path, open_folder: Path,
    stack: ExitStack,
) -> None:  # fmt: skip
    path = loop(image)
    seen = system_bus.follow(stack)
    seen.wait("the loop device", lambda found: found.get(path) is not None)
    system_bus.udisks.stop(hard=True)
    try:
        seen.wait_errors(1)
        told = len(seen.inventories)
        done = system_bus.driveproof_as_nobody("list", "--json", home=open_folder)
        assert done.returncode == 3
        assert done.stdout == ""
        assert "UDisks2" in done.stderr
        assert "udisks2" in done.stderr  # the package, with the command that installs it
    finally:
        system_bus.udisks.start()
        wait_for_answer(system_bus)
    seen.wait("the list again", lambda _: len(seen.inventories) > told)
    seen.wait("the loop device again", lambda found: found.get(path) is not None)


def test_a_partition_on_a_loop_device_lies_on_it(
    system_bus: SystemBus, loop: Callable[[Path], str], image: Path, stack: ExitStack
) -> None:
    path = loop(image)
    seen = system_bus.follow(stack)
    seen.wait("the loop device", lambda found: found.get(path) is not None)
    table = 'label: gpt\nstart=2048, size=20480, name="first"\n'
    subprocess.run(
        ["sfdisk", "--quiet", path], input=table, text=True, check=True, capture_output=True
    )
    # The kernel would keep it after the device is detached, for whoever has that number next.
    stack.callback(run, "partx", "--delete", path)
    run("partx", "--update", path)
    seen.wait("the partition", lambda found: found.get(f"{path}p1") is not None)
    inventory = seen.inventories[-1]
    part, disk = inventory.get(f"{path}p1"), inventory.get(path)
    assert part is not None
    assert disk is not None
    assert (part.kind, part.partition_of, part.partition_number) == ("partition", disk.name, 1)
    assert part.partition_offset == 2048 * 512
    assert part not in inventory.listed()
    assert part.name in disk.children


def test_a_mount_point_of_every_odd_character(
    loop: Callable[[Path], str], image: Path, tmp_path: Path
) -> None:
    """As the kernel writes it, and as the helper and its callers read it."""
    path = loop(image)
    run("mkfs.ext4", "-q", path)
    name = "a b\t\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\\040#,"
    point = tmp_path / name
    point.mkdir()
    run("mount", path, str(point))
    try:
        number = point.stat().st_dev
        assert [mount.path for mount in read_mounts() if mount.path.endswith(name)] == [str(point)]
        text = Path("/proc/self/mountinfo").read_bytes()
        assert [os.fsdecode(one.point) for one in parse_mounts(text) if one.device == number] == [
            str(point)
        ]
        assert str(point) in {mount.path for mount in kernel_use((), Sysfs()).mounts}
    finally:
        unmount(point)
