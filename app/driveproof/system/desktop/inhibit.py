# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps the machine awake while a measurement runs, through systemd-logind where it exists."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from jeepney import DBusAddress

from driveproof.domain.errors import MachineError
from driveproof.system.bus import BusCallError, call, connect

_LOGIN = DBusAddress(
    "/org/freedesktop/login1",
    bus_name="org.freedesktop.login1",
    interface="org.freedesktop.login1.Manager",
)


@contextmanager
def inhibit_suspend(why: str, address: str = "") -> Iterator[bool]:
    """Block suspend and the idle action inside the `with`; yields whether that worked.

    The desktop shows `why` to people. Without logind, or where it refuses, nothing is blocked and
    no prompt appears. The block ends with the process, however that dies.
    """
    descriptor = _take(why, address)
    try:
        yield descriptor is not None
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _take(why: str, address: str) -> int | None:
    try:
        with connect(address, descriptors=True) as connection:
            (handle,) = call(
                connection,
                _LOGIN,
                "Inhibit",
                "ssss",
                ("sleep:idle", "Driveproof", why, "block"),
                timeout=3.0,
                activate=False,  # without logind nothing is blocked
            )
            descriptor = handle.to_raw_fd()
    except (MachineError, BusCallError, OSError, ValueError):
        return None
    # Descriptors from the bus are inheritable: fio would keep the block after our death.
    os.set_inheritable(descriptor, False)
    return int(descriptor)
