# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The watch's timer is switched on and off, with a fake systemd of the user."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.systemd import FakeSystemd
from tests.fakes.udisks2 import PrivateBus

from driveproof.domain.errors import MachineError, RefusedError
from driveproof.system.desktop.watch_timer import TIMER, WatchTimer


def systemd(bus: PrivateBus, state: str = "disabled") -> FakeSystemd:
    unit = {"ActiveState": ("s", "inactive")}
    return FakeSystemd(bus.address, {TIMER: {"Unit": dict(unit)}}, {TIMER: state})


def test_it_is_switched_on_and_off_again(bus: PrivateBus) -> None:
    timer = WatchTimer(bus.address)
    with systemd(bus) as service:
        assert timer.on() is False
        timer.switch(True)
        assert timer.on() is True
        timer.switch(False)
        assert timer.on() is False
        assert service.called == [
            "EnableUnitFiles", "StartUnit", "DisableUnitFiles", "StopUnit",
        ]  # fmt: skip


def test_a_refusal_says_how_to_do_it_by_hand(bus: PrivateBus) -> None:
    with systemd(bus) as service:
        service.denied = True
        with pytest.raises(RefusedError, match="systemctl --user enable --now driveproof-watch"):
            WatchTimer(bus.address).switch(True)


def test_without_the_unit_or_systemd_it_is_unknown(bus: PrivateBus, tmp_path: Path) -> None:
    for address in (bus.address, f"unix:path={tmp_path}/none"):
        assert WatchTimer(address).on() is None
        with pytest.raises(MachineError):
            WatchTimer(address).switch(True)
    with FakeSystemd(bus.address, {}, {}):
        assert WatchTimer(bus.address).on() is None
