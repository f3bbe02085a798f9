# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison as text and as JSON."""

from __future__ import annotations

from datetime import timedelta
from statistics import geometric_mean

import pytest
from tests.builders.compared_runs import START, STEADY, phase, run, times
from tests.builders.exported import compared_table, compared_values

from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.health_over_runs import health_spans
from driveproof.domain.comparison.margin import margin
from driveproof.domain.comparison.matching import Side
from driveproof.domain.health.report import Health
from driveproof.domain.health.snapshot import AFTER, BEFORE, HealthSnapshot


def made() -> Comparison:
    sequential = phase(STEADY, pattern="sequential", depth=8)
    before = run(sequential, phase(STEADY), phase(STEADY, depth=1), label="old")
    after = run(
        sequential,
        phase(times(0.8), disturbed={0: ("background I/O",)}),
        id="0bbbbbbbb",
        days=1,
        target={"firmware": "2.0"},
        environment={"temperature_before": 51.0},
    )
    return compare_sides([Side("old", (before,)), Side("new\x1b[2J", (after,))])


def test_the_table() -> None:
    lines = compared_table(made()).splitlines()
    text = "\n".join(lines)
    assert "Disk X" in text and "new\\x1b[2J" in text
    row = next(line for line in lines if "80.0 IOPS" in line)
    assert "−20 %" in row and "100 IOPS" in row
    same = next(line for line in lines if "105 MB/s" in line)
    assert same.endswith("10 %")
    assert "40 °C" in text and "51 °C" in text
    details = compared_table(made(), details=True)
    assert len(details.splitlines()) > len(lines)
    assert "100 MiB/s" in compared_table(made(), binary=True)


@pytest.mark.parametrize("width", [40, 80, 120])
def test_it_fits_or_loses_its_last_columns(width: int) -> None:
    lines = compared_table(made(), width=width).splitlines()
    head = next(line for line in lines if line.startswith("Test "))
    assert ("95 % interval" in head) == (width >= 120)
    assert "Verdict" in head
    if width >= 80:
        assert all(len(line) <= width for line in lines)


def test_ascii() -> None:
    assert compared_table(made(), encoding="ascii").isascii()


def test_the_document() -> None:
    document = compared_values(made(), margin=margin(made(), 0.05))
    assert document["version"] == 1
    tables = document["answer"]["tables"]
    _same, first = tables["tests"]
    change = first["change"]
    assert (first["test"], first["metric"]) == ("RND4K Q32T1 read", "iops")
    assert first["before"] == pytest.approx(geometric_mean(STEADY))
    assert (change["ratio"], change["verdict"]) == (pytest.approx(0.8, rel=0.02), "slower")
    low, high = change["interval"]
    assert low < change["ratio"] < high < 1
    judged = next(row for row in tables["judging"] if row["test"] == first["test"])
    assert judged["p"] <= judged["adjusted"] <= 0.05
    assert 0.012 <= judged["detectable"] < 0.1
    assert (first["before_repeats"], first["after_repeats"]) == (6, 6)
    assert (first["before_affected"], first["after_affected"]) == (0, 1)
    assert len(first["after_values"]) == 6 and not first["after_cut_short"]
    assert first["without_affected"]["verdict"] == "slower"
    rest = tables["metrics"]
    assert rest and all(metric["change"]["verdict"] is None for metric in rest if metric["change"])
    assert [(one["condition"], one["before"], one["after"]) for one in tables["differs"]] == [
        ("firmware", "1.0", "2.0"),
        ("temperature", 40.0, 51.0),
    ]
    assert tables["unmatched"][0]["test"] == "RND4K Q1T1 read"
    assert document["failed"] is True
    assert document["margin"]["answer"] == "slower"
    assert document["margin"]["slower"] == ["RND4K Q32T1 read"]
    assert change["barred"] is None
    assert first["identity"] == "read/random/4096/Q32/T1/libaio/direct/RND4K Q32T1 read"
    assert compared_values(made())["failed"] is None


def test_health() -> None:
    comparison = made()
    kept = {}
    for number, side in enumerate(comparison.sides):
        pair = []
        for step, reason in enumerate((BEFORE, AFTER)):
            taken = START + timedelta(days=number, hours=step)
            health = Health(taken=taken, source="x", written=10**9 * (number + step))
            pair.append(HealthSnapshot(step, "serial:S1", taken, reason, None, "1.0", health))
        kept[side.runs[0].id] = ((pair[0], pair[1]),)
    spans = health_spans(comparison.sides, kept, lambda _: 10**8)
    text = " ".join(compared_table(comparison, spans).split())
    assert "serial:S1" in text and "+2 GB" in text
    (health,) = compared_values(comparison, spans)["health"]
    assert health["changes"][0]["amount"] == 2 * 10**9
