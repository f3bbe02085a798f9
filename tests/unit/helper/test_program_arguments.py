# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The complete argument vectors of the helper's children; they measure like those on a file."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from driveproof.domain import access
from driveproof.domain.errors import UsageError
from driveproof.domain.health.adapter import AdapterType
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.written_data import data_for
from driveproof.fio import command
from driveproof.helper.program_arguments import find, fio, hdparm, self_test, smartctl
from driveproof.helper.protocol import (
    HIGHEST,
    MIB,
    PHASE_BOUNDS,
    HdparmTest,
    HelperError,
    SelfTest,
    SmartReport,
    WireAdapter,
    WireData,
    WireDirection,
    WireEngine,
    WirePattern,
    WirePhase,
)
from driveproof.system.helper.phase import device_phase

READ = WirePhase(
    direction=WireDirection.READ,
    pattern=WirePattern.SEQUENTIAL,
    engine=WireEngine.LIBAIO,
    block_size=MIB,
    queue_depth=8,
    jobs=1,
    read_share=70,
    direct=True,
    milliseconds=2500,
    interval=250,
    seed=command.SEED + 1,
    limit=0,
)


def test_a_read_phase_whole() -> None:
    assert fio("/usr/bin/fio", READ, "/proc/self/fd/7", 4096, 3 * MIB + 5) == (
        "/usr/bin/fio",
        "--name=driveproof",
        "--filename=/proc/self/fd/7",
        "--thread=1",
        "--group_reporting=1",
        "--direct=1",
        "--lat_percentiles=1",
        "--clat_percentiles=0",
        "--percentile_list=50:90:95:99:99.9:99.99",
        "--norandommap=1",
        "--randrepeat=0",
        f"--randseed={command.SEED + 1}",
        "--refill_buffers=1",
        "--allow_file_create=0",
        "--fallocate=none",
        "--disk_util=0",
        "--invalidate=0",
        "--eta=never",
        "--output-format=json+",
        "--status-interval=250ms",
        "--rw=read",
        f"--bs={MIB}",
        "--offset=4096",
        f"--size={3 * MIB}",
        "--ioengine=libaio",
        "--iodepth=8",
        "--numjobs=1",
        "--runtime=2500ms",
        "--time_based=1",
        "--readonly",
    )


@pytest.mark.parametrize("direction", ["read", "write", "mixed"])
@pytest.mark.parametrize("pattern", ["sequential", "random"])
def test_the_same_measurement_as_on_a_file(pattern: str, direction: str) -> None:
    blocks, limits = (65536, 131072, MIB), (None, 64 * MIB)
    for jobs, limit, block, fresh in product((1, 4), limits, blocks, (False, True)):
        phase = Phase("", direction, pattern, block, 8, jobs, 0.5, 2.0, limit)
        place = command.FioTarget("/proc/self/fd/7", 100 * MIB + 4096, fresh=fresh, laid_out=False)
        on_file = command.prepare(phase, place)
        asked = READ._replace(
            direction=WireDirection[direction.upper()],
            pattern=WirePattern[pattern.upper()],
            block_size=block,
            interval=round(phase.interval * 1000),
            jobs=jobs,
            limit=limit or 0,
            data=WireData[data_for(phase, fresh=fresh, laid_out=False).name],
        )
        here = fio("fio", asked, "/proc/self/fd/7", 0, 100 * MIB + 4096)
        ours = {"--invalidate=0", "--offset=0", "--readonly", "--name=driveproof"}
        assert set(here) - ours == {each for each in on_file if not each.startswith("--name=")}


