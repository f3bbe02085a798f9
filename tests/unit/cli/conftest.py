# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program with fake drives, which a UDisks2 on a bus of its own lists."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.builders.made_application import MadeApplication
from tests.fakes.collections_of_drives import demo
from tests.fakes.made_machine import MadeMachine
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.composition.application import Folders
from driveproof.engine.health import service


@pytest.fixture(autouse=True)
def looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fake drives may be read as soon as a self-test has begun."""
    monkeypatch.setattr(service, "FIRST_LOOK_SECONDS", 0.0)


@pytest.fixture
def machine(tmp_path: Path) -> MadeMachine:
    """The drives; a module may have others."""
    return demo(tmp_path / "sys")


@pytest.fixture
def app(
    machine: MadeMachine, bus: PrivateBus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MadeApplication]:
    """The program on that machine."""
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address)
    with FakeUDisks2(bus.address, machine.objects, machine.smart):
        yield MadeApplication(Folders.below(tmp_path / "home"), bus.address, machine)
