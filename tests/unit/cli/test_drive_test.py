# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof test` over what the history has: statuses, JSON, and what may be left out."""

from __future__ import annotations

import msgspec
import pytest
from tests.builders.made_drive_tests import every_test, good_test, half_written, returned_test

from driveproof.cli.arguments import LEFT_OUT
from driveproof.domain.drive_test.drive_test import OPTIONAL, DriveTest
from driveproof.export.json.drive_test import drive_test_document, drive_test_json
from driveproof.export.text.drive_test import drive_test_page, drive_tests_table


def test_the_words_of_what_may_be_left_out() -> None:
    assert LEFT_OUT == OPTIONAL


@pytest.mark.parametrize(
    ("test", "verdict", "status"),
    [
        (good_test(), "accept", "finished"),
        (returned_test(), "return", "finished"),
        (half_written(), None, "open"),
    ],
)
def test_the_document(test: DriveTest, verdict: str | None, status: str) -> None:
    document = drive_test_document(test)
    assert (document.verdict, document.status) == (verdict, status)
    assert len(document.steps) == len(test.steps)
    assert msgspec.json.decode(drive_test_json(test))["id"] == test.id


def test_each_has_a_page_and_a_line() -> None:
    tests = every_test()
    for test in tests:
        assert str(test.target.serial) in drive_test_page(test)
    assert len(drive_tests_table(tests).splitlines()) >= len(tests) + 1
