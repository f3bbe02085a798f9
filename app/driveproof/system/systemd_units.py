# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Switches a unit of systemd on and off, as `systemctl enable --now` and `disable --now` do.

Documentation: org.freedesktop.systemd1(5).
"""

from __future__ import annotations

from typing import Any

from jeepney import DBusAddress
from jeepney.low_level import MessageFlag

from driveproof.domain.errors import Advice, MachineError, RefusedError
from driveproof.system.bus import BusCallError, call, connect, method_call, reply_body

BUS = "org.freedesktop.systemd1"
PROMPT_SECONDS = 600.0
"""Seconds that somebody may take to enter a password."""
MANAGER = DBusAddress("/org/freedesktop/systemd1", bus_name=BUS, interface=f"{BUS}.Manager")
_SECONDS = 2.0
_DENIED = frozenset(
    f"org.freedesktop.DBus.Error.{word}"
    for word in ("AccessDenied", "InteractiveAuthorizationRequired", "AuthFailed")
)


def is_enabled(unit: str, address: str = "") -> bool | None:
    """Whether a unit starts by itself; None where systemd does not know it, or does not answer.

    `address` is the bus: the system's, or the session's for the user's own units.
    """
    try:
        with connect(address) as connection:
            (state,) = call(
                connection, MANAGER, "GetUnitFileState", "s", (unit,),
                timeout=_SECONDS, activate=False,
            )  # fmt: skip
    except (MachineError, BusCallError, OSError, ValueError):
        return None
    return {"enabled": True, "disabled": False}.get(str(state))


def switch_on(unit: str, by_hand: str, address: str = "") -> None:
    """Start a unit, and at every start. systemd asks with its own prompt: call it in a thread.

    `by_hand` is the command that does the same. Raises RefusedError, MachineError.
    """
    _change(
        (("EnableUnitFiles", "asbb", ([unit], False, False)), ("StartUnit", "ss", _job(unit))),
        by_hand,
        address,
    )


def switch_off(unit: str, by_hand: str, address: str = "") -> None:
    """Stop a unit, and at every start; as `switch_on`."""
    _change(
        (("DisableUnitFiles", "asb", ([unit], False)), ("StopUnit", "ss", _job(unit))),
        by_hand,
        address,
    )


def _job(unit: str) -> tuple[str, str]:
    return unit, "replace"


def _change(
    calls: tuple[tuple[str, str, tuple[Any, ...]], ...], by_hand: str, address: str
) -> None:
    advice = Advice("Run: {command}", command=by_hand)
    try:
        with connect(address) as connection:
            for method, signature, body in calls:
                message = method_call(MANAGER, method, signature, body)
                message.header.flags |= MessageFlag.allow_interactive_authorization
                reply_body(connection.send_and_get_reply(message, timeout=PROMPT_SECONDS))
    except BusCallError as error:
        if error.name in _DENIED:
            raise RefusedError(
                "{program} does not allow it.", advice=advice, program="systemd"
            ) from error
        raise MachineError(
            "{name} failed: {reason}.",
            reason=error.text.rstrip("."),
            advice=advice,
            name="systemd",
        ) from error
    except (OSError, ValueError) as error:
        raise MachineError("{name} does not answer.", advice=advice, name="systemd") from error
