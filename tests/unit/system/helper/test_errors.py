# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the client converts errors, without a bus."""

from __future__ import annotations

import pytest

from driveproof.helper.protocol import METHODS, ErrorName
from driveproof.system.bus import BusCallError
from driveproof.system.desktop.packages import helper_advice
from driveproof.system.helper.client import failure, smartctl_error, without_self_test
from driveproof.system.helper.job import JobEnding
from driveproof.wording.errors import message

REFUSED = (
    b'{"smartctl":{"messages":[{"string":"a warning","severity":"warning"},{"string":'
    b'"/dev/sda: Unable\\nto detect","severity":"error"}],"exit_status":1}}'
)


def test_smartctl_says_what_went_wrong() -> None:
    assert smartctl_error(REFUSED) == "/dev/sda: Unable to detect"


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b"{}", b'{"smartctl": 1}', b'{"smartctl":{"messages":[1]}}', b"\xff",
     b'{"smartctl":{"messages":[{"string":"x","severity":"information"}]}}'],
)  # fmt: skip
def test_smartctl_says_nothing(text: bytes) -> None:
    assert smartctl_error(text) == ""
    assert not without_self_test(text)


def test_smartctl_says_only_in_its_text_that_there_are_no_self_tests() -> None:
    said = b'{"smartctl":{"output":["smartctl 7.4","","%s"],"exit_status":0}}'
    assert without_self_test(said % b"Self-tests not supported")
    assert not without_self_test(said % b"Self-test has begun")


STATUSES = {
    ErrorName.NOT_AUTHORIZED: 4,
    ErrorName.CANCELLED: 4,
    ErrorName.DEVICE_BUSY: 4,
    ErrorName.DEVICE_WRITTEN: 4,
    ErrorName.INVALID_ARGUMENT: 2,
}


@pytest.mark.parametrize("name", list(ErrorName))
def test_every_error_of_the_helpers(name: ErrorName) -> None:
    error = failure(BusCallError(name.on_bus, "words of the helper."))
    assert message(error).endswith(": words of the helper.")
    assert error.code is name
    assert error.exit_status == STATUSES.get(name, 3)


@pytest.mark.parametrize(
    ("method", "program", "package"),
    [
        ("ReadSmart", "smartctl", "smartmontools"),
        ("StartReadTest", "fio", "fio"),
        ("StartHdparm", "hdparm", "hdparm"),
    ],
)
def test_a_missing_program_is_known_by_the_method(method: str, program: str, package: str) -> None:
    assert method in METHODS
    error = failure(BusCallError(ErrorName.TOOL_MISSING.on_bus, "Words differ."), method)
    assert program in message(error)
    assert package in str(error.advice)


@pytest.mark.parametrize(
    ("ending", "why"),
    [
        (JobEnding(1, "", " fio: \n no "), "fio: no"),
        (JobEnding(-9, "TimedOut", ""), "no answer"),
        (JobEnding(-9, "Cancelled", ""), "cancelled"),
        (JobEnding(1, "", ""), ""),
    ],
)
def test_why_a_job_ended(ending: JobEnding, why: str) -> None:
    assert str(ending.why) == why


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ServiceUnknown", "not installed"),
        ("Spawn.ExecFailed", "not installed"),
        ("UnknownMethod", "too old"),
        ("NoReply", "helper ended"),
        ("Spawn.ChildExited", "words of the bus"),
    ],
)
def test_errors_of_the_bus(name: str, said: str) -> None:
    error = failure(BusCallError(f"org.freedesktop.DBus.Error.{name}", "words of the bus"))
    assert said in error.message
    assert error.exit_status == 3
    assert (error.advice == helper_advice()) == (said in {"not installed", "too old"})
