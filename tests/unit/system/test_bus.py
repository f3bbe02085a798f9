# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Addresses of a bus that lead nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from driveproof.domain.errors import MachineError
from driveproof.system.bus import connect


@pytest.mark.parametrize(
    "address", ["x", "unix", "unix:foo", "tcp:host=a,port=1", "unix:path", ";"]
)
def test_what_is_no_address_is_said_in_a_sentence(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(MachineError) as given:
        connect(address)
    assert given.value.message == f"The address of the system bus, {address!r}, cannot be used."
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
    with pytest.raises(MachineError) as inherited:
        connect()
    assert str(inherited.value) == str(given.value)
    assert "unix:path=" in given.value.advice


def test_a_bus_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="cannot be reached: No such file or directory"):
        connect(f"unix:path={tmp_path / 'bus'}")
