# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run multi-drive` on devices by an unprivileged user: two helper jobs at once."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable

import pytest
from tests.system.helper.caller import MIB, Process, children, commands
from tests.system.helper.disks import Disk
from tests.system.helper.person import Person, history
from tests.system.measuring import wait_for

pytestmark = [pytest.mark.root, pytest.mark.bus]


def running(helper: Process, milliseconds: int) -> list[int]:
    """Each fio of the helper's that measures for so long."""
    return [pid for pid, words in commands(helper.pid) if f"--runtime={milliseconds}ms" in words]


def test_two_devices_are_only_read(
    helper: Process, person: Person, make_disk: Callable[..., Disk]
) -> None:
    disks = [make_disk(32 * MIB), make_disk(32 * MIB)]
    before = [disk.digest() for disk in disks]
    words = ("run", "multi-drive", disks[0].path, "--also", disks[1].path)
    status, out, err = person.driveproof(*words, "--seconds", "0.5", "--repeats", "1", "--json")
    assert status == 0, err
    document = json.loads(out)
    assert [one["device"] for one in document["multi_drive"]["drives"]] == [d.path for d in disks]
    assert document["answer"]["tables"]["drives"][-1]["at_once"]["count"] == 1
    for phase in document["phases"]:
        own = disks[phase["work"]["drive"] - 1]
        assert f"--filename={own.path}" in phase["command"]
        assert "--readonly" in phase["command"]
    assert [disk.digest() for disk in disks] == before
    assert children(helper.pid) == []
    (kept,) = history(person)
    assert kept["id"] == document["id"]


@pytest.mark.deep
def test_a_cancel_ends_the_jobs_of_both(
    helper: Process, person: Person, make_disk: Callable[..., Disk]
) -> None:
    disks = [make_disk(32 * MIB), make_disk(32 * MIB)]
    words = ("run", "multi-drive", disks[0].path, "--also", disks[1].path)
    process, _ = person.start(*words, "--seconds", "5", "--json")
    wait_for("both devices are measured", lambda: len(running(helper, 5_500)) == 2)
    process.send_signal(signal.SIGINT)
    _out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert children(helper.pid) == []
