# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run record --trace` by an unprivileged user, with a person at the prompt."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

import pytest
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, Process
from tests.system.helper.disks import Disk
from tests.system.helper.person import Person, history
from tests.system.helper.tracing import counting, instances, tracing_helper, write
from tests.system.measuring import wait_for

pytestmark = [pytest.mark.root, pytest.mark.bus]


def test_every_request_of_a_real_device(
    rig: Rig, person: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(16 * MIB)
    words = ("run", "record", disk.path, "--duration", "3s", "--trace", "--json")
    with tracing_helper(rig) as helper:
        process, agent = person.start(*words)
        wait_for("requests are counted", lambda: counting(helper, disk.path))
        write(disk.path, 65536, 16)
        write(disk.path, 4096, 48, begin=1024)
        out, err = process.communicate(timeout=60)
        wait_for("the instance has gone", lambda: not instances(helper, disk.path))
    assert process.returncode == 0, err
    assert [prompt.action.rpartition(".")[2] for prompt in agent.seen] == ["trace"]
    document = json.loads(out)
    (repeat,) = document["phases"][0]["repeats"]
    requests = repeat["observed"]["requests"]
    assert requests["device"] == disk.path[5:]
    assert requests["size"] == disk.size
    assert requests["write"]["sizes"] == {"bytes": [4096, 65536], "requests": [48, 16]}
    assert requests["lost"] == 0
    status, shown, err = person.driveproof("show", "latest")
    assert status == 0, err
    assert "4 KiB 75 %, 64 KiB 25 %" in " ".join(shown.split())


@pytest.mark.deep
def test_nothing_is_kept_without_authorization(
    rig: Rig, person: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(16 * MIB)
    words = ("run", "record", disk.path, "--duration", "3s", "--trace")
    with tracing_helper(rig) as helper:
        status, _out, err = person.driveproof(*words, answer="dismiss")
        assert instances(helper, disk.path) == []
    assert status == 4, err
    assert history(person) == []


@pytest.mark.deep
def test_without_tracing(helper: Process, person: Person, disk: Disk) -> None:
    if os.path.ismount("/sys/kernel/tracing"):
        pytest.skip("this machine has it")
    words = ("run", "record", disk.path, "--duration", "3s", "--trace")
    status, _out, err = person.driveproof(*words)
    assert status == 3, err
