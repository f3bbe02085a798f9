# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of two checks: what changed first, every rating, and the measurements compared."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.check.between import CheckComparison, Turn
from driveproof.export.report.document import Report, Section, Table, Text
from driveproof.wording import check_comparison as words
from driveproof.wording.catalogue import _
from driveproof.wording.dates import stamp


def check_comparison_report(
    found: CheckComparison, measured: Report | None = None, *, version: str = ""
) -> Report:
    """The report; `measured` is that of the measurements, None where they are not compared."""
    parts = [
        _table(_("Ratings"), _("Topic"), words.topic_rows(found)),
        _table(_("Health"), _("Axis"), words.axis_rows(found)),
        _table(_("Counters that changed"), _("Counter"), words.counter_rows(found)),
        _table(_("What else differs"), _("What"), words.fact_rows(found)),
    ]
    said = words.remarks(found)
    sections = [part for part in parts if part is not None]
    if said:
        sections.append(Section(_("Notes"), tuple(Text(one) for one in said)))
    sections.append(Section(_("Measurement"), (Text(words.measured_text(found)),)))
    if measured is not None:
        sections += measured.sections
    checks = (found.before, found.after)
    return Report(
        title=_("Two checks: {before} and {after}").format(
            before=stamp(found.before.taken), after=stamp(found.after.taken)
        ),
        headline=words.headline(found),
        word=_word(found),
        subject=tuple(
            f"{name}: {words.check_title(check)}"
            for name, check in zip((_("before"), _("after")), checks, strict=True)
        ),
        sections=tuple(sections),
        footer=_("Comparison of two checks by Driveproof {version}").format(version=version),
    )


def _word(found: CheckComparison) -> str:
    if found.turned(Turn.WORSE):
        return "odd"
    return "fine" if found.turned(Turn.BETTER) else ""


def _table(title: str, head: str, rows: Sequence[words.Row]) -> Section | None:
    if not rows:
        return None
    columns = (head, _("before"), _("after"), "")
    return Section(title, (Table(columns, tuple(tuple(row) for row in rows), left=4),))
