# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a comparison of whole runs promises, by simulation with fixed seeds."""

from __future__ import annotations

import numpy as np
from tests.builders.compared_runs import phase, run

from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.difference import CLAIMS, Verdict
from driveproof.domain.comparison.matching import Side


def test_no_verdict_of_runs_stands_beside_an_interval_with_no_change() -> None:
    """Neither with disturbed repeats nor with several runs a side."""
    drawn = np.random.default_rng(4)
    judged = 0
    for _ in range(150):
        sides = []
        for number in (0, 1):
            runs = []
            for place in range(int(drawn.integers(1, 4))):
                level = drawn.normal(0.15 * number, 0.01)
                values = 100 * np.exp(drawn.normal(level, 0.02, 6))
                marks = {
                    int(at): ("background I/O",) for at in np.flatnonzero(drawn.random(6) < 0.2)
                }
                test = phase(values.tolist(), disturbed=marks)
                runs.append(run(test, id=f"0{number}{place}", days=place))
            sides.append(Side(str(number), tuple(runs)))
        for metric in compare_sides(sides).primary:
            if metric.verdict in (*CLAIMS, Verdict.POSSIBLE):
                judged += 1
                assert metric.low is not None and metric.high is not None
                assert not metric.low <= 1 <= metric.high
    assert judged > 20
