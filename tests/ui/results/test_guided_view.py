# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm beside fio, and schedulers against the device's own, in the window and on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.guided_runs import hdparm_run, scheduler_run
from tests.builders.pages.words import page_text

from driveproof.domain.answer import headline
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.profile.generated import order_of, under_schedulers
from driveproof.domain.profile.phase import Tool
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import Run
from driveproof.engine.run import events
from driveproof.engine.run.profiles import Profiles
from driveproof.methods import answer_of
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.picture import write_chart
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.output.files import render_run
from driveproof.ui.output.run_charts import answer_chart
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import DARK, Theme
from driveproof.wording import run as words
from driveproof.wording.say import say_texts

RUNS = {
    "schedulers": scheduler_run(),
    "few": scheduler_run(3),
    "one": replace(scheduler_run(), phases=scheduler_run().phases[:1], status="cancelled"),
    "hdparm": hdparm_run(),
    "memory": replace(hdparm_run(), phases=hdparm_run().phases[-1:], status="cancelled"),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_chart_paints_and_speaks(qapp: object, name: str) -> None:
    chart = answer_chart(answer_of(RUNS[name]))
    assert chart is not None
    image = QImage(900, round(chart.height), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    chart.paint(painter, QRectF(image.rect()), for_paper())
    painter.end()
    seen = {
        QColor(image.pixel(x, y)).name()
        for x in range(0, 900, 2)
        for y in range(0, image.height(), 2)
    }
    assert len(seen) > 3
    table = chart.table()
    assert table.rows
    assert {len(row) for row in table.rows} == {len(table.columns)}
    assert chart.describe() or name == "one"
    assert chart.name


def test_slower_is_in_the_colour_of_a_warning_and_in_words(qapp: object) -> None:
    chart = answer_chart(answer_of(scheduler_run()))
    assert chart is not None
    assert chart.describe().count("−30 %, slower") == 2
    assert chart.describe().count("within 10") == 2


@pytest.mark.parametrize("name", RUNS)
def test_the_window_answers(show: Callable[[Run], RunView], name: str) -> None:
    run = RUNS[name]
    view = show(run)
    assert view.guided is not None
    assert view.head.title.text() == say_texts(headline(run, answer_of(run)))
    assert view.copy.text_to_copy.count("\t") > 5
    view.resize(612, 400)
    QApplication.processEvents()
    assert not view.area.horizontalScrollBar().maximum()


def test_another_unit(show: Callable[[Run], RunView]) -> None:
    view = show(hdparm_run())
    assert view.guided is not None
    view.set_binary(True)
    assert view.guided is not None
    assert "MiB/s" in view.copy.text_to_copy
    assert "500 MiB/s" in view.copy.text_to_copy.replace("\u202f", " ")


def test_an_ordinary_run_has_none(show: Callable[[Run], RunView]) -> None:
    view = show(RUNS["hdparm"])
    view.show_run(recorded.finished_run())
    assert view.guided is None
    run = recorded.finished_run()
    assert answer_chart(answer_of(run)) is None


def test_a_timing_has_no_curves_and_its_own_command(show: Callable[[Run], RunView]) -> None:
    view = show(hdparm_run())
    titles = [row.title for row in view.tests]
    # What comes from memory would make the others dots; the chart above has it as a number.
    assert "hdparm -T" not in titles
    view.bars.choose(titles.index("hdparm -t --direct"))
    assert view.detail is not None
    assert view.detail.views == []
    (copy,) = view.detail.copies
    assert copy.text_to_copy == "hdparm -t --direct /dev/sda"


def test_the_table_fits(show: Callable[[Run], RunView]) -> None:
    view = show(scheduler_run())
    assert view.guided is not None
    chart = view.guided.views[0]
    chart.toggle.set_open(True)
    assert chart.height() >= 26 * 6
    chart.toggle.set_open(False)
    assert chart.chart is not None
    assert chart.rows is not None and chart.height() == round(chart.rows.height)


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_on_a_page(qapp: object, tmp_path: Path, name: str, kind: str) -> None:
    path = tmp_path / f"run.{kind}"
    render_run(RUNS[name], path, kind)
    if kind == "svg":
        drawn = "".join(ElementTree.parse(path).getroot().itertext())
        assert ("bfq" in drawn) == (name in ("schedulers", "few"))
    assert path.stat().st_size > 2000


def test_dark(show: Callable[..., RunView]) -> None:
    view = show(scheduler_run(), "dark")
    assert view.guided is not None
    image = view.guided.views[0].grab().toImage()
    found = {
        QColor(image.pixel(x, y)).name()
        for x in range(image.width())
        for y in range(0, image.height(), 2)
    }
    assert DARK.bad.name() in found  # as in a comparison
    assert DARK.write.name() not in found  # nothing was written


def test_the_order_is_told_but_is_no_caution(show: Callable[[Run], RunView]) -> None:
    run = replace(scheduler_run(), notes=(Note("First none, then bfq.", kind=NoteKind.ORDER),))
    assert words.cautions(run) == []
    assert "First none, then bfq." in page_text(show(run))


def profile_run(profile: Profile, run: Run) -> Iterator[events.Event]:
    """What a session reports of it, in order; hdparm reports nothing on the way."""
    yield events.Started(profile, run.target, run.environment, profile.seconds, ())
    results = {phase.name: phase for phase in run.phases}
    for index, order in order_of(profile):
        phase = profile.phases[index]
        result = results[phase.name]
        yield events.RepeatStarted(
            index, phase, order, profile.repeats, result.command, result.engine
        )
        yield events.Measured(index, order, (), phase.tool != Tool.FIO, 0.5, 10.0)
        yield events.RepeatEnded(index, result.repeats[order - 1])
        if order == profile.repeats:
            yield events.PhaseEnded(index, result, 5.0)
    yield events.RunEnded(run)


@pytest.mark.parametrize("kind", ["hdparm", "schedulers"])
def test_live(qtbot: QtBot, qapp: QApplication, kind: str) -> None:
    """Round by round, and without a sample."""
    profile = Profiles().find(kind)
    run = hdparm_run()
    if kind == "schedulers":
        run = scheduler_run()
        phases = (profile.phases[0], profile.phases[2])
        names = ("none", "mq-deadline", "bfq")
        profile = under_schedulers(replace(profile, phases=phases), names)
    view = RunLiveView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.resize(992, 680)
    view.begin(profile.title, run.target.path)
    view.show()
    for event in profile_run(profile, run):
        view.take([event])
        view.grab()
        if isinstance(event, events.RepeatStarted):
            silent = view.preparing.isVisible() and "hdparm" in view.preparing.why.text()
            assert silent == (event.phase.tool != Tool.FIO)
            assert view.line.isVisible() != silent
        now = [text for text in view.table.texts() if "measuring" in text]
        assert len(now) <= 1
    assert not any("done" in text for text in view.table.texts())
    assert view.head.progress.value() == 500
    said = view.table.texts()
    assert len(said) == len(profile.phases)
    assert all("MB/s" in text or "IOPS" in text for text in said)


def test_what_is_beyond_the_scale_says_so_beside_no_other_words(
    qapp: QGuiApplication, tmp_path: Path
) -> None:
    heights = {}
    for width in (560, 1200):
        path = tmp_path / f"{width}.svg"
        run = hdparm_run()
        chart = answer_chart(answer_of(run))
        assert chart is not None
        write_chart(chart, path, "svg", QSize(width, 240), look=for_paper())
        words = [
            (one.text.strip(), float(one.get("y", "nan")))
            for one in ElementTree.parse(path).iter()
            if one.tag.endswith("text") and one.text
        ]
        (note,) = (y for text, y in words if text.startswith("memory,"))
        (spread,) = (y for text, y in words if " to 17" in text)
        heights[width] = note - spread
    assert heights[1200] == pytest.approx(0, abs=1)
    assert heights[560] > 6
