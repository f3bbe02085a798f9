# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A result in the window: text, figures with their spread, charts, commands, export."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.builders import recorded
from tests.builders.pages.words import page_text

from driveproof.domain.answer import headline
from driveproof.domain.metric import MetricName
from driveproof.domain.notes import Note, NoteKind, sentence_failure
from driveproof.domain.run.run import (
    CANCELLED,
    CUT_SHORT,
    FAILED,
    METRICS,
    Disturbance,
    IoPath,
    Limits,
    Run,
)
from driveproof.domain.run.work import Data
from driveproof.domain.run_cautions import disturbances
from driveproof.domain.text import shown
from driveproof.export.text.command import shell_command
from driveproof.methods import answer_of
from driveproof.ui.results.detail import RunDetail
from driveproof.ui.results.run_view import RunView, suggested_name, write_run_file
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.table import CellTable
from driveproof.wording.figures import metric_titles
from driveproof.wording.finding import finding_text
from driveproof.wording.run import cautions
from driveproof.wording.say import say_texts
from driveproof.wording.units import format_latency


@pytest.fixture
def run() -> Run:
    return recorded.finished_run()


def test_where_latency_is_the_question_it_is_the_answer(run: Run) -> None:
    single = [replace(p, queue_depth=1, jobs=1) for p in run.phases if p.pattern == "random"]
    reads = [phase for phase in single if phase.direction == "read"][:1]
    asked = replace(run, phases=tuple(reads))
    typical = reads[0].summary("read", METRICS["p50"])
    slow = reads[0].summary("read", METRICS["p99"])
    assert typical
    assert slow
    said = say_texts(headline(asked, answer_of(asked)))
    assert format_latency(typical.median) in said and format_latency(slow.median) in said
    assert say_texts(headline(replace(asked, status=CANCELLED), answer_of(asked))).endswith(said)
    assert "IOPS" in say_texts(headline(run, answer_of(run)))  # with a sequential test beside it


@pytest.mark.parametrize("width", [992, 560])
def test_the_answer_is_never_cut(show: Callable[[Run], RunView], run: Run, width: int) -> None:
    view = show(replace(run, status=CANCELLED, seconds=3725))  # the longest sentence
    view.resize(width, 600)
    QApplication.processEvents()
    title = view.head.title
    assert title.text() == say_texts(headline(view.run or run, answer_of(view.run or run)))
    room = title.fontMetrics().boundingRect(
        title.contentsRect(), Qt.TextFlag.TextWordWrap, title.text()
    )
    assert title.width() >= room.width()
    assert title.height() >= room.height()


def test_the_smallest_useful_window_hides_nothing(show: Callable[[Run], RunView], run: Run) -> None:
    view = show(run)
    view.resize(612, 400)  # what a window of 900 leaves beside the drives
    QApplication.processEvents()
    assert not view.area.horizontalScrollBar().maximum()


def test_every_number_has_unit_and_spread(show: Callable[[Run], RunView], run: Run) -> None:
    view = show(run)
    view.bars.choose(1)
    said = page_text(view)
    assert all(title in said for title in metric_titles().values())
    table = view.bars.chart.table()
    assert len(table.rows) == 7  # the mixed test has both directions, and both together
    # Recorded with four snapshots a second, of which few fell into the limited writes.
    assert {row[2] for row in table.rows} == {"3", "3, short"}


def test_a_click_or_an_arrow_opens_a_test(show: Callable[[Run], RunView], run: Run) -> None:
    view = show(run)
    first = view.detail
    QTest.keyClick(view.bars, Qt.Key.Key_Down)
    assert view.detail is not first
    assert view.bars.rows is not None and view.bars.rows.selected == 1
    QTest.mouseClick(
        view.bars,
        Qt.MouseButton.LeftButton,
        pos=view.bars.rect().center()
        + (view.bars.rect().bottomLeft() - view.bars.rect().center()) / 1.2,
    )
    assert view.bars.rows.selected == 2
    assert view.detail is not None
    assert len(view.detail.copies) == 1  # a mixed test is one command
    assert len(view.detail.views) == 5  # line, heat map, temperature, two distributions


