# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults that Linux avoids: whose they are, and that they rate nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.health_values import SSD, told
from tests.builders.patterns import matching

from driveproof.domain.health.kernel_quirks import Avoided, quirks_of, read_quirks
from driveproof.domain.health.verdict import CAUTION, GOOD, UNKNOWN, HealthCode
from driveproof.domain.notes import Note
from driveproof.system.smart.known_drives import shipped_quirks, with_what_is_known

A2000 = replace(SSD, model="KINGSTON SA2000M8500G", firmware="S5Z42109")


def test_every_shipped_entry_is_met_by_a_drive_of_its_own() -> None:
    known = shipped_quirks()
    assert {one.avoids for one in known} == set(Avoided)
    for one in known:
        for pattern in one.models:
            version = matching(one.firmware[0]) if one.firmware else ""
            assert quirks_of(matching(pattern), version, known) == (one,), pattern


def test_what_linux_avoids_is_told_and_rates_nothing() -> None:
    known = with_what_is_known(A2000)
    verdict = told(known)
    axis = verdict.axis("firmware")
    assert axis is not None
    assert (verdict.word, axis.verdict) == (GOOD, GOOD)
    assert [one.code for one in axis.details] == [HealthCode.AVOIDED_FAULT]
    assert HealthCode.AVOIDED_FAULT not in {one.code for one in (*verdict.summary, *verdict.more)}
    assert not verdict.advice


def test_an_unknown_drive_stays_unknown() -> None:
    silent = replace(A2000, passed=None, used=None, missing=Note("Behind an adapter."))
    assert told(with_what_is_known(silent)).word == UNKNOWN


def test_beside_a_fault_that_a_person_has_to_do_something_about() -> None:
    """An M4 that Linux would send one request at a time."""
    (quirk, *_), both = shipped_quirks(), replace(SSD, model="M4-CT128M4SSD2", firmware="0009")
    verdict = told(replace(with_what_is_known(both), kernel_quirks=(quirk,)))
    axis = verdict.axis("firmware")
    assert axis is not None
    assert verdict.word == CAUTION
    assert [one.code for one in axis.details] == [
        HealthCode.KNOWN_FAULT, HealthCode.AVOIDED_FAULT
    ]  # fmt: skip


@pytest.mark.parametrize("wrong", ['avoids = "all"', 'avoids = "trim"\nmore = 1', ""])
def test_a_broken_entry_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError):
        read_quirks(f'[[quirk]]\nmodels = ["a"]\nsource = "c"\n{wrong}\n')
