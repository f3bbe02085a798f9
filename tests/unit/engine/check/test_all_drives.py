# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several drives are checked in turn; one that fails does not delay the others."""

from __future__ import annotations

from collections.abc import Callable

from tests.builders.html import check

from driveproof.domain.check.check import Check
from driveproof.domain.errors import CancelledError, MachineError
from driveproof.engine.check.all_drives import AllChecks, Began, DriveChecked

GONE = MachineError("It is gone.")


class One:
    """A check that a test ends."""

    def __init__(self, ending: Callable[[], Check]) -> None:
        self.ending = ending
        self.cancelled = 0

    def run(self) -> Check:
        return self.ending()

    def cancel(self) -> None:
        self.cancelled += 1


def fail() -> Check:
    raise GONE


def test_each_is_checked_in_its_order() -> None:
    seen: list[Began | DriveChecked] = []
    found = check("fine")
    endings = {"/a": lambda: found, "/b": fail, "/c": lambda: found}
    AllChecks(list(endings), lambda target: One(endings[target]), seen.append).run()
    assert seen == [
        Began("/a", 0, 3), DriveChecked("/a", found), Began("/b", 1, 3),
        DriveChecked("/b", error=GONE), Began("/c", 2, 3), DriveChecked("/c", found),
    ]  # fmt: skip


def test_after_a_cancel_no_further_one_begins_and_the_last_is_not_told_as_done() -> None:
    seen: list[Began | DriveChecked] = []
    made: list[One] = []

    def make(target: str) -> One:
        def ending() -> Check:
            work.cancel()
            return check("fine")

        made.append(One(ending))
        return made[-1]

    work = AllChecks(["/a", "/b"], make, seen.append)
    work.run()
    assert seen == [Began("/a", 0, 2)]
    assert [one.cancelled for one in made] == [1]


def test_a_cancel_before_there_is_anything_to_cancel_is_not_lost() -> None:
    made: list[One] = []

    def make(target: str) -> One:
        work.cancel()

        def ending() -> Check:
            raise CancelledError("Cancelled.")

        made.append(One(ending))
        return made[-1]

    work = AllChecks(["/a"], make, lambda _: None)
    work.run()
    assert [one.cancelled for one in made] == [1]