@pytest.mark.parametrize("direction", ["read", "write", "mixed"])
@pytest.mark.parametrize("pattern", ["sequential", "random"])
def test_what_is_kept_beside_a_result_is_what_runs(direction: str, pattern: str) -> None:
    """Word for word: a person who repeats it by hand measures the same."""
    limit = None if direction == "read" else 4 * MIB
    size = 100 * MIB + 4096
    both, blocks, engines = (True, False), (4096, 65536, 131072, MIB), (None, "posixaio")
    for depth, jobs, engine, block, fresh, direct in product(
        (1, 8), (1, 4), engines, blocks, both, both
    ):
        phase = Phase("", direction, pattern, block, depth, jobs, 0.5, 2.0, limit)
        kept = command.prepare_on_device(
            phase, "/dev/sda", size, order=3, engine=engine, direct=direct, fresh=fresh
        )
        used = command.engine_for(phase, engine)
        how = device_phase(phase, used, seed=command.SEED + 3, direct=direct, fresh=fresh)
        assert kept == fio("fio", how, "/dev/sda", 0, size)
        assert f"--direct={int(direct)}" in kept


@pytest.mark.parametrize("limit", [None, 4 * MIB])
@pytest.mark.parametrize("depths", [(1, 1), (22, 10)])
def test_two_jobs_at_once_are_the_same_everywhere(
    limit: int | None, depths: tuple[int, int]
) -> None:
    phase = Phase("", "mixed", "random", 4096, depths[0], 1, 0.5, 2.0, limit, write_depth=depths[1])
    kept = command.prepare_on_device(phase, "/dev/sda", 100 * MIB, order=3)
    how = device_phase(phase, command.engine_for(phase), seed=command.SEED + 3)
    assert kept == fio("fio", how, "/dev/sda", 0, 100 * MIB)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (WireData.FRESH, {"--refill_buffers=1"}),
        (WireData.SCRAMBLED, {"--refill_buffers=0", "--scramble_buffers=1"}),
    ],
)
def test_the_kind_of_data(data: WireData, words: set[str]) -> None:
    writing = READ._replace(direction=WireDirection.WRITE, data=data)
    found = {word for word in fio("fio", writing, "/x", 0, MIB) if "_buffers=" in word}
    assert found == words
    with pytest.raises(HelperError, match="data 2"):
        READ._replace(data=2).check()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"queue_depth": 1000}, "queue depth 1000"),
        ({"block_size": 1000}, "block size 1000"),
        ({"seconds": 86400.0}, "milliseconds 86400500"),
        ({"block_size": 16 * MIB, "queue_depth": 256}, "need more than"),
    ],
)
def test_a_phase_that_the_helper_does_not_take(changed: dict[str, Any], said: str) -> None:
    phase = replace(Phase("", "read", "random", 4096, 8), **changed)
    with pytest.raises(UsageError, match=said):
        device_phase(phase, "libaio", seed=1)
    with pytest.raises(UsageError, match="sync2"):
        device_phase(phase, "sync2", seed=1)


@pytest.mark.parametrize("engine", list(WireEngine))
def test_engines(engine: WireEngine) -> None:
    assert engine.name.lower() in tuple(access.Engine)
    arguments = fio("fio", READ._replace(engine=engine), "/proc/self/fd/7", 0, MIB)
    assert f"--ioengine={engine.name.lower()}" in arguments


@pytest.mark.parametrize(("jobs", "length"), [(1, MIB - 1), (4, 4 * MIB - 1), (1, 0)])
def test_a_range_that_is_too_small(jobs: int, length: int) -> None:
    with pytest.raises(HelperError, match="InvalidArgument"):
        fio("fio", READ._replace(jobs=jobs), "/proc/self/fd/7", 0, length)


def test_the_highest_limit_is_a_number_to_fio() -> None:
    most = {
        name: high for name, (_, high) in PHASE_BOUNDS.items() if name in {"limit", "read_share"}
    }
    phase = READ._replace(direction=WireDirection.MIXED, **most)
    phase.check()
    (size,) = [each for each in fio("fio", phase, "/x", 0, MIB) if each.startswith("--io_size=")]
    assert int(size.partition("=")[2]) <= HIGHEST


