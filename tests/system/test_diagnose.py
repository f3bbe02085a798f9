# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof diagnose` on real file systems: what is wrong with them is found, and only that."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.system.io_group import WRITES, group
from tests.system.machine import run
from tests.system.measuring import MIB, Lab, mounted

from driveproof.domain.diagnosis.diagnosis import Cause
from driveproof.domain.run.observed import WriterKind
from driveproof.engine.diagnosis.evidence import MOST, load_of
from driveproof.system.kernel.cipher import cipher_rate
from driveproof.system.kernel.effort import recent_pressure
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.block_readback import count_extents

pytestmark = pytest.mark.root

LOAD = {Cause.CPU, Cause.MEMORY, Cause.BUSY}  # other tests run beside this one


def causes(lab: Lab, *words: str) -> set[str]:
    done = lab.driveproof("diagnose", *words, "--no-measurement", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["slow"] is None
    return {one["code"] for one in document["answer"]["findings"]["causes"]} - LOAD


def test_a_file_system_that_waits_for_each_write(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (point, _device):
        assert causes(lab, str(point)) == set()
        run("mount", "-o", "remount,sync", str(point))
        assert causes(lab, str(point)) == {Cause.MOUNT_OPTIONS}


def test_the_pieces_of_a_file_are_counted(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (point, _device):
        pieces = 300
        holes, whole = point / "holes", point / "whole"
        with holes.open("wb") as file:
            for number in range(pieces):
                # A gap after each block: the next one cannot lie in the same piece.
                os.pwrite(file.fileno(), b"x" * 4096, number * 8192)
            os.fsync(file.fileno())
        whole.write_bytes(b"x" * MIB)
        assert count_extents(str(holes)) == ((2 * pieces - 1) * 4096, pieces)
        assert count_extents(str(whole))[1] < 10
        found = causes(lab, str(point), "--file", str(holes))
        assert found == {Cause.FRAGMENTED}
        assert causes(lab, str(point), "--file", str(whole)) == set()


@pytest.mark.deep
def test_who_uses_the_drive_is_named(tmp_path: Path) -> None:
    """By its control group, or where none is counted by its process."""
    with (
        mounted("ext4", tmp_path) as (point, device),
        group("driveproof-test-user", device) as own,
        subprocess.Popen(
            [sys.executable, "-c", WRITES, str(point / "x")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as writer,
    ):  # fmt: skip
        assert writer.stdout is not None and writer.stdin is not None
        assert writer.stdout.readline() == "ready\n"
        if own is not None:
            (own / "cgroup.procs").write_text(str(writer.pid), "ascii")
        began = writer.stdin

        def meanwhile(_seconds: float) -> None:
            began.write("\n")
            began.close()
            writer.wait(30)

        name = device.removeprefix("/dev/")
        share, users = load_of((name,), Sysfs(), meanwhile)
    assert share is not None
    if own is not None:
        assert [(one.kind, one.name) for one in users] == [(WriterKind.GROUP, own.name)]
        assert users[0].written_bytes >= 4 * MIB
    assert len(users) <= MOST
    assert load_of(("no-such-drive",), Sysfs(), lambda _seconds: None) == (None, ())


def test_what_the_machine_reports_is_read(tmp_path: Path) -> None:
    pressure = tmp_path / "pressure"
    pressure.mkdir()
    line = "some avg10=1.00 avg60=12.50 avg300=0.00 total=1\nfull avg10=0.00 avg60=9.00 total=1\n"
    (pressure / "memory").write_text(line)
    assert recent_pressure("memory", tmp_path) == 0.125
    assert recent_pressure("cpu", tmp_path) is None
    (pressure / "cpu").write_text("rubbish\nsome avg10\n")
    assert recent_pressure("cpu", tmp_path) is None


@pytest.mark.deep
def test_one_processor_encrypts_in_memory() -> None:
    rate = cipher_rate(0.05)
    if rate is None:
        pytest.skip("this kernel offers no ciphers to programs (AF_ALG)")
    assert rate > MIB


def test_what_is_not_there_is_an_error_of_use(lab: Lab) -> None:
    done = lab.driveproof("diagnose", "/nowhere/at/all", "--no-measurement")
    assert done.returncode in {2, 3}
    assert "/nowhere/at/all" in done.stderr


def test_a_file_that_is_not_there_is_an_error_of_use(lab: Lab, tmp_path: Path) -> None:
    with mounted("ext4", tmp_path) as (point, _device):
        missing = str(point / "missing")
        done = lab.driveproof("diagnose", str(point), "--file", missing, "--no-measurement")
    assert done.returncode == 2
    assert str(missing) in done.stderr
