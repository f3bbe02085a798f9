# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday tasks: how much of them was the drive, and which drive limits a copy."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.tasks_done import example_real_life

from driveproof.domain.figure import Measure
from driveproof.domain.quantity import Share, WorkTime
from driveproof.methods import answer_of
from driveproof.methods.real_life.answer import answer


def test_each_task_and_all_together() -> None:
    run = example_real_life()
    found = answer(run)
    assert found == answer_of(run)
    (said,) = found.sentences
    assert said.values["cpu"] == WorkTime(pytest.approx(17.7))
    assert said.values["drive"] == WorkTime(pytest.approx(27.0, abs=0.05))
    (table,) = found.tables
    assert len(table.rows) == 14
    time, share = (table.column(key)[1] for key in ("time", "share"))
    assert isinstance(time, Measure)
    assert time.summary.count == 3
    assert share == Share(pytest.approx(0.77, abs=0.01))


def test_which_drive_limits_a_copy() -> None:
    _all, copying = answer(example_real_life(another=True)).sentences
    assert {name: copying.values[name] for name in ("source", "target", "limit")} == {
        "source": "sdb",
        "target": "sda2",
        "limit": "sdb",
    }


def test_nothing_measured() -> None:
    run = example_real_life()
    assert not answer(replace(run, phases=())).measured
