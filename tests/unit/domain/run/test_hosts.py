# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What several hosts came to: names in short, figures by host, the growth of the sum."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import hosts_run

from driveproof.domain.run.hosts import Scale, ScalePoint, folded, host_scales, hosts_tests
from driveproof.domain.run.run import HOST_LOST, HostRepeat, Summary
from driveproof.export.csv.run import hosts_csv


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


def test_the_figures_of_each_host() -> None:
    run = hosts_run(4)
    tests = hosts_tests(run)
    assert [(test.phase.name, test.direction) for test in tests] == [
        (phase.name, phase.direction) for phase in run.phases
    ]
    first = tests[0]
    assert [one.host for one in first.hosts] == ["node1", "node2", "node3", "node4"]
    assert first.slowest.host == "node3" and first.uneven
    assert first.worst is not None and first.worst.host == "node3"
    assert first.late == pytest.approx(0.009)
    assert sum(one.bandwidth for one in first.hosts) == pytest.approx(first.total.median)


def test_a_repeat_without_a_host_does_not_count() -> None:
    run = hosts_run(2)
    phase = run.phases[0]
    lost = replace(
        phase.repeats[0],
        disturbed=(HOST_LOST,),
        hosts=(phase.repeats[0].hosts[0], HostRepeat("node2", fault="died")),
    )
    phase = replace(phase, repeats=(lost, *phase.repeats[1:]))
    (test,) = hosts_tests(replace(run, phases=(phase,)))
    assert test.total.count == 2 and len(test.hosts) == 2
    # Where no repeat has all, those that are left are what there is.
    (test,) = hosts_tests(replace(run, phases=(replace(phase, repeats=(lost,)),)))
    assert [one.host for one in test.hosts] == ["node1"]


def test_the_growth_is_of_the_test_without_its_hosts() -> None:
    found = host_scales(hosts_run(16, scale=True))
    assert len(found) == 8
    assert [point.hosts for point in found[0].points] == [1, 2, 4, 8, 16]
    assert found[0].ends is not None and found[0].ends.hosts == 4
    assert host_scales(hosts_run(4)) == ()


def test_a_row_for_each_host() -> None:
    rows = hosts_csv(hosts_run(2)).splitlines()
    assert rows[0].startswith("run,phase,direction,repeat,host,late_seconds,fault,iops")
    assert len(rows) == 1 + 8 * 3 * 2
    assert rows[1].split(",")[4] == "node1"


def scale(**sums: float) -> Scale:
    points = tuple(
        ScalePoint(int(count[1:]), Summary(total, total, total, 1)) for count, total in sums.items()
    )
    return Scale(None, None, points)  # type: ignore[arg-type]


def test_where_it_stops_to_grow() -> None:
    found = scale(n1=100, n2=198, n4=390, n8=400, n16=405)
    assert found.ends is not None and found.ends.hosts == 4


def test_one_host_may_be_all_that_it_takes() -> None:
    found = scale(n1=100, n2=104, n4=98)
    assert found.ends is not None and found.ends.hosts == 1


def test_a_step_without_growth_is_no_end_where_it_grows_later() -> None:
    assert scale(n1=100, n2=101, n4=380).ends is None


def test_to_the_end() -> None:
    found = scale(n1=100, n2=200, n4=400)
    assert found.ends is None
