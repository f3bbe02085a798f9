# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A small load curve with the real fio: reads, writes and mixed, and what ends one early."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.builders.deep import deep
from tests.system.measuring import MIB, Lab, mounted, names

from driveproof.domain.method import LOAD_CURVE
from driveproof.domain.profile.load_curve import load_phases
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.load_curve import load_of
from driveproof.domain.run.result import answer_method
from driveproof.domain.run.run import FINISHED

pytestmark = pytest.mark.root


def small(direction: str = "read", repeats: int = 1) -> Profile:
    """Five depths, a third of a second each."""
    phases = load_phases((1, 2, 4, 8, 64), direction=direction, seconds=0.2, limit=16 * MIB)
    return Profile(
        "small", "Small curve", "", phases, 16 * MIB, repeats=repeats, pause=0.0, method=LOAD_CURVE
    )


@pytest.mark.parametrize("direction", ["read", *deep("write", "mixed")])
def test_every_depth_is_a_point(direction: str, tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):
        before = names(folder)
        result = lab.session(small(direction), folder).run()
        lab.nothing_is_left(folder)
        assert names(folder) == before
    assert result.status == FINISHED and answer_method(result) == "load-curve"
    curve = load_of(result.phases)
    assert curve is not None
    assert [(p.depth, p.jobs) for p in curve.points] == [(1, 1), (2, 1), (4, 1), (8, 1), (16, 4)]
    for point in curve.points:
        assert point.iops is not None and point.iops.median > 0
        assert (point.phase.limits.cpu or 0) > 0
        assert ("read" in point.phase.repeats[0].directions) == (direction != "write")
