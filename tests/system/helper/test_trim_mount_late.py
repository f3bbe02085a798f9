# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A slow mount that completes when nobody waits for it any more: it is not left behind."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.system.helper.bench import Rig
from tests.system.helper.caller import Process
from tests.system.helper.person import Person
from tests.system.helper.trim_drives import Drive, frozen, inside, jobs
from tests.system.machine import Service, run
from tests.system.measuring import wait_for

pytestmark = [pytest.mark.root, pytest.mark.bus]


@pytest.mark.deep
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_end_while_it_is_mounted(
    number: int,
    helper: Process,
    rig: Rig,
    udisks: Service,
    person: Person,
    drive: Callable[..., Drive],
) -> None:
    outer = drive("ext4")
    with inside(outer, rig) as path:
        with frozen(outer.point):
            process, agent = person.start("trim", "run", path, "--yes", answer="wait")
            agent.allow(agent.next_prompt())
            wait_for("it is being mounted", lambda: "filesystem-mount" in jobs(rig))
            process.send_signal(number)
            process.communicate(timeout=60)
            assert process.returncode == (-9 if number == signal.SIGKILL else 130)
        wait_for("UDisks2 has mounted it", lambda: "filesystem-mount" not in jobs(rig))
        one = Drive(path, Path(), Path())
        wait_for("it is unmounted", lambda: not one.places)
        count = run("dumpe2fs", "-h", path).partition("Mount count:")[2].split()[0]
        assert count == "1"  # it had been mounted
