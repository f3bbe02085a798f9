# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run is said to take, from the runs of the drive before it, against what it takes: the real
fio in a folder. What a search says is in test_searches.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.benchmarks.ratios import Table, single

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.profile.estimate import ExpectationSource, Rates, expected_cost, rates_of
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run import events
from driveproof.engine.run.context import Context, KnownDrives
from driveproof.engine.run.profiles import Profiles
from driveproof.engine.run.session import Session
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.history.store import History

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1800)]

WITHIN = 0.2
SIZE, SECONDS, REPEATS = 256 * 2**20, 3.0, 2
CEILING = 3e9
"""Bytes a second of the link that the drive is said to have."""
FIXED = (
    "quick", "quick-nvme", "latency", "mixed", "everyday-writes", "load-curve", "file-sizes",
    "caches", "mirror",
    "workload-fileserver", "workload-database", "workload-backup", "workload-vm",
    "vm-boot", "workload-endurance",
)  # fmt: skip
"""The profiles whose tests are known before the run, and that work in a folder."""


class Known(KnownDrives):
    """The rates that earlier runs here tell."""

    def __init__(self, history: History) -> None:
        self._history = history

    def rates(self, path: str, inventory: Inventory) -> Rates:
        return rates_of(self._history.heads(), ceiling=CEILING)


def shortened(name: str) -> Profile:
    """Small files and few seconds, so that a run takes a minute at most."""
    profile = Profiles().find(name)
    repeats = min(profile.repeats, REPEATS)
    return profile.customized(size=SIZE, seconds=SECONDS, repeats=repeats)


def measured(profile: Profile, folder: Path, history: History) -> tuple[float, float]:
    """Seconds of a run, and those that its progress told when a tenth of them was over."""
    told: list[tuple[float, float]] = []

    def note(event: events.Event) -> None:
        if isinstance(event, events.Measured):
            told.append((event.progress, event.remaining))

    session = Session(
        profile,
        str(folder),
        Context(
            inventory=Inventory,
            known=Known(history),
            recorder=history,
            registry=TestFileRegistry(folder / "state"),
        ),
        note,
    )
    run = session.run()
    assert run.status == "finished", session.failure
    share, left = next(one for one in told if one[0] >= 0.1)
    return run.seconds, left / (1 - share)


def test_these_are_all_of_them() -> None:
    rates = Rates(ExpectationSource.CLASS, ceiling=1e9)
    profiles = (one for one in Profiles().all() if not one.needs_root and not one.unsized)
    found = {one.name for one in profiles if expected_cost(one, rates) is not None}
    assert found - {"load-matrix", "record"} == {*FIXED} - UNFORESEEN


UNFORESEEN = frozenset({"workload-fileserver", "workload-endurance"})
"""Blocks of many sizes: only an earlier run tells how many bytes a second that makes."""


@pytest.mark.parametrize("name", FIXED)
def test_a_second_run_takes_what_the_first_one_points_to(
    name: str, tmp_path: Path, table: Table
) -> None:
    history, profile = History(tmp_path / "h.sqlite"), shortened(name)
    guess = expected_cost(profile, Rates(ExpectationSource.CLASS, ceiling=CEILING))
    first, _told = measured(profile, tmp_path, history)
    if guess is not None:  # of a drive of which only the link is known
        least, most = guess.fewest / first, guess.most / first
        holds = least <= 1 <= most
        row = single(
            f"estimate: {name}, the first", [least, most], "{:.2f}", "on both sides of 1", holds
        )
        table.add(row)
        assert holds
    found = expected_cost(profile, rates_of(history.heads(), ceiling=CEILING))
    assert found is not None
    taken, told = measured(profile, tmp_path, history)
    before, later = found.seconds / taken, told / taken
    for what, ratio in (("before it", before), ("after a tenth", later)):
        met = abs(ratio - 1) <= WITHIN
        table.add(single(f"estimate: {name}, {what}", [ratio], "{:.2f}", "within 20%", met))
    assert abs(before - 1) <= WITHIN and abs(later - 1) <= WITHIN