def test_jobs_stay_within_the_range() -> None:
    arguments = fio("fio", READ._replace(jobs=3), "/proc/self/fd/7", 0, 10 * MIB)
    assert f"--size={3 * MIB}" in arguments
    assert f"--offset_increment={3 * MIB}" in arguments


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/dev/sda", ()),
        ("/dev/loop0", ()),
        ("/dev/nvme0n1p1", ()),
        ("/dev/nvme0n1", ("--device=nvme,0xffffffff",)),
        ("/dev/nvme12n3", ("--device=nvme,0xffffffff",)),
    ],
)
def test_smartctl(path: str, kind: tuple[str, ...]) -> None:
    report = smartctl("/usr/sbin/smartctl", path)
    assert report == ("/usr/sbin/smartctl", "--json=c", "--xall", *kind, path)
    short = self_test("/usr/sbin/smartctl", SelfTest.SHORT, path)
    assert short == ("/usr/sbin/smartctl", "--json=co", "-t", "short", *kind, path)


@pytest.mark.parametrize(
    ("test", "options"),
    [
        (SelfTest.ABORT, ("-X",)),
        (SelfTest.SHORT, ("-t", "short")),
        (SelfTest.EXTENDED, ("-t", "long")),
        (SelfTest.CONVEYANCE, ("-t", "conveyance")),
    ],
)
def test_self_tests(test: SelfTest, options: tuple[str, ...]) -> None:
    arguments = self_test("/usr/sbin/smartctl", test, "/dev/sda")
    assert arguments == ("/usr/sbin/smartctl", "--json=co", *options, "/dev/sda")


_VALUES = ("--info", "--health", "--capabilities", "--attributes")


@pytest.mark.parametrize(
    ("adapter", "report", "options"),
    [
        (WireAdapter.SAT, SmartReport.IDENTITY, ("--info", "--device=sat")),
        (WireAdapter.USBJMICRON_X, SmartReport.VALUES, (*_VALUES, "--device=usbjmicron,x")),
        (WireAdapter.SNTREALTEK, SmartReport.WHOLE, ("--xall", "--device=sntrealtek")),
        # Without the log of self-tests.
        (
            WireAdapter.SNTJMICRON,
            SmartReport.WHOLE,
            (*_VALUES, "--log=error", "--device=sntjmicron"),
        ),
    ],
)
def test_smartctl_behind_usb(
    adapter: WireAdapter, report: SmartReport, options: tuple[str, ...]
) -> None:
    asked = smartctl("smartctl", "/dev/sdb", adapter, report)
    form = "--json=co" if report is SmartReport.IDENTITY else "--json=c"
    assert asked == ("smartctl", form, *options, "/dev/sdb")


def test_every_adapter_has_its_words() -> None:
    """The type of the helper and of the rest of the program are the same, and none writes."""
    said = {one: smartctl("", "/dev/sdb", one)[-2] for one in WireAdapter if one}
    assert said == {one: f"--device={AdapterType[one.name]}" for one in WireAdapter if one}
    assert {one.name for one in AdapterType} == {one.name for one in WireAdapter if one}
    assert not any("jms56x" in word or "jmb39x" in word for word in said.values())


@pytest.mark.parametrize(
    ("test", "options"),
    [
        (HdparmTest.CACHE, ("-T",)),
        (HdparmTest.BUFFERED, ("-t",)),
        (HdparmTest.DIRECT, ("-t", "--direct")),
    ],
)
def test_hdparm(test: HdparmTest, options: tuple[str, ...]) -> None:
    assert hdparm("hdparm", test, "/proc/self/fd/7") == ("hdparm", *options, "/proc/self/fd/7")


def test_programs_are_found_in_fixed_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "driveproof-test-program"
    program.write_text("", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(HelperError, match="ToolMissing: driveproof-test-program"):
        find("driveproof-test-program")
    assert find("driveproof-test-program", (str(tmp_path),)) == str(program)
