# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The fio command of a phase."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.errors import UsageError
from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.work import IoOptions
from driveproof.fio.command import (
    SEED,
    FioTarget,
    engine_for,
    prepare,
    prepare_layout,
    prepare_on_device,
)
from driveproof.system.helper.phase import device_phase

MIB = 2**20
PLACE = FioTarget("/proc/self/fd/7", 64 * MIB)
RANDOM = Phase("Random", "read", "random", 4096, 1)

FRESH = ["--refill_buffers=1"]
SCRAMBLED = ["--refill_buffers=0", "--scramble_buffers=1"]
COMMON = [
    "--filename=/proc/self/fd/7",
    "--thread=1",
    "--group_reporting=1",
    "--direct=1",
    "--lat_percentiles=1",
    "--clat_percentiles=0",
    "--percentile_list=50:90:95:99:99.9:99.99",
    "--norandommap=1",
    "--randrepeat=0",
    f"--randseed={SEED + 1}",
    *FRESH,
    "--allow_file_create=0",
    "--fallocate=none",
    "--disk_util=0",
    "--eta=never",
    "--output-format=json+",
]


def options(command: tuple[str, ...]) -> dict[str, str]:
    """The options of a command; none may be given twice."""
    pairs = [word.removeprefix("--").split("=", 1) for word in command[1:]]
    assert all(word.startswith("--") for word in command[1:])
    found = dict(pairs)
    assert len(found) == len(pairs)
    return found


@pytest.mark.parametrize(
    "change",
    [{"offset": 65 * MIB}, {"offset": 64 * MIB}, {"block_size": 65 * MIB}],
    ids=["behind", "at the end", "a block is larger"],
)
def test_a_phase_without_room_has_no_command(change: dict[str, int]) -> None:
    """fio takes a negative size for one that is counted from the end."""
    with pytest.raises(UsageError) as raised:
        prepare(replace(RANDOM, **change), PLACE)  # type: ignore[arg-type]
    assert set(raised.value.values) == {"size", "test"}


def test_a_random_read_at_depth_1() -> None:
    assert list(prepare(RANDOM, PLACE)) == [
        "fio",
        "--name=RND4K-Q1T1-read",
        *COMMON,
        "--status-interval=100ms",
        "--rw=randread",
        "--bs=4096",
        f"--size={64 * MIB}",
        "--ioengine=psync",
        "--iodepth=1",
        "--numjobs=1",
        "--runtime=2500ms",
        "--time_based=1",
    ]


def test_a_sequential_write_that_is_bounded_in_bytes() -> None:
    phase = Phase("Sequential", "write", "sequential", MIB, 8, limit=2**31)
    place = COMMON.index(*FRESH)
    before, after = COMMON[:place], COMMON[place + 1 :]
    assert list(prepare(phase, PLACE)) == [
        "fio",
        "--name=SEQ1M-Q8T1-write",
        *before,
        *SCRAMBLED,
        *after,
        "--status-interval=20ms",
        "--rw=write",
        f"--bs={MIB}",
        f"--size={64 * MIB}",
        "--ioengine=libaio",
        "--iodepth=8",
        "--numjobs=1",
        "--runtime=2500ms",
        f"--io_size={2**31}",
    ]


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("block", [4096, 64 * 1024, 128 * 1024, MIB])
def test_small_blocks_and_ways_that_compress_get_fresh_data(block: int, fresh: bool) -> None:
    phase = Phase("Write", "write", "random", block, 8)
    words = prepare(phase, replace(PLACE, fresh=fresh))
    wanted = FRESH if fresh or block < 128 * 1024 else SCRAMBLED
    assert [word for word in words if "_buffers=" in word] == wanted


def test_several_sequential_jobs_each_have_their_own_range() -> None:
    phase = Phase("Sequential", "read", "sequential", MIB, 1, jobs=3)
    found = options(prepare(phase, PLACE))
    # A third of the file in whole blocks; the last job must not reach beyond its end.
    assert found["size"] == found["offset_increment"] == str(21 * MIB)
    assert found["numjobs"] == "3"


