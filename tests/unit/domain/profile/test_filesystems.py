# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""File systems against each other: what is made in which order, what it costs, what is refused."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from tests.builders.guided_runs import filesystem_run

from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.variant_table import base_of, variant_tests
from driveproof.domain.errors import RefusedError, UsageError
from driveproof.domain.experiment.defaults import claim_needs
from driveproof.domain.profile.filesystems import LEAST_DEVICE, check_room, on_filesystems
from driveproof.domain.profile.for_device import Way, for_way
from driveproof.domain.profile.generated import order_of, rounds
from driveproof.domain.run.made_filesystems import filesystem_costs
from driveproof.engine.run.profiles import Profiles
from driveproof.export.csv.run import COLUMNS, run_csv
from driveproof.wording.profile import test_words as words_of

PROFILE = Profiles().find("filesystems")


def test_each_round_has_every_file_system_in_an_order_of_its_own() -> None:
    orders = rounds(PROFILE)
    assert len(orders) == PROFILE.repeats == 3
    assert all(sorted(names) == ["btrfs", "ext4", "f2fs", "xfs"] for names in orders)
    assert len(set(orders)) > 1
    steps = order_of(PROFILE)
    assert sorted(set(steps)) == sorted(
        (index, number) for index in range(len(PROFILE.phases)) for number in range(1, 4)
    )
    seen = [(PROFILE.phases[index].asked.filesystem, number) for index, number in steps]
    changes = [one for one, before in zip(seen, [None, *seen], strict=False) if one != before]
    assert len(changes) == 4 * 3  # each is made once a round


def test_its_cost_counts_every_file_that_is_filled() -> None:
    one = replace(PROFILE, repeats=1)
    written = sum(phase.limit or 0 for phase in one.phases if phase.writes)
    assert one.bytes_written == 4 * PROFILE.size + written
    # Direct and random, and once more through the cache.
    assert written == 4 * (2**30 + 2**28 + PROFILE.size)
    assert PROFILE.bytes_written == 3 * (4 * PROFILE.size + written)
    assert PROFILE.destructive and PROFILE.needs_root
    assert PROFILE.repeats >= (claim_needs(PROFILE) or 99)
    shorter = PROFILE.customized(size=2**28, seconds=1.0, repeats=2)
    assert shorter.size == 2**28 and {phase.seconds for phase in shorter.phases} == {1.0}


def test_sequential_tests_also_go_through_the_page_cache() -> None:
    shorter = PROFILE.customized(size=2**28, seconds=1.0)
    cached = [phase for phase in shorter.phases if not phase.direct]
    assert cached == list(shorter.phases[-2 * 4 :])  # last: they leave memory full of the file
    assert {phase.pattern for phase in cached} == {"sequential"}
    for phase in cached:
        assert (phase.engine, phase.queue_depth, phase.warmup) == ("psync", 1, 0.0)
        assert (phase.seconds, phase.limit, phase.extent) == (1.0, 2**28, 2**28)
        assert phase.once == (not phase.writes)  # nothing is read again from memory
        assert phase.asked.end_fsync == phase.writes  # what is counted is on the drive
    assert len({phase.name for phase in shorter.phases}) == len(shorter.phases)
    words = words_of(cached[0].title, cached[0].direction, PROFILE.name).replace("\u202f", " ")
    assert words == "Sequential 1 MiB, 1 thread · page cache · ext4 read"


def test_what_cannot_be_made_is_left_out_and_named() -> None:
    found, (_note,) = on_filesystems(PROFILE, ("btrfs", "ext4"))
    assert {phase.variant for phase in found.phases} == {"ext4", "btrfs"}
    assert on_filesystems(PROFILE, ("ext4", "xfs", "btrfs", "f2fs")) == (PROFILE, ())
    with pytest.raises(UsageError):
        on_filesystems(PROFILE, ("ext4",))


def test_a_device_is_formatted_only_where_that_was_asked_for() -> None:
    with pytest.raises(UsageError):
        for_way(PROFILE, Way.READ)
    with pytest.raises(UsageError):
        for_way(PROFILE, Way.FOLDER)
    assert for_way(PROFILE, Way.OVERWRITE) is PROFILE
    check_room(PROFILE, "/dev/x", 2**31)
    for size in (2**29, LEAST_DEVICE - 1):
        with pytest.raises(RefusedError, match="does not fit"):
            check_room(PROFILE, "/dev/x", size)


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
    assert btrfs.processor is not None and btrfs.processor.median == pytest.approx(6 * 3.4)
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
    assert blind.stalled is None and blind.processor is not None


def test_the_csv_has_a_row_for_each_repeat_with_its_file_system() -> None:
    head, *rows = csv.reader(io.StringIO(run_csv(filesystem_run())))
    assert tuple(head) == COLUMNS
    first = dict(zip(head, rows[0], strict=True))
    assert (first["made_filesystem"], first["usable_bytes"]) == ("ext4", str(int(0.91 * 64e9)))
    assert float(first["making_seconds"]) > 1
