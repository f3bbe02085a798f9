# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of "Why is it slow?": its answer, and what was measured."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.answer import Answer as RunAnswer
from driveproof.domain.diagnosis.answer import diagnosis_answer
from driveproof.domain.diagnosis.diagnosis import Conclusion, Diagnosis
from driveproof.domain.rating import FINE, UNKNOWN
from driveproof.export.report.answer import answer_sections
from driveproof.export.report.document import Drawing, Report, footer
from driveproof.export.report.run import measured_sections
from driveproof.wording.check import checked_name, checked_place
from driveproof.wording.dates import date_and_time
from driveproof.wording.say import say_texts


def diagnosis_report(
    diagnosis: Diagnosis,
    measured: RunAnswer | None,
    drawings: Sequence[Drawing] = (),
    *,
    version: str = "",
) -> Report:
    """The report; `measured` is the answer of its measurement, None without one, `drawings` are its
    pictures.
    """
    check, when = diagnosis.evidence.check, date_and_time(diagnosis.taken)
    answer = diagnosis_answer(diagnosis)
    return Report(
        title=checked_name(check),
        headline=say_texts(answer.sentences),
        word=FINE if diagnosis.conclusion is Conclusion.NOT_THE_DRIVE else UNKNOWN,
        subject=(" · ".join((*checked_place(check), when)),),
        sections=(
            *answer_sections(answer.blocks),
            *measured_sections(check.run, measured, drawings),
        ),
        footer=footer(version, when),
    )
