# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A search under a latency cap on a drive of nbdkit that answers each request after 4 ms."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.system.measuring import MIB, Lab
from tests.system.nbd import MISSING, WHY, mounted_nbd

from driveproof.domain.cap import Cap
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.cap import capacities_of
from driveproof.domain.run.run import FINISHED
from driveproof.methods.iops_at_latency.plan import Plan as IopsAtLatencyPlan

pytestmark = [
    pytest.mark.root,
    pytest.mark.deep,
    pytest.mark.skipif(MISSING, reason=WHY),
]


# It needs 4 ms for a request, however many there are.
SLOW = ("--threads=16", "--filter=delay", "memory", "128M", "rdelay=4ms", "wdelay=4ms")


def test_the_answer_keeps_the_cap_and_one_request_takes_four_milliseconds(
    tmp_path: Path, lab: Lab
) -> None:
    made = with_plan(
        Profile("small", "Small", "", (), 16 * MIB, repeats=2, pause=0.0, method="iops-at-latency"),
        IopsAtLatencyPlan(Cap("mean", 0.040), proposed=16 * MIB),
    )
    reads = replace(made, phases=tuple(replace(p, seconds=0.5) for p in made.phases[:1]))
    with mounted_nbd(tmp_path, *SLOW, connections=16) as folder:
        result = lab.session(reads, folder).run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED
    (found,) = capacities_of(result)
    alone = found.points[0].latency("mean")
    assert alone is not None and alone >= 0.004
    assert found.answer is not None and found.answer.in_flight > 1
    assert found.keeps(found.answer)
    assert any(not found.keeps(point) for point in found.points)
