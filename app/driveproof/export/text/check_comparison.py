# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two checks side by side for the terminal: what changed first, then every rating and figure."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.check.between import CheckComparison
from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.margin import Margin
from driveproof.export.text.comparison import comparison_table
from driveproof.export.text.layout import WIDTH, TextLayout
from driveproof.wording import check_comparison as words
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, say_texts


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
    layout = TextLayout(min(width or WIDTH, WIDTH), encoding=encoding)
    lines = [*layout.wrapped(say_texts(found.say)), ""]
    for name, check in ((_("Before"), found.before), (_("After"), found.after)):
        text = f"{name}: {words.check_title(check)}"
        lines += layout.wrapped(text, indent="  ")
    for title, rows in (
        (_("Ratings"), words.topic_rows(found)),
        (_("Health"), words.axis_rows(found)),
        (_("Counter"), words.counter_rows(found)),
        (_("Different"), words.fact_rows(found)),
    ):
        lines += _table(title, rows, layout)
    said = [say_text(one) for one in found.notes]
    lines += [""] if said else []
    for one in said:
        lines += layout.wrapped(one)
    lines += ["", _("Measurement")]
    if found.measured is None:
        lines += layout.wrapped(words.measured_text(found))
        return "\n".join(lines)
    measured = comparison_table(
        found.measured,
        comparison_answer(found.measured, margin=margin),
        found.spans,
        binary=binary,
        details=details,
        width=width,
        encoding=encoding,
    )
    return "\n".join([*lines, measured])


def _table(title: str, rows: Sequence[words.CheckRow], layout: TextLayout) -> list[str]:
    if not rows:
        return []
    head = (title, _("Before"), _("After"), "")
    made = layout.table([head, *rows], range(4))
    return ["", *(line.rstrip() for line in made)]
