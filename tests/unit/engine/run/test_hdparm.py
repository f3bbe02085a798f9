# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One hdparm from start to end, with programs that replay a recording."""

from __future__ import annotations

from pathlib import Path

import pytest

from driveproof.domain.errors import MachineError
from driveproof.fio.process import LocalLaunch
from driveproof.methods.hdparm.runner import HdparmRun

DATA = Path(__file__).parents[3] / "data" / "hdparm"


def hdparm(name: str, status: int) -> LocalLaunch:
    """A program that says what hdparm said, and ends as it did."""
    out, err = (f"{DATA}/hdparm-9.65-{name}.{stream}.txt" for stream in ("out", "err"))
    return LocalLaunch(("sh", "-c", f'cat "$1"; cat "$2" >&2; exit {status}', "sh", out, err))


@pytest.mark.parametrize("name", ["T", "t", "t-direct"])
def test_a_timing(name: str) -> None:
    ending = HdparmRun(hdparm(name, 0), cancelled=lambda: False).run()
    assert ending.failure is None
    assert ending.timing is not None and ending.timing.bandwidth > 0


@pytest.mark.parametrize(
    ("name", "status"),
    [("T-eio", 0), ("t-eio", 5), ("t-direct-eio", 5), ("T-small", 0), ("t-small", 5), ("t", 1)],
)
def test_a_failure(name: str, status: int) -> None:
    ending = HdparmRun(hdparm(name, status), cancelled=lambda: False).run()
    assert ending.timing is None
    assert isinstance(ending.failure, MachineError)


def test_words_of_its_own() -> None:
    launch = LocalLaunch(("sh", "-c", "echo 'mlock() failed on timing buf' >&2; exit 12"))
    ending = HdparmRun(launch, cancelled=lambda: False).run()
    assert ending.failure is not None
    assert ending.failure.details == "mlock() failed on timing buf"
    assert "mlock" not in str(ending.failure)


def test_a_cancel_ends_it() -> None:
    """Asked for from its own ticks, as a person does while it sleeps its three seconds."""
    asked: list[float] = []
    run = HdparmRun(
        LocalLaunch(("sh", "-c", "exec sleep 600")),
        cancelled=lambda: bool(asked),
        interval=0.01,
        on_tick=asked.append,
    )
    ending = run.run()
    assert (ending.timing, ending.failure) == (None, None)


def test_a_trial_ends_as_soon_as_it_runs() -> None:
    launch = LocalLaunch(("sh", "-c", "exec sleep 600"))
    ending = HdparmRun(launch, cancelled=lambda: False, trial=True).run()
    assert (ending.timing, ending.failure) == (None, None)


def test_cancelled_before_it_began() -> None:
    launch = LocalLaunch(("/nowhere/hdparm",))
    ending = HdparmRun(launch, cancelled=lambda: True).run()
    assert (ending.timing, ending.failure) == (None, None)
