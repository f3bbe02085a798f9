# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The write cache of a drive, out of its sustained writes in the history."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.builders.long_runs import SimulatedDrive, sustained_run

from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.run import Run
from driveproof.history.store import History
from driveproof.methods.sustained.known_cache import known_cache
from driveproof.methods.sustained.plan import Plan

DRIVE = "wwn:0x1"


def sustained(id: str, cache: float, days: int, *, drive: str = DRIVE) -> Run:
    plan = Plan(size=10**11, pauses=())
    empty = Profile("mine", "Mine", "", (), 0, repeats=1, method="sustained")
    profile = with_plan(empty, plan)  # of one's own: only what it did tells
    run, _steps = sustained_run(profile, SimulatedDrive(fast=1e9, slow=1e8, cache=cache))
    return replace(
        run,
        id=id,
        started=run.started + timedelta(days=days),
        target=replace(run.target, drive=drive),
    )


def test_the_newest_run_that_used_it_up_tells(tmp_path: Path) -> None:
    history = History(tmp_path / "h.sqlite")
    assert known_cache(history, DRIVE) is None
    history.save(sustained("0aaaaaaaa", 20e9, 1), sustained("0aaaaaaab", 10e9, 0))
    history.save(sustained("0aaaaaaac", 5e9, 3, drive="wwn:0x2"))
    history.save(sustained("0aaaaaaad", 2e11, 2))  # longer than its bound: it says nothing
    assert known_cache(history, DRIVE) == pytest.approx(20e9, rel=0.02)
    assert known_cache(history, "wwn:0x2") == pytest.approx(5e9, rel=0.02)
    assert known_cache(history, None) is None


def test_without_a_history_it_is_not_known(tmp_path: Path) -> None:
    (tmp_path / "h.sqlite").write_bytes(b"no database at all" * 100)
    assert known_cache(History(tmp_path / "h.sqlite"), DRIVE) is None
