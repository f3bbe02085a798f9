# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment with a read-only history: it says so, and continues once it can write."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.builders.made_health import let_work_end
from tests.builders.replaced import with_services
from tests.builders.showing import show_alone
from tests.system.experimenting import arrive, write_profile
from tests.system.measuring import Lab, mounted

from driveproof.composition.application import Application, Folders
from driveproof.composition.services import Services
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.experiment.experiment import BASELINE
from driveproof.domain.experiment.start import Start
from driveproof.ui.experiment.page import ExperimentPage
from driveproof.ui.experiment.views import NEW, STEPS
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme

pytestmark = pytest.mark.root


def remount(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """The file system with the history."""
    place = tmp_path / "kept"
    place.mkdir()
    with mounted("ext4", place) as (point, _):
        yield point
        remount(point, "rw")


def opened(
    qtbot: QtBot, qapp: QApplication, own: Path, disk: Path
) -> tuple[Application, ExperimentPage]:
    program = Application(replace(Folders.below(own), data=disk / "data"))
    services = with_services(Services(program), helper_missing=lambda: None)
    page = show_alone(
        qtbot,
        ExperimentPage(PageContext(services, Theme(qapp, "light"), Settings(own / "settings.ini"))),
        1000,
        700,
    )
    return program, page


def closed(qtbot: QtBot, program: Application, page: ExperimentPage) -> None:
    page.stop_and_wait(30)
    qtbot.waitUntil(lambda: not page.busy and not page.flow.tasks.busy, timeout=30_000)
    page.hide()
    let_work_end()
    program.history.close()


def test_nothing_is_measured_that_could_not_be_kept(
    qtbot: QtBot, qapp: QApplication, lab: Lab, disk: Path, tmp_path: Path
) -> None:
    program, page = opened(qtbot, qapp, tmp_path / "own", disk)
    write_profile(program, 0.5)
    with mounted("ext4", tmp_path) as (target, _):
        page.begin(None, Inventory(), Start("other", str(target), "small"))
        page.new.button.click()
        arrive(qtbot, page, STEPS)
        experiment = page.experiment
        assert experiment is not None
        closed(qtbot, program, page)

        remount(disk, "ro")
        program, page = opened(qtbot, qapp, tmp_path / "own", disk)
        page.open_experiment(experiment.id, Inventory())
        arrive(qtbot, page, STEPS)
        assert page.experiment == experiment  # it can be read
        panel = page.steps.panel
        panel.button.click()
        arrive(qtbot, page, STEPS)
        assert panel.button.isEnabled()
        assert program.history.heads() == []
        lab.nothing_is_left(target)
        page.begin(None, Inventory(), Start("other", str(target), "small"))
        page.new.button.click()
        arrive(qtbot, page, NEW)
        assert page.new.button.isEnabled()
        closed(qtbot, program, page)

        remount(disk, "rw")
        program, page = opened(qtbot, qapp, tmp_path / "own", disk)
        page.open_experiment(experiment.id, Inventory())
        arrive(qtbot, page, STEPS)
        page.steps.panel.button.click()
        arrive(qtbot, page, STEPS)
        now = page.experiment
        assert now is not None and now.attempts == ()
        assert (now.require_open().number, len(now.runs)) == (2, 1)
        assert experiment.require_open().step == BASELINE
        closed(qtbot, program, page)
