# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two drives in turn in the window: which, what is said of them, and where it leads."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot
from tests.builders.comparing import Open
from tests.builders.demo import demo_inventory
from tests.builders.made_runs import pair
from tests.builders.rig import Rig
from tests.builders.said import texts
from tests.builders.showing import setup_view

from driveproof.domain.notes import sentence_failure
from driveproof.domain.run.run import FAILED, InTurn, Run
from driveproof.engine.run import events
from driveproof.history.store import History
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.pages import HISTORY, MEASURE
from driveproof.ui.measure.setup import SetupView


@pytest.fixture
def view(qtbot: QtBot, context: PageContext) -> SetupView:
    return setup_view(qtbot, context, ("quick",), "quick")


def both() -> tuple[Run, Run]:
    """Two runs that were measured in turn, on two drives."""
    one, other = pair()
    target = replace(other.target, model="Another drive", serial="S2", drive="serial:S2", wwn=None)
    other = replace(other, target=target)
    bind = [InTurn(run.id, side, 7, "0110") for side, run in enumerate((other, one))]
    first, second = (
        replace(run, environment=replace(run.environment, in_turn=bound))
        for run, bound in zip((one, other), bind, strict=True)
    )
    return first, second


def test_a_second_drive_is_one_click_away(view: SetupView) -> None:
    assert view.against.isVisible() and view.planned is not None and view.planned.second == ()
    alone = view.button.text()
    view.against.tick.setChecked(True)
    places = [view.against.box.itemText(row) for row in range(view.against.box.count())]
    assert "/dev/sda" in places and not any("nvme0n1" in place for place in places)
    view.against.box.setEditText("/mnt/other")
    assert view.planned is not None and view.planned.second == ("/mnt/other",)
    assert "in turn" in view.head.title.text()
    assert view.button.text() != alone and "16 tests" in view.button.text()
    # Both drives together, wherever the cost is said.
    (bound,) = re.findall(r"writes at most (.+)\)$", view.button.text())
    assert bound in dict(view.detail.facts.facts())["Writes"]


def test_a_comparison_leads_to_both_and_back(rig: Rig, compare: Open) -> None:
    made = compare(*both())
    assert made.compared is not None
    assert made.compared.names == (both()[0].target.model, "Another drive")
    assert not any("one run only" in text for text in texts(made))  # each repeat met both
    made.both.click()
    rig.qtbot.waitUntil(lambda: rig.window.pages.current is MEASURE)
    setup = rig.measure.setup
    assert setup.against.wanted
    assert setup.against.path == both()[1].target.path


def test_at_the_end_the_comparison_opens(rig: Rig, history: History) -> None:
    runs = both()
    history.save(*runs)
    rig.tell(demo_inventory())
    rig.window.show_page(MEASURE)
    rig.measure.take([events.BothEnded(runs)])
    rig.qtbot.waitUntil(lambda: rig.window.pages.current is HISTORY)
    shown = rig.history_page().comparison
    assert shown is not None
    rig.qtbot.waitUntil(lambda: shown.compared is not None)
    assert shown.compared is not None and shown.compared.names[1] == "Another drive"


def test_where_one_fails_the_result_of_the_other_is_shown(rig: Rig, history: History) -> None:
    one, other = both()
    rig.tell(demo_inventory())
    rig.window.show_page(MEASURE)
    measure = rig.measure
    measure.take([events.BothEnded((replace(one, status=FAILED, phases=()), other))])
    assert measure.result.run is not None and measure.result.run.id == other.id
    said = [measure.result.notes.itemAt(0).widget().text()]
    assert other.id in said[0]
    asked: list[list[str]] = []
    measure.result.compare.connect(asked.append)
    measure.result.other.click()
    assert asked == [[one.id, other.id]]


def test_where_both_fail_at_once_the_reason_is_shown(rig: Rig) -> None:
    why = sentence_failure("fio ended with 1.")
    runs = tuple(replace(run, status=FAILED, phases=(), error=why) for run in both())
    rig.tell(demo_inventory())
    rig.window.show_page(MEASURE)
    measure = rig.measure
    measure.take([events.BothEnded(runs)])
    said = list(texts(measure.result))
    assert measure.stack.currentWidget() is measure.result
    assert any("fio ended with 1." in text for text in said)
    assert sum("was not measured" in text for text in said) == 1
