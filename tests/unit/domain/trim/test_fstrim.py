# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which mounts fstrim.service trims: the rules of fstrim(8) and of its source."""

from __future__ import annotations

import pytest

from driveproof.domain.drive.drive import Mount
from driveproof.domain.finding import Finding
from driveproof.domain.say import Say
from driveproof.domain.trim.fstrim import (
    FSTAB,
    MOUNTINFO,
    Entry,
    FstrimTable,
    TimerFacts,
    in_list,
    periodic_trim,
)
from driveproof.domain.trim.path import TimerReason

HOME = Mount("/home", "/dev/sda2", "ext4", ("rw",), number="8:2")
ELSEWHERE = Mount("/elsewhere", "/dev/sda2", "ext4", ("rw",), number="8:2")
READ_ONLY = Mount("/ro", "/dev/sda3", "ext4", ("ro",), read_only=True, number="8:3")
ROOT = Mount("/", "/dev/sda1", "ext4", ("rw",), number="8:1")


def fstab(*lines: Entry) -> tuple[FstrimTable, ...]:
    return (
        FstrimTable(FSTAB, lines),
        FstrimTable(MOUNTINFO, tuple(map(line, (ROOT, HOME, READ_ONLY)))),
    )


def line(mount: Mount, options: str = "", source: str = "") -> Entry:
    given = tuple(options.split(",")) if options else mount.options
    return Entry(source or mount.source, mount.path, mount.filesystem, given)


def listed(mount: Mount, tables: tuple[FstrimTable, ...], *same: Mount, takes: bool = True) -> bool:
    found, why = in_list(mount, tables, (mount, *same), takes=takes)
    assert found is not None and why
    return found


def test_the_first_file_that_is_not_empty_is_the_list() -> None:
    assert listed(HOME, fstab(line(HOME)))
    assert not listed(HOME, fstab(line(ROOT)))
    assert listed(HOME, fstab())  # an empty fstab: mountinfo
    assert listed(HOME, (FstrimTable("/nowhere", ()), *fstab(line(HOME))))


def test_what_the_desktop_mounts_is_never_trimmed_and_one_is_told() -> None:
    stick = Mount("/media/anna/Stick", "/dev/sdb1", "ext4", ("rw",), number="8:17")
    found, why = in_list(stick, fstab(line(HOME)), (stick,), takes=True)
    assert found is False
    assert why == Finding(
        TimerReason.NOT_LISTED, (Say("{table} does not list this file system.", table=FSTAB),)
    )


def test_root_is_added_to_fstab_but_not_to_mountinfo() -> None:
    assert listed(ROOT, fstab(line(HOME)))
    assert not listed(ROOT, (FstrimTable(MOUNTINFO, (line(HOME),)),))


@pytest.mark.parametrize("source", ["UUID=1", "LABEL=home", "PARTUUID=2", "/dev/disk/by-id/x"])
def test_tags_are_resolved(source: str) -> None:
    assert listed(HOME, fstab(line(HOME, source=source)))


@pytest.mark.parametrize("options", ["rw,X-fstrim.notrim", "ro", "defaults,ro"])
def test_options_of_fstab_that_leave_it_out(options: str) -> None:
    found, why = in_list(HOME, fstab(line(HOME, options)), (HOME,), takes=True)
    assert found is False
    assert why is not None and why.code in (TimerReason.NOTRIM, TimerReason.READ_ONLY)


def test_of_two_lines_the_last_counts() -> None:
    assert not listed(HOME, fstab(line(HOME), line(HOME, "X-fstrim.notrim")))
    assert listed(HOME, fstab(line(HOME, "X-fstrim.notrim"), line(HOME)))


def test_a_read_only_mount_is_left_out_whatever_fstab_says() -> None:
    assert not listed(READ_ONLY, fstab(line(READ_ONLY, "rw")))


def test_a_device_without_discard_is_left_out() -> None:
    assert not listed(HOME, fstab(line(HOME)), takes=False)


@pytest.mark.parametrize(
    ("kind", "source"),
    [("tmpfs", "tmpfs"), ("nfs4", "server:/x"), ("zfs", "tank/x"), ("swap", "/dev/sda9")],
)
def test_what_lies_on_no_block_device_is_left_out(kind: str, source: str) -> None:
    mount = Mount("/x", source, kind, ("rw",), number="0:50")
    assert not listed(mount, fstab(line(mount)))


def test_another_mount_of_the_same_file_system_is_enough() -> None:
    found, why = in_list(ELSEWHERE, fstab(line(HOME)), (HOME, ELSEWHERE), takes=True)
    assert found is True
    assert why == Finding(
        TimerReason.LISTED_ELSEWHERE, (Say("{table} lists this file system.", table=FSTAB),)
    )
    assert not listed(ELSEWHERE, fstab(line(HOME, "ro")), HOME)


def test_a_trailing_slash_makes_no_difference() -> None:
    assert listed(HOME, fstab(Entry("/dev/sda2", "/home/", "ext4", ())))


def test_a_list_that_cannot_be_read_is_not_known() -> None:
    assert in_list(HOME, (FstrimTable(FSTAB, None),), (HOME,), takes=True)[0] is None
    assert in_list(HOME, (), (HOME,), takes=True)[0] is None


def test_without_the_timer_nothing_is_in_its_list() -> None:
    found = periodic_trim(HOME, fstab(line(HOME)), (HOME,), TimerFacts(installed=False), takes=True)
    assert (found.listed, found.why) == (
        False,
        (
            Finding(
                TimerReason.NOT_INSTALLED,
                (Say("{program} is not installed.", program="fstrim.timer"),),
            ),
        ),
    )
    unknown = TimerFacts(
        why=Finding(TimerReason.NO_ANSWER, (Say("{name} does not answer.", name="systemd"),))
    )
    told = periodic_trim(HOME, fstab(line(HOME)), (HOME,), unknown, takes=True)
    assert (told.installed, told.enabled, told.listed) == (None, None, True)
    assert [why.code for why in told.why] == [TimerReason.NO_ANSWER, TimerReason.LISTED]
