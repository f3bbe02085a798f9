# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""False alarms: on which drives they are not counted, and that nothing else is left out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.health_values import DISK, told

from driveproof.domain.health.report import NOW, Attribute, Health, ThresholdState
from driveproof.domain.health.smart_exceptions import read_exceptions
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, UNKNOWN, Grade
from driveproof.system.smart.known_drives import shipped_exceptions, with_what_is_known

SPARE = Attribute(id=232, name="Perc_Avail_Resrvd_Space", value=0, threshold=10, prefail=True,
                  failed=NOW)  # fmt: skip
SECTORS = Attribute(id=5, name="Reallocated_Sector_Ct", value=1, threshold=36, prefail=True,
                    failed=NOW)  # fmt: skip
STICK = replace(DISK, model="SanDisk pSSD", passed=False, attributes=(SPARE,), rotational=False)
PENDING = replace(DISK, model="CT500MX500SSD1", rotational=False, pending=1)


@pytest.mark.parametrize(
    ("health", "as_reported", "word"),
    [
        (STICK, FAILING, GOOD),
        (replace(STICK, passed=None), FAILING, GOOD),
        (replace(STICK, attributes=()), FAILING, UNKNOWN),
        (replace(STICK, attributes=(replace(SPARE, value=90, failed=ThresholdState.NEVER),)),
         FAILING, FAILING),
        (replace(STICK, attributes=(SPARE, SECTORS)), FAILING, FAILING),
        (replace(STICK, model="SanDisk other"), FAILING, FAILING),
        (replace(STICK, attributes=(replace(SPARE, id=5),)), FAILING, FAILING),
        (replace(STICK, model="OCZ-VERTEX3", firmware="2.02", attributes=(SPARE, SECTORS)),
         FAILING, UNKNOWN),
        (replace(STICK, model="OCZ-VERTEX3", firmware="2.15"), FAILING, FAILING),
        (PENDING, CAUTION, GOOD),
        (replace(PENDING, pending=2), CAUTION, CAUTION),
        (replace(PENDING, uncorrectable=1), CAUTION, CAUTION),
        (replace(PENDING, model="CT500BX500SSD1"), CAUTION, CAUTION),
    ],
)  # fmt: skip
def test_the_rating(health: Health, as_reported: Grade, word: Grade) -> None:
    known = with_what_is_known(health)
    assert (told(health).word, told(known).word) == (as_reported, word)
    assert len(known.notes) == (as_reported != word), "what is not counted is said"


def test_every_shipped_entry_has_a_source_and_is_met_above() -> None:
    known = shipped_exceptions()
    assert all(len(one.source) > 10 for one in known)
    assert len({one.drop for one in known}) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        'drop = "count"',
        'drop = "count"\ncounter = "pending"',
        'drop = "count"\ncounter = "wrong"\nvalue = 1',
        'drop = "threshold"\nzero = ["wrong"]',
        'drop = "threshold"\nvalue = 1',
        'drop = "all"',
        'drop = "threshold"\nmore = 1',
    ],
)
def test_a_broken_entry_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError):
        read_exceptions(f'[[exception]]\nmodels = ["a"]\nwhy = "b"\nsource = "c"\n{wrong}\n')
