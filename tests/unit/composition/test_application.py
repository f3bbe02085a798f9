# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The folders of the program's files, and what it knows of a drive before a run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.guided_runs import quick_run

from driveproof.composition.application import Application, Folders
from driveproof.composition.drive_facts import DriveFacts
from driveproof.composition.profiles import profiles_of
from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount
from driveproof.domain.profile.estimate import ExpectationSource


def test_folders_follow_xdg(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    assert Application().folders == Folders(
        config=tmp_path / "XDG_CONFIG_HOME" / "driveproof",
        data=tmp_path / "XDG_DATA_HOME" / "driveproof",
        state=tmp_path / "XDG_STATE_HOME" / "driveproof",
        runtime=tmp_path / "XDG_RUNTIME_DIR" / "driveproof",
    )


def test_nothing_is_made_before_it_is_needed(tmp_path: Path) -> None:
    application = Application(Folders.below(tmp_path / "home"))
    application.sweep()
    assert profiles_of(application).all()
    assert not (tmp_path / "home").exists()


def test_the_rates_of_a_path_are_those_of_the_runs_of_its_drive(tmp_path: Path) -> None:
    """Also of a folder on it: what a run begins its remaining time with."""
    application = Application(Folders.below(tmp_path / "home"))
    run = quick_run()
    application.history.save(replace(run, target=replace(run.target, drive="wwn:1")))
    mount = Mount(str(tmp_path), "/dev/sdx", "ext4")
    inventory = Inventory((BlockDevice(path="/dev/sdx", name="sdx", wwn="1", mounts=(mount,)),))
    facts = DriveFacts(application)
    rates = facts.rates(str(tmp_path), inventory)
    assert rates is not None and rates.source is ExpectationSource.RUNS
    assert all(rates.measured(phase) for phase in profiles_of(application).find("quick").phases
               if phase.writes)  # fmt: skip
    assert facts.rates("/", inventory) is None
