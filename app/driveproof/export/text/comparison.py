# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison for the terminal: its answer, what speaks against it, how the drive changed."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.answer import Answer
from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.health_over_runs import HealthSpan
from driveproof.domain.health.changes import ChangeKind
from driveproof.domain.text import visible
from driveproof.export.text.answer import answer_lines
from driveproof.export.text.layout import WIDTH, TextLayout, one_line
from driveproof.wording.catalogue import _
from driveproof.wording.finding import advised_text
from driveproof.wording.health.changes import change_clause


def comparison_table(
    comparison: Comparison,
    answer: Answer,
    spans: Iterable[HealthSpan] = (),
    *,
    binary: bool = False,
    details: bool = False,
    width: int | None = None,
    encoding: str = "utf-8",
) -> str:
    """The whole of it; `details` adds the metrics that are shown without a verdict.

    Tables lose their last columns where they need more than `width` (None: any number).
    """
    layout = TextLayout(width or WIDTH, 10_000 if width is None else width, encoding, binary)
    lines = answer_lines(answer, layout, details=details)
    warnings = [
        _("Warning: {text}").format(text=one) for one in map(advised_text, comparison.cautions)
    ]
    if warnings:
        lines.append("")
    for text in warnings:
        lines += layout.wrapped(one_line(text), "  ")
    return layout.text([*lines, *_health(spans, layout)])


def _health(spans: Iterable[HealthSpan], layout: TextLayout) -> list[str]:
    lines: list[str] = []
    for span in spans:
        told = [
            change_clause(one)
            for one in span.changes
            if one.kind is not ChangeKind.ATTRIBUTE or one.alarming
        ]
        text = "; ".join(told) or _("No changes.")
        text = _("Health of {drive}: {changes}.").format(drive=visible(span.identity), changes=text)
        lines += ["", *layout.wrapped(text, "  ")]
    return lines
