# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The loads of computers: what fio gets is what their sources say."""

from __future__ import annotations

import pytest

from driveproof.domain.errors import UsageError
from driveproof.domain.profile.for_device import overwriting, readable
from driveproof.domain.profile.profile import Group, Profile
from driveproof.engine.run.profiles import Profiles
from driveproof.export.text.job_file import job_file_text
from driveproof.fio.command import FioTarget, prepare
from driveproof.fio.job_file import read_job_file

NAMES = [one.name for one in Profiles().all() if one.name.startswith("workload-")]
GIB = 2**30


def options(name: str, number: int = 0) -> dict[str, str]:
    """What fio gets for a test of the profile."""
    profile = Profiles().find(name)
    words = prepare(profile.phases[number], FioTarget("file", profile.size))[1:]
    return dict(word.removeprefix("--").split("=", 1) for word in words)


def has(found: dict[str, str], line: str) -> bool:
    """Whether all of these are among the options."""
    return all(found[key] == value for key, value in (one.split("=", 1) for one in line.split()))


@pytest.mark.parametrize(
    ("name", "number", "line"),
    [
        ("fileserver", 0, "rw=randrw rwmixread=80 iodepth=8 ioengine=libaio refill_buffers=1"),
        ("fileserver", 1, "bssplit=512/10:1k/5:2k/5:4k/60:8k/2:16k/4:32k/4:64k/10 iodepth=64"),
        ("fileserver", 2, "iodepth=256 direct=1 norandommap=1"),
        ("database", 0, "rw=randrw rwmixread=70 bs=8192 iodepth=32 numjobs=1"),
        ("database", 1, "rw=randrw rwmixread=70 bs=16384 iodepth=32"),
        ("backup", 0, f"rw=rw rwmixread=5 bs=1048576 iodepth=8 numjobs=4 size={GIB}"),
        ("backup", 0, f"offset_increment={GIB} scramble_buffers=1 refill_buffers=0"),
        ("vm", 0, "rw=randrw rwmixread=40 bs=4096 iodepth=8 numjobs=4"),
        ("vm", 2, "rw=randrw rwmixread=20 bs=4096 iodepth=8 numjobs=16"),
        ("boot-storm", 0, "rw=randread bs=4096 iodepth=1 ioengine=psync numjobs=16"),
        ("boot-storm", 1, "random_distribution=zipf:1.1 numjobs=64 time_based=1 norandommap=1"),
        ("endurance", 0, "rw=randrw rwmixread=40 iodepth=256 numjobs=4 blockalign=4k"),
        ("endurance", 0, "random_distribution=zoned:50/5:30/15:20/80 norandommap=1"),
    ],
)
def test_what_fio_gets(name: str, number: int, line: str) -> None:
    assert has(options(f"workload-{name}", number), line)


def shares(text: str) -> int:
    """The percents of a list of shares together."""
    return sum(int(one.rpartition("/")[2]) for one in text.split(":"))


def test_every_share_is_of_a_hundred() -> None:
    for name in ("fileserver", "endurance"):
        assert shares(options(f"workload-{name}")["bssplit"]) == 100
    zones = options("workload-endurance")["random_distribution"].removeprefix("zoned:")
    assert shares(zones) == 100
    assert sum(int(one.partition("/")[0]) for one in zones.split(":")) == 100


@pytest.mark.parametrize("name", NAMES)
def test_each_is_of_real_life_and_can_be_compared(name: str) -> None:
    profile = Profiles().find(name)
    assert profile.group is Group.REAL_LIFE
    assert profile.repeats == 6
    assert profile.question.endswith("?") and profile.description
    assert profile.seconds < 400
    written = profile.bytes_written
    assert written is not None and written <= 64 * GIB


@pytest.mark.parametrize("name", NAMES)
def test_the_job_file_is_the_same_tests(name: str) -> None:
    profile = Profiles().find(name)
    again = read_job_file(job_file_text(profile), f"{name}.fio")
    for mine, theirs in zip(profile.phases, again.phases, strict=True):
        assert (mine.direction, mine.pattern, mine.jobs) == (
            theirs.direction, theirs.pattern, theirs.jobs,
        )  # fmt: skip
        assert mine.read_share == theirs.read_share
        assert mine.asked == theirs.asked


def test_the_helper_takes_what_its_protocol_can_say() -> None:
    def device(name: str) -> Profile:
        return overwriting(Profiles().find(f"workload-{name}"))

    for name in ("backup", "vm"):
        assert device(name).phases
    for name, option in (("fileserver", "bssplit"), ("endurance", "zoned")):
        with pytest.raises(UsageError, match=option):
            device(name)
    with pytest.raises(UsageError, match="zipf"):
        readable(Profiles().find("workload-boot-storm"))
