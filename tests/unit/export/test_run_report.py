# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of a run: its result first, every number with its repeats, foreign text escaped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.builders.exported import report_of
from tests.builders.html import HOSTILE, Square
from tests.builders.html import read as parsed
from tests.builders.imports import DATA, NAMES, read
from tests.builders.recorded import finished_run
from tests.builders.run_pairs import pair

from driveproof.domain.answer import headline
from driveproof.domain.notes import Note, sentence_failure
from driveproof.domain.run.run import CANCELLED, FAILED, Run
from driveproof.export.report import run as module
from driveproof.export.report.html import render_html
from driveproof.methods import answer_of
from driveproof.wording.run import cautions
from driveproof.wording.say import say_texts

RUN = finished_run()


def page_of(run: Run, **more: object) -> str:
    return render_html(report_of(run, **more))  # type: ignore[arg-type]


def words_of(page: str) -> str:
    return " ".join("".join(parsed(page).words).replace("\u202f", " ").split())


def test_the_answer_comes_first_and_then_everything() -> None:
    warm = replace(RUN, notes=(Note("It was warm."),))
    page = page_of(warm, health=(pair(RUN),), version="9.8", drawings=(Square("", "bars"),))
    words = words_of(page)
    said = say_texts(headline(warm, answer_of(warm))).replace("\u202f", " ")
    places = [words.index(text) for text in (said, "It was warm.", "--name=")]
    assert places == sorted(places)
    assert "+40 GB" in words
    assert "Driveproof 9.8" in words and RUN.id in words
    for phase in RUN.phases:
        assert f"--name={phase.name.replace(' ', '-')}" in words
    reader = parsed(page)
    assert "script" not in reader.tags and not reader.handlers and not reader.loaded
    rows = page.count("<tr>") - page.count("<thead>")
    each = sum(len(phase.repeats) * len(phase.directions) for phase in RUN.phases)
    # A mixed test has a third row, of both directions together.
    tests = sum(len(phase.directions) for phase in RUN.phases)
    together = sum(phase.direction == "mixed" for phase in RUN.phases)
    assert rows == each + 2 * tests + together + 1


def test_how_it_ended_is_a_mark() -> None:
    assert report_of(RUN).word == ""
    assert report_of(replace(RUN, status=CANCELLED)).word == "unknown"
    failed = replace(RUN, status=FAILED, error=sentence_failure("fio ended."))
    report = report_of(failed)
    assert report.word == "bad"
    assert [block.text for block in report.sections[0].blocks] == cautions(failed)  # type: ignore[union-attr]


def test_half_known_health_is_said_to_be_so() -> None:
    before, after = pair(RUN)
    for half in ((None, after), (before, None)):
        assert "wwn:1" not in words_of(page_of(RUN, health=(half,)))
    both = words_of(page_of(RUN, health=(pair(RUN), pair(RUN, identity="wwn:2"))))
    assert "wwn:1" in both and "wwn:2" in both
    assert "wwn:1" not in words_of(page_of(RUN))


def test_a_run_without_a_result(make_run: Callable[..., Run]) -> None:
    words = words_of(page_of(replace(RUN, phases=(), status=FAILED)))
    assert "--name=" not in words


def test_not_every_repeat_of_a_thousand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_REPEATS", 4)
    words = words_of(page_of(RUN))
    assert "CSV and JSON" in words


@pytest.mark.parametrize("name", NAMES)
def test_what_another_program_did_not_tell_is_left_out(name: str) -> None:
    for run in read(name):
        words = words_of(page_of(replace(run, id="x")))
        assert "None" not in words and "nan" not in words
        assert "Imported from" in words
        if not run.seconds:
            assert "0 s" not in words.partition("Measured")[2][:60]
        if not any(phase.command for phase in run.phases):
            assert "Commands" not in words
    assert DATA.is_dir()


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text() | st.just(HOSTILE))
def test_any_words_stay_words(text: str) -> None:
    target = replace(
        RUN.target, path=text, model=text, serial=text, firmware=text, filesystem=text,
        mount_options=(text,), stack=(text,), device=text, wwn=text, bus=text,
    )  # fmt: skip
    env = replace(RUN.environment, cpu=text, kernel=text, fio=text, scheduler=text, link=text)
    phases = tuple(
        replace(phase, title=text, command=(text, *phase.command)) for phase in RUN.phases
    )
    run = replace(
        RUN, target=target, environment=env, phases=phases, label=text, remarks=text, title=text,
        notes=(Note(text),), error=sentence_failure(text),
    )  # fmt: skip
    page = page_of(run, health=(pair(run, text, text),), version=text)
    reader = parsed(page)
    plain = parsed(page_of(RUN, health=(pair(RUN),)))
    assert set(reader.tags) <= {*plain.tags, "span"}
    assert not reader.handlers and not reader.loaded
    assert "\x1b" not in page and "\u202e" not in page
