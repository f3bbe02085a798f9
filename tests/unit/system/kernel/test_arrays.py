# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of arrays, read from fake trees of /sys."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.collections_of_drives import demo
from tests.fakes.made_array import recovering, say_array, whole

from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.system.kernel.arrays import array_action, btrfs_array, md_action, md_array
from driveproof.system.kernel.sysfs import Sysfs

UUID = "0f1e2d3c-1111-2222-3333-444455556666"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return demo(tmp_path / "sys").root


def test_a_recovery_has_progress_speed_and_time_left(root: Path) -> None:
    recovering(root, "md0")
    state = md_array(Sysfs(root), "md0")
    assert state == ArrayState(
        kind="md", wanted=2, active=1, action=ArrayAction.RECOVER, progress=0.25,
        speed=102_400_000.0, seconds_left=7.5, mismatches=0,
    )  # fmt: skip
    assert state.degraded and state.notable


def test_a_whole_array_does_nothing(root: Path) -> None:
    whole(root, "md0")
    state = md_array(Sysfs(root), "md0")
    assert state == ArrayState(kind="md", wanted=2, active=2, mismatches=0)
    assert not state.degraded and not state.notable


def test_a_delayed_check_has_no_progress(root: Path) -> None:
    whole(root, "md0")
    say_array(root, "md0", sync_action="check", sync_completed="delayed", mismatch_cnt=256)
    state = md_array(Sysfs(root), "md0")
    assert state is not None and state.action is ArrayAction.CHECK
    assert (state.progress, state.speed, state.seconds_left) == (None, None, None)
    assert state.mismatches == 256 * 512


def test_a_reshape_a_stripe_a_broken_and_a_stopped_array(root: Path) -> None:
    whole(root, "md0")
    say_array(root, "md0", sync_action="reshape", raid_disks="4 (3)")
    state = md_array(Sysfs(root), "md0")
    assert state is not None and (state.wanted, state.active) == (4, 4)
    say_array(root, "md0", raid_disks="2", degraded=None, sync_action=None, mismatch_cnt=None)
    stripe = md_array(Sysfs(root), "md0")
    assert stripe == ArrayState(kind="md", wanted=2)  # RAID 0 says nothing of its members
    say_array(root, "md0", array_state="broken")
    state = md_array(Sysfs(root), "md0")
    assert state is not None and state.broken and state.degraded
    say_array(root, "md0", array_state="inactive")
    assert md_array(Sysfs(root), "md0") is None


@pytest.mark.parametrize("word", ["idle", "frozen", "", "made up"])
def test_what_is_no_action(root: Path, word: str) -> None:
    say_array(root, "md0", sync_action=word)
    assert md_action(Sysfs(root), "md0") is None


def test_other_devices_are_no_arrays(root: Path) -> None:
    assert md_array(Sysfs(root), "sda") is md_array(Sysfs(root), "gone") is None
    assert md_action(Sysfs(root), "sda") is None


def btrfs(root: Path, *missing: object) -> ArrayState | None:
    for number, one in enumerate(missing, 1):
        folder = root / "fs" / "btrfs" / UUID / "devinfo" / str(number)
        folder.mkdir(parents=True)
        if one is not None:
            (folder / "missing").write_text(f"{one}\n")
    return btrfs_array(Sysfs(root), UUID)


@pytest.mark.parametrize(
    ("missing", "expected"),
    [
        ((0, 1), ArrayState(kind="btrfs", wanted=2, active=1)),
        ((0, 0, 0), ArrayState(kind="btrfs", wanted=3, active=3)),
        ((0, None), ArrayState(kind="btrfs", wanted=2)),
        ((0,), None),
        ((), None),
    ],
)
def test_btrfs_of_several_devices(
    root: Path, missing: tuple[object, ...], expected: ArrayState | None
) -> None:
    assert btrfs(root, *missing) == expected


@pytest.mark.parametrize(
    ("word", "action"),
    [
        ("none", None), ("balance", ArrayAction.BALANCE), ("balance paused", None),
        ("device replace", ArrayAction.REPLACE), ("resize", None), ("resync", None),
    ],
)  # fmt: skip
def test_what_a_btrfs_does(root: Path, word: str, action: ArrayAction | None) -> None:
    btrfs(root, 0, 0)
    folder = root / "fs" / "btrfs" / UUID
    (folder / "exclusive_operation").write_text(f"{word}\n")
    (folder / "devices").mkdir()
    (folder / "devices" / "sdb1").touch()
    (root / "fs" / "btrfs" / "features").mkdir()
    sysfs = Sysfs(root)
    assert btrfs_array(sysfs, UUID) == ArrayState(kind="btrfs", wanted=2, active=2, action=action)
    assert array_action(sysfs, "sdb1") is action
    assert array_action(sysfs, "sdb") is None


def test_an_md_array_does_no_balance(root: Path) -> None:
    say_array(root, "md0", sync_action="balance")
    assert md_action(Sysfs(root), "md0") is None
    say_array(root, "md0", sync_action="repair")
    assert array_action(Sysfs(root), "md0") is ArrayAction.REPAIR


def test_a_uuid_is_no_path(root: Path) -> None:
    btrfs(root, 0, 0)
    assert btrfs_array(Sysfs(root), f"../btrfs/{UUID}") is None
    assert btrfs_array(Sysfs(root), "") is None
