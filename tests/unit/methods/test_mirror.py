# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of a mirror: what is answered, and what is not claimed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import mirror_run

from driveproof.domain.figure import Measure, Shares
from driveproof.domain.quantity import Rate
from driveproof.domain.say import Say
from driveproof.methods import answer_of
from driveproof.methods.mirror.answer import answer


def test_the_speeds_and_how_many_devices_served() -> None:
    run = mirror_run(3)
    found = answer(run)
    assert found == answer_of(run)
    one, two, copy = found.sentences
    assert one.values["text"] == Rate(210e6)
    assert (two.values["one"], two.values["two"]) == (Rate(190e6), Rate(405e6))
    assert copy.values["text"] == Rate(96e6)
    (table,) = found.tables
    assert [cell.summary.median for cell in table.column("bandwidth") if _measure(cell)] == [
        210e6,
        190e6,
        405e6,
        96e6,
    ]
    served = [cell.values["served"] for cell in table.column("served_by") if isinstance(cell, Say)]
    assert served == [1, 1, 2, 1]
    shares = table.column("share_of_reads")[2]
    assert isinstance(shares, Shares)
    assert [share for _device, share in shares.parts] == pytest.approx([0.51, 0.49])


def _measure(cell: object) -> bool:
    return isinstance(cell, Measure)


def test_a_single_disk_has_nothing_to_share() -> None:
    found = answer(mirror_run(legs=()))
    assert set(found.tables[0].column("served_by")) == {None}


@pytest.mark.parametrize(("measured", "sentences"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 3)])
def test_what_was_measured_until_a_cancel(measured: int, sentences: int) -> None:
    run = mirror_run()
    found = answer(replace(run, phases=run.phases[:measured]))
    assert len(found.sentences) == sentences
    assert len(found.tables[0].rows) == measured
    assert found.measured == bool(measured)
