# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the helper can be used, determined on a real bus without any prompt."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import open_dbus_connection
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig
from tests.system.helper.caller import Process
from tests.system.machine import program

from driveproof.helper.protocol import BUS_NAME
from driveproof.system.helper.availability import helper_missing

pytestmark = [pytest.mark.root, pytest.mark.bus]


def test_not_there(rig: Rig) -> None:
    problem = helper_missing(rig.address)
    assert problem is not None


def test_there(helper: Process, agent: Agent, rig: Rig) -> None:
    assert helper_missing(rig.address) is None
    assert agent.seen == []


def test_no_polkit(tmp_path: Path) -> None:
    """A separate bus on which the helper's name has an owner, but polkit's has none."""
    daemon = program("dbus-daemon")
    address = f"unix:path={tmp_path}/bus"
    bus = subprocess.Popen(
        [daemon, "--session", f"--address={address}", "--nofork", "--nopidfile",
         "--print-address=1"],
        stdout=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert bus.stdout is not None
        assert bus.stdout.readline(), "dbus-daemon did not start"
        with open_dbus_connection(address) as helper:
            ask = DBusAddress(
                "/org/freedesktop/DBus",
                bus_name="org.freedesktop.DBus",
                interface="org.freedesktop.DBus",
            )
            helper.send_and_get_reply(
                new_method_call(ask, "RequestName", "su", (BUS_NAME, 4)), timeout=20
            )
            problem = helper_missing(address)
        assert problem is not None
        assert "polkitd" in str(problem.advice)
    finally:
        bus.terminate()
        bus.wait(15)
        if bus.stdout is not None:
            bus.stdout.close()
