# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What fio's options say about a test, derived from the real fio's output for them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.builders.imports import MODIFIED, one

from driveproof.domain.run.run import PhaseResult, Run
from driveproof.domain.run.work import Data, Work
from driveproof.importers.detect import read_results
from driveproof.importers.fields import Unfit, UnfitError
from driveproof.importers.fio_options import Options

pytestmark = pytest.mark.deep

needs_fio = pytest.mark.skipif(shutil.which("fio") is None, reason="needs fio")


def fio(folder: Path, *options: str) -> Run:
    """A short run of the real one, as it would be imported."""
    done = subprocess.run(
        ["fio", "--name=j", "--size=1m", f"--directory={folder}", "--number_ios=64",
         "--output-format=json", *options],
        cwd=folder,  # where it leaves its state of a verification
        capture_output=True, timeout=60, check=True,
    )  # fmt: skip
    (run,) = read_results(done.stdout, MODIFIED)
    return run


@needs_fio
@pytest.mark.parametrize(
    ("options", "name", "block_size", "block_sizes"),
    [
        (["--rw=randread", "--bs=8k", "--iodepth=4"], "RND8K Q4T1 read", 8192, ""),
        (["--rw=write", "--bs=4k,64k"], "SEQ64K Q1T1 write", 65536, ""),
        (["--rw=randrw", "--bs=4k,64k"], "RND bs=4k,64k Q1T1 mixed", 0, "bs=4k,64k"),
        (["--rw=randrw", "--bs=4k,4096"], "RND4K Q1T1 mixed", 4096, ""),
        (
            ["--rw=randwrite", "--bssplit=4k/60:64k/40"],
            "RND bssplit=4k/60:64k/40 Q1T1 write", 0, "bssplit=4k/60:64k/40",
        ),
        (["--rw=read", "--bsrange=4k-64k"], "SEQ bsrange=4k-64k Q1T1 read", 0, "bsrange=4k-64k"),
        (["--rw=read", "--bsrange=4k-4k"], "SEQ4K Q1T1 read", 4096, ""),
        (["--rw=randread"], "RND4K Q1T1 read", 4096, ""),
    ],
)  # fmt: skip
def test_block_sizes(
    options: list[str], name: str, block_size: int, block_sizes: str, tmp_path: Path
) -> None:
    (phase,) = fio(tmp_path, *options).phases
    assert (phase.name, phase.block_size) == (name, block_size)
    assert phase.work.block_sizes == block_sizes


@needs_fio
@pytest.mark.parametrize(
    ("options", "told"),
    [
        # Whether a switch without a value was given fio does not write.
        ([], {"data": None, "fsync": 0, "fdatasync": 0, "end_fsync": False, "sync": "",
              "rate": (), "rate_iops": (), "think_time": 0.0, "order": "", "offset": ""}),
        (["--refill_buffers=1"], {"data": Data.FRESH}),
        (["--refill_buffers=0", "--zero_buffers=0"], {"data": Data.SCRAMBLED}),
        (["--refill_buffers=0", "--zero_buffers=0", "--scramble_buffers=0"],
         {"data": Data.REPEATED}),
        (["--zero_buffers=1"], {"data": Data.ZEROS}),
        (["--buffer_pattern=0xdeadbeef"], {"data": Data.PATTERN}),
        (["--buffer_compress_percentage=50"], {"data": Data.COMPRESSIBLE}),
        (["--dedupe_percentage=30"], {"data": Data.COMPRESSIBLE}),
        (["--verify=crc32c", "--do_verify=0"], {"data": None}),
        (["--fsync=1"], {"fsync": 1}),
        (["--fdatasync=8"], {"fdatasync": 8}),
        (["--end_fsync=1"], {"end_fsync": True}),
        (["--sync=dsync"], {"sync": "dsync"}),
        (["--sync=1"], {"sync": "sync"}),
        (["--rate=20m"], {"rate": (20 * 2**20,) * 3}),
        (["--rate=,20m"], {"rate": (0, 20 * 2**20, 0)}),
        (["--rate_iops=5000,6000"], {"rate_iops": (5000, 6000, 0)}),
        (["--thinktime=100", "--thinktime_blocks=4"], {"think_time": 100e-6, "think_blocks": 4}),
        (["--thinktime=1ms"], {"think_time": 1e-3}),
        (["--random_distribution=zipf:1.2"], {"order": "random_distribution=zipf:1.2"}),
        (["--rw=write:4k"], {"order": "rw=write:4k"}),
        (["--offset=64k"], {"offset": "offset=64k"}),
        (["--rw=randrw", "--rwmixread=70"], {"read_share": 70}),
        (["--rw=randrw", "--rwmixwrite=70"], {"read_share": 30}),
        (["--rw=randrw"], {"read_share": 50}),
    ],
)  # fmt: skip
def test_work(options: list[str], told: dict[str, Any], tmp_path: Path) -> None:
    (phase,) = fio(tmp_path, "--rw=randwrite", *options).phases
    assert {name: getattr(phase.work, name) for name in told} == told
    assert phase.work.nocow is None


