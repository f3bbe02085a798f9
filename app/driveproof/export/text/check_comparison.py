# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two checks side by side for the terminal: what changed first, then every rating and figure."""

from __future__ import annotations

from msgspec import structs

from driveproof.domain.check.between import CheckComparison
from driveproof.domain.check.between_answer import check_comparison_answer
from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.margin import Margin
from driveproof.export.text.answer import block_lines
from driveproof.export.text.comparison import comparison_table
from driveproof.export.text.layout import WIDTH, TextLayout
from driveproof.wording.catalogue import _
from driveproof.wording.check import side_titles
from driveproof.wording.say import say_texts


def check_comparison_page(
    found: CheckComparison,
    *,
    margin: Margin | None = None,
    binary: bool = False,
    details: bool = False,
    width: int | None = None,
    encoding: str = "utf-8",
) -> str:
    """The whole of it; `details` adds the metrics of the measurements without a verdict.

    `margin` is the answer to --fail-if-slower.
    """
    layout = TextLayout(min(width or WIDTH, WIDTH), width or WIDTH, encoding, binary)
    answer = check_comparison_answer(found, margin=margin)
    lines = [*layout.wrapped(say_texts(answer.sentences)), ""]
    for title in side_titles(found):
        lines += layout.wrapped(title, indent="  ")
    lines += block_lines(answer, layout, details=details)
    if found.measured is None:
        return layout.text(lines)
    measured = comparison_table(
        found.measured,
        # Its sentences are part of the answer.
        structs.replace(comparison_answer(found.measured, margin=margin), sentences=()),
        found.spans,
        binary=binary,
        details=details,
        width=width,
        encoding=encoding,
    )
    return "\n".join([layout.text(lines), "", _("Measurement"), measured])
