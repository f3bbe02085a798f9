# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several drives at once in the window and in files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.builders.guided_runs import multi_drive_run
from tests.builders.long_events import told
from tests.builders.said import texts

from driveproof.domain.profile.profile import with_drives
from driveproof.engine.run.events import RepeatStarted, Started
from driveproof.engine.run.profiles import Profiles
from driveproof.ui.charts.rows import BarRows
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.output.files import render_run, write_run
from driveproof.ui.output.run_charts import run_drawings
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme

RUN = multi_drive_run(3)


def test_alone_and_at_once_for_each_drive(show: Callable[..., RunView]) -> None:
    view = show(RUN, "dark")
    assert view.guided is not None
    chart = view.guided.views[0].chart
    assert isinstance(chart, BarRows)
    assert len(chart.table().rows) == 5
    assert "431 MB/s, 214 MB/s, 50 %" in chart.describe()
    assert "Portable SSD B" in view.copy.text_to_copy


def test_files_have_the_chart_and_the_drives(tmp_path: Path, qapp: QGuiApplication) -> None:
    assert [len(each.charts) for each in run_drawings(RUN)] == [1]
    render_run(RUN, tmp_path / "run.svg", "svg", binary=False, scale=1)
    assert "Portable SSD A" in (tmp_path / "run.svg").read_text("utf-8")
    write_run(RUN, tmp_path / "run.html", "html", (), binary=False, expected=())
    report = (tmp_path / "run.html").read_text("utf-8")
    assert "<table" in report and "Example NVMe SSD" in report


def test_while_they_are_measured_each_has_its_own_name(qtbot: QtBot, qapp: QGuiApplication) -> None:
    view = RunLiveView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    profile = with_drives(Profiles().find("multi-drive"), (False, False, True))
    view.take([event for event in told(RUN, profile) if isinstance(event, Started | RepeatStarted)])
    said = [*texts(view)]
    for name in ("Portable SSD A", "Portable SSD B", "Example NVMe SSD"):
        assert any(text.startswith(f"{name} · ") for text in said)
        assert name in view.head.where.whole()
