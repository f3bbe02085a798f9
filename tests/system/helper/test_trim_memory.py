# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A disk in memory discards without counting: that refutes nothing."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.builders.trim_codes import evidence_text
from tests.system.helper.caller import MIB, Process
from tests.system.helper.trim_drives import verdicts
from tests.system.machine import run, settle, unmount
from tests.system.measuring import wait_for

from driveproof.domain.trim.job import ACCEPTED, INCONCLUSIVE
from driveproof.engine.trim.session import TrimSession

pytestmark = [pytest.mark.root, pytest.mark.bus]

CONTROL = Path("/sys/class/zram-control")


@pytest.fixture
def memory() -> Iterator[str]:
    """A disk of 128 MiB in memory that nothing else uses."""
    try:
        number = (CONTROL / "hot_add").read_text("ascii").strip()
    except OSError:
        pytest.skip("this kernel has no zram")
    place = Path(f"/sys/block/zram{number}")

    def gone() -> bool:
        """A program that inspects it keeps it busy for a moment."""
        with contextlib.suppress(OSError):
            (place / "reset").write_text("1", "ascii")
            (CONTROL / "hot_remove").write_text(number, "ascii")
        return not place.exists()

    try:
        (place / "disksize").write_text(str(128 * MIB), "ascii")
        if not Path(f"/dev/zram{number}").exists():
            pytest.skip("devices that come have no node here")
        yield f"/dev/zram{number}"
    finally:
        settle()
        wait_for("OUT_OF_REACH", gone)


@pytest.mark.deep
def test_zram(
    memory: str, helper: Process, session: Callable[..., TrimSession], tmp_path: Path
) -> None:
    run("mkfs.ext4", "-q", "-E", "nodiscard", memory)
    run("mount", memory, str(tmp_path))
    held = Path(f"/sys/block/{memory[5:]}/mm_stat")
    try:
        freed = tmp_path / "freed"
        freed.write_bytes(os.urandom(16 * MIB))
        os.sync()
        freed.unlink()
        before = int(held.read_text("ascii").split()[0])
        outcome = session(str(tmp_path)).run()
        assert int(held.read_text("ascii").split()[0]) < before - 15 * MIB
    finally:
        unmount(tmp_path)
    assert outcome.trimmed > 16 * MIB
    assert outcome.layers[0].discarded is None
    assert verdicts(outcome)[ACCEPTED] == INCONCLUSIVE
    assert evidence_text(outcome.proof[0]) == "NOTHING_COUNTS"
