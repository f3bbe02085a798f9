# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment with a read-only history: it says so, and continues once it can write."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.system.experimenting import arrive, shown, write_profile
from tests.system.measuring import Lab, mounted

from driveproof.composition.application import Application, Folders
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.experiment.experiment import BASELINE
from driveproof.domain.experiment.start import Start
from driveproof.ui.experiment.page import NEW, STEPS, ExperimentPage

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


@contextmanager
def opened(
    qtbot: QtBot, qapp: QApplication, own: Path, disk: Path
) -> Iterator[tuple[Application, ExperimentPage]]:
    """The program with its history on `disk`, and its page."""
    program = Application(replace(Folders.below(own), data=disk / "data"))
    with shown(qtbot, qapp, program) as page:
        yield program, page
    program.history.close()


def test_nothing_is_measured_that_could_not_be_kept(
    qtbot: QtBot, qapp: QApplication, lab: Lab, disk: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    with mounted("ext4", tmp_path) as (target, _):
        with opened(qtbot, qapp, own, disk) as (program, page):
            write_profile(program, 0.5)
            page.begin(None, Inventory(), Start("other", str(target), "small"))
            page.new.button.click()
            arrive(qtbot, page, STEPS)
            experiment = page.experiment
            assert experiment is not None

        remount(disk, "ro")
        with opened(qtbot, qapp, own, disk) as (program, page):
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

        remount(disk, "rw")
        with opened(qtbot, qapp, own, disk) as (program, page):
            page.open_experiment(experiment.id, Inventory())
            arrive(qtbot, page, STEPS)
            page.steps.panel.button.click()
            arrive(qtbot, page, STEPS)
            now = page.experiment
            assert now is not None and now.attempts == ()
            assert (now.require_open().number, len(now.runs)) == (2, 1)
            assert experiment.require_open().step == BASELINE
