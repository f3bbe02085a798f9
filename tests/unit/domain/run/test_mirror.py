# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of a mirror: the plan, fio's arguments, and how many devices served."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import mirror_run

from driveproof.domain.errors import UsageError
from driveproof.domain.profile.for_device import reading_only
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.run.mirror import mirror_tests, mirrored
from driveproof.domain.run.run import Run
from driveproof.engine.run.profiles import Profiles
from driveproof.export.text.job_file import job_file_text
from driveproof.fio.command import FioTarget, prepare, prepare_layout

MIB = 2**20


def lines_of() -> list[tuple[str, ...]]:
    profile = Profiles().find("mirror")
    place = FioTarget("one", profile.size, files=("one", "other"))
    return [prepare(phase, place) for phase in profile.phases]


def files_of(line: tuple[str, ...]) -> list[str]:
    return [word.partition("=")[2] for word in line if word.startswith("--filename=")]


def test_every_reader_reads_a_whole_file() -> None:
    one, same, two, copy = lines_of()
    assert [files_of(line) for line in (one, same, two)] == [["one"], ["one"], ["one", "other"]]
    assert "--numjobs=1" in one and "--numjobs=2" in same
    size = Profiles().find("mirror").size // 2
    for line in (one, same, two):
        assert f"--size={size}" in line and "--time_based=1" in line
        assert not any("offset_increment" in word for word in line)
    for line in lines_of():
        assert "--group_reporting=1" in line and "--direct=1" in line
    assert files_of(copy) == ["one", "other"]


def test_a_copy_reads_as_fast_as_it_writes_and_ends_with_its_fsync() -> None:
    copy = lines_of()[-1]
    assert {"--flow_id=1", "--flow=1", "--end_fsync=1"} <= {*copy}
    reads, writes = copy.index("--rw=read"), copy.index("--rw=write")
    assert reads < writes
    assert copy[: copy.index("--filename=one")].count(f"--io_size={512 * MIB}") == 1
    assert "--time_based=1" not in copy


def test_both_files_are_laid_out_one_after_the_other() -> None:
    line = prepare_layout(FioTarget("one", 64 * MIB, files=("one", "other")))
    assert files_of(line) == ["one:other"]
    assert "--file_service_type=sequential" in line
    assert not any("file_service" in word for word in prepare_layout(FioTarget("one", MIB)))


def test_what_it_costs_and_cannot_be() -> None:
    profile = Profiles().find("mirror")
    assert profile.laid_out == profile.size
    assert profile.bytes_written == profile.size + profile.repeats * profile.size // 2
    assert not profile.needs_root and profile.in_rounds
    assert profile.customized(size=101 * MIB).size == 100 * MIB
    assert {phase.seconds for phase in profile.customized(seconds=9.0).phases} == {9.0}
    with pytest.raises(UsageError):
        profile.customized(size=8 * MIB)
    with pytest.raises(UsageError):
        profile.customized(cache="cold")
    with pytest.raises(UsageError):
        reading_only(profile)
    head = 'title = "Mine"\nquestion = "?"\nmethod = "mirror"\n'
    with pytest.raises(UsageError) as raised:
        read_profile(f'{head}size = "8 MiB"', "mine", "mine.toml")
    assert raised.value.values["what"] == "size"
    assert read_profile(f"{head}seconds = 1\nrepeats = 2", "mine", "mine.toml").size == 1024 * MIB


def test_it_can_be_said_as_a_job_file() -> None:
    text = job_file_text(Profiles().find("mirror"))
    assert text.count("flow=1") == 2
    assert text.count("rw=write") == 1


def test_how_many_devices_served() -> None:
    run = mirror_run(3)
    assert mirrored(run)
    one, same, two, copy = mirror_tests(run)
    assert [test.served for test in (one, same, two, copy)] == [1, 1, 2, 1]
    # Another device in the second repeat is still one at a time.
    assert one.legs == (("sda1", 1.0), ("sdb1", 0.0))
    assert sorted(round(leg.share, 2) for leg in two.legs) == [0.49, 0.51]


def without_counters(run: Run) -> Run:
    phases = tuple(
        replace(p, repeats=tuple(replace(one, members=()) for one in p.repeats)) for p in run.phases
    )
    return replace(run, phases=phases)


def test_nothing_is_claimed_that_no_counter_tells() -> None:
    for test in mirror_tests(without_counters(mirror_run())):
        assert test.served is None and test.legs == ()
    run = mirror_run()
    phase = run.phases[0]
    (repeat,) = phase.repeats
    few = tuple(replace(member, read_bytes=member.read_bytes // 10) for member in repeat.members)
    phase = replace(phase, repeats=(replace(repeat, members=few),))
    memory = replace(run, phases=(phase, *run.phases[1:]))
    assert mirror_tests(memory)[0].served is None  # memory below served the rest
