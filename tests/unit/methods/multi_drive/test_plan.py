# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of several drives: what it measures, how long that takes, and what it cannot be."""

from __future__ import annotations

import pytest

from driveproof.domain.errors import UsageError
from driveproof.domain.profile.for_device import reading_only
from driveproof.domain.profile.profile import FIO_OVERHEAD, with_drives
from driveproof.domain.run.work import Part
from driveproof.engine.run.profiles import Profiles
from driveproof.methods.multi_drive.plan import of_one_drive

MIB = 2**20


def test_all_at_once_take_as_long_as_one() -> None:
    profile = with_drives(Profiles().find("multi-drive"), (False,) * 4)
    assert [(phase.part, phase.asked.drive) for phase in profile.phases] == [
        (part, drive) for part in (Part.ALONE, Part.AT_ONCE) for drive in (1, 2, 3, 4)
    ]
    assert profile.size == 4 * 2**30 == profile.bytes_written
    low, high = profile.seconds_range
    steps = 5 * profile.repeats
    assert low == steps * 3.0
    assert high == pytest.approx(steps * (3.0 + 0.5 + FIO_OVERHEAD) + profile.size / 30e6)


def test_devices_need_no_files() -> None:
    profile = with_drives(Profiles().find("multi-drive"), (True, False, True))
    assert profile.laid_out == 2**30
    one = of_one_drive(profile, 1)
    assert reading_only(one).phases[0].name == profile.phases[0].name
    assert one.size == 2**30 and len(one.phases) == 1


def test_what_it_cannot_be() -> None:
    profile = Profiles().find("multi-drive")
    for count, _said in ((1, "two drives at least"), (17, "the most are 16")):
        with pytest.raises(UsageError):
            with_drives(profile, (False,) * count)
    with pytest.raises(UsageError) as raised:
        with_drives(Profiles().find("quick"), (False, False))
    assert set(raised.value.values) == {"title"}
    with pytest.raises(UsageError):
        profile.customized(cache="cold")
    with pytest.raises(UsageError):
        profile.customized(size=MIB)
