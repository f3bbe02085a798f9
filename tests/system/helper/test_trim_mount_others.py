# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What somebody else mounts from the same device is not unmounted as ours."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.system.helper.bench import Rig
from tests.system.helper.trim_drives import Drive, frozen, inside, jobs
from tests.system.machine import Service, run, udev_rule
from tests.system.measuring import wait_for

from driveproof.system.kernel.mounts import read_mounts
from driveproof.system.udisks.mounting import MARK, Mounter, came, guard_command

pytestmark = [pytest.mark.root, pytest.mark.bus]


def guard(rig: Rig, told: str) -> int:
    """What waits for the end of a program, and that program's last words; its status."""
    done = subprocess.run(
        guard_command(rig.address), input=told, text=True, cwd="/", check=False, timeout=120
    )
    return done.returncode


def places(path: str) -> list[str]:
    return Drive(path, Path(), Path()).places


@pytest.mark.deep
def test_their_mount_while_ours_was_waited_for(
    rig: Rig, udisks: Service, drive: Callable[..., Drive]
) -> None:
    """By UDisks2, in the very moment, and by the same user."""
    outer = drive("ext4")
    with inside(outer, rig) as path:
        found = Mounter(rig.address).look(path)
        assert found.markable
        with frozen(outer.point):
            theirs = subprocess.Popen(
                ["udisksctl", "mount", "--no-user-interaction", "--block-device", path],
                env={**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": rig.address},
                stdout=subprocess.DEVNULL,
            )
            wait_for("it is being mounted", lambda: "filesystem-mount" in jobs(rig))
        assert guard(rig, f"marked {found.object_path}\n") == 0
        assert theirs.wait(60) == 0
        assert len(places(path)) == 1
        wait_for("UDisks2 shows it", lambda: came(found.object_path, rig.address))
        # Where ours could not be told from it.
        assert guard(rig, f"asked {found.object_path}\n") == 0
        assert places(path) == []


@pytest.mark.deep
@pytest.mark.parametrize("by", ["us", "the guard"])
def test_their_mount_beside_ours(
    by: str, rig: Rig, unmounted: Callable[[str], Drive], tmp_path: Path
) -> None:
    """Whichever path comes first in any order."""
    one = unmounted("ext4")
    mounter = Mounter(rig.address)
    found = mounter.look(one.path)
    ours = mounter.mount(found)
    points = [tmp_path / "theirs", Path("/~theirs")]
    made = []
    try:
        for point in points:
            point.mkdir()
            made.append(point)
            run("mount", one.path, str(point))
        (mount,) = [each for each in read_mounts() if each.path == ours.point]
        assert MARK in mount.options
        if by == "us":
            assert ours.release() is None
        else:
            assert guard(rig, f"marked {found.object_path}\n") == 0
        assert one.places == [str(point) for point in points]
    finally:
        for point in made:
            subprocess.run(["umount", "--quiet", str(point)], check=False)
            point.rmdir()
        if by != "us":
            ours.release()


@pytest.mark.deep
@pytest.mark.parametrize("by", ["us", "the guard"])
def test_ours_was_unmounted_and_theirs_mounted(
    by: str, rig: Rig, unmounted: Callable[[str], Drive]
) -> None:
    """While the counters settle nothing holds it: at the same place, by the same user."""
    one = unmounted("ext4")
    mounter = Mounter(rig.address)
    found = mounter.look(one.path)
    ours = mounter.mount(found)
    for verb in ("unmount", "mount"):
        subprocess.run(
            ["udisksctl", verb, "--no-user-interaction", "--block-device", one.path],
            env={**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": rig.address},
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
    assert one.places == [ours.point]
    if by == "us":
        assert ours.release() is None
    else:
        assert guard(rig, f"marked {found.object_path}\n") == 0
    assert one.places == [ours.point]
    if by != "us":
        ours.release()


@pytest.mark.deep
@pytest.mark.parametrize("kind", ["ext4", "xfs", "btrfs", "vfat"])
def test_kinds_that_carry_the_mark(kind: str, rig: Rig, unmounted: Callable[[str], Drive]) -> None:
    one = unmounted(kind)
    mounter = Mounter(rig.address)
    ours = mounter.mount(mounter.look(one.path))
    (mount,) = [each for each in read_mounts() if each.path == ours.point]
    assert (mount.filesystem, MARK in mount.options) == (kind, True)
    assert ours.release() is None


@contextmanager
def forbidden(device: str) -> Iterator[None]:
    """The administrator forbids that option, on one device."""
    rule = f'KERNEL=="{device[5:]}", ENV{{UDISKS_MOUNT_OPTIONS_ALLOW}}="exec,noexec"'
    with udev_rule("99-made-for-a-test.rules", rule):
        run("udevadm", "trigger", "--action=change", f"/sys/class/block/{device[5:]}")
        yield


def is_refused(path: str, rig: Rig) -> bool:
    """Whether the option is; what was mounted with it is unmounted."""
    environment = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": rig.address}
    done = subprocess.run(
        ["udisksctl", "mount", "--block-device", path, "--options", MARK],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if not done.returncode:
        run("umount", path)
    return "OptionNotPermitted" in done.stderr


@pytest.mark.deep
def test_where_the_mark_is_forbidden_it_is_mounted_without(
    rig: Rig, unmounted: Callable[[str], Drive]
) -> None:
    one = unmounted("ext4")
    mounter = Mounter(rig.address)
    with forbidden(one.path):
        wait_for("UDisks2 knows of it", lambda: is_refused(one.path, rig))
        ours = mounter.mount(mounter.look(one.path))
    (mount,) = [each for each in read_mounts() if each.path == ours.point]
    assert MARK not in mount.options
    assert ours.release() is None
    assert one.places == []


@pytest.mark.deep
def test_what_cannot_carry_a_mark_is_mounted_all_the_same(
    rig: Rig, unmounted: Callable[[str], Drive]
) -> None:
    one = unmounted("ext4")
    mounter = Mounter(rig.address)
    ours = mounter.mount(mounter.look(one.path)._replace(markable=False))
    (mount,) = [each for each in read_mounts() if each.path == ours.point]
    assert MARK not in mount.options
    assert ours.release() is None
    assert one.places == []
