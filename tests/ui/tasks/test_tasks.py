# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The task queue: order, superseded and hanging tasks, and how errors are reported."""

from __future__ import annotations

import threading

import pytest
from pytestqt.qtbot import QtBot

from driveproof.domain.errors import Advice, DriveproofError, MachineError
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.wording.errors import Face, advice, message


class Outcomes:
    """What came back, in the order in which it came, and in which thread."""

    def __init__(self) -> None:
        self.results: list[object] = []
        self.errors: list[DriveproofError] = []

    def done(self, result: object, error: DriveproofError | None) -> None:
        assert threading.current_thread() is threading.main_thread()
        if error is None:
            self.results.append(result)
        else:
            self.errors.append(error)


@pytest.fixture
def outcomes() -> Outcomes:
    return Outcomes()


def test_one_after_the_other_in_the_order_asked(qtbot: QtBot, outcomes: Outcomes) -> None:
    tasks, gate = TaskQueue(), threading.Event()
    order: list[str] = []

    def work(name: str) -> str:
        if name == "a":
            gate.wait(30)
        order.append(name)
        return name

    for name in "abc":
        tasks.add(lambda name=name: work(name), outcomes.done)  # type: ignore[misc]
    assert tasks.busy
    gate.set()
    qtbot.waitUntil(lambda: not tasks.busy)
    assert order == outcomes.results == ["a", "b", "c"]


def test_of_one_key_the_last_counts(qtbot: QtBot, outcomes: Outcomes) -> None:
    tasks, gate = TaskQueue(threads=3), threading.Event()
    ran: list[int] = []

    def work(number: int) -> int:
        gate.wait(30)
        ran.append(number)
        return number

    for number in (1, 2, 3):
        tasks.add(lambda number=number: work(number), outcomes.done, key="one")  # type: ignore[misc]
    tasks.add(lambda: work(10), outcomes.done, key="other")
    assert tasks.is_on("one")
    gate.set()
    qtbot.waitUntil(lambda: not tasks.busy)
    assert sorted(ran) == [1, 3, 10]  # the second never began
    assert sorted(outcomes.results) == [3, 10]  # type: ignore[type-var]


def test_what_hangs_is_left_behind_and_not_asked_again(qtbot: QtBot, outcomes: Outcomes) -> None:
    tasks, back = TaskQueue(timeout=0.05, most_left=2), threading.Event()
    for name in "ab":
        tasks.add(lambda: back.wait(30), outcomes.done, key=name, name=name)
    qtbot.waitUntil(lambda: not tasks.busy)
    tasks.add(lambda: 1, outcomes.done, key="a", name="a")
    tasks.add(lambda: 1, outcomes.done, key="c", name="c")
    qtbot.waitUntil(lambda: not tasks.busy)
    assert [error.values["name"] for error in outcomes.errors] == ["a", "b", "a", "c"]
    assert all(advice(error, Face.WINDOW) for error in outcomes.errors)
    back.set()
    qtbot.waitUntil(lambda: not tasks.left_behind)
    assert outcomes.results == []  # nobody waits for it any more
    tasks.add(lambda: 5, outcomes.done, key="a", name="a")
    qtbot.waitUntil(lambda: outcomes.results == [5])


def test_what_fails_says_what_it_said(qtbot: QtBot, outcomes: Outcomes) -> None:
    def fail() -> None:
        raise MachineError("The mount went away.", advice=Advice("Bring it back."))

    tasks = TaskQueue()
    tasks.add(fail, outcomes.done)
    qtbot.waitUntil(lambda: not tasks.busy)
    assert message(outcomes.errors[0]) == "The mount went away."
    assert advice(outcomes.errors[0], Face.WINDOW) == "Bring it back."


def test_a_fault_of_our_own_is_told_and_logged(
    qtbot: QtBot, outcomes: Outcomes, caplog: pytest.LogCaptureFixture
) -> None:
    tasks = TaskQueue()
    tasks.add(lambda: 1 // 0, outcomes.done)
    tasks.add(lambda: 2, outcomes.done)
    qtbot.waitUntil(lambda: not tasks.busy)
    assert "ZeroDivisionError" in message(outcomes.errors[0])
    assert "ZeroDivisionError" in caplog.text
    assert outcomes.results == [2]


def test_at_the_end_what_was_asked_for_is_waited_for(outcomes: Outcomes) -> None:
    tasks, kept = TaskQueue(), []
    for number in range(5):
        tasks.add(lambda number=number: kept.append(number), outcomes.done)  # type: ignore[misc]
    assert tasks.finish(30)
    assert kept == list(range(5))
    assert not tasks.busy
    gate = threading.Event()
    tasks.add(lambda: gate.wait(30))
    assert not tasks.finish(0.01)
    gate.set()
    assert tasks.finish(30)