def test_the_fio_command_is_copied_for_a_shell(
    show: Callable[[Run], RunView], run: Run, qapp: QGuiApplication
) -> None:
    view = show(run)
    assert view.detail is not None
    view.detail.copies[0].click()
    line = shell_command(run.phases[0], run.target.path)
    assert qapp.clipboard().text() == line
    assert set(run.phases[0].command) - set(shlex.split(line)) == {
        "--filename=/proc/self/fd/7",
        "--allow_file_create=0",
    }
    assert view.detail.copies[0].text() == "Copied"
    view.copy.click()
    assert qapp.clipboard().text().startswith("Test\tDirection\tRepeats\tIOPS")


def test_the_unit_is_switched_everywhere(show: Callable[[Run], RunView], run: Run) -> None:
    view = show(run)
    assert "MB/s" in view.head.title.whole() and "MiB/s" not in view.head.title.whole()
    view.switch.choose(binary=True)
    assert "MiB/s" in view.head.title.whole()
    assert "MiB/s" in view.copy.text_to_copy and "MB/s" not in view.copy.text_to_copy
    assert view.detail is not None
    assert "MiB/s" in view.detail.views[0].chart.title


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"status": FAILED, "error": sentence_failure("It became full.")}, "It became full."),
        (
            {"notes": (Note("The file system compresses."),)},
            "The file system compresses.",
        ),
        ({"label": "<i>before</i>"}, "“<i>before</i>”"),
    ],
)
def test_what_to_keep_in_mind_is_said(
    show: Callable[[Run], RunView], run: Run, changes: dict[str, object], expected: str
) -> None:
    view = show(replace(run, **changes))
    assert expected in page_text(view) + view.head.title.whole() + view.head.detail.whole()


@pytest.mark.parametrize("io_path", [IoPath.MEMORY, IoPath.BUFFERED])
def test_every_caution_of_a_run_is_on_its_page(
    show: Callable[[Run], RunView], run: Run, io_path: IoPath
) -> None:
    run = replace(run, environment=replace(recorded.ENVIRONMENT, io_path=io_path))
    said, found = page_text(show(run)), cautions(run)
    assert found and all(caution.replace("\u202f", " ") in said for caution in found)


def test_doubts_are_amber_and_notes_are_grey(show: Callable[[Run], RunView], run: Run) -> None:
    notes = (Note("A plain note."), Note("A doubtful figure.", kind=NoteKind.DOUBT))
    first = run.phases[0]
    repeat = replace(first.repeats[0], disturbed=(CUT_SHORT, Disturbance.STALL))
    phases = (replace(first, repeats=(repeat, *first.repeats[1:])), *run.phases[1:])
    view = show(replace(run, notes=notes, phases=phases))
    tones = {label.text(): label.color for label in view.findChildren(Label)}
    assert tones["A plain note."] == Tone.NOTE
    assert tones["A doubtful figure."] == Tone.DOUBT
    (stalled,) = (text for text in tones if text.endswith(": stall."))
    (short,) = (text for text in tones if text.endswith(": cut short."))
    assert (tones[stalled], tones[short]) == (Tone.DOUBT, Tone.NOTE)


def test_one_repeat_is_said(show: Callable[[Run], RunView], run: Run) -> None:
    phase = replace(run.phases[0], repeats=run.phases[0].repeats[:1])
    view = show(replace(run, status=CANCELLED, phases=(phase,)))
    assert view.detail is not None


def test_nothing_measured_is_shown_calmly(show: Callable[[Run], RunView], run: Run) -> None:
    view = show(replace(run, status=FAILED, phases=(), error=sentence_failure("fio was killed.")))
    assert view.head.title.whole()
    assert view.detail is None
    assert not view.copy.isVisible()
    view.show_run(run)
    assert view.detail is not None and view.copy.isVisible()


def test_disturbed_repeats_are_named(run: Run) -> None:
    repeats = run.phases[0].repeats
    disturbed = (replace(repeats[0], disturbed=("background I/O",)), *repeats[1:])
    told = disturbances(replace(run, phases=(replace(run.phases[0], repeats=disturbed),)))
    (said,) = map(finding_text, told)
    assert run.phases[0].title in said and "1" in said


