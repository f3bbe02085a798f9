# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several drives at once: whether they disturb each other, and what is the limit."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.builders.exported import json_of
from tests.builders.guided_runs import multi_drive_run

from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.conditions import Condition
from driveproof.domain.comparison.matching import Side
from driveproof.domain.run.multi_drive import drives_at_once, limit_of, sum_alone, sum_at_once
from driveproof.domain.run.run import Companion, PathKind, PhaseResult, Run, SharedPath
from driveproof.importers.own_json import read_own
from driveproof.methods.multi_drive.answer import answer


def test_two_of_three_share_a_hub() -> None:
    run = multi_drive_run(3)
    assert [drive.disturbed for drive in drives_at_once(run)] == [True, True, False]
    both = sum_at_once(run, (1, 2))
    assert both is not None and both.count == 3
    assert both.median == pytest.approx(4.23e8, rel=0.01)
    assert sum_alone(run, (1, 2)) == pytest.approx(8.49e8, rel=0.01)
    limit = limit_of(run)
    assert limit is not None and limit.drives == (1, 2)


def only(run: Run, drives: tuple[int, ...], shared: tuple[SharedPath, ...]) -> Run:
    phases = tuple(phase for phase in run.phases if phase.work.drive in drives)
    return replace(run, phases=phases, environment=replace(run.environment, shared=shared))


HUB = SharedPath(PathKind.USB_HUB, "5 Gb/s", "2-1", 450_000_000, (1, 2))


def test_a_path_that_is_not_full_is_not_blamed() -> None:
    wide = HUB._replace(name="10 Gb/s", ceiling=1_000_000_000)
    assert limit_of(only(multi_drive_run(), (1, 2), (wide,))) is None
    unknown = HUB._replace(name="", ceiling=None)
    assert limit_of(only(multi_drive_run(), (1, 2), (unknown,))) is None
    assert limit_of(only(multi_drive_run(), (1, 2), ())) is None


def test_no_loss_is_claimed_that_the_repeats_do_not_support() -> None:
    """One repeat alone was as slow as those at once."""
    run = only(multi_drive_run(5), (1, 2), ())
    assert all(drive.disturbed for drive in drives_at_once(run))

    def slow(phase: PhaseResult) -> PhaseResult:
        first, *rest = phase.repeats
        read = first.directions["read"]
        first = replace(first, directions={"read": replace(read, bandwidth=2e8)})
        return replace(phase, repeats=(first, *rest))

    run = replace(run, phases=tuple(map(slow, run.phases)))
    assert not any(drive.disturbed for drive in drives_at_once(run))
    assert all(drive.slower for drive in drives_at_once(run))


def test_a_full_path_that_costs_nobody_anything_is_no_limit() -> None:
    full = SharedPath(PathKind.PCIE_LINK, "PCIe 3.0 x4", "0000:00:1c.0", 3_400_000_000, (3,))
    run = only(multi_drive_run(), (3,), (full,))
    assert limit_of(run) is None


def test_a_drive_that_failed_at_once_gives_no_sum() -> None:
    run = multi_drive_run()
    run = replace(run, phases=run.phases[:-1])
    assert sum_at_once(run) is None
    assert not answer(run).sentences


def test_json_has_the_drives_and_brings_them_back() -> None:
    run = multi_drive_run(2)
    text = json_of(run)
    document = json.loads(text)["multi_drive"]
    assert [one["name"] for one in document["drives"]] == ["sda", "sdb", "nvme0n1"]
    (found,) = read_own([json.loads(text)])
    assert found.made.environment.drives == run.environment.drives
    assert found.made.environment.shared == run.environment.shared
    assert drives_at_once(found.made) == drives_at_once(run)


def test_other_drives_and_another_hub_are_told() -> None:
    one = multi_drive_run(5)
    environment = replace(
        one.environment,
        drives=(one.environment.drives[0], Companion("/media/me/x", None, "Other", "X9", "sdx")),
        shared=(HUB._replace(name="10 Gb/s"),),
    )
    other = replace(one, id="1abcdefgh", environment=environment)
    found = {
        one.what: (one.before, one.after)
        for one in compare_sides([Side("before", (one,)), Side("after", (other,))]).differs
    }
    assert found[Condition.OTHER_DRIVES] == ("B1, C1", "X9")
    assert found[Condition.SHARED_PATH] == ("usb hub 5 Gb/s", "usb hub 10 Gb/s")
