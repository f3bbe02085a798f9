# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Messages for errors of the helper, or of the bus in its place."""

from __future__ import annotations

import contextlib
import json

from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError, UsageError
from driveproof.helper.protocol import BUS_NAME, ErrorName
from driveproof.system.bus import BusCallError
from driveproof.system.desktop.packages import helper_advice, install_advice, not_installed
from driveproof.system.helper.job import ended

MISSING = {
    "org.freedesktop.DBus.Error.ServiceUnknown",
    "org.freedesktop.DBus.Error.NameHasNoOwner",
    "org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
    "org.freedesktop.DBus.Error.Spawn.ExecFailed",
}
_PACKAGES = {"smartctl": "smartmontools"}
_ADVICE = {
    ErrorName.NOT_AUTHORIZED: Advice(
        "An administrator's password is needed: start it in a desktop that can ask for it, or in a"
        " terminal with sudo."
    ),
    ErrorName.NO_AUTHORITY: Advice("It needs polkit: is it installed, and does its service run?"),
    ErrorName.DEVICE_CHANGED: Advice("Look at the list of drives again, and start anew."),
    ErrorName.DEVICE_BUSY: Advice("Unmount it, or take it out of what uses it."),
    ErrorName.BUSY: Advice("Wait until it has ended."),
}


def failure(error: BusCallError) -> DriveproofError:
    """Convert the error of a call to one of ours."""
    if error.name in MISSING:
        return not_installed()
    if error.name == "org.freedesktop.DBus.Error.UnknownMethod":
        return MachineError(
            "The helper that is installed is too old for this.", advice=helper_advice()
        )
    if error.name == "org.freedesktop.DBus.Error.NoReply":
        return ended()
    short = error.name.removeprefix(f"{BUS_NAME}.Error.")
    if short not in {name.value for name in ErrorName}:
        return MachineError("The helper cannot be asked: {text}", text=error.text)
    return _refusal(ErrorName(short), error.text)


def _refusal(name: ErrorName, text: str) -> DriveproofError:
    advice = _ADVICE.get(name)
    match name:
        case ErrorName.NOT_AUTHORIZED | ErrorName.CANCELLED | ErrorName.DEVICE_BUSY:
            return RefusedError("{said}", code=name, said=text, advice=advice)
        case ErrorName.INVALID_ARGUMENT:
            return UsageError("{said}", code=name, said=text)
        case ErrorName.TOOL_MISSING:
            program = text.partition(" ")[0]
            advice = install_advice(_PACKAGES.get(program, program))
    return MachineError("{said}", code=name, said=text, advice=advice)


def smartctl_error(text: bytes) -> str:
    """The error in smartctl's own words, from its JSON; "" where it gives none."""
    with contextlib.suppress(ValueError, LookupError, TypeError):
        for message in json.loads(text)["smartctl"]["messages"]:
            if message["severity"] == "error":
                return " ".join(str(message["string"]).split())
    return ""


def without_self_test(text: bytes) -> bool:
    """Whether smartctl reports that the drive has no self-test.

    For NVMe drives smartctl 7.4 says so only in its text, and exits with status 0.
    """
    with contextlib.suppress(ValueError, LookupError, TypeError):
        return "Self-tests not supported" in json.loads(text)["smartctl"]["output"]
    return False
