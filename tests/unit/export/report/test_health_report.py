# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of a drive's verdict: axis, verdict and reason, the rule in small print below it."""

from __future__ import annotations

from datetime import UTC, datetime

from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import Health
from driveproof.export.report.document import Report, Section, TableBlock
from driveproof.export.report.health import axes_table
from driveproof.export.report.html import render_html

NOW = datetime(2026, 11, 20, 20, 14, tzinfo=UTC)


def table() -> TableBlock:
    health = Health(taken=NOW, source="smartctl 7.3", temperature=38.0, written=16 * 10**12)
    return axes_table(judge_health(health, now=NOW))


def test_rule_and_source_are_no_columns() -> None:
    made = table()
    assert made.columns == ("Axis", "Verdict", "Reason")
    assert len(made.notes) == len(made.rows)
    assert all(made.note(row) for row in range(len(made.rows)))
    assert any("Source: smartctl 7.3" in note for note in made.notes)
    assert made.note(len(made.rows)) == ""


def test_a_reason_says_value_and_what_is_behind_it_once() -> None:
    reasons = {row[0]: row[2] for row in table().rows}
    assert reasons["Temperature"] == "38 °C.".replace(" ", "\u202f")
    assert reasons["Wear"].startswith("Not reported. ") and "written" in reasons["Wear"]


def test_the_page_has_it_below_the_reason() -> None:
    made = table()
    page = render_html(Report(title="t", headline="h", sections=(Section("Health", (made,)),)))
    assert page.count("Source: ") == len(made.rows)
    reason = made.rows[0][2]
    assert f"{reason}<small>" in page
