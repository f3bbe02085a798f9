# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of the test of a drive: the verdict, and every number that a shop asks for."""

from __future__ import annotations

import pytest
from tests.builders.made_drive_tests import failed_self_test, good_test, half_written, returned_test

from driveproof.domain.drive_test.drive_test import DriveTest
from driveproof.domain.rating import BAD, FINE
from driveproof.export.report.document import FactsBlock, FindingsBlock, TableBlock, TextBlock
from driveproof.export.report.drive_test import drive_test_report


@pytest.mark.parametrize(
    ("test", "word"),
    [(good_test(), FINE), (returned_test(), BAD), (failed_self_test(), BAD), (half_written(), "")],
)
def test_its_mark_is_the_verdict(test: DriveTest, word: str) -> None:
    report = drive_test_report(test)
    assert report.word == word and report.headline


def test_it_has_findings_what_is_not_proven_identity_steps_and_smart() -> None:
    test = returned_test()
    report = drive_test_report(test, version="1")
    found, notes, facts, *tables = (section.blocks[0] for section in report.sections)
    assert isinstance(found, FindingsBlock) and found.lines[0].word == BAD
    assert isinstance(notes, TextBlock)
    assert isinstance(facts, FactsBlock)
    values = [value for _name, value in facts.pairs]
    assert test.target.serial in values and test.target.firmware in values
    assert len(tables) >= 2 and all(isinstance(one, TableBlock) for one in tables[:2])
    assert test.target.serial and test.target.serial in report.subject[0]
