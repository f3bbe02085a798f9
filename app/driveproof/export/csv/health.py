# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The values that a drive reports as CSV: a line for each attribute, else for each log value."""

from __future__ import annotations

from driveproof.domain.health.glossary import Meaning, attribute_meaning, figure_meaning
from driveproof.domain.health.marks import marks
from driveproof.domain.health.report import Attribute, Health
from driveproof.domain.health.trends import UNTRACED, HealthTrend, Trends
from driveproof.domain.health.verdict import HealthVerdict
from driveproof.export.csv.run import csv_number, csv_safe, csv_text
from driveproof.wording.catalogue import in_english
from driveproof.wording.say import say_text, value_text

_TREND = ("since", "first", "last")
ATTRIBUTES = (
    "id", "name", "title", "value", "worst", "threshold", "raw", "raw_hex", "raw_text", "pretty",
    "unit", "type", "failed", "reason", *_TREND, "explanation",
)  # fmt: skip
VALUES = ("key", "title", "value", "unit", "text", "reason", *_TREND, "explanation")


@in_english()
def values_csv(health: Health, verdict: HealthVerdict, trends: Trends = UNTRACED) -> str:
    """The table; attributes where the drive has them, else the values of its log."""
    marked = marks(health, verdict)
    if not health.attributes:
        rows = [
            (
                csv_safe(one.key), csv_safe(one.title), csv_number(one.value), one.unit.value,
                csv_safe(one.text),
                marked.figures.get(one.key, ""), *_trend(trends.figures.get(one.key)),
                _explained(figure_meaning(one)),
            )
            for one in health.figures
        ]  # fmt: skip
        return csv_text(VALUES, rows)
    return csv_text(
        ATTRIBUTES,
        [
            _row(one, marked.attributes.get(one.id, ""), trends.attributes.get(one.id))
            for one in health.attributes
        ],
    )


def _row(one: Attribute, reason: str, trend: HealthTrend | None) -> tuple[object, ...]:
    meaning = attribute_meaning(one)
    kind = "" if one.prefail is None else "prefail" if one.prefail else "old-age"
    return (
        one.id, csv_safe(one.name), csv_safe(value_text(meaning.title)), one.value, one.worst,
        one.threshold, one.raw,
        one.raw_hex, csv_safe(one.raw_text), csv_number(one.pretty), one.unit.value, kind,
        one.failed, reason, *_trend(trend), _explained(meaning),
    )  # fmt: skip


def _explained(meaning: Meaning) -> str:
    return "" if meaning.explanation is None else csv_safe(say_text(meaning.explanation))


def _trend(trend: HealthTrend | None) -> tuple[str, str, str]:
    if trend is None:
        return "", "", ""
    return trend.since.isoformat(), csv_number(trend.first), csv_number(trend.last)
