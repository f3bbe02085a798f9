# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""If no claim is possible, every output says so, whatever the reason."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Any

import pytest
from tests.builders import guided_runs
from tests.builders.compared_runs import STEADY, phase, run, times
from tests.builders.experiment_report import said as words_of
from tests.builders.experiments import NOW, experiment
from tests.builders.exported import compared_report, compared_table, compared_values, table_of
from tests.builders.guided_runs import scheduler_run

from driveproof.domain.answer import headline
from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.no_claim import no_claims
from driveproof.domain.comparison.summary import headline_of
from driveproof.domain.run.run import Run
from driveproof.export.csv.answer import answer_csv
from driveproof.export.json import values_of
from driveproof.export.json.experiment import experiment_document
from driveproof.export.report.document import Report
from driveproof.export.report.experiment import experiment_report
from driveproof.export.report.run import measurement
from driveproof.export.text.experiment import experiment_text
from driveproof.export.text.forum_comparison import forum_comparison
from driveproof.methods import answer_of
from driveproof.wording.figures import interval_text
from driveproof.wording.say import say_texts
from driveproof.wording.units import NARROW

WILD = (100.0, 0.01, 9e6, 3.0, 4e4, 100.2, 101.0)
FEW = "1 repeat a side is too few; measure 3."
NOISY = "the repeats of one state are too far apart to see even a tenfold change."


def runs(values: tuple[float, ...], factor: float, depths: tuple[int, ...]) -> list[Run]:
    return [
        run(*(phase(times(f, values), depth=d) for d in depths), id=f"0{n}", days=n)
        for n, f in enumerate((1.0, factor))
    ]


CASES = {
    "few": (runs(STEADY[:1], 3.0, (32,)), "too few repeats"),
    "noisy": (runs(WILD, 1.0, (32,)), "too variable"),
}  # fmt: skip


def said_in(document: dict[str, Any]) -> str:
    return " ".join(one["text"] for one in document["answer"]["sentences"])


def flat(text: str) -> str:
    return " ".join(text.replace(NARROW, " ").replace("* ", "").split())


def compared(parts: list[Run]) -> Comparison:
    return compare_sides([Side(name, (one,)) for name, one in zip("ab", parts, strict=True)])


@pytest.mark.parametrize("case", CASES)
def test_every_output_of_a_comparison_says_it(case: str) -> None:
    parts, kind = CASES[case]
    comparison = compared(parts)
    document = compared_values(comparison)
    verdicts = [one.verdict for one in comparison.primary]
    text = flat(say_texts(no_claims(verdicts, len(verdicts))))
    over = replace(experiment(), verdict=headline_of(comparison), status="finished")
    report = compared_report(comparison)
    said = {
        "terminal": compared_table(comparison),
        "JSON, the answer": said_in(document),
        "forum": forum_comparison(comparison),
        "report": words_of(report),
        "report of an experiment": words_of(experiment_report(over, report)),
        "report of an experiment without its runs": words_of(experiment_report(over)),
        "experiment": experiment_text(over),
        "experiment as JSON": " ".join(
            one["text"] for one in values_of(experiment_document(over))["answer"]["sentences"]
        ),
    }
    for output, words in said.items():
        assert text in flat(words), output
    assert report.word == "unknown"
    tests = document["answer"]["tables"]["tests"]
    assert {test["change"]["verdict"] for test in tests} == {kind}
    rows = csv.DictReader(io.StringIO(answer_csv(comparison_answer(comparison))))
    assert {row["change_verdict"] for row in rows if row["table"] == "tests"} == {kind}


def test_nothing_of_it_where_a_claim_was_possible() -> None:
    for factor in (1.0, 1.5):
        comparison = compared(runs(STEADY, factor, (32,)))
        assert not no_claims([one.verdict for one in comparison.primary], 1)


@pytest.mark.parametrize(("repeats", "silent"), [(1, True), (3, False)])
def test_schedulers(repeats: int, silent: bool) -> None:
    made = scheduler_run(repeats)
    found = answer_of(made)
    section = measurement(made, found)
    report = words_of(
        Report(title="", headline=say_texts(headline(made, found)), sections=(section,))
    )
    for words in (table_of(made), report):
        assert ("Too few repeats" in flat(words)) is silent


def test_schedulers_among_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guided_runs, "WOBBLE", (0.0, 1e6, 3.0, 9e5, 50.0, 7.0))
    made = scheduler_run(names=("none", "x"))
    assert "Too variable" in flat(table_of(made))


def test_a_session_that_goes_on_says_nothing_of_it() -> None:
    assert "Too few" not in experiment_text(experiment().checked(NOW))


def test_an_interval_without_no_change_never_looks_as_if_it_had_it() -> None:
    plain = [
        interval_text(low, high).replace(NARROW, " ")
        for low, high in ((1.0001, 1.05), (0.95, 0.9999), (0.9999, 1.05), (1.02, 1.05))
    ]
    assert plain == [
        "above 0 % to +5.0 %", "−5.0 % to below 0 %", "±0.0 % to +5.0 %", "+2.0 % to +5.0 %",
    ]  # fmt: skip
    assert interval_text(None, 1.0) == ""
