# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's health as text: no wider than the terminal, only characters of its encoding."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from tests.fakes.reports import ALL, Report, as_bytes

from driveproof.domain.health.answer import RatedHealth, attribute_verdict
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import Attribute, ValueUnit
from driveproof.export.json import values_of
from driveproof.export.json.health import health_document
from driveproof.export.text.health import health_report
from driveproof.system.smart.smartctl import parse_report
from driveproof.wording.finding import findings_text
from driveproof.wording.table import cell_text


def report(make: Callable[[], Report], **how: object) -> str:
    health = parse_report(as_bytes(make()), "x")
    verdict = judge_health(health, now=health.taken)
    return health_report(RatedHealth(health, verdict), device="/dev/sdx", **how)  # type: ignore[arg-type]


@pytest.mark.parametrize("make", ALL.values(), ids=ALL)
@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_it_fits(make: Callable[[], Report], width: int) -> None:
    text = report(make, width=width)
    assert max(map(len, text.splitlines())) <= width
    assert "\n\n\n" not in text


@pytest.mark.parametrize("make", ALL.values(), ids=ALL)
def test_it_can_be_said_in_ascii(make: Callable[[], Report]) -> None:
    report(make, encoding="ascii").encode("ascii")


@pytest.mark.parametrize("make", ALL.values(), ids=ALL)
def test_a_long_sentence_loses_nothing(make: Callable[[], Report]) -> None:
    health = parse_report(as_bytes(make()), "x")
    verdict = judge_health(health, now=health.taken)
    text = " ".join(health_report(RatedHealth(health, verdict), width=80).split())
    for axis in verdict.axes:
        for word in findings_text(axis.details).split():
            assert word.replace("\u202f", " ") in text


@pytest.mark.parametrize("make", ALL.values(), ids=ALL)
def test_the_document_is_plain_json(make: Callable[[], Report]) -> None:
    health = parse_report(as_bytes(make()), "x")
    document = values_of(health_document(RatedHealth(health, judge_health(health))))
    assert json.loads(json.dumps(document, allow_nan=False)) == document


@pytest.mark.parametrize(
    ("row", "raw", "verdict"),
    [
        (Attribute(id=5, name="a", raw=24, raw_text="24 (5)"), "24 (5)", ""),
        (Attribute(id=5, name="a", raw=24_000), "24\u202f000", ""),
        (Attribute(id=5, name="a", pretty=24, unit=ValueUnit.SECTORS), "24 sectors", ""),
        (Attribute(id=5, name="a"), "", ""),
        (Attribute(id=5, name="a", named=False, failed="now"), "", "At its threshold"),
        (Attribute(id=5, name="a", named=False), "", "Not rated"),
        (Attribute(id=5, name="a", prefail=True, failed="now"), "", "Failing"),
        (
            Attribute(id=202, name="Percent_Lifetime_Remain", prefail=False, failed="now"),
            "",
            "Worn",
        ),
        (Attribute(id=9, name="a", prefail=False, failed="now"), "", "At its threshold"),
        (Attribute(id=190, name="a", prefail=True, failed="now"), "", "At its threshold"),
        (Attribute(id=5, name="a", prefail=True, failed="past"), "", "Failed in the past"),
    ],
)
def test_rows_of_attributes(row: Attribute, raw: str, verdict: str) -> None:
    assert (cell_text(row.raw_value), cell_text(attribute_verdict(row))) == (raw, verdict)
