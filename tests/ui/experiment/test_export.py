# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A finished experiment is exported as the report of its session."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from tests.builders.experimenting import made_experiment
from tests.builders.pages.experiment import ShownExperiment

from driveproof.domain.experiment.action import SCHEDULER
from driveproof.ui.experiment.page import VERDICT


def test_its_report_is_that_of_the_session(
    experiment_page: ShownExperiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment_page.open(made_experiment(SCHEDULER))
    experiment_page.press_start()
    assert experiment_page.view == VERDICT
    path = tmp_path / "report.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    verdict = experiment_page.page.verdict
    verdict.exporting.write_as()
    text = path.read_text("utf-8")
    assert str(path) in verdict.exporting.message.text()
    assert "kyber" in text
    assert all(run in text for run in experiment_page.saved)
