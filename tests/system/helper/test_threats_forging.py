# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An unprivileged user who replies in others' names, with both D-Bus brokers.

dbus-daemon with the system's rules hands on no reply that nobody asked for. dbus-broker hands on a
signal whatever its reply serial is, and jeepney takes that for the reply.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from jeepney import DBusAddress, HeaderFields, MessageType, new_method_call, new_signal
from tests.fakes.forger import Forger, addressed, forged_replies
from tests.system.helper.agent import Agent
from tests.system.helper.bench import BROKER_BUS, Rig, on_both_buses
from tests.system.helper.caller import (
    NOBODY,
    Caller,
    Process,
    RefusedError,
    children,
    phase,
    read_all,
    unwrap,
    user,
    wire,
)
from tests.system.helper.disks import Disk
from tests.system.helper.threats import BUS, LONG, ping

from driveproof.helper.authority import POLKIT
from driveproof.helper.protocol import API_VERSION, BUS_NAME, FINISHED, INTERFACE, OBJECT_PATH
from driveproof.system import bus
from driveproof.system.helper.client import Helper
from driveproof.system.helper.job import JobEnding
from driveproof.system.udisks.client import MANAGER
from driveproof.system.udisks.client import UDISKS_NAME as UDISKS

pytestmark = [pytest.mark.root, pytest.mark.bus]

as_nobody = partial(user, NOBODY)


def owner(caller: Caller, name: str) -> str:
    """The unique name of who owns a name."""
    asked = new_method_call(BUS, "GetNameOwner", "s", (name,))
    return str(unwrap(caller.connection.send_and_get_reply(asked, timeout=20))[0])


@on_both_buses
def test_a_forged_yes_of_polkit(helper: Process, agent: Agent, caller: Caller, disk: Disk) -> None:
    """Of every type of message, with every serial that the helper can have used by then."""
    agent.answer = "wait"
    asked = caller.send("StartReadTest", wire(disk.claim()), LONG.wire(), 0, 0)
    prompt = agent.next_prompt()
    unique = owner(caller, BUS_NAME)
    for serial in range(1, 50):
        yes = ((True, False, {}),)
        for forged in forged_replies(unique, serial, "(bba{ss})", yes, POLKIT, caller.name):
            caller.connection.send(forged)
    ping(caller)
    assert children(helper.pid) == []
    agent.dismiss(prompt)
    with pytest.raises(RefusedError, match="Cancelled"):
        caller.reply(asked)


@on_both_buses
def test_a_forged_answer_of_the_bus_to_the_helper(
    helper: Process, caller: Caller, connect: Callable[..., Caller]
) -> None:
    """It does not think that it has lost its name, nor that it may leave."""
    unique = owner(caller, BUS_NAME)
    for serial in range(1, 50):
        for forged in forged_replies(unique, serial, "u", (3,), BUS_NAME, caller.name):
            caller.connection.send(forged)
    ping(connect())
    assert owner(caller, BUS_NAME) == unique


@on_both_buses
def test_a_forged_list_of_drives(rig: Rig) -> None:
    lie = {"/org/freedesktop/UDisks2/block_devices/lie": {f"{UDISKS}.Block": {"Size": ("t", 1)}}}
    with (
        Forger(rig.address, UDISKS, "a{oa{sa{sv}}}", ({},), (lie,), as_nobody) as service,
        bus.connect(rig.address) as connection,
    ):
        assert bus.call(connection, MANAGER, "GetManagedObjects") == ({},)
        assert service.asked == 1


@on_both_buses
def test_a_forged_answer_of_the_helper(rig: Rig) -> None:
    true, lie = (("u", API_VERSION),), (("u", 99),)
    with Forger(rig.address, BUS_NAME, "v", true, lie, as_nobody) as service:
        Helper(rig.address).check()
        assert service.asked == 1


@on_both_buses
def test_a_forged_end_of_a_job(
    rig: Rig, helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    """Of one whose random name the stranger knows."""
    job = Helper(rig.address).start_read_test(disk.claim(), phase())
    connection = job._connection
    victim = str(connection.unique_name)
    emitter = DBusAddress(OBJECT_PATH, interface=INTERFACE)
    body = (job._path, 0, "", "a lie")
    caller.connection.send(addressed(new_signal(emitter, "Finished", FINISHED, body), victim))
    gone = new_signal(BUS, "NameOwnerChanged", "sss", (BUS_NAME, "", ""))
    caller.connection.send(addressed(gone, victim))
    ping(caller)
    assert read_all(job.output)
    assert job.wait(60) == JobEnding(0, "", "")
    job.close()


@pytest.mark.deep
@pytest.mark.parametrize("rig", [BROKER_BUS], indirect=True)
def test_that_dbus_broker_hands_it_on(rig: Rig, connect: Callable[..., Caller]) -> None:
    """Else the tests above would say nothing."""
    victim, stranger = connect(0), connect()
    forged = [*forged_replies(victim.name, 77, "s", ("x",), BUS_NAME, stranger.name)][-1]
    assert forged.header.message_type is MessageType.signal
    stranger.connection.send(forged)
    while True:
        message = victim.connection.receive(timeout=20)
        if message.header.fields.get(HeaderFields.reply_serial) == 77:
            return
