# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""People's fio job files: what is taken, what is refused, and that nothing else gets through."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from driveproof.domain.access import COLD, DIRECT, Engine
from driveproof.domain.errors import UsageError
from driveproof.domain.profile.for_device import overwriting, reading_only
from driveproof.domain.profile.options import (
    OPTION_FIELDS,
    field_of,
    option_parts,
    size_of,
    sizes_in,
)
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.work import Data, IoOptions
from driveproof.fio import job_options, job_problems
from driveproof.fio.command import FioTarget, prepare
from driveproof.fio.job_file import read_job_file

KIB, MIB, GIB = 2**10, 2**20, 2**30
SOURCE = "/home/me/Database test.fio"
TEST = "[a]\nsize=64m\nruntime=5\ntime_based\ndirect=1\n"
"""One test, to which lines can be added."""
OPTION = re.compile(r"--[a-z_+-]+(=[^\0\n]*)?")
OUR_OPTIONS = """
name filename thread group_reporting direct lat_percentiles clat_percentiles percentile_list
norandommap randrepeat randseed refill_buffers scramble_buffers zero_buffers allow_file_create
fallocate eta output-format status-interval rw bs size ioengine iodepth numjobs runtime
offset_increment sync fsync fdatasync end_fsync rate rate_iops thinktime thinktime_blocks rwmixread
disk_util io_size time_based
"""
ALLOWED = frozenset(OUR_OPTIONS.split())
"""The options that our commands have; beside them are those of `domain.profile.options`."""


def read(text: str) -> Profile:
    return read_job_file(text, SOURCE)


def one(more: str = "") -> Phase:
    """The only test of a file with these lines."""
    (phase,) = read(TEST + more).phases
    return phase


def refused(text: str) -> str:
    with pytest.raises(UsageError) as caught:
        read(text)
    return str(caught.value)


def notes(text: str) -> str:
    return "\n".join(map(str, read(text).notes))


def test_a_usual_file() -> None:
    profile = read(
        "# of a review\n"
        "[global]\n"
        "ioengine=libaio ; asynchronous\n"
        "direct=1\nsize=4g\nruntime=1m\ntime_based=1\ngroup_reporting\nfilename=/dev/sdz\n"
        "\n[seq read]\nrw=read\nbs=1m\niodepth=32\n"
        "[db]\nstonewall\nreadwrite=randrw\nrwmixread=70\nblocksize=8k\nnumjobs=4\niodepth=16\n"
    )
    assert (profile.name, profile.title) == ("database-test", "Database test.fio")
    assert (profile.size, profile.repeats, profile.cache) == (4 * GIB, 1, DIRECT)
    sequential, mixed = profile.phases
    assert sequential == Phase(
        "seq read", "read", "sequential", MIB, 32, warmup=0.0, seconds=60.0, engine="libaio",
    )  # fmt: skip
    assert mixed == Phase(
        "db", "mixed", "random", 8 * KIB, 16, jobs=4, warmup=0.0, seconds=60.0, engine="libaio",
        read_share=70, data=Data.SCRAMBLED, random_map=True,
    )  # fmt: skip
    (note,) = profile.notes
    assert note.values["options"] == "group_reporting, filename"


def test_the_defaults_are_those_of_fio() -> None:
    (phase,) = read("[a]\nsize=1g\nruntime=30\n").phases
    assert (phase.direction, phase.pattern, phase.block_size) == ("read", "sequential", 4096)
    assert (phase.queue_depth, phase.jobs, phase.engine) == (1, 1, "psync")
    profile = read("[a]\nsize=1g\nruntime=30\n")
    assert profile.cache == COLD  # fio's default is not direct
    assert profile.through_cache() == profile


def test_globals_add_up_and_hold_for_what_follows() -> None:
    first, second = read(
        "[global]\nsize=64m\nruntime=5\n[a]\n[global more]\nbs=8k\n[b]\nstonewall\n"
    ).phases
    assert (first.block_size, second.block_size) == (4096, 8192)


