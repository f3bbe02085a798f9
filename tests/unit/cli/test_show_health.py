# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""show, export and the history's health data, from the command line to the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from driveproof.cli.main import run as command
from driveproof.composition.application import Application, Folders
from driveproof.domain.health.report import Health
from driveproof.domain.health.snapshot import AFTER, BEFORE
from driveproof.domain.run.run import Run


@pytest.fixture
def app(tmp_path: Path, make_run: Callable[..., Run]) -> Application:
    made = Application(Folders.below(tmp_path))
    kept = make_run()
    made.history.save(kept)
    before = Health(taken=kept.started, written=10**12, crc_errors=1, source="UDisks2")
    snapshots = made.health_service.kept
    snapshots.add("wwn:a", before, BEFORE, kept.id)
    snapshots.add("wwn:a", replace(before, written=10**12 + 10**10, crc_errors=3), AFTER, kept.id)
    return made


def test_show_tells_what_changed(app: Application, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["show", "latest", "--json"], app) == 0
    health = json.loads(capsys.readouterr().out)["health"]
    assert (health["before"]["crc_errors"], health["after"]["crc_errors"]) == (1, 3)
    assert [change["key"] for change in health["changes"]] == ["written", "crc_errors"]
    assert command(["show", "latest"], app) == 0
    assert "3 (+2)" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("form", ["json", "text"])
def test_export_has_it_too(app: Application, capsys: pytest.CaptureFixture[str], form: str) -> None:
    assert command(["export", "latest", "-", "--format", form], app) == 0
    said = capsys.readouterr().out
    assert ("crc_errors" if form == "json" else "(+2)") in said


def test_a_run_without_is_shown_all_the_same(
    app: Application, make_run: Callable[..., Run], capsys: pytest.CaptureFixture[str]
) -> None:
    app.history.save(make_run("7g4kq2m9z"))
    assert command(["show", "7g4kq2m9z", "--json"], app) == 0
    assert json.loads(capsys.readouterr().out)["health"] is None
