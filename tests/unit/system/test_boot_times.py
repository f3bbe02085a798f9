# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long the machine took to start: systemd's properties as seconds."""

from __future__ import annotations

import pytest

from driveproof.domain.run.run import BootTimes
from driveproof.system.boot_times import boot_times, read_boot_times


def properties(**microseconds: int) -> dict[str, int]:
    steps = ("Firmware", "Loader", "InitRD", "Userspace", "Finish")
    return {f"{step}TimestampMonotonic": microseconds.get(step, 0) for step in steps}


def test_a_machine_with_efi() -> None:
    """As `systemd-analyze time` says: firmware and loader count back from the kernel."""
    found = boot_times(
        properties(
            Firmware=8_300_000, Loader=1_100_000, InitRD=1_400_000, Userspace=4_400_000,
            Finish=12_300_000,
        )
    )  # fmt: skip
    assert found == pytest.approx(BootTimes(7.2, 1.1, 1.4, 3.0, 7.9))
    assert found is not None
    assert found.total == pytest.approx(20.6)


def test_a_machine_without_one() -> None:
    found = boot_times(properties(Userspace=2_000_000, Finish=9_000_000))
    assert found == BootTimes(None, None, 2.0, None, 7.0)


def test_nothing_is_said_before_it_has_finished_or_without_systemd() -> None:
    assert boot_times(properties(Userspace=2_000_000)) is None
    assert boot_times({}) is None
    assert boot_times({"FinishTimestampMonotonic": "soon"}) is None
    assert read_boot_times("unix:path=/nonexistent") is None
