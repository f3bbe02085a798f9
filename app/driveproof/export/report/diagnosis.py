# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of "Why is it slow?": the answer, the causes, what was measured, what is in order."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.answer import Answer as RunAnswer
from driveproof.domain.diagnosis.diagnosis import CauseFinding, Conclusion, Diagnosis, Weight
from driveproof.domain.rating import FINE, ODD, UNKNOWN
from driveproof.export.report.document import (
    Drawing,
    FindingLine,
    FindingsBlock,
    Report,
    ReportBlock,
    Section,
    TextBlock,
    footer,
)
from driveproof.export.report.run import commands, environment, held_against, measurement
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.diagnosis import (
    advice_text,
    cause_title,
    measured_text,
    sound_text,
    subject_title,
    symptom_texts,
    weight_title,
    where_title,
)
from driveproof.wording.drive import device_title
from driveproof.wording.finding import finding_text
from driveproof.wording.say import say_texts

_RATINGS = {Weight.EXPLAINS: ODD, Weight.LIKELY: ODD, Weight.MINOR: UNKNOWN}


def diagnosis_report(
    diagnosis: Diagnosis,
    answer: RunAnswer | None,
    drawings: Sequence[Drawing] = (),
    *,
    version: str = "",
) -> Report:
    """The report; `answer` is that of its measurement, None without one, `drawings` are its
    pictures.
    """
    check, expected = diagnosis.evidence.check, diagnosis.evidence.expected
    device, when = diagnosis.evidence.drive, date_and_time(diagnosis.taken)
    facts = [device.path] if device else []
    if device is None or diagnosis.target != device.path:
        facts.append(_("checked as {target}").format(target=diagnosis.target))
    sections: list[Section | None] = [
        _texts(_("Possible causes"), symptom_texts(diagnosis)),
        _causes(diagnosis.reasons),
        _texts(_("Measured"), (measured_text(diagnosis),)),
        _in_order(diagnosis),
        _texts(_("Skipped, and notes"), tuple(map(finding_text, diagnosis.left_out))),
    ]
    if check.run is not None and check.run.phases and answer is not None:
        sections += [
            measurement(check.run, answer, drawings),
            held_against(check.run, expected, answered=True),
            environment(check.run),
            commands(check.run),
        ]
    return Report(
        title=device_title(device) if device else diagnosis.target,
        headline=say_texts(diagnosis.say),
        word=FINE if diagnosis.answer is Conclusion.NOT_THE_DRIVE else UNKNOWN,
        subject=(" · ".join([*facts, when]),),
        sections=tuple(one for one in sections if one is not None),
        footer=footer(version, when),
    )


def _texts(title: str, texts: Sequence[str]) -> Section | None:
    told = tuple(TextBlock(text) for text in texts if text)
    return Section(title, told) if told else None


def _causes(reasons: Sequence[CauseFinding]) -> Section | None:
    lines = tuple(map(_cause, reasons))
    blocks: tuple[ReportBlock, ...] = (FindingsBlock(lines),)
    return Section(_("Possible causes"), blocks) if lines else None


def _cause(reason: CauseFinding) -> FindingLine:
    advice = advice_text(reason)
    said = [finding_text(reason)]
    if advice:
        said.append(_("What to do: {text}").format(text=advice))
    name = _("{cause} ({weight}; in {where})").format(
        cause=cause_title(reason.cause),
        weight=weight_title(reason.weight),
        where=where_title(reason.where),
    )
    source = _("Rule: {source}").format(source=reason.source)
    return FindingLine(_RATINGS[reason.weight], name, " ".join(said), source)


def _in_order(diagnosis: Diagnosis) -> Section | None:
    lines = tuple(
        FindingLine(FINE, subject_title(one.cause), sound_text(one)) for one in diagnosis.in_order
    )
    return Section(_("Checked, no problem found"), (FindingsBlock(lines),)) if lines else None
