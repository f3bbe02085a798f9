# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The preview of a TRIM session, and how it follows the helper's job."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes.made_host import MadeHost
from tests.fakes.made_machine import GB, GIB

from driveproof.domain.errors import CancelledError, MachineError, RefusedError
from driveproof.domain.trim.free_counter import counted
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.engine.trim.fitrim import StepCounter, fitrim_failure
from driveproof.engine.trim.session import TrimParts, TrimSession
from driveproof.system.helper.client import Helper
from driveproof.system.helper.job import JobEnding
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.mounting import Mounter

NOWHERE = "unix:path=/nowhere/bus"
MIB = 2**20


@pytest.fixture
def host(tmp_path: Path) -> MadeHost:
    return MadeHost(tmp_path)


@pytest.fixture
def session(host: MadeHost, tmp_path: Path) -> Callable[[Path], TrimSession]:
    def made(target: Path) -> TrimSession:
        parts = TrimParts(
            chain=host.chain,
            helper=Helper(NOWHERE),
            mounter=Mounter(NOWHERE),
            registry=TestFileRegistry(tmp_path / "registry"),
            sysfs=Sysfs(host.machine.root),
        )
        return TrimSession(str(target), parts)

    return made


def test_what_will_happen_and_what_is_lost(
    host: MadeHost, session: Callable[[Path], TrimSession]
) -> None:
    drive = host.machine.nvme(0, "Drive", GB)
    vault = host.machine.mapped(0, "vault", "CRYPT-LUKS2-1-vault", GIB, [drive])
    found = session(host.mount(vault, "x")).preview()
    assert (found.device, found.layers, found.refusal) == ("/dev/dm-0", ("dm-0", "nvme0n1"), None)
    assert (found.filesystem, found.method.key) == ("ext4", "FITRIM")


def test_a_folder_stands_for_its_file_system(
    host: MadeHost, session: Callable[[Path], TrimSession]
) -> None:
    point = host.mount(host.machine.nvme(0, "Drive", GB), "x")
    below = point / "below"
    below.mkdir()
    assert not session(point).preview().inside
    assert session(below).preview().inside


def test_a_layer_that_blocks(host: MadeHost, session: Callable[[Path], TrimSession]) -> None:
    drive = host.machine.nvme(0, "Drive", GB)
    vault = host.machine.mapped(0, "vault", "CRYPT-LUKS2-1-vault", GIB, [drive])
    host.no_discard(vault)
    made = session(host.mount(vault, "x"))
    refused = made.preview().refusal
    assert isinstance(refused, MachineError) and "vault" in refused.message
    assert "allow-discards" in str(refused.advice) or "discard" in str(refused.advice)
    with pytest.raises(MachineError, match="vault"):
        made.run()


def test_read_only(host: MadeHost, session: Callable[[Path], TrimSession]) -> None:
    made = session(host.mount(host.machine.nvme(0, "Drive", GB), "x", options="ro,relatime"))
    assert isinstance(made.preview().refusal, RefusedError)
    with pytest.raises(RefusedError, match="read-only"):
        made.run()


@pytest.mark.parametrize("kind", ["tmpfs", "nfs4", "overlay", "fuse.sshfs", "squashfs"])
def test_what_cannot_trim(
    kind: str, host: MadeHost, session: Callable[[Path], TrimSession]
) -> None:
    found = session(host.mount(None, "x", kind, source="x")).preview()
    assert isinstance(found.refusal, MachineError)
    assert found.where.values["path"] == found.place  # it has no device


def test_below_a_loop_device_nothing_blocks(
    host: MadeHost, session: Callable[[Path], TrimSession], tmp_path: Path
) -> None:
    """What holds the file is trimmed for itself."""
    loop = host.machine.virtio("loop7", GB)
    host.set(loop, "loop/backing_file", str(tmp_path / "gone"))
    found = session(host.mount(loop, "x")).preview()
    assert found.refusal is None


def test_cancelled_before_it_begins(host: MadeHost, session: Callable[[Path], TrimSession]) -> None:
    made = session(host.mount(host.machine.nvme(0, "Drive", GB), "x"))
    made.cancel()
    with pytest.raises(CancelledError):
        made.run()


def test_without_the_helper_nothing_is_written(
    host: MadeHost, session: Callable[[Path], TrimSession]
) -> None:
    point = host.mount(host.machine.nvme(0, "Drive", GB), "x")
    with pytest.raises(MachineError, match="bus"):
        session(point).run()
    assert list(point.iterdir()) == []


# The helper's lines


def line(start: int, length: int, trimmed: int) -> bytes:
    return json.dumps({"start": start, "length": length, "trimmed": trimmed}).encode() + b"\n"


def test_lines_may_come_in_pieces() -> None:
    course = StepCounter(100 * MIB, None)
    data = line(0, 50 * MIB, 7) + line(50 * MIB, 50 * MIB, 8)
    steps = [course.take(data[at : at + 1]) for at in range(len(data))]
    assert (sum(steps), course.position, course.trimmed) == (2, 100 * MIB, 15)


def test_remaining_follows_what_is_free() -> None:
    free = counted([(75 * MIB, 25 * MIB)], 100 * MIB, 100 * MIB)
    course = StepCounter(100 * MIB, free)
    course.take(line(0, 75 * MIB, 0))
    at_first = course.progress(10.0)
    assert at_first.share == pytest.approx(0, abs=0.01) and at_first.remaining is None
    course.take(line(75 * MIB, 12 * MIB + MIB // 2, 12 * MIB + MIB // 2))
    halfway = course.progress(20.0)
    assert halfway.share == pytest.approx(0.5, abs=0.02)
    assert halfway.remaining == pytest.approx(20.0, rel=0.1)


def test_xfs_tells_lengths_and_we_tell_what_was_free() -> None:
    free = counted([(0, 10 * MIB)], 100 * MIB, 100 * MIB)
    course = StepCounter(100 * MIB, free, lengths=True)
    course.take(line(0, 50 * MIB, 50 * MIB))
    assert (course.trimmed, course.progress(1).trimmed) == (50 * MIB, 10 * MIB)


def test_btrfs_has_one_answer() -> None:
    course = StepCounter(100 * MIB, None, whole=True)
    assert course.progress(9).share is None
    course.take(line(0, 2**63, 9))
    assert (course.position, course.progress(9).share) == (100 * MIB, 1.0)


@given(st.binary(max_size=200))
def test_any_output(data: bytes) -> None:
    course = StepCounter(100, None)
    try:
        course.take(data)
    except MachineError:
        return
    assert course.trimmed >= 0


def test_a_line_without_an_end() -> None:
    with pytest.raises(MachineError):
        StepCounter(1, None).take(b"x" * 5000)


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        (JobEnding(errno.EOPNOTSUPP, "", "Operation not supported\n"), "support"),
        (JobEnding(errno.ENOTTY, "", ""), "support"),
        (JobEnding(1, "", "Operation not supported\n"), "Operation not supported"),
        (JobEnding(1, "", "Input/output error\n"), "Input/output error"),
        (JobEnding(-9, "TimedOut", ""), "/x"),
        (JobEnding(-15, "Cancelled", ""), "cancelled"),
        (JobEnding(2, "", ""), "/x"),
    ],
)
def test_failures_in_words(ending: JobEnding, words: str) -> None:
    failure = fitrim_failure(ending, "/x")
    assert failure is not None and words in str(failure)
    assert fitrim_failure(JobEnding(0, "", "chatter"), "/x") is None
