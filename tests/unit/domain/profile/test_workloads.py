# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The loads of computers: what fio gets is what their sources say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.errors import UsageError
from driveproof.domain.method import FIO
from driveproof.domain.profile.for_device import overwriting, reading_only
from driveproof.domain.profile.log import is_log
from driveproof.domain.profile.phase import LAYOUT_RATE
from driveproof.domain.profile.profile import Profile, with_log_apart
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.profile.shipped import ProfileGroup
from driveproof.engine.run.profiles import Profiles
from driveproof.export.text.job_file import job_file_text
from driveproof.fio.command import LOG_JOB, FioTarget, LogFile, engine_for, prepare
from driveproof.fio.job_file import read_job_file
from driveproof.system.helper.phase import device_phase

NAMES = [
    one.name
    for one in Profiles().all()
    if one.name.startswith(("workload-", "vm-boot")) and one.method == FIO  # the others need no fio
]
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
        (
            "workload-fileserver",
            0,
            "rw=randrw rwmixread=80 iodepth=8 ioengine=libaio refill_buffers=1",
        ),
        (
            "workload-fileserver",
            1,
            "bssplit=512/10:1k/5:2k/5:4k/60:8k/2:16k/4:32k/4:64k/10 iodepth=64",
        ),
        ("workload-fileserver", 2, "iodepth=256 direct=1 norandommap=1"),
        ("workload-database", 0, "rw=write bs=16384 iodepth=1 fsync=1 ioengine=psync"),
        ("workload-database", 1, "rw=randrw rwmixread=70 bs=8192 iodepth=32 numjobs=1"),
        ("workload-backup", 0, f"rw=rw rwmixread=5 bs=1048576 iodepth=8 numjobs=4 size={GIB // 2}"),
        ("workload-backup", 0, f"offset_increment={GIB // 2} scramble_buffers=1 refill_buffers=0"),
        ("workload-vm", 0, "rw=randrw rwmixread=40 bs=4096 iodepth=8 numjobs=4"),
        ("workload-vm", 2, "rw=randrw rwmixread=20 bs=4096 iodepth=8 numjobs=16"),
        ("vm-boot", 0, "rw=randread bs=4096 iodepth=1 ioengine=psync numjobs=16"),
        ("vm-boot", 1, "random_distribution=zipf:1.1 numjobs=64 time_based=1 norandommap=1"),
        ("workload-endurance", 0, "rw=randrw rwmixread=40 iodepth=256 numjobs=4 blockalign=4k"),
        ("workload-endurance", 0, "random_distribution=zoned:50/5:30/15:20/80 norandommap=1"),
    ],
)
def test_what_fio_gets(name: str, number: int, line: str) -> None:
    assert has(options(name, number), line)


@pytest.mark.parametrize(("number", "block"), [(2, "8192"), (3, "16384")])
def test_the_log_is_a_job_of_its_own_in_the_last_eighth(number: int, block: str) -> None:
    profile = Profiles().find("workload-database")
    words = list(prepare(profile.phases[number], FioTarget("file", profile.size)))
    names = [place for place, word in enumerate(words) if word.startswith("--name=")]
    shared, pages, log = (
        dict(word.removeprefix("--").split("=", 1) for word in words[begin:end])
        for begin, end in ((1, names[0]), (names[0], names[1]), (names[1], None))
    )
    assert has(shared, "group_reporting=0 exitall=1 direct=1 filename=file")
    assert has(pages, f"rw=randrw rwmixread=70 bs={block} iodepth=32 size={2 * GIB * 7 // 8}")
    assert has(log, f"rw=write bs=16384 fsync=1 iodepth=1 ioengine=psync size={GIB // 4}")
    assert has(log, f"offset={2 * GIB * 7 // 8} name={LOG_JOB} io_size={GIB // 4}")
    assert "fsync" not in pages and "time_based" not in log
    # A limit of what is written: the pages read more than twice as much.
    assert int(pages["io_size"]) * 30 // 100 <= GIB // 4