@needs_fio
def test_a_switch_without_a_value_is_unknown_or_right(tmp_path: Path) -> None:
    """fio 3.39 writes that it was given, fio 3.33 does not."""
    (phase,) = fio(tmp_path, "--rw=randwrite", "--refill_buffers").phases
    assert phase.work.data in {None, Data.FRESH}


@needs_fio
def test_a_switch_without_a_value(tmp_path: Path) -> None:
    """fio 3.33 does not write that it was given, later versions do."""
    (phase,) = fio(tmp_path, "--rw=randwrite", "--refill_buffers").phases
    assert phase.work.data in {None, Data.FRESH}


@needs_fio
@pytest.mark.parametrize("way", ["read", "write"])
def test_one_number_for_all_directions_is_that_of_the_only_one(way: str, tmp_path: Path) -> None:
    (phase,) = fio(tmp_path, f"--rw=rand{way}", "--unified_rw_reporting=1").phases
    assert (phase.name, phase.direction) == (f"RND4K Q1T1 {way}", way)
    assert phase.repeats[0].directions[way].ios == 64


@needs_fio
def test_one_number_for_reads_and_writes_is_not_told_apart(tmp_path: Path) -> None:
    with pytest.raises(UnfitError) as raised:
        fio(tmp_path, "--rw=randrw", "--unified_rw_reporting=1")
    assert raised.value.code is Unfit.UNSUPPORTED
    more = ["--name=k", "--rw=randread", "--size=1m", f"--directory={tmp_path}"]
    run = fio(tmp_path, "--rw=randrw", "--unified_rw_reporting=1", *more)
    assert [phase.direction for phase in run.phases] == ["read"]
    assert any(note.values.get("sections") == "unified_rw_reporting" for note in run.notes)
    both = fio(tmp_path, "--rw=randrw", "--unified_rw_reporting=both")
    assert [phase.direction for phase in both.phases] == ["mixed"]


def test_an_older_file_has_its_work_too() -> None:
    (phase,) = one("fio-normal.json").phases
    assert isinstance(phase, PhaseResult)
    assert phase.work.read_share is not None
    assert phase.work != Work()


@pytest.mark.parametrize(
    ("text", "base", "size"),
    [
        ("4k", "", 4096), ("4KiB", "", 4096), ("1.5m", "", 3 * 2**19), ("512", "", 512),
        ("0x1000", "", 4096), ("2G", "", 2**31), ("4kb", "", 4096), ("50%", "", None),
        ("", "", None), ("4k", "1000", 4000), ("4ki", "1000", 4096), ("x", "", None),
    ],
)  # fmt: skip
def test_sizes_as_fio_reads_them(text: str, base: str, size: int | None) -> None:
    assert Options((("kb_base", base),) if base else ()).size(text) == size


@pytest.mark.parametrize(
    ("rw", "ways", "pattern"),
    [
        ("randread", ("read",), "random"), ("rw", ("read", "write"), "sequential"),
        ("readwrite", ("read",), "sequential"), ("randrw:8", ("read", "write"), "random"),
        # What did something else than it was told is not known.
        ("read", ("write",), ""), ("somewhere", ("read",), ""), ("randtrim", ("trim",), "random"),
    ],
)  # fmt: skip
def test_patterns(rw: str, ways: tuple[str, ...], pattern: str) -> None:
    assert Options((("rw", rw),)).pattern(ways) == pattern


def test_without_any_option_nothing_is_known() -> None:
    nothing = Options()
    assert (nothing.pattern(("read",)), nothing.engine, nothing.direct) == ("", "", None)
    assert (nothing.whole("iodepth"), nothing.block_size(("read",))) == (0, 0)
    assert Options((("filename", "\\\\.\\PhysicalDrive1"),)).engine == ""
