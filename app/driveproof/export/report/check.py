# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of a check: its answer, what is known of the drive, and what was measured."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.answer import Answer
from driveproof.domain.check.answer import check_answer, detail_blocks
from driveproof.domain.check.between import CheckComparison, RatingTurn
from driveproof.domain.check.between_answer import check_comparison_answer
from driveproof.domain.check.check import Check
from driveproof.domain.expected_speed import Expectation
from driveproof.export.report.answer import answer_sections
from driveproof.export.report.document import (
    Drawing,
    Report,
    footer,
)
from driveproof.export.report.run import measured_sections
from driveproof.wording.catalogue import _
from driveproof.wording.check import checked_name, checked_place, side_titles
from driveproof.wording.dates import date_and_time
from driveproof.wording.say import say_texts
from driveproof.wording.units import (
    format_taken,
)


def check_comparison_report(
    found: CheckComparison, measured: Report | None = None, *, version: str = ""
) -> Report:
    """The report; `measured` is that of the measurements, None where they are not compared."""
    answer = check_comparison_answer(found)
    return Report(
        title=_("Drive reports of {before} and {after}").format(
            before=date_and_time(found.before.taken), after=date_and_time(found.after.taken)
        ),
        headline=say_texts(answer.sentences),
        word=_word(found),
        subject=side_titles(found),
        sections=(*answer_sections(answer.blocks), *(measured.sections if measured else ())),
        footer=footer(version),
    )


def _word(found: CheckComparison) -> str:
    if found.turned(RatingTurn.WORSE):
        return "odd"
    return "fine" if found.turned(RatingTurn.BETTER) else ""


def check_report(
    check: Check,
    measured: Answer | None,
    drawings: Sequence[Drawing] = (),
    expected: Sequence[Expectation] = (),
    *,
    version: str = "",
) -> Report:
    """The report; `measured` is the answer of its measurement, None without one, `drawings` are its
    pictures, `expected` what its tests can be held against, `version` that of the program.
    """
    when = date_and_time(check.taken)
    took = _("took {duration}").format(duration=format_taken(check.seconds))
    answer = check_answer(check, expected)
    return Report(
        title=checked_name(check),
        headline=say_texts(answer.sentences),
        word=check.word,
        subject=(" · ".join((*checked_place(check), when, took)),),
        sections=(
            *answer_sections(answer.blocks),
            *answer_sections(detail_blocks(check)),
            *measured_sections(check.run, measured, drawings),
        ),
        footer=footer(version, when),
    )