def test_a_file_without_time_base_ends_with_its_bytes() -> None:
    write = read("[w]\nrw=write\nbs=1m\nsize=1g\nruntime=30\nloops=2\nnumjobs=2\n").phases[0]
    assert (write.limit, write.seconds) == (4 * GIB, 30)
    once = read("[r]\nrw=randread\nsize=64m\nruntime=30\nio_size=16m\n").phases[0]
    assert once.once
    command = prepare(once, FioTarget("/proc/self/fd/7", 64 * MIB))
    assert "--io_size=16777216" in command
    assert "--time_based=1" not in command
    assert "--norandommap=1" not in command
    mixed = read("[m]\nrw=randrw\nrwmixwrite=25\nsize=64m\nruntime=30\n").phases[0]
    assert (mixed.read_share, mixed.limit) == (75, 16 * MIB)


def test_what_no_file_says_is_bounded() -> None:
    said = notes("[a]\nrw=write\nsize=1g\n")
    assert "runtime=60" in said
    phase = read("[a]\nrw=write\nsize=1g\n").phases[0]
    assert (phase.seconds, phase.limit) == (60, GIB)
    assert "size=1g" in notes("[a]\nrw=read\nruntime=30\n")
    assert read("[a]\nrw=read\nruntime=30\n").size == GIB
    assert refused("[a]\nrw=read\n")
    assert "time_based" in refused("[a]\nsize=1g\ntime_based\n")
    assert read("[a]\nsize=50%\nruntime=30\n").size == GIB


@pytest.mark.parametrize(
    ("lines", "field", "value", "words"),
    [
        ("rw=write\nfsync=1", "fsync", 1, ["--fsync=1"]),
        ("rw=write\nfdatasync=8", "fdatasync", 8, ["--fdatasync=8"]),
        ("rw=write\nend_fsync=1", "end_fsync", True, ["--end_fsync=1"]),
        ("rw=write\nsync=dsync", "sync", "dsync", ["--sync=dsync"]),
        ("rate=10m,5m", "rate", (10 * MIB, 5 * MIB, 0), ["--rate=10485760,5242880"]),
        ("rate=,5m", "rate", (0, 5 * MIB, 0), ["--rate=,5242880"]),
        ("rate_iops=500", "rate_iops", (500, 500, 0), ["--rate_iops=500,500"]),
        (
            "thinktime=2ms\nthinktime_blocks=4",
            "think_time",
            0.002,
            ["--thinktime=2000us", "--thinktime_blocks=4"],
        ),
        (
            "rw=randread\nbssplit=4k/60:64k/40",
            "block_sizes",
            "bssplit=4k/60:64k/40",
            ["--bssplit=4k/60:64k/40"],
        ),
        ("bsrange=4k-64k", "block_sizes", "bsrange=4k-64k", ["--bsrange=4k-64k"]),
        ("rw=rw\nbs=4k,64k", "block_sizes", "bs=4k,64k", ["--bs=4k,64k"]),
        (
            "rw=randread\nrandom_distribution=zipf:1.2",
            "order",
            "random_distribution=zipf:1.2",
            ["--random_distribution=zipf:1.2"],
        ),
        ("offset=16m", "offset", "offset=16777216", ["--offset=16777216"]),
        ("blockalign=64k", "other", "blockalign=64k", ["--blockalign=64k"]),
    ],
)
def test_options_that_comparisons_know(
    lines: str, field: str, value: object, words: list[str]
) -> None:
    phase = one(lines)
    assert getattr(phase.asked, field) == value
    command = prepare(phase, FioTarget("/proc/self/fd/7", 128 * MIB))
    assert set(words) <= set(command)
    if field == "block_sizes":
        assert not any(word.startswith("--bs=") for word in command) or words[0][:5] == "--bs="
        assert phase.block_size == 64 * KIB
        assert value in phase.name  # type: ignore[operator]


@pytest.mark.parametrize(
    ("lines", "data"),
    [
        ("", Data.SCRAMBLED),
        ("refill_buffers", Data.FRESH),
        ("zero_buffers=1", Data.ZEROS),
        ("scramble_buffers=0", Data.REPEATED),
        ("buffer_compress_percentage=50", Data.COMPRESSIBLE),
        ("dedupe_percentage=30", Data.COMPRESSIBLE),
    ],
)
def test_the_data_is_what_fio_would_write(lines: str, data: Data) -> None:
    assert one(f"rw=write\n{lines}\n").data is data


def test_an_offset_leaves_out_the_begin() -> None:
    profile = read(TEST + "offset=16m\n")
    assert profile.size == 80 * MIB
    command = prepare(profile.phases[0], FioTarget("/proc/self/fd/7", profile.size))
    assert f"--size={64 * MIB}" in command


