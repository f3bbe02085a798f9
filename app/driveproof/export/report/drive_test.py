# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of the test of a drive: for its owner, and for a shop that takes it back."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.drive_test.answer import drive_test_answer
from driveproof.domain.drive_test.drive_test import DriveTest
from driveproof.domain.drive_test.rules import VERDICT_RATINGS, verdict
from driveproof.domain.figure import Text
from driveproof.export.report.answer import answer_sections
from driveproof.export.report.document import (
    Drawing,
    PictureBlock,
    Report,
    Section,
    TextBlock,
    footer,
)
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.say import say_text, say_texts


def drive_test_report(
    test: DriveTest, drawings: Sequence[Drawing] = (), *, version: str = ""
) -> Report:
    """The report; `drawings` are the map of the drive and its speeds, `version` that of the
    program.
    """
    answer, target = drive_test_answer(test), test.target
    found = verdict(test)
    when = date_and_time(test.created if test.ended is None else test.ended)
    notes = tuple(one for one in answer.blocks if isinstance(one, Text))
    sections = answer_sections([one for one in answer.blocks if not isinstance(one, Text)])
    if notes:
        texts = tuple(TextBlock(say_text(one.say)) for one in notes)
        sections.insert(1, Section(_("What this does not prove"), texts))
    if drawings:
        sections.append(Section(_("Along the drive"), tuple(map(PictureBlock, drawings))))
    about = (target.model or target.path, target.serial or "", when)
    return Report(
        title=_("Test of {drive}").format(drive=target.drive),
        headline=say_texts(answer.sentences),
        word="" if found is None else VERDICT_RATINGS[found],
        subject=(" · ".join(filter(None, about)),),
        sections=tuple(sections),
        footer=footer(version, when),
    )
