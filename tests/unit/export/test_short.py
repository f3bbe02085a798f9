# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures from few samples are marked as such wherever they are shown."""

from __future__ import annotations

from dataclasses import replace

from tests.builders.compared_runs import phase, run
from tests.builders.exported import report_of, run_values, table_of

from driveproof.domain.run.run import Run
from driveproof.export.report.html import render_html


def lasting(seconds: float) -> Run:
    """A run whose last repeat counted for so long."""
    whole = phase([100.0, 101.0, 102.0], pattern="sequential", direction="write")
    last = whole.repeats[-1]
    result = replace(last.directions["write"], seconds=seconds, samples=())
    last = replace(last, directions={"write": result})
    return run(replace(whole, repeats=(*whole.repeats[:-1], last)))


def test_the_text() -> None:
    assert ", short" in table_of(lasting(0.08))
    assert "less than 0.1 s, or 4 samples" in " ".join(table_of(lasting(0.08)).split())
    assert "hort" not in table_of(lasting(0.3))


def test_the_json() -> None:
    (found,) = run_values(lasting(0.08))["phases"]
    assert found["short"] is True
    assert [repeat["write"]["short"] for repeat in found["repeats"]] == [False, False, True]
    assert run_values(lasting(0.3))["phases"][0]["short"] is False


def test_the_report() -> None:
    page = render_html(report_of(lasting(0.08)))
    assert ", short" in page and "less than 0.1" in page
    assert ", short" not in render_html(report_of(lasting(0.3)))