def test_sections_that_do_the_same_at_once_are_one_test() -> None:
    same = "[{}]\nrw=randread\nsize=64m\nruntime=5\nfilename=/data/{}\n"
    (phase,) = read("".join(same.format(name, name) for name in "abc")).phases
    assert phase.jobs == 3
    said = refused(same.format("a", "a") + same.format("b", "b") + "bs=8k\n")
    assert "[a] and [b]" in said
    assert "bs" in said


def test_a_reader_beside_a_writer_is_a_test_of_independent_jobs() -> None:
    both = "[global]\nsize=64m\nruntime=5\nbs=4k\nioengine=libaio\ndirect=1\ntime_based\n"
    reads, writes = "[r]\nrw=randread\niodepth=8\n", "[w]\nrw=randwrite\niodepth=2\n"
    for text in (both + reads + writes, both + writes + reads):
        (phase,) = read(text).phases
        assert (phase.direction, phase.queue_depth, phase.write_depth) == ("mixed", 8, 2)
        assert (phase.title, phase.limit, phase.jobs) == ("r + w", None, 1)
        assert phase.name == "RND4K Q8T1 + Q2T1 mixed"
        command = prepare(phase, FioTarget("/proc/self/fd/7", 64 * MIB))
        assert [word for word in command if word.startswith(("--rw=", "--iodepth="))] == [
            "--rw=randread", "--iodepth=8", "--rw=randwrite", "--iodepth=2",
        ]  # fmt: skip
    bounded = both.replace("time_based", "") + reads + writes
    assert read(bounded).phases[0].limit == 64 * MIB
    ends = "exitall=1\nexit_what=stonewall\n"
    (phase,) = read(
        both.replace("time_based", ends) + f"{reads}time_based\n{writes}io_size=16m\n"
    ).phases
    assert (phase.limit, phase.write_depth) == (16 * MIB, 2)
    assert read(both + ends + reads).phases[0].direction == "read"  # one that ends itself
    assert "exit_what" in refused(
        both + "exitall\nexit_what=all\n" + reads + writes.replace("[w]", "[w]\nstonewall")
    )
    assert "bs" in refused(both + reads + writes + "bs=8k\n")
    assert "[r] and [w]" in refused(both + reads + writes.replace("randwrite", "write"))
    assert "[x]" in refused(both + reads + writes + "[x]\nrw=randread\niodepth=1\n")


def test_tests_with_the_same_settings_carry_their_sections_name() -> None:
    profile = read(f"{TEST}rw=write\n[a]\nstonewall\n" + TEST[4:] + "rw=write\nfsync=1\n")
    assert [phase.title for phase in profile.phases] == ["a", "a (2)"]
    names = [phase.name for phase in profile.phases]
    assert names == ["SEQ4K Q1T1 write", "SEQ4K Q1T1 write · fsync=1"]
    same = read(f"{TEST}rw=write\n[b]\nstonewall\n" + TEST[4:] + "rw=write\n")
    names = [phase.name for phase in same.phases]
    assert names == ["SEQ4K Q1T1 write · a", "SEQ4K Q1T1 write · b"]


def test_a_queue_that_an_engine_does_not_have() -> None:
    assert one("iodepth=32\n").queue_depth == 1
    assert "iodepth=32" in notes(TEST + "iodepth=32\n")
    assert one("iodepth=32\nioengine=io_uring\n").queue_depth == 32
    buffered = TEST.replace("direct=1", "direct=0")
    assert "buffered" in notes(buffered + "iodepth=32\nioengine=libaio\n")


def test_only_one_way_past_or_through_the_page_cache() -> None:
    other = TEST.replace("[a]", "[b]\nstonewall").replace("direct=1", "buffered=1")
    assert "direct=1" in refused(TEST + other)


