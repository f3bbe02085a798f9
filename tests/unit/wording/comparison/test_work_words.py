# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tells the work of two tests apart, by name."""

from __future__ import annotations

import pytest
from tests.builders.compared_runs import STEADY, phase, run

from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.left_out import left_out_reason
from driveproof.domain.comparison.matching import Side
from driveproof.domain.run.work import Data, Work
from driveproof.wording.say import say_text

OTHER: list[tuple[str, Work, str]] = [
    ("write", Work(data=Data.SCRAMBLED), "Data: fresh, scrambled"),
    ("write", Work(fsync=1), "fsync: never, every write"),
    ("write", Work(fdatasync=32), "fdatasync: never, every 32 writes"),
    ("write", Work(end_fsync=True), "end_fsync: no, yes"),
    ("write", Work(sync="dsync"), "sync: not set, dsync"),
    ("write", Work(nocow=True), "copy-on-write: default, off"),
    ("read", Work(rate=(2**20, 0, 0)), "rate: not set, read 1.05\u202fMB/s"),
    ("read", Work(rate_iops=(0, 500, 0)), "rate_iops: not set, write 500\u202fIOPS"),
    ("read", Work(think_time=0.001), "thinktime: not set, 1.00\u202fms"),
    ("read", Work(block_sizes="bsrange=4k-64k"), "Block size: not set, bsrange="),
    ("read", Work(order="random_distribution=zipf:1.2"), "Pattern: not set, random_"),
    ("read", Work(offset="offset=50%"), "Position: all of it, offset=50%"),
]


@pytest.mark.parametrize(("direction", "work", "said"), OTHER, ids=lambda value: str(value)[:30])
def test_other_work_is_another_test_and_said_by_name(direction: str, work: Work, said: str) -> None:
    tests = [phase(STEADY, work=one, direction=direction) for one in (Work(), work)]
    before, after = run(tests[0], id="0b"), run(tests[1], id="0a", days=1)
    found = compare_sides([Side("before", (before,)), Side("after", (after,))])
    assert not found.metrics
    (left,) = found.unmatched
    assert said in say_text(left_out_reason(left))
