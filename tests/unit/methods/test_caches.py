# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Repeated reading: from which reading on it is faster, and who served the bytes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import caches_run

from driveproof.domain.figure import Shares
from driveproof.domain.quantity import Rate
from driveproof.domain.say import Say
from driveproof.methods import answer_of
from driveproof.methods.caches.answer import answer


def test_each_cache_mode() -> None:
    run = caches_run()
    found = answer(run)
    assert found == answer_of(run)
    direct, cached = (said.values for said in found.sentences)
    assert direct == {"mode": Say("Direct I/O"), "first": Rate(5e6), "number": 2, "last": Rate(3e8)}
    assert cached == {
        "mode": Say("Page cache"),
        "first": Rate(2.8e8),
        "number": 2,
        "last": Rate(4e9),
    }
    (table,) = found.tables
    assert len(table.rows) == 8
    served = [cell.parts[0] for cell in table.column("served_by") if isinstance(cell, Shares)]
    assert [name for name, _share in served[:4]] == ["sdb", *["nvme0n1"] * 3]
    assert str(served[-1][0]) == "memory"


@pytest.mark.parametrize("direct", [True, False])
def test_reading_again_is_not_faster(direct: bool) -> None:
    run = caches_run()
    same = next(phase for phase in run.phases if phase.direct == direct)
    phases = tuple(
        replace(phase, repeats=same.repeats) for phase in run.phases if phase.direct == direct
    )
    (said,) = answer(replace(run, phases=phases)).sentences
    assert set(said.values) == {"mode", "first"}


def test_nothing_measured() -> None:
    found = answer(replace(caches_run(), phases=()))
    assert not found.measured
    assert not found.sentences