@pytest.mark.parametrize(
    "line",
    [
        "exec_prerun=touch /tmp/x",
        "exec_postrun=reboot",
        "ioengine=external:/tmp/evil.so",
        "ioengine=net",
        "ioengine=io_uring_cmd",
        "port=8888",
        "opendir=/etc",
        "read_iolog=/etc/passwd",
        "replay_redirect=/dev/sda",
        "verify=crc32c",
        "verify_pattern='/etc/shadow'",
        "buffer_pattern='/etc/shadow'",
        "fill_device=1",
        "pre_read=1",
        "rw=randtrim",
        "rw=trimwrite",
        "trim_percentage=10",
        "cgroup=x",
        "latency_target=10ms",
        "steadystate=iops:20%",
        "ss=iops:20%",
        "wait_for=b",
        "flow=8",
        "profile=tiobench",
        "include other.fio",
        "size=${SIZE}",
        "numjobs=$ncpus",
        "kb_base=1000",
        "stats=0",
        "no_such_option=1",
        "RW=read",
        "zonemode=zbd",
        "max_open_zones=4",
        "filesize=4k-64k",
        "filesize=1k",
    ],
)
def test_what_is_refused_says_where(line: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(f"{TEST}{line}\n")
    assert caught.value.advice is not None or {"allowed", "key"} & set(caught.value.values)
    assert f"{SOURCE}, line 6: {re.split('[= ]', line)[0]}" in str(caught.value)
    # A global section is no way around it.
    with pytest.raises(UsageError):
        read(f"[global]\n{line}\n{TEST}")


def test_all_that_is_refused_is_named_at_once() -> None:
    text = (
        "[global]\nverify=md5\nsize=${SIZE}\n"
        "[a]\nbs=100\nexec_prerun=id\nrw=randtrim\n"
        "[b]\nstonewall\nbs=4kib\nexec_prerun=id\nruntime=2d\n"
        "[c]\nrw=write\n"
    )
    with pytest.raises(UsageError) as caught:
        read(text)
    every = [caught.value, *caught.value.besides]
    assert [
        (str(each.values["at"]), each.values.get("option") or each.values.get("what"))
        for each in every
    ] == [
        (f"{SOURCE}, line 2", "verify"),
        (f"{SOURCE}, line 3", "${SIZE}"),
        (f"{SOURCE}, line 5", "bs"),
        (f"{SOURCE}, line 6, 11", "exec_prerun"),
        (f"{SOURCE}, line 7", "rw=randtrim"),
        (f"{SOURCE}, line 10", "bs"),
        (f"{SOURCE}, line 12", "runtime"),
        (f"{SOURCE}, line 13", "bs"),
    ]
    # Each has what to do; what is the same for all that are refused stands behind the last of them.
    refusals = [each for each in every if "reason" in each.values]
    assert [each.advice is not None for each in refusals] == [False] * (len(refusals) - 1) + [True]


def test_many_problems_end_somewhere() -> None:
    text = TEST + "".join(f"unknown_{number}=1\n" for number in range(500)) + "same=1\n" * 500
    with pytest.raises(UsageError) as caught:
        read(text)
    assert len(caught.value.besides) == job_problems.MOST_PROBLEMS
    assert caught.value.besides[-1].values["count"] == 481
    with pytest.raises(UsageError) as caught:
        read(TEST + "same=1\n" * 500)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "lines",
    [
        "gtod_reduce=0\ndisable_lat=0\nunlink=0\nverify=0\nfile_append=0\nnrfiles=1\nhipri=0",
        "write_bw_log=x\nwrite_lat_log=x\nlog_avg_msec=500\nlog_offset=1\nper_job_logs=0",
        "write_iolog=/etc/cron.d/x\nwrite_hist_log=x\nlog_hist_msec=100",
        "filename=/dev/sdz\nfilename_format=x.$jobnum\ndirectory=${NOT_SET}\nopenfiles=1",
        "group_reporting\ndisable_slat=1\npercentile_list=50:99\nunified_rw_reporting=0",
        "overwrite=1\nunlink=1\ncreate_serialize=0\ncreate_fsync=0\nfallocate=none",
        "verify_dump=1\nverify_state_save=0\ndo_verify=1\nlatency_window=1s",
        "buffered=0\nexitall\nexitall_on_error\nkb_base=1024\nfadvise_hint=0",
        "threads=1\nstartdelay=5\ncontinue_on_error=none\nmem=malloc",
    ],
)
def test_what_changes_no_figure_is_set_by_driveproof(lines: str) -> None:
    profile = read(f"{TEST}{lines}\n")
    assert profile.phases == (one(),)
    assert len(profile.notes) <= 1
    assert all(set(note.values) == {"options"} for note in profile.notes)


