# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The profile `capacity`: how much it fills, what it refuses, and what it costs."""

from __future__ import annotations

import math

import pytest

from driveproof.domain.errors import MachineError, UsageError
from driveproof.domain.profile.choice import with_choices
from driveproof.domain.profile.for_device import (
    TargetUse,
    capacity_on_device,
    for_way,
    overwriting,
    reading_only,
)
from driveproof.domain.profile.phase import Tool
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.profile.shipped import ProfileGroup
from driveproof.domain.profile.test_file import fillable, filling, fitted_profile
from driveproof.domain.profile_cost import claim_needs, profile_facts
from driveproof.domain.quantity import Bytes
from driveproof.engine.run.profiles import Profiles
from driveproof.export.json import values_of
from driveproof.export.json.profiles import profiles_document

CAPACITY = Profiles().find("capacity")
MIB, GIB = 2**20, 2**30
HEAD = 'title = "Own"\nquestion = "How much?"\nmethod = "capacity"\n'


def test_it_writes_everything_and_then_reads_everything() -> None:
    assert (CAPACITY.method, CAPACITY.group) == ("capacity", ProfileGroup.CHECKS)
    assert [phase.name for phase in CAPACITY.phases] == ["capacity write", "capacity read"]
    assert {phase.tool for phase in CAPACITY.phases} == {Tool.OWN}
    assert not CAPACITY.needs_root
    assert claim_needs(CAPACITY) is None


def test_without_a_size_nobody_knows_what_it_takes() -> None:
    assert CAPACITY.bytes_written is None
    assert math.isinf(CAPACITY.seconds)
    (document,) = values_of(profiles_document([CAPACITY]))["profiles"]
    assert document["seconds"] is None


def test_with_a_size_it_writes_that_much_once() -> None:
    sized = CAPACITY.customized(size=3 * GIB)
    assert sized.bytes_written == sized.size == 3 * GIB
    assert 0 < sized.seconds < math.inf


@pytest.mark.parametrize(
    "change", [{"seconds": 2.0}, {"repeats": 2}, {"cache": "cold"}, {"nocow": True}]
)
def test_nothing_but_the_size_can_be_chosen(change: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        CAPACITY.customized(**change)


def test_a_profile_of_ones_own() -> None:
    assert read_profile(HEAD, "own", "own.toml").size == 0
    assert read_profile(HEAD + 'size = "8 GiB"', "own", "own.toml").size == 8 * GIB
    with pytest.raises(UsageError) as raised:
        read_profile(HEAD + "repeats = 2", "own", "own.toml")
    assert set(raised.value.values) == {"at", "shown"}


def test_a_device_is_only_checked_where_it_may_be_overwritten() -> None:
    with pytest.raises(UsageError):
        reading_only(CAPACITY)
    (probe, write, read) = overwriting(CAPACITY).phases
    assert (probe.name, write.name, read.name) == (
        "probe write",
        "capacity write",
        "capacity read",
    )
    assert overwriting(CAPACITY).unsized


def test_what_it_costs_on_a_device() -> None:
    facts = profile_facts(CAPACITY, TargetUse.OVERWRITE)
    assert "tests" not in [fact.key for fact in facts]


def test_a_probe_alone() -> None:
    alone = overwriting(with_choices(CAPACITY, {"probe": True}))
    assert [phase.name for phase in alone.phases] == ["probe write"]
    assert not alone.unsized
    assert (alone.bytes_written or 0) < 2 * MIB
    assert capacity_on_device(alone, 8 * GIB + 100).size == 8 * GIB
    with pytest.raises(UsageError):
        for_way(with_choices(CAPACITY, {"probe": True}), TargetUse.FOLDER)


def test_a_system_keeps_a_twentieth_of_its_file_system() -> None:
    assert fillable(60 * GIB, 100 * GIB, system=True) == 55 * GIB
    assert fillable(4 * GIB, 100 * GIB, system=True) == 0
    assert fillable(60 * GIB, 100 * GIB) == 59 * GIB + 512 * MIB


def test_a_small_one_keeps_a_little() -> None:
    assert fillable(100 * MIB, 128 * MIB) == 84 * MIB
    assert fillable(10 * MIB, 128 * MIB) == 0


def test_it_fills_what_there_is_and_no_more_than_asked() -> None:
    assert filling(CAPACITY, 40 * GIB).size == 40 * GIB
    assert filling(CAPACITY.customized(size=GIB), 40 * GIB).size == GIB
    assert fitted_profile(CAPACITY, 100 * MIB).size == 84 * MIB


def test_too_little_room_is_refused() -> None:
    with pytest.raises(MachineError):
        filling(CAPACITY, 15 * MIB)
    with pytest.raises(MachineError) as caught:
        filling(CAPACITY.customized(size=80 * GIB), 40 * GIB)
    assert caught.value.values["free"] == Bytes(40 * GIB, binary=True)
