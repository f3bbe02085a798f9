# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
""" "As fast as it should be?" on the page of a result, and the faint band behind its bars."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.long_runs import example_sustained
from tests.builders.pages.words import page_text
from tests.builders.showing import show_alone

from driveproof.domain.check.check import Check
from driveproof.domain.check.speed import judged
from driveproof.domain.result_rows import result_rows
from driveproof.domain.run.run import Run
from driveproof.engine.run.expected_speed import bands_of, expected_of
from driveproof.export.json import values_of
from driveproof.export.json.check import check_document
from driveproof.export.text.check import check_page
from driveproof.history.store import History
from driveproof.methods import measured_answer
from driveproof.ui.check.result import ResultView
from driveproof.ui.output.files import write_run
from driveproof.ui.results.run_view import RunView
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme


@pytest.fixture
def run() -> Run:
    run = recorded.finished_run()
    target = replace(run.target, drive="wwn:x", drive_class="nvme-4")
    state = replace(run.environment, link="PCIe 4.0 x4", link_ceiling=7_480_000_000)
    return replace(run, target=target, environment=state)


def test_the_page_answers_it(run: Run, qtbot: QtBot, qapp: QGuiApplication, tmp_path: Path) -> None:
    view = RunView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.show_run(run, (), expected_of(run, History(tmp_path / "h.sqlite")))
    said = page_text(view)
    assert view.expected is not None and not view.expected.isHidden()
    assert "7 450 MB/s" in said and "thefpsreview.com" in said
    view.set_binary(True)
    assert "7 105 MiB/s" in page_text(view)
    view.show_run(run)
    assert view.expected is not None
    assert view.expected.table is None and view.expected.isHidden()


def test_the_band_is_drawn_said_and_left_out_where_it_would_squash_the_bars(run: Run) -> None:
    bands = bands_of(run)
    assert set(bands) == {"SEQ1M Q8T1 read", "SEQ1M Q8T1 write"}
    found = result_rows(run.phases, bands=bands)
    first = found.rows[0]
    (write,) = (bar for bar in first.bars if bar.lane == 1)
    assert first.top == 7.45e9 and write.band == (4.3e9, 6.9e9)
    assert found.spoken != result_rows(run.phases).spoken
    far = {name: replace(band, high=1e11) for name, band in bands.items()}
    for one in (result_rows(run.phases, bands=far), result_rows(run.phases)):
        assert all(bar.band is None for row in one.rows for bar in row.bars)


def test_an_export_has_it(run: Run, tmp_path: Path, qapp: QGuiApplication) -> None:
    expected = expected_of(run, History(tmp_path / "h.sqlite"))
    write_run(run, tmp_path / "r.html", "html", expected=expected)
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "thefpsreview.com" in page
    write_run(run, tmp_path / "plain.html", "html")


def test_the_page_of_a_check_has_it(
    run: Run, qtbot: QtBot, qapp: QGuiApplication, tmp_path: Path
) -> None:
    expected = expected_of(run, History(tmp_path / "h.sqlite"))
    check = Check(
        taken=run.started, seconds=9.0, target="/dev/nvme0n1", device=None, findings=(), run=run
    )
    view = ResultView(Theme(qapp, "light"), Settings(tmp_path / "window.ini"))
    qtbot.addWidget(view)
    check = judged(check, expected)
    view.show_check(check, expected)
    assert "thefpsreview.com" in page_text(view)
    page = check_page(check, expected)
    assert "thefpsreview.com" in page and "thefpsreview.com" not in check_page(check)
    document = values_of(check_document(check, measured_answer(check), expected))
    assert document["run"]["expected"][0]["band"]["class"] == "nvme-4"


def test_it_stands_below_a_chart_that_is_the_answer(
    run: Run, qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    """A long write began with what is unknown, and its chart was below that."""
    view = show_alone(qtbot, RunView(Theme(qapp, "light")), 1000, 800)
    history = History(tmp_path / "h.sqlite")
    long = example_sustained()
    for shown, chart in ((long, lambda: view.long), (run, lambda: view.detail)):
        view.show_run(shown, (), expected_of(shown, history))
        QApplication.processEvents()
        part, detail = view.expected, chart()
        assert part is not None and detail is not None
        assert (part.y() > detail.y()) is (shown is long)