@pytest.mark.parametrize(
    "line",
    ["cpus_allowed=0-3", "cpus_allowed_policy=split", "numa_cpu_nodes=0", "nice=5", "prioclass=1",
     "mem=mmaphuge:/dev/hugepages/x", "ioscheduler=none", "uid=0", "gtod_reduce=1", "hipri",
     "clocksource=cpu", "io_submit_mode=offload", "registerfiles=1", "rate_min=1m", "ratemin=1m",
     "max_latency=10ms", "create_on_open=1"],
)  # fmt: skip
def test_what_could_change_a_figure_is_said(line: str) -> None:
    profile = read(f"{TEST}{line}\n")
    assert profile.phases == (one(),)
    (note,) = profile.notes
    written = line.partition("=")[0]
    name = job_options.ALIASES.get(written, written)
    assert note.values["options"] == name
    command = " ".join(prepare(profile.phases[0], FioTarget("/proc/self/fd/7", 64 * MIB)))
    assert name not in command.replace("--ioengine", "")


def test_direct_and_buffered_are_one_option_and_the_later_counts() -> None:
    through = TEST.replace("direct=1\n", "")
    for lines, direct in (
        ("direct=1\nbuffered=0\n", True),
        ("direct=0\nbuffered=1\n", False),
        ("buffered=1\ndirect=1\n", True),
        ("direct=1\nbuffered=1\n", False),
    ):
        assert read(through + lines).cache == (DIRECT if direct else COLD)


def test_a_variable_of_the_environment_is_put_in() -> None:
    text = TEST + "rw=${MODE}\nbs=${BS}k\ndescription=${HOME}\nfilename=${DEVICE}\n"
    profile = read_job_file(text, SOURCE, {"MODE": "randwrite", "BS": "8", "HOME": "/home/me"})
    (phase,) = profile.phases
    assert (phase.direction, phase.block_size) == ("write", 8 * KIB)
    assert profile.question == "${HOME}"  # nothing is looked up for what is no setting
    assert profile.notes[1].values["values"] == "MODE=randwrite, BS=8"
    with pytest.raises(UsageError) as caught:
        read_job_file(text, SOURCE, {"MODE": "", "BS": "8k --exec_prerun=id"})
    assert [each.values.get("what") for each in (caught.value, *caught.value.besides)] == [
        "${MODE}", "bs",
    ]  # fmt: skip
    for hostile in ("4k $(id)", "${BS}", "4k\nexec_prerun=id", "external:/tmp/x.so"):
        with pytest.raises(UsageError):
            read_job_file(text, SOURCE, {"MODE": "randwrite", "BS": hostile})


def test_a_section_that_only_makes_its_file_is_left_out() -> None:
    text = "[make]\nsize=1g\ncreate_only=1\n" + TEST.replace("[a]", "[a]\nstonewall")
    profile = read(text)
    assert [phase.title for phase in profile.phases] == ["a"]
    assert profile.notes[0].values["name"] == "make"


def test_several_files_become_one_and_that_is_said() -> None:
    for lines in ("nrfiles=8", "nr_files=8", "filename=" + ":".join("abcdefgh")):
        notes = read(f"{TEST}{lines}\n").notes
        assert [note.values["asked"] for note in notes if "asked" in note.values] == ["nrfiles=8"]
    assert read("[a]\nfilesize=8m\nnrfiles=8\nruntime=5\n").size == 64 * MIB
    assert read("[a]\nfilename=/data/a\\:b\nsize=64m\nruntime=5\n").notes[0].values.keys() == {
        "options"
    }


def test_the_size_of_the_file_and_what_is_moved() -> None:
    write = "[a]\nrw=write\nbs=4k\nruntime=5\n"
    for lines, extent, limit in (
        ("filesize=64m\n", 64 * MIB, 64 * MIB),
        ("filesize=64m\nsize=16m\n", 64 * MIB, 16 * MIB),
        ("size=64m\nio_size=200%\n", 64 * MIB, 128 * MIB),
        ("size=64m\nnumber_ios=1000\n", 64 * MIB, 4096000),
        ("size=64m\nloops=3000\n", 64 * MIB, 3000 * 64 * MIB),
        ("filename=/dev/sdz\nruntime=0\n", GIB, GIB),
    ):
        profile = read(write + lines)
        assert (profile.size, profile.phases[0].limit) == (extent, limit)


