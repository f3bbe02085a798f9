# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""File systems against each other: what is refused, what is compared, and what each costs."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from tests.builders.guided_runs import filesystem_run

from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.variant_table import base_of, variant_tests
from driveproof.domain.errors import RefusedError, UsageError
from driveproof.domain.profile.filesystems import LEAST_DEVICE, check_device_room
from driveproof.domain.profile.for_device import TargetUse, for_way
from driveproof.engine.run.profiles import Profiles
from driveproof.export.csv.run import COLUMNS, run_csv
from driveproof.methods.filesystems.answer import filesystem_costs

PROFILE = Profiles().find("filesystems")


def test_a_device_is_formatted_only_where_that_was_asked_for() -> None:
    with pytest.raises(UsageError):
        for_way(PROFILE, TargetUse.READ)
    with pytest.raises(UsageError):
        for_way(PROFILE, TargetUse.FOLDER)
    assert for_way(PROFILE, TargetUse.OVERWRITE) is PROFILE
    check_device_room(PROFILE, "/dev/x", 2**31)
    for size in (2**29, LEAST_DEVICE - 1):
        with pytest.raises(RefusedError, match="does not fit"):
            check_device_room(PROFILE, "/dev/x", size)


def test_the_others_are_compared_with_the_first() -> None:
    run = filesystem_run()
    assert base_of(run) == "ext4"
    verdicts = {
        (test.name, cell.variant): cell.difference.verdict
        for test in variant_tests(run)
        for cell in test.cells
        if cell.difference is not None
    }
    assert len(verdicts) == 6 * 2
    assert verdicts["SEQ1M Q8T1 write", "xfs"] is Verdict.FASTER
    assert verdicts["RND4K Q32T1 write", "btrfs"] is Verdict.SLOWER
    claims = [
        verdict for verdict in verdicts.values() if verdict in (Verdict.FASTER, Verdict.SLOWER)
    ]
    assert len(claims) == 3  # the sequential write also through the page cache


def test_costs_are_those_of_whole_rounds() -> None:
    run = filesystem_run()
    ext4, _xfs, btrfs = filesystem_costs(run)
    assert (ext4.name, ext4.made.count, ext4.usable) == ("ext4", 6, int(0.91 * 64e9))
    assert btrfs.cpu is not None and btrfs.cpu.median == pytest.approx(6 * 3.4)
    first = run.phases[0]
    short = replace(first, repeats=first.repeats[:-1])  # cancelled in the last round
    (cut, *_others) = filesystem_costs(replace(run, phases=(short, *run.phases[1:])))
    assert cut.made.count == 5
    unknown = replace(
        first,
        repeats=tuple(
            replace(each, on_filesystem=replace(each.on_filesystem, stalled=None))
            for each in first.repeats
            if each.on_filesystem is not None
        ),
    )
    (blind, *_rest) = filesystem_costs(replace(run, phases=(unknown, *run.phases[1:])))
    assert blind.stalled is None and blind.cpu is not None


def test_the_csv_has_a_row_for_each_repeat_with_its_file_system() -> None:
    head, *rows = csv.reader(io.StringIO(run_csv(filesystem_run())))
    assert tuple(head) == COLUMNS
    first = dict(zip(head, rows[0], strict=True))
    assert (first["made_filesystem"], first["usable_bytes"]) == ("ext4", str(int(0.91 * 64e9)))
    assert float(first["making_seconds"]) > 1
