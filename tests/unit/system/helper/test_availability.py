# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The message for a missing helper; the system tests cover the bus itself."""

from __future__ import annotations

from pathlib import Path

from driveproof.system.desktop.packages import helper_advice as advice
from driveproof.system.helper.availability import helper_missing


def test_the_sources_offer_their_own_command(tmp_path: Path) -> None:
    sources = tmp_path / "a folder"
    (sources / "tools").mkdir(parents=True)
    (sources / "Makefile").touch()
    (sources / "tools/install_helper.py").touch()
    assert str(advice(sources)).endswith(f"sudo make -C '{sources}' install-helper")


def test_a_package_offers_a_package(tmp_path: Path) -> None:
    assert "driveproof-helper" in str(advice(tmp_path))


def test_no_bus(tmp_path: Path) -> None:
    problem = helper_missing(f"unix:path={tmp_path}/nowhere")
    assert problem is not None
    assert "system bus" in problem.message