def test_a_mix_of_one_direction_is_none() -> None:
    assert one("rw=randrw\nrwmixread=100\n").direction == "read"
    assert one("rw=randrw\nrwmixwrite=100\n").direction == "write"
    assert one("rw=randrw\nrwmixread=0\n").direction == "write"


def test_waiting_for_the_section_before_is_a_stonewall() -> None:
    other = TEST.replace("[a]", "[b]\nbs=8k\nwait_for=a")
    assert [phase.title for phase in read(TEST + other).phases] == ["a", "b"]
    third = TEST.replace("[a]", "[c]\nbs=16k\nwait_for=a")
    assert "wait_for" in refused(TEST + other + third)


def test_a_hint_to_the_page_cache_is_passed_on_only_through_it() -> None:
    buffered = TEST.replace("direct=1", "direct=0") + "fadvise_hint=0\n"
    (phase,) = read(buffered).phases
    assert phase.asked.other == "fadvise_hint=0"
    assert "--fadvise_hint=0" in prepare(phase, FioTarget("/proc/self/fd/7", 64 * MIB))


def test_engines_with_one_request_at_a_time_are_psync() -> None:
    profile = read(TEST + "ioengine=pvsync2\n")
    assert profile.phases[0].engine == "psync"
    assert profile.notes[0].values["asked"] == "ioengine=pvsync2"