def test_several_random_jobs_share_the_whole_file() -> None:
    found = options(prepare(replace(RANDOM, jobs=4), PLACE))
    assert found["size"] == str(64 * MIB)
    assert "offset_increment" not in found


def test_mixed() -> None:
    phase = Phase("Mixed", "mixed", "random", 4096, 4, limit=2**30, jobs=2, read_share=60)
    found = options(prepare(phase, PLACE))
    assert found["rw"] == "randrw"
    assert found["rwmixread"] == "60"
    # io_size counts what is read as well: 40 % of this is written by two jobs.
    assert found["io_size"] == str(2**30 * 100 // 40 // 2)
    assert "time_based" not in found
    sequential = options(prepare(replace(phase, pattern="sequential"), PLACE))
    assert sequential["rw"] == "rw"


def test_two_independent_jobs_at_once() -> None:
    """What comes before the first name is for both; the reader ends with the writer."""
    phase = replace(RANDOM, direction="mixed", queue_depth=8, write_depth=4, limit=16 * MIB)
    words = prepare(phase, PLACE)
    first = words.index("--name=RND4K-Q8T1-+-Q4T1-mixed-read")
    assert not [word for word in words[1:first] if word.startswith(("--rw", "--iodepth"))]
    assert words[first - 1] == "--exitall=1"
    assert words[first:] == (
        "--name=RND4K-Q8T1-+-Q4T1-mixed-read", "--rw=randread", "--iodepth=8", "--time_based=1",
        "--name=RND4K-Q8T1-+-Q4T1-mixed-write", "--rw=randwrite", "--iodepth=4",
        f"--io_size={16 * MIB}",
    )  # fmt: skip
    endless = prepare(replace(phase, limit=None), PLACE)
    assert "--exitall=1" not in endless and endless.count("--time_based=1") == 2


def test_a_write_without_a_bound_is_bounded_in_time() -> None:
    phase = replace(RANDOM, direction="write")
    found = options(prepare(phase, PLACE))
    assert found["time_based"] == "1"
    assert "io_size" not in found


def test_a_bound_of_a_read_is_none() -> None:
    found = options(prepare(replace(RANDOM, limit=2**30), PLACE))
    assert found["time_based"] == "1"
    assert "io_size" not in found


@pytest.mark.parametrize(
    ("depth", "own", "choice", "engine"),
    [
        (1, None, None, "psync"),
        (2, None, None, "libaio"),
        (32, None, None, "libaio"),
        (32, None, "io_uring", "io_uring"),
        (1, None, "io_uring", "psync"),  # a choice is for the depths above 1
        (1, "posixaio", "io_uring", "posixaio"),  # the profile knows what it is named after
        (32, "io_uring", "libaio", "io_uring"),
    ],
)
def test_engines(depth: int, own: str | None, choice: str | None, engine: str) -> None:
    phase = replace(RANDOM, queue_depth=depth, engine=own)
    assert engine_for(phase, choice) == engine
    assert options(prepare(phase, PLACE, engine=choice))["ioengine"] == engine


def test_no_ramp_time_but_the_warm_up_is_run() -> None:
    found = options(prepare(replace(RANDOM, warmup=1.25, seconds=3), PLACE))
    assert "ramp_time" not in found
    assert found["runtime"] == "4250ms"


@pytest.mark.parametrize(
    ("block", "interval"),
    [(4096, "100ms"), (131072, "100ms"), (MIB // 2, "100ms"), (MIB, "50ms"), (8 * MIB, "50ms")],
)
def test_large_blocks_are_sampled_more_often(block: int, interval: str) -> None:
    phase = replace(RANDOM, block_size=block)
    assert options(prepare(phase, PLACE))["status-interval"] == interval
    on_device = prepare_on_device(phase, "/dev/sda", 64 * MIB)
    assert f"--status-interval={interval}" in on_device
    how = device_phase(phase, "psync", seed=1)
    assert f"{how.interval}ms" == interval


def test_repeats_differ_in_the_seed_and_runs_do_not() -> None:
    seeds = [options(prepare(RANDOM, PLACE, order=order))["randseed"] for order in (1, 2, 3)]
    assert len(set(seeds)) == 3
    assert seeds == [options(prepare(RANDOM, PLACE, order=o))["randseed"] for o in (1, 2, 3)]


def test_buffered_where_direct_is_refused() -> None:
    buffered = replace(PLACE, direct=False)
    assert options(prepare(RANDOM, buffered))["direct"] == "0"
    layout = options(prepare_layout(buffered))
    assert (layout["direct"], layout["ioengine"], layout["iodepth"]) == ("0", "psync", "1")


def test_the_layout_writes_everything_once_to_the_device() -> None:
    found = options(prepare_layout(PLACE))
    assert found["rw"] == "write"
    assert found["size"] == str(PLACE.size)
    assert found["end_fsync"] == "1"
    assert found["refill_buffers"] == "1"
    assert not {"time_based", "runtime", "io_size"} & found.keys()


def test_another_fio_is_the_first_word() -> None:
    assert prepare(RANDOM, PLACE, fio="/opt/a fio/fio")[0] == "/opt/a fio/fio"


@given(
    direction=st.sampled_from(["read", "write", "mixed"]),
    pattern=st.sampled_from(["sequential", "random"]),
    blocks=st.integers(1, 64),
    depth=st.integers(1, 1024),
    jobs=st.integers(1, 64),
    limit=st.none() | st.integers(MIB, 2**44),
    size=st.integers(4, 2**12),
)
def test_any_phase_stays_within_its_file_and_its_bound(
    direction: str,
    pattern: str,
    blocks: int,
    depth: int,
    jobs: int,
    limit: int | None,
    size: int,
) -> None:
    phase = Phase("Any", direction, pattern, 512 * blocks, depth, jobs=jobs, limit=limit)
    place = replace(PLACE, size=size * MIB)
    found = options(prepare(phase, place))
    share = int(found["size"])
    assert share > 0
    assert share % phase.block_size == 0
    reach = share + int(found.get("offset_increment", 0)) * (jobs - 1)
    assert reach <= place.size
    if phase.writes and limit is not None:
        written = int(found["io_size"]) * jobs * (0.3 if direction == "mixed" else 1)
        assert limit - jobs <= written + 1 and written <= limit
    else:
        assert found["time_based"] == "1"


def test_jobs_with_a_file_each_are_sections_that_are_told_apart() -> None:
    several = Phase(
        "Many", "write", "random", 65536, 16, jobs=3, limit=12 * MIB, extent=12 * MIB,
        engine="posixaio", direct=False, asked=IoOptions(files=3, end_fsync=True),
    )  # fmt: skip
    files = tuple(f"/proc/self/fd/{number}" for number in (7, 8, 9, 10))
    command = prepare(several, replace(PLACE, files=files))
    # What stands before the first name holds for all.
    first = next(place for place, word in enumerate(command) if word.startswith("--name="))
    common = options(command[:first])
    assert common["size"] == common["io_size"] == str(4 * MIB)
    assert (common["group_reporting"], common["direct"], common["end_fsync"]) == ("0", "0", "1")
    assert not {"filename", "numjobs", "offset_increment"} & set(common)
    assert [word for word in command[first:] if not word.startswith("--name=")] == [
        f"--filename={file}" for file in files[:3]
    ]
    # A test with one file uses the first of them, and is one job as ever.
    alone = options(prepare(RANDOM, replace(PLACE, files=files)))
    assert (alone["filename"], alone["group_reporting"]) == ("/proc/self/fd/7", "1")
