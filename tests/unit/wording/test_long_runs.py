# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a disk has shingled tracks, by what the kernel and random writes say."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from tests.builders.long_runs import SimulatedDrive, example_sustained_profile, sustained_run

from driveproof.domain.profile.sustained import SustainedPlan, sustained_profile
from driveproof.domain.run.run import Run
from driveproof.wording.long_runs import long_facts


@cache
def even_run(collapses: bool | None) -> Run:
    """A drive without a cache; None: its random writes were not tried, as on an SSD."""
    profile = example_sustained_profile()
    assert isinstance(profile.plan, SustainedPlan)
    plan = replace(profile.plan, size=20 * 10**9, rotational=collapses is not None)
    drive = SimulatedDrive(fast=15e7, slow=15e7, cache=1e12, collapses=bool(collapses))
    return sustained_run(sustained_profile(profile, plan), drive)[0]


@pytest.mark.parametrize(
    ("zones", "collapses", "words"),
    [
        (None, None, ""),
        (None, False, ""),
        (None, True, "probable"),
        ("host-managed", None, "yes"),
        ("host-aware", False, "yes"),
        ("hint", True, "probable"),
        ("hint", False, "possible"),
        ("hint", None, "probable"),
        ("of a newer version", None, ""),
    ],
)
def test_shingled_tracks_by_what_the_kernel_reports_and_random_writes(
    zones: str | None, collapses: bool | None, words: str
) -> None:
    run = even_run(collapses)
    run = replace(run, target=replace(run.target, zones=zones))
    facts = dict(long_facts(run))
    assert facts.get("Shingled tracks (SMR)", "").startswith(words)
    assert ("Shingled tracks (SMR)" in facts) == bool(words)
