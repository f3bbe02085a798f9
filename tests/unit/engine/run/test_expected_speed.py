# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
""" "As fast as it should be?": link, earlier runs and class, and why something is unknown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.builders.exported import run_values, table_of

from driveproof.domain.access import Cache
from driveproof.domain.check.check import Check
from driveproof.domain.check.speed import speed
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.drive.datasheet import Datasheet
from driveproof.domain.expected_answer import expected_answer
from driveproof.domain.expected_speed import Earlier, RangePlace, Unknown, expectations
from driveproof.domain.figure import MetricValue
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Range, Rate
from driveproof.domain.run.run import (
    DirectionResult,
    Environment,
    IoPath,
    Latency,
    PhaseResult,
    Repeat,
    Run,
    Summary,
)
from driveproof.domain.say import Say
from driveproof.domain.speed import Pace, pace_say, paced
from driveproof.engine.run.expected_speed import expected_of
from driveproof.export.json import values_of
from driveproof.export.json.check import check_document
from driveproof.export.report.check import check_report
from driveproof.export.report.document import TextBlock
from driveproof.export.report.run import held_against
from driveproof.export.text.check import check_page
from driveproof.history.datasheet import Datasheets
from driveproof.history.store import History
from driveproof.methods import answer_of
from driveproof.wording.finding import to_dos_text
from driveproof.wording.say import say_text

MakeRun = Callable[..., Run]
STATE = Environment(link="SATA 6 Gb/s", link_ceiling=550_000_000)


def phase(rate: float, pattern: str = "sequential", direction: str = "read") -> PhaseResult:
    size, depth = (2**20, 8) if pattern == "sequential" else (4096, 1)
    result = DirectionResult(rate / size, rate, 2**30, 2**30 // size, 2.0, Latency())
    return PhaseResult(
        f"{pattern} {direction}", pattern, direction, pattern, size, depth, 1, "libaio", True,
        ("fio",), (Repeat(1, {direction: result}), Repeat(2, {direction: result})),
        cache=Cache.DIRECT,
    )  # fmt: skip


@pytest.fixture
def made(make_run: MakeRun) -> Callable[..., Run]:
    def make(id: str, rate: float, days: int = 0, **fields: object) -> Run:
        run = make_run(
            id, {"drive": "wwn:a", "drive_class": "sata-ssd"}, environment=STATE,
            phases=(phase(rate), phase(8e6, "random")), **fields,
        )  # fmt: skip
        return replace(run, started=run.started + timedelta(days=days))

    return make


def test_each_part_is_known_or_says_why(made: Callable[..., Run], tmp_path: Path) -> None:
    history = History(tmp_path / "h.sqlite")
    run = made("one", 520e6)
    history.save(run)
    sequential, single = expected_of(run, history)
    assert sequential.link == pytest.approx(520 / 550)
    assert sequential.earlier is Unknown.FIRST and sequential.manufacturer is Unknown.NOT_ENTERED
    assert sequential.place is RangePlace.WITHIN
    assert single.band is Unknown.NO_BAND and single.place is None


def test_only_earlier_runs_of_the_same_test_and_drive_count(
    made: Callable[..., Run], tmp_path: Path
) -> None:
    history = History(tmp_path / "h.sqlite")
    other = made("other", 100e6, 1)
    other = replace(other, target=replace(other.target, drive="wwn:b"))
    runs = [made("one", 500e6), made("two", 540e6, 2), made("now", 300e6, 3), made("x", 900e6, 4)]
    for run in (*runs, other):
        history.save(run)
    sequential, _single = expected_of(runs[2], history)
    assert sequential.earlier == Earlier(2, 520e6, 500e6, 540e6)
    # Two repeats against two: below every earlier run, and no claim.
    assert sequential.compared is None
    assert paced(runs[2], sequential).pace is Pace.BELOW_CLASS
    (earlier,) = expected_answer(runs[2], (sequential,)).table("expected").column("earlier")
    assert isinstance(earlier, Say) and earlier.values["first"] == Range(Rate(500e6), Rate(540e6))


def test_a_run_through_memory_is_held_against_nothing_but_itself(
    made: Callable[..., Run], tmp_path: Path
) -> None:
    run = made("one", 5e9)
    run = replace(run, environment=replace(STATE, io_path=IoPath.BUFFERED))
    for one in expected_of(run, History(tmp_path / "h.sqlite")):
        assert one.link is one.band is one.manufacturer is Unknown.NOT_DIRECT


def test_half_speed_is_never_said_to_be_as_it_should_be(
    made: Callable[..., Run], tmp_path: Path
) -> None:
    run = made("one", 270e6)
    expected = expected_of(run, History(tmp_path / "h.sqlite"))
    assert [paced(run, one).pace for one in expected] == [Pace.BELOW_CLASS, Pace.OPEN]
    unclassed = replace(run, target=replace(run.target, drive_class=None))
    expected = expected_of(unclassed, History(tmp_path / "h.sqlite"))
    assert {paced(unclassed, one).pace for one in expected} == {Pace.OPEN}
    nobody = replace(run, target=replace(run.target, drive=None, wwn=None))
    (one, *_rest) = expected_of(nobody, History(tmp_path / "h.sqlite"))
    assert one.earlier is Unknown.NO_IDENTITY


def test_what_is_held_against_nothing_is_one_sentence(
    made: Callable[..., Run], tmp_path: Path
) -> None:
    """Not the figures once more, in a table of nothing but themselves."""
    run = made("one", 270e6)
    run = replace(
        run,
        target=replace(run.target, drive_class=None),
        environment=replace(run.environment, link_ceiling=None),
    )
    expected = expected_of(run, History(tmp_path / "h.sqlite"))
    answer = expected_answer(run, expected)
    sentence, todo = map(say_text, answer.sentences)
    assert not answer.measured
    section = held_against(run, expected)
    assert section is not None and section.blocks == (TextBlock(sentence), TextBlock(todo))
    table_of(run, expected=expected_answer(run, expected), width=60)


def test_the_class_of_a_newer_version_is_unknown(made: Callable[..., Run], tmp_path: Path) -> None:
    run = made("one", 270e6)
    run = replace(run, target=replace(run.target, drive_class="nvme-9"))
    assert expected_of(run, History(tmp_path / "h.sqlite"))[0].band is Unknown.NO_CLASS


def test_text_and_json_have_it(made: Callable[..., Run], tmp_path: Path) -> None:
    run = made("one", 530e6)
    expected = expected_of(run, History(tmp_path / "h.sqlite"))
    text = table_of(run, expected=expected_answer(run, expected), width=80).replace("\u202f", " ")
    assert "560 MB/s" in text
    assert "kitguru.net" in text and "kitguru.net" not in table_of(run)
    (one, two) = run_values(run, (), expected)["expected"]
    assert one["band"]["place"] == "within" and one["band"]["class"] == "sata-ssd"
    assert one["unknown"] == {
        "earlier": "measured for the first time", "manufacturer": "not entered",
    }  # fmt: skip
    assert two["band"] is None and two["unknown"]["band"] == "no range with a source"
    assert "expected" not in run_values(run)


def test_the_makers_figures_are_held_against_tests_like_the_makers(
    made: Callable[..., Run], tmp_path: Path
) -> None:
    history = History(tmp_path / "h.sqlite")
    run = made("one", 520e6)
    run = replace(run, target=replace(run.target, model="Example 500GB"))
    Datasheets(history).enter(
        "Example 500GB", Datasheet(read=560_000_000, random_read=98_000, endurance=300 * 10**12)
    )
    sequential, single = expected_of(run, history)
    assert sequential.manufacturer == 560e6
    assert (
        single.manufacturer is Unknown.TOO_SHALLOW
    )  # one I/O in flight, and manufacturers have 32
    assert paced(run, sequential).pace is Pace.AS_PROMISED
    assert expected_answer(run, (sequential, single)).table("expected").column("manufacturer") == (
        MetricValue(MetricName.BANDWIDTH, 560e6),
        None,
    )

    slow = made("two", 400e6)
    slow = replace(slow, target=run.target)
    (sequential, _single) = expected_of(slow, history)
    assert paced(slow, sequential).pace is Pace.BELOW_SPECIFICATION


@pytest.mark.parametrize(
    ("times", "pace"),
    [(1.05, Pace.AS_PROMISED), (1.2, Pace.AS_PROMISED), (3.0, Pace.ABOVE_SPECIFICATION)],
)
def test_what_is_far_above_the_makers_figure_is_not_said_to_be_as_promised(
    made: Callable[..., Run], times: float, pace: Pace
) -> None:
    run = made("one", 170e6 * times)
    sequential, *_rest = expectations(run, (), Unknown.FIRST, Datasheet(read=170_000_000))
    assert paced(run, sequential).pace is pace


def test_repeats_that_differ_do_not_reach_what_the_maker_promises(made: Callable[..., Run]) -> None:
    run = made("one", 200e6)
    sequential, *_rest = expectations(run, (), Unknown.FIRST, Datasheet(read=200_000_000))
    for low, median in ((50e6, 70e6), (179e6, 190e6)):
        spread = replace(sequential, summary=Summary(median, low, 195e6, 6))
        assert paced(run, spread).pace is Pace.UNSTEADY


@pytest.mark.parametrize(
    ("before", "now", "verdict"),
    [(6, 6, Verdict.SLOWER), (6, 2, None), (2, 6, None), (39, 4, Verdict.SLOWER)],
)
def test_slower_than_before_is_what_compare_says_of_enough_repeats(
    make_run: MakeRun, tmp_path: Path, before: int, now: int, verdict: Verdict | None
) -> None:
    """Two repeats against one earlier run were "slower than in every earlier run"."""
    history = History(tmp_path / "h.sqlite")
    runs = []
    for number, (count, rate) in enumerate(((before, 520e6), (now, 400e6))):
        one = phase(rate)
        repeats = tuple(
            replace(
                one.repeats[0],
                order=at,
                directions={
                    "read": replace(
                        one.repeats[0].directions["read"],
                        bandwidth=rate * (1 + at / 1000),
                        iops=rate * (1 + at / 1000) / 2**20,
                    )
                },
            )
            for at in range(1, count + 1)
        )
        made = make_run(
            f"run{number}", {"drive": "wwn:a"}, environment=STATE,
            phases=(replace(one, repeats=repeats),),
        )  # fmt: skip
        made = replace(made, started=made.started + timedelta(days=number))
        history.save(made)
        runs.append(made)
    (found,) = expected_of(runs[1], history)
    assert (found.compared.verdict if found.compared else None) is verdict
    assert (paced(runs[1], found).pace is Pace.SLOWER) is (verdict is Verdict.SLOWER)
    (entry,) = run_values(runs[1], (), (found,))["expected"]
    assert (entry["compared"] is None) is (verdict is None)


@pytest.mark.parametrize(
    ("drive_class", "depth", "jobs", "known"),
    [
        ("sata-ssd", 32, 1, True), ("sata-ssd", 16, 1, False), ("nvme-4", 32, 1, False),
        ("nvme-4", 32, 16, True), (None, 32, 1, True),
    ],
)  # fmt: skip
def test_random_access_takes_as_many_in_flight_as_makers_have(
    made: Callable[..., Run], drive_class: str | None, depth: int, jobs: int, *, known: bool
) -> None:
    run = made("one", 520e6)
    deep = replace(run.phases[1], queue_depth=depth, jobs=jobs)
    run = replace(run, target=replace(run.target, drive_class=drive_class), phases=(deep,))
    (one,) = expectations(run, (), Unknown.FIRST, Datasheet(random_read=98_000))
    assert one.manufacturer == (98_000 if known else Unknown.TOO_SHALLOW)


def test_other_tests_have_no_figure_of_the_maker(made: Callable[..., Run]) -> None:
    run = made("one", 520e6)
    sequential, single = run.phases
    other = (replace(sequential, block_size=65536), replace(single, block_size=8192))
    rated = Datasheet(read=1, random_read=1)
    for one in expectations(replace(run, phases=other), (), Unknown.FIRST, rated):
        assert one.manufacturer is Unknown.OTHER_TEST
    (one, _single) = expectations(run, (), Unknown.FIRST, Datasheet(write=1))
    assert one.manufacturer is Unknown.NOT_ENTERED


def test_the_class_is_kept_with_the_run(made: Callable[..., Run], tmp_path: Path) -> None:
    history = History(tmp_path / "h.sqlite")
    history.save(made("one", 500e6))
    kept = history.load("one")
    assert kept.target.drive_class == "sata-ssd"
    assert expected_of(kept, history)[0].place is RangePlace.WITHIN


def test_every_face_has_the_same_verdict(made: Callable[..., Run], tmp_path: Path) -> None:
    """A check said "Fine", and two screens lower stood "below where SATA SSDs lie"."""
    run = made("one", 270e6)
    expected = expected_of(run, History(tmp_path / "h.sqlite"))
    (finding,) = speed(run, expected)
    assert finding.pace is not None
    sentence = say_text(pace_say(finding.pace))
    assert sentence in " ".join(
        table_of(run, expected=expected_answer(run, expected), width=80).split()
    )
    section = held_against(run, expected)
    assert section is not None and TextBlock(sentence) in section.blocks
    assert run_values(run, (), expected)["speed"] == {
        "rating": finding.word, "verdict": Pace.BELOW_CLASS, "sentence": sentence,
        "advice": to_dos_text(finding),
    }  # fmt: skip
    check = Check(
        taken=run.started, seconds=1.0, target="/", device=None, findings=(finding,), run=run
    )
    document = values_of(check_document(check, answer_of(run), expected))
    assert document["answer"]["sentences"][-1]["text"] == sentence
    assert document["run"]["speed"]["sentence"] == sentence
    page = " ".join(check_page(check, expected).split())
    assert page.count(sentence) == 1  # in one place
    report = check_report(check, answer_of(run), (), expected)
    assert report.headline.endswith(sentence)
    texts = [block for part in report.sections for block in part.blocks]
    assert TextBlock(sentence) not in texts
