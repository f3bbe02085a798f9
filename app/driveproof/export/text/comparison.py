# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison for the terminal: its answer, what speaks against it, how the drive changed."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.answer import Answer
from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.health_over_runs import HealthSpan
from driveproof.export.text.answer import answer_lines
from driveproof.export.text.layout import WIDTH, TextLayout, one_line
from driveproof.wording.catalogue import _
from driveproof.wording.finding import advised_text
from driveproof.wording.say import say_text


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
    for span in spans:
        lines += ["", *layout.wrapped(one_line(say_text(span.say)), "  ")]
    return layout.text(lines)
