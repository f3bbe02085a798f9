# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several drives at once: what they reach, what limits them, and what they share."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import multi_drive_run

from driveproof.domain.figure import Measure
from driveproof.domain.quantity import Rate, Share
from driveproof.domain.say import Say
from driveproof.methods import answer_of
from driveproof.methods.multi_drive.answer import answer

RUN = multi_drive_run(3)


def test_what_limits_them() -> None:
    found = answer(RUN)
    assert found == answer_of(RUN)
    (said,) = found.sentences
    path = said.values["path"]
    assert isinstance(path, Say)
    hub = path.values["first"]
    assert isinstance(hub, Say)
    assert hub.values["second"] == "2-1"
    shared = found.notes[0].values
    assert shared["ceiling"] == Rate(450_000_000)


def test_a_row_for_each_drive_and_for_what_they_share() -> None:
    (table,) = answer(RUN).tables
    drives = table.column("drive")
    assert drives[:3] == ("Portable SSD A", "Portable SSD B", "Example NVMe SSD")
    assert table.column("of_solo_speed")[0] == Share(pytest.approx(0.4965, abs=1e-3))
    assert table.column("of_solo_speed")[3:] == (None, None)
    assert table.column("ceiling") == (None, None, None, Rate(450_000_000), None)
    whole = table.rows[-1]
    assert whole[1] == Rate(pytest.approx(4.249e9, rel=1e-3))
    assert isinstance(whole[2], Measure)
    assert whole[2].summary.count == 3


def test_only_what_is_read_at_once_is_limited_by_what_is_shared() -> None:
    drawn = answer(RUN).rows
    assert drawn is not None
    limits = [tuple(bar.limit for bar in row.bars) for row in drawn.rows]
    assert limits == [(None, None)] * 3 + [(None, Rate(450_000_000)), (None, None)]


def test_what_shares_all_is_the_row_of_all() -> None:
    phases = tuple(phase for phase in RUN.phases if phase.work.drive in (1, 2))
    (table,) = answer(replace(RUN, phases=phases)).tables
    assert len(table.rows) == 3


def test_without_a_drive_nothing_is_said() -> None:
    found = answer(replace(RUN, phases=()))
    assert not found.measured
    assert not found.sentences
    alone = answer(replace(RUN, environment=replace(RUN.environment, shared=())))
    assert "path" not in alone.sentences[0].values
    assert len(alone.notes) == 1
