# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long the machine took to start: systemd's own figures, as `systemd-analyze time` has them.

Documentation: org.freedesktop.systemd1(5), the properties ...TimestampMonotonic of the manager, in
microseconds. Those of firmware and loader count back from the start of the kernel, which is 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jeepney import DBusAddress

from driveproof.domain.errors import MachineError
from driveproof.domain.run.run import BootTimes
from driveproof.system.bus import BusCallError, call, connect
from driveproof.system.systemd_units import BUS

_SECONDS = 2.0
_PROPERTIES = DBusAddress(
    "/org/freedesktop/systemd1", bus_name=BUS, interface="org.freedesktop.DBus.Properties"
)
_STEPS = ("Firmware", "Loader", "InitRD", "Userspace", "Finish")


def read_boot_times(address: str = "") -> BootTimes | None:
    """The last start; None where systemd does not run, does not answer, or has not finished.

    `address` is the bus, "" for the system's.
    """
    try:
        with connect(address) as connection:
            (properties,) = call(
                connection, _PROPERTIES, "GetAll", "s", (f"{BUS}.Manager",),
                timeout=_SECONDS, activate=False,
            )  # fmt: skip
    except (MachineError, BusCallError, OSError, ValueError, TimeoutError):
        return None
    return boot_times({name: value for name, (_kind, value) in properties.items()})


def boot_times(properties: Mapping[str, Any]) -> BootTimes | None:
    """From the properties of systemd's manager; None while it has not finished to start."""
    try:
        firmware, loader, initrd, userspace, finish = (
            int(properties[f"{step}TimestampMonotonic"]) / 1e6 for step in _STEPS
        )
    except (KeyError, TypeError, ValueError):
        return None
    if not finish:
        return None
    return BootTimes(
        firmware=firmware - loader if firmware else None,
        loader=loader if loader else None,
        kernel=(initrd or userspace) or None,
        initrd=userspace - initrd if initrd else None,
        userspace=finish - userspace,
    )
