# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Messages for errors of the helper, or of the bus in its place."""

from __future__ import annotations

import contextlib
import json

from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError, UsageError
from driveproof.domain.quantity import Phrase
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
_PROGRAMS = {
    "StartReadTest": "fio",
    "StartWriteTest": "fio",
    "StartScan": "fio",
    "ReadSmart": "smartctl",
    "StartSelfTest": "smartctl",
    "StartHdparm": "hdparm",
}
"""The programs that the helper runs, by the method that needs one."""
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


def failure(error: BusCallError, method: str = "") -> DriveproofError:
    """Convert the error of a call of a method of the helper to one of ours."""
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
    return _refusal(ErrorName(short), error.text, _PROGRAMS.get(method, ""))


def _refusal(name: ErrorName, detail: str, program: str) -> DriveproofError:
    """`detail` is the helper's own sentence: English, with what is special about the case."""
    advice = _ADVICE.get(name)
    match name:
        case ErrorName.NOT_AUTHORIZED:
            return RefusedError("Not authorized: {detail}", code=name, detail=detail, advice=advice)
        case ErrorName.CANCELLED:
            return RefusedError("Cancelled: {detail}", code=name, detail=detail)
        case ErrorName.DEVICE_BUSY:
            return RefusedError(
                "The device is in use: {detail}", code=name, detail=detail, advice=advice
            )
        case ErrorName.INVALID_ARGUMENT:
            return UsageError("The helper refuses the request: {detail}", code=name, detail=detail)
        case ErrorName.TOOL_MISSING if program:
            return MachineError(
                "{program} is not installed.",
                code=name,
                program=program,
                advice=install_advice(_PACKAGES.get(program, program)),
            )
    return MachineError(
        "{what}: {detail}", code=name, what=_SAID[name], detail=detail, advice=advice
    )


_SAID = {
    ErrorName.NO_AUTHORITY: Phrase("polkit cannot be asked for authorization"),
    ErrorName.DEVICE_CHANGED: Phrase("The device is not the one that was chosen"),
    ErrorName.UNSUPPORTED: Phrase("This is not possible here"),
    ErrorName.BUSY: Phrase("The helper is busy"),
    ErrorName.NO_SUCH_JOB: Phrase("The job has ended"),
    ErrorName.TOOL_MISSING: Phrase("A program is missing"),
    ErrorName.TIMED_OUT: Phrase("The device did not answer in time"),
    ErrorName.FAILED: Phrase("The helper failed"),
}


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
