# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment in the window with real measurements: to its verdict, and cancelled halfway."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.system.experimenting import arrive, shown, write_profile
from tests.system.measuring import Lab, mounted

from driveproof.composition.application import Application, Folders
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.experiment.experiment import AFTER, BASELINE
from driveproof.domain.experiment.start import Start
from driveproof.ui.experiment.page import LIVE, NEW, STEPS, VERDICT, ExperimentPage
from driveproof.wording.experiment import verdict_text

pytestmark = pytest.mark.root


@pytest.fixture
def program(tmp_path: Path, lab: Lab) -> Iterator[Application]:
    made = Application(Folders.below(tmp_path / "own"))
    yield made
    made.history.close()


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication, program: Application) -> Iterator[ExperimentPage]:
    with shown(qtbot, qapp, program) as made:
        yield made


def test_real_measurements_lead_to_a_verdict(
    page: ExperimentPage, program: Application, lab: Lab, qtbot: QtBot, tmp_path: Path
) -> None:
    write_profile(program, 0.6)
    with mounted("ext4", tmp_path) as (target, _):
        page.begin(None, Inventory(), Start("other", str(target), "small"))
        page.new.what.text.setText("new cable")
        page.new.details.form.control("repeats").setValue(2)
        page.new.details.form.control("baselines").setValue(1)
        assert page.new.details.few in page.new.reason.text()
        page.new.button.click()
        arrive(qtbot, page, STEPS)
        panel, live = page.steps.panel, page.live
        panel.button.click()
        assert page.views.currentIndex() == LIVE
        qtbot.waitUntil(lambda: live.measure.line.chart is not None, timeout=30_000)
        arrive(qtbot, page, STEPS)
        panel.button.click()  # it is done
        arrive(qtbot, page, STEPS)
        panel.button.click()
        qtbot.waitUntil(lambda: page.experiment is not None and bool(page.experiment.looks),
                        timeout=60_000)  # fmt: skip
        if page.views.currentIndex() != VERDICT:  # it left something open
            arrive(qtbot, page, STEPS)
            panel.now_button.click()
        arrive(qtbot, page, VERDICT)
        lab.nothing_is_left(target)
    answer = page.verdict.answer
    assert answer is not None
    assert verdict_text(answer.experiment) == page.verdict.head.title.text()
    sides = answer.experiment.sides
    looks = answer.experiment.looks
    assert [len(sides[side]) for side in (BASELINE, AFTER)] == [1, len(looks)]
    assert [look.alpha for look in looks] == [0.01, 0.04][: len(looks)]
    assert page.verdict.rows.intervals is not None
    assert len(page.verdict.rows.intervals.rows) == 1
    page.views.show_whole()
    whole = page.views.whole
    assert whole is not None and whole.detail is not None


@pytest.mark.deep
def test_a_cancelled_measurement_is_taken_again(
    page: ExperimentPage, program: Application, lab: Lab, qtbot: QtBot, tmp_path: Path
) -> None:
    write_profile(program, 60)
    with mounted("ext4", tmp_path) as (target, _):
        page.begin(None, Inventory(), Start("other", str(target), "small"))
        page.new.button.click()
        arrive(qtbot, page, STEPS)
        page.steps.panel.button.click()
        qtbot.waitUntil(lambda: bool(lab.fios()), timeout=30_000)
        page.cancel()
        arrive(qtbot, page, STEPS)
        lab.nothing_is_left(target)
    experiment = page.experiment
    assert experiment is not None
    assert [str(attempt.why) for attempt in experiment.attempts] == ["cancelled"]
    assert (experiment.require_open().step, experiment.runs) == (BASELINE, ())
    assert page.steps.panel.reason.text() == ""


def test_a_target_without_room_is_refused_where_the_person_is(
    page: ExperimentPage, program: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    write_profile(program, 1)
    with mounted("ext4", tmp_path) as (target, _):
        page.begin(None, Inventory(), Start("other", str(target), "small"))
        page.new.details.form.control("size").setEditText("64 GiB")
        page.new.button.click()
        arrive(qtbot, page, NEW)
    assert page.experiment is None
