# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A result in the window shows how its drive's health changed, and exports it."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.pages.words import labels

from driveproof.domain.health.changes import Pair
from driveproof.domain.health.report import Health
from driveproof.domain.health.snapshot import AFTER, BEFORE
from driveproof.history.snapshots import Snapshots
from driveproof.history.store import History
from driveproof.ui.feeds.history import run_health
from driveproof.ui.results.run_view import RunView, write_run_file
from driveproof.ui.theme.style import Theme


def read_in_a_thread(history: History, run: str) -> tuple[Pair, ...]:
    """As the window does it."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run_health, history, run).result()


def test_what_changed_is_said_above_the_figures_and_exported(
    qtbot: QtBot, qapp: QGuiApplication, tmp_path: Path
) -> None:
    history = History(tmp_path / "history.sqlite")
    run = recorded.finished_run()
    before = Health(taken=run.started, temperature=38.0, crc_errors=0)
    after = replace(before, temperature=61.0, crc_errors=2)
    for reason, health in ((BEFORE, before), (AFTER, after)):
        Snapshots(history).add("wwn:a", health, reason, run.id)
    found = read_in_a_thread(history, run.id)
    view = RunView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.show_run(run)
    without = view.notes.count()
    view.show_run(run, found)
    assert view.notes.count() == without + 1
    (line,) = [text for text in labels(view) if "2 (+2)" in text]
    assert "38" in line and "61" in line
    write_run_file(run, tmp_path / "run.json", "json", health=found)
    exported = json.loads((tmp_path / "run.json").read_text("utf-8"))
    assert exported["health"]["after"]["crc_errors"] == 2
    history.close()


def test_without_health_nothing_is_said(
    qtbot: QtBot, qapp: QGuiApplication, tmp_path: Path
) -> None:
    (tmp_path / "no").mkdir()
    view = RunView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    run = recorded.finished_run()
    view.show_run(run)
    without = view.notes.count()
    found = read_in_a_thread(History(tmp_path / "no"), "x")
    view.show_run(run, found)
    assert found == () and view.notes.count() == without