def test_switches_are_those_of_fio() -> None:
    assert one("norandommap=30\nrw=randread\n").random_map is False
    assert one("end_fsync\nrw=write\n").asked.end_fsync
    assert one("fsync_on_close=1\nrw=write\n").asked.end_fsync


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "[random-read]"),
        ("[global]\nrw=read\n", "[random-read]"),
        ("rw=read\n[a]\n", "line 1"),
        ("[a\nsize=1m\n", "line 1"),
        ("[]\nsize=1m\n", "line 1"),
        (f"{TEST}size=\n", "size"),
        (f"{TEST}thinktime\n", "thinktime"),
        (f"{TEST}bs=4kib\n", "bs must be"),
        (f"{TEST}bs=1.5k\n", "bs must be"),
        (f"{TEST}bs=100\n", "bs must be"),
        (f"{TEST}size=1k\n", "size must be"),
        (f"{TEST}size=2t\n", "size must be"),
        (f"{TEST}numjobs=65\n", "numjobs must be"),
        (f"{TEST}iodepth=0\n", "iodepth must be"),
        (f"{TEST}direct=yes\n", "direct must be"),
        (f"{TEST}runtime=2d\n", "runtime must be"),
        (f"{TEST}rw=read:8\n", "rw must be"),
        (f"{TEST}bssplit=4k/a\n", "bssplit must be"),
        (f"{TEST}ioengine=mmap\n", "ioengine must be"),
        (f"[x]\n{'a' * 5000}\n", "4096"),
        ("".join(f"[{n}]\nsize=1m\nstonewall\n" for n in range(300)), "line 769"),
        ("".join(f"[{n}]\nsize=1m\nnumjobs=64\n" for n in range(2)), "128"),
    ],
)
def test_mistakes(text: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(text)
    assert said in str(caught.value)


def test_a_device_takes_only_what_the_helpers_protocol_has() -> None:
    plain = read(TEST + "rw=randread\n")
    assert reading_only(plain).phases == (replace(plain.phases[0], random_map=False),)
    for line in ("bssplit=4k/50:8k/50", "rate=1m", "random_distribution=zipf:1.2", "offset=1m"):
        with pytest.raises(UsageError, match=line.partition("=")[0].split("_")[0]):
            reading_only(read(f"{TEST}rw=randread\n{line}\n"))
    bounded = TEST.replace("time_based", "loops=1").replace("direct=1", "direct=1\nrw=write")
    assert overwriting(read(bounded)).phases[0].direction == "write"
    for line in ("fsync=1", "zero_buffers=1", "buffer_compress_percentage=50"):
        with pytest.raises(UsageError) as raised:
            overwriting(read(f"{bounded}{line}\n"))
        assert set(raised.value.values) == {"what"}


NAMES = [
    *sorted(job_options.TAKEN | job_options.ALLOWED | set(job_options.ALIASES)),
    *("exec_prerun", "write_lat_log", "verify", "filename_format", "include", "bssplit", "bsrange"),
    *("random_distribution", "percentage_random", "zonesize", "blockalign", "dedupe_percentage"),
]
VALUES = st.one_of(
    st.sampled_from(
        ["", "0", "1", "4k", "4kib", "1m", "64m", "1g", "50%", "30", "5s", "randrw", "write",
         "libaio", "external:/tmp/x.so", "4k/60:64k/40", "4k-64k", "4k,8k", "zipf:1.2", "10m,5m",
         "${SAFE}", "${BAD}", "${UNSET}k", "1 --exec_prerun=id",
         "4k\t--filename=/etc/passwd", "/dev/sda", "$ncpus", "-1", "9" * 30]
    ),
    st.text(max_size=20),
)  # fmt: skip
LINES = st.one_of(
    st.builds(lambda name, value: f"{name}={value}", st.sampled_from(NAMES), VALUES),
    st.sampled_from(["[a]", "[b]", "[global]", "stonewall", "time_based", "size=64m", "runtime=5"]),
    st.text(max_size=40),
)


def check_or_refuse(text: str) -> None:
    """A file is refused, or its commands have nothing but options of ours and of the list."""
    try:
        profile = read_job_file(text, "hostile.fio", {"SAFE": "4k", "BAD": "1 --exec_prerun=id"})
    except UsageError as error:
        assert str(error)
        assert error.advice is None or str(error.advice)
        return
    assert profile.phases
    assert profile.seconds > 0
    names = [phase.name for phase in profile.phases]
    assert len(set(names)) == len(names)
    for phase in profile.phases:
        assert 0 < phase.seconds <= 86400
        assert phase.limit is None or 0 < phase.limit <= 2**51
        assert phase.extent <= profile.size <= 2**40 + MIB
        for word in prepare(phase, FioTarget("/proc/self/fd/7", profile.size))[1:]:
            assert OPTION.fullmatch(word), word
            name, _, value = word.removeprefix("--").partition("=")
            if name == "name":
                continue
            assert not set(value) & set(" \t$;'\""), word
            assert name in ALLOWED or field_of(name), word
            if name == "filename":
                assert value == "/proc/self/fd/7"
            if name == "ioengine":
                assert value in tuple(Engine)


@given(st.lists(LINES, max_size=25).map("\n".join))
@example("[a]\nsize=64m\nruntime=5\nrandom_distribution=zipf:1.2 --exec_prerun=id")
@example("[a]\nsize=64m\nruntime=5\nrandom_distribution=zipf:1.2\texec_prerun=id")
@example("[a]\nsize=64m\nruntime=5\nbssplit=4k/50:8k/50 ")
@example("[a]\nsize=64m\nruntime=5\nrw=randrw\nrwmixread=99\nbs=32m")
def test_no_file_gets_anything_else_to_fio(text: str) -> None:
    check_or_refuse(text)


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    check_or_refuse(text)


@given(
    st.sampled_from(OPTION_FIELDS),
    st.lists(st.tuples(st.sampled_from(NAMES), VALUES), max_size=4),
)
def test_a_field_carries_only_what_belongs_to_it(field: str, listed: list[tuple[str, str]]) -> None:
    text = " ".join(f"{name}={value}" for name, value in listed)
    found = option_parts(field, text)
    if found is not None:
        assert all(field_of(name) == field for name, _ in found)
        work = IoOptions(**{field: text})
        prepare(replace(one(), asked=work), FioTarget("/proc/self/fd/7", 64 * MIB))
    else:
        with pytest.raises(ValueError, match="not allowed"):
            bad = IoOptions(**{field: text})
            prepare(replace(one(), asked=bad), FioTarget("/proc/self/fd/7", 64 * MIB))


def test_sizes_are_read_as_fio_reads_them() -> None:
    # Seen with fio 3.33: "4kib" is 4000 bytes and "1.5k" is 1, so neither is taken.
    assert [size_of(text) for text in ("4k", "4K", "4kb", "0x1000", "4096")] == [4096] * 5
    assert size_of("4kib") is None
    assert size_of("1.5k") is None
    assert size_of("9" * 15 + "t") is None
    assert sizes_in("bssplit=4k/60:64k/40,8k/50:1m/") == (4096, MIB)
    assert sizes_in("bsrange=4k-64k") == (4096, 64 * KIB)
    assert sizes_in("bs=4k,64k") == (4096, 64 * KIB)
