# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Advice for a verdict: something for every word but good, the most urgent first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.builders.health_values import DISK, NOON, SSD, before, told

from driveproof.domain import errors
from driveproof.domain.check.check import Check
from driveproof.domain.check.rules import healthiness
from driveproof.domain.drive.link import LinkState
from driveproof.domain.health.report import (
    NOW,
    TEST_FAILED,
    Attribute,
    Health,
    SelfTestEntry,
    SelfTests,
)
from driveproof.domain.health.verdict import AXES, FAILING, GOOD, HealthToDo
from driveproof.domain.notes import Note
from driveproof.wording.finding import to_do_text

SLOW = LinkState(slower=True, meaning=Note("Runs at 3 Gb/s."), advice=Note("Use the blue port."))
BROKEN = SelfTests(entries=(SelfTestEntry(kind="extended", status=TEST_FAILED, text="read"),))
REACHED = (
    Attribute(id=1, name="Raw_Read_Error_Rate", prefail=True, failed=NOW, value=1, threshold=51),
)


@pytest.mark.parametrize(
    ("health", "more", "codes"),
    [
        (SSD, {}, []),
        (DISK, {}, []),
        (replace(SSD, passed=False), {}, [HealthToDo.COPY_AND_REPLACE]),
        (replace(SSD, warnings=("readonly",)), {}, [HealthToDo.COPY_AND_REPLACE]),
        (replace(SSD, spare=0.04), {}, [HealthToDo.COPY_AND_REPLACE]),
        (replace(DISK, attributes=REACHED), {}, [HealthToDo.COPY_AND_REPLACE]),
        (replace(DISK, self_tests=BROKEN), {}, [HealthToDo.COPY_AND_REPLACE]),
        (replace(DISK, pending=3), {}, [HealthToDo.CHECK_COPY_AND_TEST]),
        (replace(DISK, pending=3), {"since": before(DISK)}, [HealthToDo.COPY_AND_TEST]),
        (replace(SSD, used=1.1), {}, [HealthToDo.PLAN_REPLACEMENT]),
        (replace(SSD, used=0.95), {}, [HealthToDo.PLAN_REPLACEMENT]),
        (replace(DISK, crc_errors=3), {}, [HealthToDo.CHECK_CABLE]),
        (DISK, {"link": SLOW}, [HealthToDo.CHECK_PORT]),
        (replace(SSD, temperature=90), {}, [HealthToDo.COOL]),
        (replace(SSD, temperature=-8, warnings=("temperature",)), {}, [HealthToDo.WARM]),
        (
            replace(SSD, used=1.0, temperature=90, media_errors=2),
            {},
            [HealthToDo.CHECK_COPY_AND_TEST, HealthToDo.PLAN_REPLACEMENT, HealthToDo.COOL],
        ),
        (
            replace(DISK, attributes=REACHED, pending=3, temperature=70),
            {},
            [HealthToDo.COPY_AND_REPLACE, HealthToDo.COOL],
        ),
        (replace(SSD, model="QEMU NVMe Ctrl"), {}, [HealthToDo.ASK_HOST]),
        (replace(DISK, power_on=0, power_cycles=0), {}, [HealthToDo.ASK_DIRECTLY]),
        (replace(DISK, passed=None), {}, [HealthToDo.KEEP_COPY]),
        (
            Health(taken=NOON, missing=Note("No."), advice=errors.Advice("Ask it.")),
            {},
            [HealthToDo.ASK_OTHERWISE],
        ),
    ],
    ids=lambda value: "" if isinstance(value, Health | dict) else "+".join(value) or "good",
)
def test_what_to_do(health: Health, more: dict[str, Any], codes: list[HealthToDo]) -> None:
    verdict = told(health, **more)
    assert [one.code for one in verdict.advice] == codes
    assert (verdict.word == GOOD) == (not codes)
    assert all(to_do_text(one).endswith(".") for one in verdict.advice)


def test_a_slow_link_keeps_its_own_advice() -> None:
    assert told(DISK, link=SLOW).advice[0].say.values == {"text": SLOW.advice}


def check_of(health: Health) -> Check:
    verdict = told(health)
    return Check(
        taken=NOON, seconds=1, target="/dev/sda", device=None, health=health, verdict=verdict,
        findings=healthiness(health, verdict),
    )  # fmt: skip


def test_a_check_says_it_with_the_verdict() -> None:
    failing = check_of(replace(DISK, attributes=REACHED))
    assert failing.verdict is not None
    assert failing.verdict.word == FAILING
    assert failing.findings[0].do[0] == failing.verdict.advice[0]
    assert failing.say[0] == failing.verdict.advice[0].say
    worn = check_of(replace(SSD, used=1.0))
    assert worn.verdict is not None
    assert worn.findings[0].do[0] == worn.verdict.advice[0]
    good = check_of(SSD)
    assert {finding.do for finding in good.findings} == {()}


def test_a_check_has_one_row_for_each_fact() -> None:
    for health, rows in (
        (replace(DISK, reallocated=24, pending=2, crc_errors=41), ["media_errors", "link"]),
        (replace(SSD, used=1.04), ["wear"]),
    ):
        found = check_of(health).findings
        assert [one.code for one in found if one.code in AXES] == rows
        assert found[0].do


def test_a_check_says_it_of_a_cable_once() -> None:
    found = healthiness(replace(DISK, crc_errors=3), told(replace(DISK, crc_errors=3)))
    (to_do,) = (one.do for one in found if one.do)
    assert [one.code for one in to_do] == [HealthToDo.CHECK_CABLE]
