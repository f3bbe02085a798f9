# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads and writes together with the real fio: from one job, from two, and faults in the middle."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.builders.deep import deep
from tests.system.measuring import MIB, Lab, mounted, names, phase, profile

from driveproof.domain.run.limits import time_in_io
from driveproof.domain.run.run import CUT_SHORT, FINISHED, METRICS

pytestmark = pytest.mark.root
IOPS = METRICS["iops"]


@pytest.mark.parametrize("kind", ["ext4", *deep("btrfs")])
def test_both_directions_and_the_total(kind: str, tmp_path: Path, lab: Lab) -> None:
    tests = (
        phase("mixed", depth=8, limit=None),
        phase("mixed", depth=6, write_depth=2, limit=None),
        phase("mixed", depth=1, write_depth=1, limit=None),
    )
    with mounted(kind, tmp_path) as (folder, _device):
        before = names(folder)
        result = lab.session(profile(*tests), folder).run()
        lab.nothing_is_left(folder)
        assert names(folder) == before
    assert result.status == FINISHED
    assert [found.work.write_depth for found in result.phases] == [0, 2, 1]
    assert [found.work.read_share for found in result.phases] == [70, None, None]
    for found in result.phases:
        (repeat,) = found.repeats
        assert set(repeat.directions) == {"read", "write"}
        total = found.total(IOPS)
        assert total is not None
        assert total.median == sum(one.iops for one in repeat.directions.values())
        share = time_in_io(found)
        assert share is not None and 0 < share < 1.3  # of all the jobs' requests


@pytest.mark.deep
def test_the_reader_ends_with_the_writer_at_its_bytes(tmp_path: Path, lab: Lab) -> None:
    test = phase("mixed", depth=4, write_depth=2, seconds=60.0, warmup=0.0, limit=4 * MIB)
    with mounted("ext4", tmp_path) as (folder, _device):
        result = lab.session(profile(test), folder).run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED
    (found,) = result.phases
    (repeat,) = found.repeats
    assert not repeat.disturbed or CUT_SHORT not in repeat.disturbed
    assert repeat.directions["write"].bytes == 4 * MIB
    assert (repeat.directions["read"].bytes or 0) > 0
