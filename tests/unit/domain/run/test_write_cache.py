# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A write cache that fills up between repeats: detected, reported, and excluded from the figure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.builders.compared_runs import phase, run
from tests.builders.exported import compared_values, run_values

from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.matching import Side
from driveproof.domain.health.throttling import HOT
from driveproof.domain.run.run import CUT_SHORT, METRICS, WRITE_CACHE_EXHAUSTED, PhaseResult, Run
from driveproof.domain.run.write_cache import exhausted, spent
from driveproof.engine.run.findings import after_cache
from driveproof.engine.run.written import WrittenBytes
from driveproof.history.store import History
from driveproof.wording.run import note_text

START = datetime(2026, 1, 1, tzinfo=UTC)
GB = 10**9


def writes(
    values: Sequence[float],
    *,
    pattern: str = "sequential",
    disturbed: Mapping[int, tuple[str, ...]] | None = None,
    each: int = 4 * GB,
    **more: Any,
) -> PhaseResult:
    """A write test whose repeats have these IOPS, and wrote so much each."""
    made = phase(values, pattern=pattern, direction="write", disturbed=disturbed, **more)
    said = json.dumps({"jobs": [{"write": {"io_bytes": each}}]}).encode()
    return replace(
        made,
        repeats=tuple(
            replace(repeat, started=START + timedelta(seconds=60 * repeat.order), fio_json=said)
            for repeat in made.repeats
        ),
    )


@pytest.mark.parametrize("other", [{"fsync": 1}, {"sync": "dsync"}, {"think_time": 0.1}])
def test_what_waits_after_each_write_has_no_cache_to_fill(other: dict[str, Any]) -> None:
    """A log with an fsync after each record varied by more than LEFT, at 2 MB/s."""
    plain = writes([100, 99, 60])
    assert exhausted(plain) is not None
    assert exhausted(replace(plain, work=replace(plain.work, **other))) is None


def test_while_it_is_measured_the_same_repeats_count() -> None:
    made = spent(writes([3000, 2990, 1200, 1300]))
    assert [repeat.counts for repeat in made.repeats] == [True, True, False, False]
    assert spent(made) == made


def instants(values: Sequence[float]) -> PhaseResult:
    """Repeats of which a tenth of a second was counted."""
    test = writes(values)
    repeats = [
        replace(one, directions={"write": replace(one.directions["write"], seconds=0.08)})
        for one in test.repeats
    ]
    return replace(test, repeats=tuple(repeats))


def told(*phases: PhaseResult) -> Run:
    written = WrittenBytes(GB)
    for one in phases:
        for repeat in one.repeats:
            written.add(repeat)
    return after_cache(run(*phases), written)


def test_the_repeats_before_it_are_the_figure() -> None:
    found = told(writes([3000.0, 3010.0, 2990.0, 2000.0, 900.0, 2900.0]))
    (test,) = found.phases
    assert [repeat.order for repeat in test.repeats if repeat.counts] == [1, 2, 3]
    assert [WRITE_CACHE_EXHAUSTED in repeat.disturbed for repeat in test.repeats[3:]] == [True] * 3
    summary = test.summary("write", METRICS["bandwidth"])
    assert summary is not None and (summary.count, summary.median) == (3, 3000.0 * 2**20)
    (said,) = found.notes
    assert (said.values["order"], said.values["repeats"]) == (4, 6)
    assert note_text(said).count("13\u202fGB") == 1
    repeats = run_values(found)["phases"][0]["repeats"]
    assert [repeat["counted"] for repeat in repeats] == [True] * 3 + [False] * 3


def test_what_other_tests_wrote_counts_too() -> None:
    other = writes([500.0] * 3, pattern="random", each=2 * GB)
    (said,) = map(note_text, told(writes([3000.0, 3000.0, 1000.0]), other).notes)
    assert "13\u202fGB" in said  # 1 of the file, 2 of 4 and 2 of 2 before the third


@pytest.mark.parametrize(
    "phases",
    [
        writes([3000.0, 2110.0, 2110.0]),  # 70.3 %
        writes([3000.0, 1000.0], disturbed={1: ("background I/O",)}),
        writes([3000.0, 1000.0], disturbed={1: (HOT,)}),
        writes([3000.0, 1000.0], disturbed={1: (CUT_SHORT,)}),
        writes([3000.0, 1000.0], pattern="random"),
        writes([3000.0, 1000.0], direct=False),
        replace(writes([3000.0, 1000.0]), direction="mixed"),
        writes([1000.0, 3000.0]),
        writes([]),
        instants([3000.0, 1000.0]),
    ],
    ids=[
        *("not far enough", "others", "heat", "cut", "random", "cache", "mixed", "faster", "none"),
        "short",
    ],
)
def test_what_is_no_exhausted_cache(phases: PhaseResult) -> None:
    assert told(phases).phases == (phases,)


def test_a_comparison_leaves_them_out_and_says_so() -> None:
    whole = run(writes([3000.0, 3010.0, 2990.0, 3001.0, 3002.0, 3003.0]), id="a")
    ran_out = replace(told(writes([3000.0, 3010.0, 2990.0, 3001.0, 900.0, 900.0])), id="b")
    found = compare_sides((Side("a", (whole,)), Side("b", (ran_out,))))
    metric = next(one for one in found.primary)
    assert (metric.repeats, metric.exhausted, metric.cut_short) == ((6, 4), (0, 2), (0, 0))
    (test,) = compared_values(found)["answer"]["tables"]["tests"]
    left_out = test["before_write_cache_exhausted"], test["after_write_cache_exhausted"]
    assert left_out == (0, 2)


def test_without_what_fio_said_the_amount_is_unknown() -> None:
    test = writes([3000.0, 1000.0])
    bare = replace(test, repeats=tuple(replace(r, fio_json=None) for r in test.repeats))
    (said,) = told(bare).notes
    assert (said.values["order"], said.values["repeats"]) == (2, 2) and "written" not in said.values


def test_the_history_keeps_it(tmp_path: Any) -> None:
    found = told(writes([3000.0, 3010.0, 900.0]))
    history = History(tmp_path / "history.sqlite")
    history.begin(replace(found, phases=()))
    unmarked = writes([3000.0, 3010.0, 900.0])
    history.keep_phase(found.id, unmarked)
    history.finish(found)
    again = history.load(found.id)
    assert [repeat.counts for repeat in again.phases[0].repeats] == [True, True, False]
    (head,) = history.heads()
    assert head.figures[0][3] == pytest.approx(3005.0 * 2**20)
