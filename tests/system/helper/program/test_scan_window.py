# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A real scan of a loop device, drawn by the window's live view as its events arrive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, Process
from tests.system.helper.disks import Disk

from driveproof.domain.run.run import Run
from driveproof.engine.run import events
from driveproof.engine.run.context import Context
from driveproof.engine.run.profiles import Profiles
from driveproof.engine.run.session import Session
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.history.store import History
from driveproof.system.helper.client import Helper
from driveproof.ui.charts.positions import AccessTimesChart, ThroughputChart
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.output.files import render_run
from driveproof.ui.results.method_views import ScanDetail
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme

pytestmark = [pytest.mark.root, pytest.mark.bus]


@pytest.fixture
def live(qtbot: QtBot, qapp: QGuiApplication) -> Iterator[RunLiveView]:
    view = RunLiveView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.resize(1000, 720)
    view.begin("A scan", "?")
    view.show()
    yield view


@pytest.mark.deep
def test_a_real_scan_is_drawn_as_it_comes(
    helper: Process,
    rig: Rig,
    make_disk: Callable[..., Disk],
    live: RunLiveView,
    qtbot: QtBot,
    qapp: QGuiApplication,
    tmp_path: Path,
) -> None:
    disk = make_disk(128 * MIB)
    drawn: list[tuple[int, int]] = []
    progress: list[float] = []

    def observe(event: events.Event) -> None:
        live.take([event])
        qapp.processEvents()
        above, below = live.line.chart, live.heat.chart
        if isinstance(event, events.Scanned):
            assert isinstance(above, ThroughputChart) and isinstance(below, AccessTimesChart)
            drawn.append((len(above.values), len(below.values)))
            progress.append(event.progress)

    history = History(tmp_path / "history.sqlite")
    session = Session(
        Profiles().find("scan"),
        disk.path,
        Context(
            inventory=lambda: None,
            recorder=history,
            registry=TestFileRegistry(tmp_path / "testfiles"),
            helper=Helper(rig.address),
        ),
        observe,
    )
    run = session.run()
    assert (run.status, session.failure) == ("finished", None)
    # Slice by slice, the picture never with less than before.
    assert len(set(drawn)) >= 10
    assert drawn == sorted(drawn)
    assert drawn[-1] == (100, 1000)
    assert all(0 < part <= 1 for part in progress)
    kept: Run = history.load(run.id)
    history.close()
    for found, told in zip(kept.phases, run.phases, strict=True):
        one, other = (phase.repeats[0].directions["read"] for phase in (found, told))
        assert (one.positions, one.latency, one.bandwidth) == (
            other.positions, other.latency, other.bandwidth,
        )  # fmt: skip
    view = RunView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.show_run(kept)
    assert isinstance(view.detail, ScanDetail)
    render_run(kept, tmp_path / "scan.svg", "svg")
    assert (tmp_path / "scan.svg").read_text("utf-8").count("<svg")
