# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of devices below and beside a target, live and in the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.pages.words import labels
from tests.builders.showing import show_alone

from driveproof.domain.run.members import Activity
from driveproof.domain.run.run import MemberStatistics, Role, Run
from driveproof.engine.run import events
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.rows import MemberTable


def raid(reads: int = 500, seconds: float = 0.25) -> tuple[MemberStatistics, ...]:
    """A mirror of which one disk reads."""
    size = reads * 2**20
    return (
        MemberStatistics("md0", Role.TARGET, size, 0, reads, 0, seconds, None),
        MemberStatistics("sda", Role.BELOW, size, 0, reads, 0, seconds, 0.2),
        MemberStatistics("sdb", Role.BELOW, 0, 0, 0, 0, seconds, 0.0),
    )


def with_members(run: Run, members: tuple[MemberStatistics, ...]) -> Run:
    """The run with the same members in every repeat."""
    phases = tuple(
        replace(phase, repeats=tuple(replace(r, members=members) for r in phase.repeats))
        for phase in run.phases
    )
    return replace(run, phases=phases)


@pytest.fixture
def table(qtbot: QtBot, qapp: QGuiApplication) -> MemberTable:
    made = MemberTable(Theme(qapp, "light"))
    qtbot.addWidget(made)
    return made


def plain(table: MemberTable) -> list[list[str]]:
    return [[cell.replace("\u202f", " ") for cell in row] for row in table.texts()]


def activity(device: str, reads: float = 0.0) -> Activity:
    size, wait = (1e6, 0.01) if reads else (None, None)
    return Activity(
        device, Role.BELOW, reads * 10**6, 0.0, reads, 0.0, reads / 1000, size, reads / 100,
        wait, None, wait,
    )  # fmt: skip


def test_one_device_needs_no_table(table: MemberTable) -> None:
    table.show_activities((activity("sda", 5),), binary=False)
    assert table.isHidden()
    assert table.texts() == []


def test_figures_change_and_nothing_moves(table: MemberTable) -> None:
    table.resize(700, 100)
    table.show_activities((activity("sda", 5), activity("sdb")), binary=False)
    QApplication.processEvents()
    assert not table.isHidden()
    assert plain(table) == [
        ["sda", "below", "5.00 MB/s", "5", "–", "–", "977 KiB", "0.05", "10.0 ms", "0 %"],
        ["sdb", "below", "–", "–", "–", "–", "–", "–", "–", "0 %"],
    ]
    cells = [cell for row in table.cells for cell in row]
    before = [cell.geometry().right() for cell in cells]
    table.show_activities((activity("sda", 1000), activity("sdb", 987)), binary=True)
    QApplication.processEvents()
    assert plain(table)[0] == [
        *("sda", "below", "954 MiB/s", "1 000", "–", "–", "977 KiB", "10.0", "10.0 ms", "100 %")
    ]
    assert [cell.geometry().right() for cell in cells] == before
    assert cells == [cell for row in table.cells for cell in row]


def test_where_it_is_narrow_the_details_give_way(table: MemberTable) -> None:
    def shown() -> list[str]:
        labels = table.findChildren(QLabel)
        return [label.text() for label in labels if label.isVisible()]

    both = (activity("sda", 5), activity("sdb", 6))
    table.show_activities(both, binary=False)
    table.resize(table.minimumSizeHint().width(), 100)
    QApplication.processEvents()
    assert table.width() == table.minimumSizeHint().width() < 520
    assert "Busy" in shown() and not {"Request", "Queue", "Wait"} & {*shown()}
    table.resize(800, 100)
    QApplication.processEvents()
    assert {"Busy", "Request", "Queue", "Wait"} <= {*shown()}
    table.resize(480, 100)
    table.show_activities((*both, activity("sdc", 7)), binary=False)
    QApplication.processEvents()
    assert not {"Request", "Queue", "Wait"} & {*shown()}


def test_other_devices_take_the_place_of_the_old(table: MemberTable) -> None:
    table.resize(800, 200)
    table.show_activities(tuple(activity(f"sd{n}") for n in range(4)), binary=False)
    table.show_activities((activity("sd<b>x"), activity("a\nb")), binary=False)
    QApplication.processEvents()
    assert [row[0] for row in table.texts()] == ["sd<b>x", "a\nb"]
    shown = labels(table)
    assert not any("\n" in text for text in shown)
    assert len(shown) == 9 + 2 * 9
    table.clear()
    assert table.isHidden()


def test_a_run_shows_its_devices_while_it_is_on(qtbot: QtBot, qapp: QGuiApplication) -> None:
    view = show_alone(qtbot, RunLiveView(Theme(qapp, "light")), 992, 680)
    view.begin("A profile", "/srv")
    for event in recorded.run_events():
        if isinstance(event, events.Measured):
            break
        view.take([event])
    assert isinstance(event, events.Measured)
    view.take([replace(event, members=raid())])
    rows = plain(view.members)
    assert view.members.isVisible()
    assert rows[1][:4] == ["sda", "below", "2 097 MB/s", "2 000"]
    assert rows[1][-1] == "80 %"
    assert rows[2][2:4] == ["–", "–"]
    view.switch.choose(binary=True)
    view.take([replace(event, members=raid())])
    assert plain(view.members)[1][2] == "2 000 MiB/s"
    view.take([replace(event, members=())])  # a last, short interval: nothing flickers
    assert plain(view.members)[1][2] == "2 000 MiB/s"
    view.begin("Another", "/srv")
    assert view.members.isHidden()


def test_a_result_shows_them_below_its_curves(qtbot: QtBot, qapp: QGuiApplication) -> None:
    view = show_alone(qtbot, RunView(Theme(qapp, "light")), 992, 680)
    run = recorded.finished_run()
    show: Callable[[Run], None] = view.show_run
    show(run)
    assert view.detail is not None and view.detail.members == []
    show(with_members(run, raid(100, 2.0)))
    assert view.detail is not None
    QApplication.processEvents()
    read, write = view.detail.members
    assert plain(read)[1][:4] == ["sda", "below", "52.4 MB/s", "50"]
    assert read.isVisibleTo(view) and write.isVisibleTo(view)
