# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What several hosts came to: names in short, figures by host, the growth of the sum."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.run.hosts import Scale, ScalePoint, folded
from driveproof.domain.run.run import Summary


@pytest.mark.parametrize(
    ("names", "short"),
    [
        ([], ""),
        (["node1"], "node1"),
        (["node1", "node2", "node3"], "node[1-3]"),
        (["node3", "node1", "node2", "node7"], "node[1-3,7]"),
        (["node08", "node09", "node10"], "node[08-09],node10"),
        (["nas", "a.example.org", "b2"], "b2,nas,a.example.org"),
        (["10.0.0.1", "10.0.0.2"], "10.0.0.[1-2]"),
    ],
)
def test_names_in_short(names: list[str], short: str) -> None:
    assert folded(names) == short


def scale(**sums: float) -> Scale:
    points = tuple(
        ScalePoint(int(count[1:]), Summary(total, total, total, 1)) for count, total in sums.items()
    )
    return Scale(None, None, points)  # type: ignore[arg-type]


def test_where_it_stops_to_grow() -> None:
    found = scale(n1=100, n2=198, n4=390, n8=400, n16=405)
    assert found.ends is not None and found.ends.hosts == 4
    assert found.most.hosts == 16
    assert found.share == pytest.approx(405 / 1600)


def test_one_host_may_be_all_that_it_takes() -> None:
    found = scale(n1=100, n2=104, n4=98)
    assert found.ends is not None and found.ends.hosts == 1


def test_a_step_without_growth_is_no_end_where_it_grows_later() -> None:
    assert scale(n1=100, n2=101, n4=380).ends is None


def test_to_the_end() -> None:
    found = scale(n1=100, n2=200, n4=400)
    assert found.ends is None and found.share == 1.0
    assert replace(found, points=found.points[1:]).share is None