def test_a_log_on_another_drive_has_a_file_of_its_own_and_the_pages_stay_where_they_are() -> None:
    profile = with_log_apart(Profiles().find("workload-database"))
    assert profile.log_size == GIB // 4
    file = LogFile("log", 0, profile.log_size, direct=False)
    here = prepare(profile.phases[2], FioTarget("file", profile.size))
    apart = prepare(profile.phases[2], FioTarget("file", profile.size, log=file))
    at = apart.index(f"--name={LOG_JOB}")
    # fio 3.33 writes to a file that is named before all jobs, whatever the job names itself.
    assert sorted(apart[:at]) == sorted(here[: here.index(f"--name={LOG_JOB}")])
    first = next(place for place, word in enumerate(apart) if word.startswith("--name="))
    assert apart.index("--filename=file") > first
    log = dict(word.removeprefix("--").split("=", 1) for word in apart[at:])
    assert has(log, f"filename=log direct=0 offset=0 size={GIB // 4} fsync=1 io_size={GIB // 4}")


def test_both_files_and_both_logs_are_counted() -> None:
    plain = Profiles().find("workload-database").customized(repeats=6)
    apart = with_log_apart(plain)
    each = (4 + 2) * GIB // 4  # four tests, two logs beside
    assert plain.bytes_written == 2 * GIB + 6 * each
    assert apart.bytes_written == plain.bytes_written + GIB // 4
    assert apart.seconds == pytest.approx(plain.seconds + GIB / 4 / LAYOUT_RATE)
    smaller = apart.customized(size=GIB)
    assert smaller.log_size == GIB // 8
    assert [is_log(phase) for phase in plain.phases] == [True, False, False, False]
    with pytest.raises(UsageError):
        with_log_apart(Profiles().find("workload-vm"))


def test_what_a_log_cannot_stand_beside_is_refused() -> None:
    head = 'title = "T"\nquestion = "Q?"\nsize = "16 MiB"\n[[phase]]\nname = "N"\nseconds = 1\n'
    good = {
        "directions": '["mixed"]', "pattern": '"random"', "block_size": '"8 KiB"',
        "queue_depth": "4", "log_block": '"16 KiB"',
    }  # fmt: skip

    def read(**other: str) -> Profile:
        table = {**good, **other}.items()
        return read_profile(head + "\n".join(f"{k} = {v}" for k, v in table), "mine", "mine.toml")

    assert read().phases[0].name == "RND8K Q4T1 mixed · log_block=16384"
    for wrong in (
        {"directions": '["read"]'},
        {"directions": '["read", "mixed"]'},
        {"pattern": '"sequential"'},
        {"write_depth": "2"},
        {"log_block": '"4 MiB"'},
    ):
        with pytest.raises(UsageError):
            read(**wrong)


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
    assert profile.group is ProfileGroup.REAL_LIFE
    assert profile.repeats == 3
    assert profile.question.endswith("?") and profile.description
    assert profile.seconds < 400
    written = profile.bytes_written
    assert written is not None and written <= 64 * GIB


@pytest.mark.parametrize("name", NAMES)
def test_the_job_file_is_the_same_tests(name: str) -> None:
    profile = Profiles().find(name)
    # A log beside pages is two sections that do different things, which is refused when read.
    phases = tuple(phase for phase in profile.phases if not phase.asked.log_block)
    profile = replace(profile, phases=phases)
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
        for phase in device(name).phases:
            sent = device_phase(phase, engine_for(phase), seed=1, direct=True)
            assert (sent.jobs, sent.read_share) == (phase.jobs, phase.read_share)
            assert sent.limit == phase.limit
    for name, option in (
        ("fileserver", "bssplit"), ("endurance", "zoned"), ("database", "fsync=1"),
    ):  # fmt: skip
        with pytest.raises(UsageError, match=option):
            device(name)
    with pytest.raises(UsageError, match="zipf"):
        reading_only(Profiles().find("vm-boot"))
