# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A recording of a real device while a process of its own control group writes to it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.builders.guided_runs import recording_run
from tests.system.io_group import WRITES, group
from tests.system.machine import run as command
from tests.system.measuring import MIB, Lab, mounted, names

from driveproof.domain.access import Direction
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.observed import WriterKind
from driveproof.domain.run.recording import recorded_of
from driveproof.domain.run.run import CANCELLED, CUT_SHORT, FINISHED
from driveproof.engine.run import events
from driveproof.methods.record.plan import Plan as RecordingPlan

pytestmark = pytest.mark.root


def recording(seconds: float) -> Profile:
    profile = Profile("record", "Idle", "", (), 0, repeats=1, pause=0.0, method="record")
    return with_plan(profile, RecordingPlan(seconds))


def test_who_wrote_is_told(tmp_path: Path, lab: Lab) -> None:
    """From the first look to a cancel once the writer has ended: what was recorded is kept."""
    amount = 4 * MIB
    with (
        mounted("ext4", tmp_path) as (folder, device),
        group("driveproof-test-idle", device) as own,
    ):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITES, str(folder / "x")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        told, asked = writer.stdout, writer.stdin
        assert told is not None and asked is not None
        assert told.readline() == "ready\n"
        if own is not None:
            (own / "cgroup.procs").write_text(str(writer.pid), "ascii")

        def watch(event: events.Event) -> None:
            if isinstance(event, events.Measured) and not asked.closed:
                asked.write("\n")
                asked.close()
                writer.wait(30)
            elif isinstance(event, events.Measured):
                session.cancel()

        session = lab.session(recording(60.0), folder, observer=watch)
        result = session.run()
        assert sorted(names(folder)) == ["lost+found", "x"]
        told.close()
    assert result.status == CANCELLED
    assert result.method == "record"
    assert next(member.device for member in result.phases[0].repeats[0].members) == device[5:]
    found = recorded_of(result)
    assert found is not None
    assert found.repeat.disturbed == (CUT_SHORT,)
    assert found.written >= amount
    assert found.seconds < 60
    assert len(found.observed.looks) == len(found.repeat.directions[Direction.WRITE].samples) >= 2
    assert any((look.busy or 0) > 0 for look in found.observed.looks)
    groups = found.observed.of_kind(WriterKind.GROUP)
    if own is not None:
        (one,) = [writer for writer in groups if writer.name == own.name]
        assert one.written_bytes >= amount
        assert found.most == one
    kept = lab.history().load(result.id)
    assert kept.phases[0].repeats[0].observed == found.observed


@pytest.mark.deep
def test_a_quiet_device(tmp_path: Path, lab: Lab) -> None:
    """Nothing is opened or written: a device that nobody uses stays quiet to the end."""
    image = tmp_path / "image"
    with image.open("wb") as file:
        file.truncate(16 * MIB)
    device = command("losetup", "--find", "--show", str(image)).strip()
    try:
        command("udevadm", "settle")  # it reads a new device
        told = lab.driveproof("run", "record", device, "--duration", "2s")
    finally:
        command("losetup", "--detach", device)
    assert told.returncode == 0, told.stderr
    result = lab.history().load(lab.history().heads()[0].id)
    assert result.status == FINISHED
    found = recorded_of(result)
    assert found is not None
    assert found.written == 0
    assert not any(image.read_bytes())


def test_what_no_device_holds(lab: Lab) -> None:
    told = lab.driveproof("run", "record", "/proc", "--duration", "1s")
    assert told.returncode == 2


@pytest.mark.deep
def test_a_profile_of_what_was_recorded_runs(tmp_path: Path, lab: Lab) -> None:
    """The real fio takes what is made of the requests of an hour."""
    lab.history().save(recording_run())
    told = lab.driveproof("profiles", "my", "pc", "--recording", "latest", "--json")
    assert told.returncode == 0, told.stderr
    (found,) = json.loads(told.stdout)["profiles"]
    assert (found["name"], found["method"]) == ("my-pc", "fio")
    with mounted("ext4", tmp_path) as (folder, _device):
        words = ("run", "my-pc", str(folder), "--size", "16M", "--seconds", "0.5")
        told = lab.driveproof(*words, "--repeats", "1", "--json")
        assert told.returncode == 0, told.stderr
    (phase,) = json.loads(told.stdout)["phases"]
    assert phase["direction"] == "mixed"
    (repeat,) = phase["repeats"]
    assert repeat["read"]["ios"] > 0
    assert repeat["write"]["ios"] > repeat["read"]["ios"]
    again = lab.driveproof("profiles", "my", "pc", "--recording", "latest")
    assert again.returncode == 2
