# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the kernel reported stands beside a result, in the window and in its report."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.pages.words import page_text

from driveproof.cli.run import RunProgressLine
from driveproof.domain.run.run import Disturbance, KernelLog, KernelMessage, Run
from driveproof.engine.run import events
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.output.files import write_run
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme

RESET = KernelMessage(62.5, "reset", "ata3: hard resetting link", 3)


@pytest.fixture
def run() -> Run:
    run = recorded.finished_run()
    state = replace(run.environment, kernel_log=KernelLog.KMSG, kernel_messages=(RESET,))
    return replace(run, environment=state)


def test_the_lines_and_a_caution(run: Run, qtbot: QtBot, qapp: QGuiApplication) -> None:
    view = RunView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.show_run(run)
    text = page_text(view)
    assert "ata3: hard resetting link" in text and "1 min 2 s" in text
    assert "reset (3)." in text
    phase = run.phases[0]
    first = replace(phase.repeats[0], disturbed=(Disturbance.KERNEL,))
    phases = (replace(phase, repeats=(first, *phase.repeats[1:])), *run.phases[1:])
    view.show_run(replace(run, phases=phases))
    text = page_text(view)
    assert "reset (3)." not in text


def test_they_are_shown_while_it_is_measured(qtbot: QtBot, qapp: QGuiApplication) -> None:
    view = RunLiveView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.begin("x", "/home")
    view.show()
    view.take(list(recorded.run_events())[:20])
    assert not view.kernel.isVisible()
    view.take([events.KernelSaid((RESET,))])
    assert view.kernel.isVisible()
    assert view.kernel.text().endswith("reset (3). ata3: hard resetting link")
    view.begin("again", "/home")
    assert not view.kernel.isVisible()


def test_the_terminal_has_each_kind_of_line_once() -> None:
    stream = io.StringIO()
    progress = RunProgressLine(stream, binary=False)
    timeout = KernelMessage(70.0, "timeout", "ata3: qc timeout", 1)
    for messages in ((RESET,), (RESET._replace(times=4),), (RESET._replace(times=4), timeout)):
        progress(events.KernelSaid(messages))
    first, second = stream.getvalue().splitlines()
    assert first.endswith("reset (3). ata3: hard resetting link")
    assert second.endswith("reset (4), timeout. ata3: qc timeout")


@pytest.mark.parametrize(
    ("source", "count"),
    [(KernelLog.JOURNAL, "0"), (KernelLog.REFUSED, None), (KernelLog.MISSING, None)],
)
def test_silence_is_told_from_what_is_unknown(
    run: Run, qtbot: QtBot, qapp: QGuiApplication, source: KernelLog, count: str | None
) -> None:
    view = RunView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    state = replace(run.environment, kernel_log=source, kernel_messages=())
    view.show_run(replace(run, environment=state))
    older = RunView(Theme(qapp, "light"))
    qtbot.addWidget(older)
    older.show_run(replace(run, environment=replace(state, kernel_log=None)))
    seen = page_text(view).splitlines()
    title = next(line for line in seen if line not in page_text(older))
    found = seen[seen.index(title) + 1]
    assert found == count if count else not any(letter.isdigit() for letter in found)


def test_the_report_has_them(run: Run, tmp_path: Path, qapp: QGuiApplication) -> None:
    write_run(run, tmp_path / "r.html", "html")
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "ata3: hard resetting link" in page
