# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a run changed its drive's health data, as JSON and as text."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from tests.builders.exported import json_of, run_values, table_of

from driveproof.domain.health.changes import written_by
from driveproof.domain.health.report import Health
from driveproof.domain.health.snapshot import AFTER, BEFORE, HealthSnapshot
from driveproof.domain.run.run import Run
from driveproof.export.run_health import health_lines

MakeRun = Callable[..., Run]
GB = 10**9


def pair(run: Run, identity: str = "wwn:a\x1b[31m") -> tuple[HealthSnapshot, HealthSnapshot]:
    one = Health(
        taken=run.started, source="UDisks2", written=100 * GB, temperature=38.0, crc_errors=0,
        used=0.0, passed=True, warnings=(),
    )  # fmt: skip
    two = replace(
        one, taken=run.started + timedelta(minutes=2), written=111_200_000_000, temperature=61.0,
        crc_errors=2,
    )  # fmt: skip
    return (
        HealthSnapshot(1, identity, one.taken, BEFORE, run.id, "4B2Q", one),
        HealthSnapshot(2, identity, two.taken, AFTER, run.id, "4B2Q", two),
    )


def with_file(make_run: MakeRun) -> Run:
    run = make_run()
    size = 9_700_000_000 - written_by(run, lambda _: None)
    return replace(run, environment=replace(run.environment, test_file_size=size))


def test_json_has_before_after_and_changes(make_run: MakeRun) -> None:
    run = with_file(make_run)
    health = run_values(run, (pair(run),))["health"]
    assert health["before"]["written"] == 100 * GB
    assert health["after"]["temperature"] == 61.0
    assert health["before"]["firmware"] == "4B2Q"
    assert health["before"]["media_errors"] is None
    assert health["written_by_test"] == 9_700_000_000
    assert health["others"] == []
    assert [one["key"] for one in health["changes"]] == ["written", "temperature", "crc_errors"]
    (written, _, errors) = health["changes"]
    assert written["amount"] == 11_200_000_000
    assert "9.7" in written["change"]
    assert errors["alarming"]
    assert json.loads(json_of(run, (pair(run),)))["health"] == health


def test_without_health_it_is_null_and_one_half_has_no_changes(make_run: MakeRun) -> None:
    run = make_run()
    assert run_values(run)["health"] is None
    before, _ = pair(run)
    half = run_values(run, ((before, None),))["health"]
    assert (half["after"], half["changes"]) == (None, [])
    assert health_lines(run, ((before, None),)) == []


def test_several_drives_share_what_was_written(make_run: MakeRun) -> None:
    run = with_file(make_run)
    document = run_values(run, (pair(run, "wwn:a"), pair(run, "wwn:b")))["health"]
    assert (document["identity"], document["others"][0]["identity"]) == ("wwn:a", "wwn:b")
    assert "9.7" not in json.dumps(document["changes"])


def test_the_text_says_it_in_a_line_that_cannot_move_the_cursor(make_run: MakeRun) -> None:
    run = with_file(make_run)
    text = " ".join(table_of(run, health=(pair(run),)).split())
    assert "+11.2 GB (9.7 GB" in text
    assert "38 °C → 61 °C" in text
    several = table_of(run, health=(pair(run), pair(run)))
    assert "wwn:a\\x1b[31m" in several
    assert "during the test" not in table_of(run)
