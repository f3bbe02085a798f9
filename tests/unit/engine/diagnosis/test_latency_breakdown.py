# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The newest latency breakdown of a drive, of all the runs that a history has."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from tests.builders.guided_runs import breakdown_run, mixed_run

from driveproof.domain.run.latency_breakdown import Woken
from driveproof.domain.run.run import CANCELLED, Run
from driveproof.engine.diagnosis.evidence import newest_breakdown
from driveproof.history.store import History


def of(drive: str, run: Run, number: int, **more: object) -> Run:
    """A run on a drive, `number` days later."""
    return replace(
        run,
        id=f"0a{number}",
        started=run.started + timedelta(days=number),
        target=replace(run.target, drive=drive, serial=drive, wwn=None),
        **more,  # type: ignore[arg-type]
    )


def test_the_newest_that_came_to_its_end(tmp_path: Path) -> None:
    history = History(tmp_path / "history.sqlite")
    assert newest_breakdown(history, "serial:A") is None
    newest = of("serial:A", breakdown_run("cpu"), 2)
    history.save(
        of("serial:A", breakdown_run("nothing"), 1),
        newest,
        of("serial:A", breakdown_run("drive"), 3, status=CANCELLED),
        of("serial:A", mixed_run(), 4),
        of("serial:B", breakdown_run("drive"), 5),
    )
    found = newest_breakdown(history, newest.target.identity)
    assert found is not None and found.taken == newest.started
    assert found.breakdown.woken(1.0) is Woken.CPU
    assert newest_breakdown(history, "serial:C") is None
    assert newest_breakdown(history, None) is None