def test_own_spaces_stay_and_foreign_bytes_become_visible() -> None:
    assert shown("64\u202fMiB on \x1b[31m") == "64\u202fMiB on \\x1b[31m"


def test_the_suggested_name_holds_nothing_foreign(run: Run) -> None:
    name = suggested_name(replace(run, profile="../Ä b", label="../../etc/passwd"))
    assert name.endswith("-b")
    assert "/" not in name and ".." not in name


@pytest.mark.parametrize("file_format", ["csv", "json"])
def test_tables_are_exported(run: Run, tmp_path: Path, file_format: str) -> None:
    path = tmp_path / f"r.{file_format}"
    write_run_file(run, path, file_format)
    text = path.read_text()
    if file_format == "json":
        assert json.loads(text)["id"] == run.id
    else:
        assert "iops" in text.lower()


@pytest.mark.parametrize("cache", ["cold", "warm"])
def test_the_page_cache_stands_beside_the_result(
    show: Callable[[Run], RunView], run: Run, cache: str
) -> None:
    phases = tuple(replace(phase, direct=False, cache=cache) for phase in run.phases)
    environment = replace(run.environment, io_path=IoPath.BUFFERED)
    title = f"Quick benchmark, {cache} cache"
    view = show(replace(run, phases=phases, environment=environment, title=title))
    said = page_text(view)
    assert f"Quick benchmark, {cache} cache: /home" in said


def test_what_a_write_wrote_and_what_set_its_figure_stand_beside_it(
    show: Callable[[Run], RunView], run: Run
) -> None:
    written = [phase for phase in run.phases if phase.direction == "write"]
    phases = tuple(
        replace(
            phase,
            queue_depth=8,
            work=replace(phase.work, data=Data.SCRAMBLED, nocow=True),
            limits=Limits(submission=0.96, buffered_by="btrfs"),
        )
        for phase in written
    )
    said = page_text(show(replace(run, phases=phases)))
    assert "96 %" in said


def test_no_figure_of_a_test_is_cut_in_a_small_window(
    show: Callable[..., RunView], run: Run
) -> None:
    view = show(run, size=(671, 480))
    (table,) = view.detail.findChildren(CellTable)
    for column in range(1, table.model().columnCount()):
        assert table.columnWidth(column) >= table.sizeHintForColumn(column), column


def test_every_metric_of_a_test_is_a_table_that_is_copied(
    show: Callable[[Run], RunView], run: Run
) -> None:
    view = show(run)
    assert isinstance(view.detail, RunDetail)
    (table,) = view.detail.findChildren(CellTable)
    table.copy_rows()
    head, *lines = QGuiApplication.clipboard().text().splitlines()
    assert head.count("\t") == 4
    assert len(lines) == len(METRICS)
    assert all(line.count("\t") == head.count("\t") for line in lines)
    assert len(table.context_menu().actions()) == 1
    # A range has its unit where it is copied; on the screen that is beside it.
    title = metric_titles()[MetricName.BANDWIDTH]
    bandwidth = next(line for line in lines if line.startswith(title)).split("\t")
    assert bandwidth[2].endswith("MB/s")
    row = next(at for at in range(len(METRICS)) if table.model().index(at, 0).data() == title)
    assert table.model().index(row, 2).data() == bandwidth[2].removesuffix("\u202fMB/s")
    assert table.model().index(row, 1).data().endswith("MB/s")


def test_a_result_that_is_not_kept_is_offered_to_be_saved(
    show: Callable[[Run], RunView], run: Run
) -> None:
    note = Note("This result is not kept: {failure}", failure="full.", kind=NoteKind.UNKEPT)
    view = show(replace(run, notes=(*run.notes, note)))
    bar = view.exporting.bar
    assert bar.isVisible() and bar.save_button.isVisible()
    assert "full." in bar.message.text()
    assert page_text(view).count("full.") == 1  # no second time among the notes
    view.show_run(run)
    assert not bar.isVisible()
