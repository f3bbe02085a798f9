# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A reading of everything: what could not be read, and what only slowly."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import bad_sectors_run

from driveproof.domain.quantity import Bytes, Plural
from driveproof.domain.run.areas import Area, AreaState
from driveproof.domain.run.run import Run
from driveproof.methods import answer_of
from driveproof.methods.bad_sectors.answer import answer


def test_what_could_not_be_read() -> None:
    run = bad_sectors_run()
    found = answer(run)
    assert found == answer_of(run)
    lost, slow = found.sentences
    assert lost.values["lost"] == Bytes(17 * 4096)
    assert isinstance(lost.values["ranges"], Plural) and isinstance(slow.values["ranges"], Plural)
    assert (lost.values["ranges"].number, slow.values["ranges"].number) == (2, 1)
    assert len(found.table("bad_ranges").rows) == 3
    assert found.bad


@pytest.mark.parametrize(("state", "sentences"), [(AreaState.RIGHT, 1), (AreaState.SLOW, 2)])
def test_slow_is_not_bad(state: AreaState, sentences: int) -> None:
    found = answer(_with(bad_sectors_run(), state))
    assert len(found.sentences) == sentences
    assert not found.bad


def _with(run: Run, state: AreaState) -> Run:
    """The same with every unreadable area in another state."""
    (phase,) = run.phases
    (repeat,) = phase.repeats
    result = repeat.directions["read"]

    def other(area: Area) -> Area:
        if area.state is AreaState.SLOW or area.state is AreaState.UNREADABLE:
            return area._replace(state=state)
        return area

    result = replace(result, areas=tuple(map(other, result.areas)))
    repeat = replace(repeat, directions={"read": result})
    return replace(run, phases=(replace(phase, repeats=(repeat,)),))
