# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison as CSV and as a block for a forum: every number, and nothing private."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime

import pytest
from tests.builders.compared_runs import STEADY, phase, run, sentence, times

from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.matching import Side
from driveproof.domain.errors import DriveproofError
from driveproof.export.csv.answer import answer_csv
from driveproof.export.text.forum_comparison import forum_comparison
from driveproof.importers.detect import read_results


def comparison(name: str = "after", sides: int = 2) -> Comparison:
    made = []
    for number in range(sides):
        tests = (
            phase(times(0.8) if number else STEADY),
            phase(times(2.0) if number else STEADY, pattern="sequential", direction="write"),
            phase(STEADY, direction="mixed"),
        )
        target = {"firmware": f"{number}.0", "serial": "SECRET1", "wwn": "0xSECRET2"}
        one = run(*tests, id=f"{number}a", days=number, label="=1+1", target=target)
        made.append(Side(name if number else "before", (one,)))
    return compare_sides(made)


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_every_number_of_the_comparison_is_in_the_table() -> None:
    found = comparison()
    rows = rows_of(answer_csv(comparison_answer(found)))
    every = [row for row in rows if row["table"] in {"tests", "metrics"}]
    metrics = {(one.name, one.metric, one.direction): one for one in found.metrics}
    assert len(every) == len(metrics)
    for row in every:
        metric = metrics[(row["test"], row["metric"], row["direction"])]
        assert float(row["before"]) == pytest.approx(metric.before)
        assert (row["change_ratio"] == "") == (metric.ratio is None)
        if metric.ratio is not None and metric.low is not None:
            assert float(row["change_ratio"]) == pytest.approx(metric.ratio)
            assert float(row["change_low"]) == pytest.approx(metric.low)
        assert (row["table"] == "tests") == metric.primary == bool(row["change_verdict"])
        values = [float(one) for one in row["after_values"].split(";")]
        assert values == pytest.approx([one.value for one in metric.after_values])
    assert every[0]["change_verdict"] == "slower"
    assert next(row for row in rows if row["table"] == "judging")["adjusted"]


def test_no_name_becomes_a_formula() -> None:
    rows = rows_of(answer_csv(comparison_answer(comparison("=HYPERLINK()"))))
    assert [row["name"] or row["side"] for row in rows if row["table"] == "sides"] == [
        "before",
        "'=HYPERLINK()",
    ]


def test_the_block_for_a_forum_has_both_columns_and_what_differs() -> None:
    text = forum_comparison(comparison())
    lines = text.splitlines()
    assert lines[0] == "Driveproof 0.1.0, fio-3.39, after against before"
    assert set(lines[1]) == {"-"}
    assert all(len(line) <= 120 for line in lines)
    (read,) = [line for line in lines if line.startswith("  RND4K Q32T1 ") and "slower" in line]
    assert read.split()[2:5] == ["100.0", "80.0", "IOPS"] and "-20 %" in read
    (write,) = [line for line in lines if line.startswith("  SEQ1M")]
    assert write.split()[2:5] == ["104.890", "209.781", "MB/s"]
    assert any(line.startswith("[Read]") and "before" in line for line in lines)
    assert any(line.strip() == "Firmware: 0.0 -> 1.0" for line in lines)
    assert any(line.strip() == "Drive: Disk X" for line in lines)
    assert any(line.startswith("  RND4K Q32T1 read ") for line in lines)  # of the mixed test


def test_what_is_private_or_could_end_a_code_block_is_not_in_it() -> None:
    text = forum_comparison(comparison("```[b]<script>\x1b\u202e"))
    for word in ("SECRET", "/mnt/x", "=1+1", "`", "<", "\x1b", "\u202e", "script"):
        assert word not in text, word


def test_each_further_side_has_its_own_figures() -> None:
    text = forum_comparison(comparison(sides=3))
    assert "B after against before:" in text and "C after against before:" in text
    assert "0.0 -> 1.0 -> 2.0" in text


def test_nothing_in_common_is_said() -> None:
    one = Side("a", (run(phase(STEADY)),))
    other = Side("b", (run(phase(STEADY, direction="write")),))
    found = compare_sides((one, other))
    assert sentence(found) in " ".join(forum_comparison(found).split())


def test_such_a_block_is_not_taken_for_a_run() -> None:
    with pytest.raises(DriveproofError):
        read_results(forum_comparison(comparison()).encode(), datetime.now(UTC))
