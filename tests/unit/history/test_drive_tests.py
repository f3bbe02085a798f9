# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of drives are stored unchanged, and found by what a person types."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.made_drive_tests import (
    at,
    begun_test,
    every_test,
    good_test,
    half_written,
    target,
)

from driveproof.domain.errors import MachineError, UsageError
from driveproof.history.drive_tests import DriveTests
from driveproof.history.store import History


def test_each_comes_back_as_it_was(history: History) -> None:
    tests = DriveTests(history)
    for one in every_test():
        tests.save(one)
    assert tests.all() == every_test()


def test_the_newest_state_counts(history: History) -> None:
    tests = DriveTests(history)
    tests.save(begun_test(1))
    tests.save(half_written())
    assert tests.load("0dt1") == half_written()


def test_a_path_that_is_no_text(history: History) -> None:
    one = begun_test(target=target(path="/mnt/\udcff"))
    DriveTests(history).save(one)
    assert DriveTests(history).find("latest") == one


def test_they_are_found_by_their_beginning(history: History) -> None:
    tests = DriveTests(history)
    tests.save(good_test(21))
    tests.save(good_test(22))
    assert tests.find("0DT21").id == "0dt21"
    with pytest.raises(UsageError):
        tests.find("0dt2")
    with pytest.raises(MachineError):
        tests.find("zz")


def test_only_open_ones_go_on(history: History) -> None:
    tests = DriveTests(history)
    with pytest.raises(MachineError):
        tests.open()
    for one in every_test():
        tests.save(one)
    later = replace(half_written(), id="0dt9", created=at(60))
    tests.save(later)
    assert [one.id for one in tests.open()] == ["0dt1", "0dt9"]
