# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which data real runs write, depending on the layers below; stored with the result."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.exported import run_values
from tests.system.machine import run
from tests.system.measuring import MIB, Lab, mounted, phase, profile

from driveproof.domain.errors import MachineError
from driveproof.domain.run.limits import FULL, lacks_time_in_io, set_by, submitting, time_in_io
from driveproof.domain.run.run import Run
from driveproof.domain.run.work import Data
from driveproof.engine.run.generator import GeneratorCost
from driveproof.fio.program import find_fio

pytestmark = pytest.mark.root

WRITES = profile(phase("write", block=MIB, depth=8), phase("write"), phase("read", block=MIB))
LARGE = """\
title = "Large"
question = "What does it write?"
size = "16 MiB"
repeats = 1
pause = 0
[[phase]]
name = "Sequential"
directions = ["write"]
pattern = "sequential"
block_size = "1 MiB"
queue_depth = 4
warmup = 0.1
seconds = 0.5
limit = "64 MiB"
"""
SAID = "Compressed or deduplicated"


def measured(lab: Lab, folder: Path, **more: bool) -> Run:
    """A run that the history has as it was reported."""
    result = lab.session(WRITES, folder, **more).run()
    assert (result.status, result.error) == ("finished", None)
    kept = lab.history().load(result.id)
    assert [p.work for p in kept.phases] == [p.work for p in result.phases]
    for found in result.phases:
        words = {word for word in found.command if "_buffers=" in word}
        scrambled = found.work.data is Data.SCRAMBLED
        assert words == (
            {"--refill_buffers=0", "--scramble_buffers=1"} if scrambled else {"--refill_buffers=1"}
        )
    return result


def kinds(result: Run) -> list[Data | None]:
    return [found.work.data for found in result.phases]


@pytest.mark.deep
def test_large_blocks_are_scrambled(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _):
        result = measured(lab, folder)
        assert kinds(result) == [Data.SCRAMBLED, Data.FRESH, Data.FRESH]
        assert SAID not in " ".join(map(str, result.notes))
        document = run_values(result)
        assert document["phases"][0]["work"]["data"] == "scrambled"
        assert kinds(measured(lab, folder, fresh=True)) == [Data.FRESH] * 3


@pytest.mark.deep
def test_what_older_results_wrote_can_be_written_again(tmp_path: Path, lab: Lab) -> None:
    lab.command()
    own = lab.folder / ".config/driveproof/profiles/large.toml"
    own.write_text(LARGE, "utf-8")
    with mounted("ext4", tmp_path) as (folder, _):
        words = ("run", "large", str(folder), "--json")
        for option, data in (((), "scrambled"), (("--fresh-data",), "fresh")):
            done = lab.driveproof(*words, *option)
            assert done.returncode == 0, done.stderr
            (found,) = json.loads(done.stdout)["phases"]
            assert found["work"]["data"] == data


def test_a_file_system_that_compresses(tmp_path: Path, lab: Lab) -> None:
    with mounted("btrfs", tmp_path) as (folder, _):
        assert kinds(measured(lab, folder)) == [Data.FRESH] * 3


@pytest.mark.deep
@pytest.mark.parametrize("by_flag", [True, False], ids=["flag", "property"])
def test_a_folder_that_is_compressed(by_flag: bool, tmp_path: Path, lab: Lab) -> None:
    with mounted("btrfs", tmp_path, ("-o", "compress=no")) as (folder, _):
        assert kinds(measured(lab, folder))[0] is Data.SCRAMBLED
        inside = folder / "inside"
        inside.mkdir()
        if by_flag:
            run("chattr", "+c", str(inside))
        else:
            os.setxattr(inside, "btrfs.compression", b"zstd")
        result = measured(lab, inside)
        assert kinds(result) == [Data.FRESH] * 3
        assert SAID in " ".join(map(str, result.notes))


@pytest.mark.deep
def test_a_loop_device_whose_file_is_compressed(tmp_path: Path, lab: Lab) -> None:
    with mounted("btrfs", tmp_path) as (outer, _):
        inner = outer / "inner"
        inner.mkdir()
        with mounted("ext4", inner) as (folder, device):
            result = measured(lab, folder)
            assert kinds(result) == [Data.FRESH] * 3
            (said,) = (note for note in map(str, result.notes) if SAID in note)
            assert Path(device).name in said and "btrfs" in said


RANDOM = profile(phase("write", depth=32), phase("read", depth=32), size=64 * MIB)
SINCE = tuple(map(int, platform.release().split(".")[:2])) >= (6, 14)


@pytest.mark.skipif(not SINCE, reason="btrfs buffers direct writes since Linux 6.14")
def test_btrfs_says_that_it_buffers_and_is_direct_without_copy_on_write(
    tmp_path: Path, lab: Lab
) -> None:
    with mounted("btrfs", tmp_path, ("-o", "compress=no")) as (folder, _):
        usual = lab.session(RANDOM, folder).run()
        write, read = usual.phases
        assert (write.limits.buffered_by, read.limits.buffered_by) == ("btrfs", None)
        assert write.work.nocow is False
        assert submitting(write)  # libaio hands over and waits: there is no queue
        said = run_values(usual)["phases"][0]["limits"]
        assert (said["buffered_by"], said["queue_not_reached"]) == ("btrfs", True)
        assert lab.history().load(usual.id).phases[0].limits == write.limits

        chosen = lab.session(replace(RANDOM, nocow=True), folder).run()
        write = chosen.phases[0]
        assert (write.limits.buffered_by, write.work.nocow) == (None, True)
        assert "btrfs" not in " ".join(map(str, chosen.notes))
        assert lab.history().load(chosen.id).phases[0].work.nocow is True
        slower, faster = (run.phases[0].limits.submission for run in (usual, chosen))
        assert slower is not None and faster is not None and faster < slower


@pytest.mark.deep
def test_only_btrfs_has_files_without_copy_on_write(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _):
        session = lab.session(replace(RANDOM, nocow=True), folder)
        with pytest.raises(MachineError):
            session.run()
        done = lab.driveproof("run", "tiny", str(folder), "--no-cow")
        assert (done.returncode, done.stdout) == (3, "")


@pytest.mark.deep
def test_a_folder_without_copy_on_write_is_seen(tmp_path: Path, lab: Lab) -> None:
    with mounted("btrfs", tmp_path, ("-o", "compress=no")) as (folder, _):
        run("chattr", "+C", str(folder))
        write = lab.session(RANDOM, folder).run().phases[0]
        assert (write.limits.buffered_by, write.work.nocow) == (None, True)


@pytest.mark.deep
def test_what_set_the_figure_of_a_write_is_kept(tmp_path: Path, lab: Lab) -> None:
    """Fresh data at queue depth 1 onto memory: making it takes longer than writing it."""
    cost = GeneratorCost(tmp_path, find_fio)
    with mounted("ext4", tmp_path) as (folder, _):
        what = profile(phase("write", block=MIB), phase("write", block=MIB, depth=8))
        result = lab.session(what, folder, fresh=True, cost=cost).run()
        for found in result.phases:
            share = time_in_io(found)
            assert share is not None
            print(f"{found.name}: {share:.2f} of the time in I/O, {set_by(found)}")
            assert lacks_time_in_io(found) == (share < FULL) == (set_by(found) is not None)
            assert (found.limits.generator is not None) == (share < FULL)
            limited = any(str(note).startswith(f"{found.name}: ") for note in result.notes)
            assert limited == (share < FULL)
        kept = lab.history().load(result.id)
        assert [p.limits for p in kept.phases] == [p.limits for p in result.phases]
