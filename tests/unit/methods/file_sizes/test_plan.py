# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The profile `file-sizes`: its cells, its bounds, and what it refuses."""

from __future__ import annotations

import pytest

from driveproof.domain.access import COLD
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import UsageError
from driveproof.domain.profile.estimate import ExpectationSource, Rates, expected_cost
from driveproof.domain.profile.for_device import overwriting, reading_only
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.run.work import FileOperation
from driveproof.engine.run.profiles import Profiles
from driveproof.fio.command import FioTarget, prepare
from driveproof.methods.file_sizes.plan import Plan

FILE_SIZES = Profiles().find("file-sizes")
MIB = 2**20
OWN = """\
title = "Own"
question = "How fast?"
method = "file-sizes"
sizes = ["1 MiB", "2 MiB"]
records = ["64 KiB", "2 MiB"]
operations = ["write", "reread"]
sync = false
"""


def option(phase: Phase, name: str) -> str:
    """The value of an option of fio's for it, "" where it is not there."""
    line = prepare(phase, FioTarget("/file", FILE_SIZES.size, direct=True), order=1, fio="fio")
    return next((word.partition("=")[2] for word in line if word.startswith(f"--{name}=")), "")


def test_each_pair_that_fits_once_in_each_way() -> None:
    plan = FILE_SIZES.plan
    assert isinstance(plan, Plan)
    pairs = [(size, record) for size in plan.sizes for record in plan.records if record <= size]
    writes = [one for one in plan.operations if "write" in one]
    assert len(FILE_SIZES.phases) == len(pairs) * (len(plan.operations) + len(writes))
    assert len({phase.name for phase in FILE_SIZES.phases}) == len(FILE_SIZES.phases)
    assert len({phase.title for phase in FILE_SIZES.phases}) == len(FILE_SIZES.phases)
    assert {phase.asked.sync for phase in FILE_SIZES.phases if not phase.writes} == {""}


def test_every_file_is_written_before_it_is_read() -> None:
    seen: set[int] = set()
    for phase in FILE_SIZES.phases:
        if phase.operation is FileOperation.WRITE:
            seen.add(phase.extent)
        assert phase.extent in seen


def test_what_a_cell_asks_of_fio() -> None:
    for phase in FILE_SIZES.phases:
        one = phase.operation is FileOperation.RECORD_REWRITE
        assert int(option(phase, "size")) == (phase.block_size if one else phase.extent)
        assert option(phase, "sync") == phase.asked.sync
        assert int(option(phase, "bs")) == phase.block_size
        assert option(phase, "ioengine") == "psync"


def test_a_smaller_largest_file() -> None:
    small = FILE_SIZES.customized(size=20 * MIB)
    assert small.size == 16 * MIB and {phase.extent for phase in small.phases} == {
        4 * MIB,
        16 * MIB,
    }
    assert (small.bytes_written or 0) < (FILE_SIZES.bytes_written or 0)
    with pytest.raises(UsageError):
        FILE_SIZES.customized(size=MIB)


def test_where_it_cannot_run() -> None:
    for on_device in (reading_only, overwriting):
        with pytest.raises(UsageError):
            on_device(FILE_SIZES)
    with pytest.raises(UsageError):
        FILE_SIZES.customized(cache=COLD)


def test_expected_is_below_the_bounds() -> None:
    found = expected_cost(FILE_SIZES, Rates(ExpectationSource.CLASS, ceiling=3.5e9))
    assert found is not None and FILE_SIZES.bytes_written is not None
    assert FILE_SIZES.size < found.bytes_written <= FILE_SIZES.bytes_written
    assert found.seconds < FILE_SIZES.seconds
    slower = expected_cost(FILE_SIZES, Rates(ExpectationSource.CLASS, speed=SpeedClass.DISK))
    assert slower is not None and slower.seconds > found.seconds


def test_a_profile_of_ones_own() -> None:
    profile = read_profile(OWN, "own", "own.toml")
    names = [phase.name for phase in profile.phases]
    assert names == [
        "write 64K of 1M", "reread 64K of 1M",
        "write 64K of 2M", "write 2M of 2M", "reread 64K of 2M", "reread 2M of 2M",
    ]  # fmt: skip
    assert profile.repeats == 1 and profile.size == 2 * MIB


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ('sizes = ["2 MiB", "1 MiB"]', "most"),
        ("sizes = []", "most"),
        ('sizes = ["1 KiB"]', "step"),
        ('records = ["64 KiB", "64 KiB"]', "most"),
        ('operations = ["erase"]', "words"),
        ("sync = 1", "words"),
    ],
)
def test_a_mistake_says_what_is_possible(line: str, allowed: str) -> None:
    key = line.partition(" ")[0]
    text = "".join(row for row in OWN.splitlines(keepends=True) if not row.startswith(key))
    with pytest.raises(UsageError) as caught:
        read_profile(f"{text}{line}\n", "own", "own.toml")
    assert (caught.value.values["what"]) == key
    assert allowed in caught.value.values["allowed"].values


def test_records_that_fit_into_no_file_leave_no_test() -> None:
    text = OWN.replace('["64 KiB", "2 MiB"]', '["4 MiB"]')
    with pytest.raises(UsageError) as caught:
        read_profile(text, "own", "own.toml")
    assert caught.value.values == {"source": "own.toml"}
