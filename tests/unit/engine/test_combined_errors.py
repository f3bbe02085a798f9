# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where something failed and putting things back as well, both are said, the first one first."""

from __future__ import annotations

import pytest

from driveproof.domain.errors import Advice, CancelledError, DriveproofError, MachineError
from driveproof.domain.notes import Note
from driveproof.engine.combined_errors import combined
from driveproof.engine.experiment.switching import Switching
from driveproof.system.helper.client import DeviceClaim, Helper
from driveproof.wording.errors import Face, message_and_advice

LEFT = MachineError("The scheduler is another one now.", advice=Advice("Set it yourself."))


class Stuck(Switching):
    """Of a device that does not get its own value back."""

    @staticmethod
    def announced(name: str) -> Note:
        return Note(name)

    def _now(self) -> str | None:
        return "mq-deadline"

    def _left(self, before: str) -> MachineError | None:
        return MachineError(LEFT.key, advice=LEFT.advice)


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (MachineError("fio failed.", advice=Advice("Look at it.")), "fio failed. Look at it. "),
        (ZeroDivisionError("x"), "Driveproof itself failed: ZeroDivisionError: x."),
        (CancelledError("Cancelled."), ""),
        (None, ""),
    ],
)
def test_both_are_said(first: Exception | None, said: str) -> None:
    switch = Helper("unix:path=/nowhere").switch(DeviceClaim("/dev/sdx", 2080, 1))
    with pytest.raises(DriveproofError) as raised, Stuck(switch):
        if first is not None:
            raise first
    words = message_and_advice(raised.value, Face.WINDOW)
    assert words.startswith(said)
    assert words.endswith("The scheduler is another one now. Set it yourself.")
    assert str(LEFT) in str(raised.value)
    assert raised.value is first or not isinstance(first, MachineError)


def test_what_fails_after_that_is_said_too() -> None:
    error = combined(combined(MachineError("One."), MachineError("Two.")), MachineError("Three."))
    assert message_and_advice(error, Face.TERMINAL) == "One. Two. Three."
