# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeping the machine awake, with a fake logind."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from jeepney import HeaderFields, MessageType, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection
from tests.fakes.udisks2 import PrivateBus

from driveproof.system.desktop.inhibit import inhibit_suspend


def test_the_block_is_a_descriptor_that_is_held_and_given_back(bus: PrivateBus) -> None:
    ours, theirs = os.pipe()
    asked: list[tuple[str, ...]] = []
    with open_dbus_connection(bus.address, enable_fds=True) as logind:
        Proxy(message_bus, logind).RequestName("org.freedesktop.login1")

        def answer_once() -> None:
            while True:
                message = logind.receive(timeout=10)
                if message.header.message_type == MessageType.method_call:
                    break
            assert message.header.fields[HeaderFields.member] == "Inhibit"
            asked.append(message.body)
            logind.send(new_method_return(message, "h", (theirs,)))
            os.close(theirs)

        thread = threading.Thread(target=answer_once)
        thread.start()
        with inhibit_suspend("A drive is measured", bus.address) as blocked:
            thread.join(10)
            assert blocked
            assert asked == [("sleep:idle", "Driveproof", "A drive is measured", "block")]
            (held,) = ends_of(ours)
            assert not os.get_inheritable(held)
        assert os.read(ours, 1) == b""
    os.close(ours)


def ends_of(pipe: int) -> list[int]:
    """The descriptors of this process, besides `pipe` itself, that are the same pipe."""
    wanted = os.fstat(pipe).st_ino
    found = []
    for link in list(Path("/proc/self/fd").iterdir()):
        descriptor = int(link.name)
        if descriptor != pipe and link.is_symlink() and os.fstat(descriptor).st_ino == wanted:
            found.append(descriptor)
    return found


def test_without_logind_or_a_bus_nothing_is_blocked_and_nothing_fails(
    bus: PrivateBus, tmp_path: Path
) -> None:
    with inhibit_suspend("why", bus.address) as blocked:
        assert not blocked
    with inhibit_suspend("why", f"unix:path={tmp_path}/absent") as blocked:
        assert not blocked
