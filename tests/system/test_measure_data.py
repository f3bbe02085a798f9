# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which data real runs write, by what lies between them and the drive; kept with the result."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.system.conftest import run
from tests.system.measuring import MIB, Lab, lab, mounted, phase, profile

from driveproof.domain.run import Run
from driveproof.domain.work import Data
from driveproof.export.run_json import run_document

__all__ = ["lab"]
pytestmark = pytest.mark.root

WRITES = profile(phase("write", block=MIB, depth=8), phase("write"), phase("read", block=MIB))
SAID = "compresses or deduplicates"


def measured(lab: Lab, folder: Path, **more: bool) -> Run:
    """A run, which is in the history as it was told."""
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


def test_large_blocks_are_scrambled(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _):
        result = measured(lab, folder)
        assert kinds(result) == [Data.SCRAMBLED, Data.FRESH, Data.FRESH]
        assert SAID not in " ".join(result.notes)
        document = run_document(result)
        assert document["phases"][0]["work"]["data"] == "scrambled"
        assert kinds(measured(lab, folder, fresh=True)) == [Data.FRESH] * 3


def test_a_file_system_that_compresses(tmp_path: Path, lab: Lab) -> None:
    with mounted("btrfs", tmp_path) as (folder, _):
        assert kinds(measured(lab, folder)) == [Data.FRESH] * 3


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
        assert SAID in " ".join(result.notes)


def test_a_loop_device_whose_file_is_compressed(tmp_path: Path, lab: Lab) -> None:
    with mounted("btrfs", tmp_path) as (outer, _):
        inner = outer / "inner"
        inner.mkdir()
        with mounted("ext4", inner) as (folder, device):
            result = measured(lab, folder)
            assert kinds(result) == [Data.FRESH] * 3
            (said,) = (note for note in result.notes if SAID in note)
            assert Path(device).name in said and "btrfs" in said
