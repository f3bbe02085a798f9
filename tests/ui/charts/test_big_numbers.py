# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The big numbers: the same figures as the result, live too, and back with Escape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.demo import demo_inventory
from tests.builders.guided_runs import quick_run, scheduler_run
from tests.builders.made_runs import pair
from tests.builders.rig import Rig
from tests.builders.showing import show_alone
from tests.pseudo import spoken

from driveproof.domain.run.result import rows_of
from driveproof.domain.run.run import METRICS
from driveproof.engine.run import events
from driveproof.history.store import History
from driveproof.ui.charts.big_numbers import (
    BigNumbers,
    BoardCell,
    BoardFigure,
    BoardState,
    LiveBoard,
    board_of,
    state_words,
    written,
)
from driveproof.ui.feeds.pages import HISTORY, OVERVIEW
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme

RUN = pair()[0]
NEWS = tuple(recorded.run_events())
LAST = next(event.run for event in reversed(NEWS) if isinstance(event, events.RunEnded))


@pytest.fixture
def view(qtbot: QtBot, qapp: QGuiApplication) -> RunView:
    made = show_alone(qtbot, RunView(Theme(qapp, "light")), 992, 680)
    made.show_run(RUN)
    with qtbot.waitActive(made):
        made.activateWindow()
    return made


@pytest.fixture
def live(qtbot: QtBot, qapp: QGuiApplication) -> RunLiveView:
    made = show_alone(qtbot, RunLiveView(Theme(qapp, "light")), 992, 680)
    made.begin("A profile", "/home")
    return made


def covering(view: RunView) -> BigNumbers:
    (found,) = view.findChildren(BigNumbers)
    return found


def gone(qtbot: QtBot, view: RunView) -> None:
    qtbot.waitUntil(lambda: not view.findChildren(BigNumbers))


def test_single_requests_open_with_their_latency(qtbot: QtBot, qapp: QGuiApplication) -> None:
    kept = (one for one in quick_run().phases if one.pattern == "random" and one.queue_depth == 1)
    single = replace(quick_run(), phases=tuple(kept))
    for run, shown in ((RUN, BoardFigure.BANDWIDTH), (single, BoardFigure.LATENCY)):
        source = show_alone(qtbot, QWidget(), 992, 680)
        big = BigNumbers(source, Theme(qapp, "light"), board_of(run))
        assert big.grid.shown is shown
        assert big.units.checkedId() == tuple(BoardFigure).index(shown)


def test_the_board_has_the_medians_of_the_result() -> None:
    board = board_of(RUN)
    rows = rows_of(RUN.phases)
    assert len(board.rows) == len(rows)
    for (_title, cells), row in zip(board.rows, rows, strict=True):
        assert set(cells) == set(row.phases)
        for way, cell in cells.items():
            for shown in BoardFigure:
                summary = row.phases[way].summary(way, METRICS[shown.value])
                assert cell.values[shown] == (summary.median if summary else None)
            assert cell.state is BoardState.DONE


def test_open_change_the_figure_and_go_back(view: RunView, qtbot: QtBot) -> None:
    qtbot.mouseClick(view.big_button, Qt.MouseButton.LeftButton)
    big = covering(view)
    assert big.geometry() == view.rect()
    qtbot.waitUntil(big.grid.hasFocus)
    (_title, cells), *_others = board_of(RUN).rows
    for shown, button in zip(BoardFigure, big.units.buttons(), strict=True):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert big.grid.figure(cells["read"]) == written(
            shown, cells["read"].values[shown], binary=False
        )
        assert big.grid.figure(cells["read"])[0] in big.grid.accessibleDescription()
    QTest.keyClick(big.grid, Qt.Key.Key_Escape)
    gone(qtbot, view)
    qtbot.waitUntil(view.big_button.hasFocus)


def test_the_whole_screen_and_back(view: RunView, qtbot: QtBot) -> None:
    view.open_big()
    big = covering(view)
    QTest.keyClick(big.grid, Qt.Key.Key_F11)
    qtbot.waitUntil(view.isFullScreen)
    qtbot.waitUntil(lambda: big.geometry() == view.rect())
    QTest.keyClick(big.grid, Qt.Key.Key_Escape)
    gone(qtbot, view)
    qtbot.waitUntil(lambda: not view.isFullScreen())


def test_a_run_of_another_kind_has_none(view: RunView) -> None:
    view.show_run(scheduler_run())
    assert view.big_button.isHidden()
    view.open_big()
    assert not view.findChildren(BigNumbers)


def test_without_a_result_of_tests_the_window_says_what_is_missing(
    open_rig: Callable[..., Rig], history: History, qtbot: QtBot
) -> None:
    """On the page of all drives those of a result behind it covered the window."""
    history.save(RUN)
    rig = open_rig(demo_inventory())
    page = rig.open_history()
    page.list.scope.choose(1)
    page.open(RUN.id)
    qtbot.waitUntil(lambda: bool(page.targets))
    for place in (rig.window.sidebar.choose_all, lambda: rig.window.show_page(OVERVIEW)):
        place()
        rig.window.message.hide()
        rig.window.actions_.big_numbers.trigger()
        assert rig.window.message.sentence
        assert not rig.window.findChildren(BigNumbers)
    rig.window.show_page(HISTORY)
    rig.window.actions_.big_numbers.trigger()
    assert rig.window.findChildren(BigNumbers) and not rig.window.message.sentence


@pytest.mark.parametrize("size", [(760, 480), (1280, 800)], ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize("longer", [False, True], ids=["english", "longer"])
def test_names_and_figures_have_room(
    qtbot: QtBot, qapp: QApplication, size: tuple[int, int], longer: bool
) -> None:
    board = board_of(RUN)
    if longer:
        with spoken():
            board = board_of(RUN)
    view = RunView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.resize(*size)
    view.show()
    view.show_run(RUN)
    view.open_big()
    big = covering(view)
    big.show_board(board)
    big.grab()
    room = big.grid.room()
    names, figures = QFontMetricsF(room.label), QFontMetricsF(room.figure)
    for title, cells in board.rows:
        assert names.horizontalAdvance(title.partition(", ")[0]) <= room.names
        assert 2 * names.height() <= room.high
        for cell in cells.values():
            for shown in BoardFigure:
                number, unit = written(shown, cell.values[shown], binary=True)
                need = figures.horizontalAdvance(number) + figures.horizontalAdvance(unit) * 0.36
                assert need <= room.wide and figures.capHeight() <= room.high


def test_a_live_board_follows_the_run() -> None:
    board = LiveBoard()
    seen: dict[BoardState, int] = dict.fromkeys(BoardState, 0)
    for event in NEWS:
        board.take([event])
        cells = [cell for _title, row in board.board.rows for cell in row.values()]
        at_once = [cell for cell in cells if cell.state is BoardState.MEASURING]
        assert len(at_once) <= 2  # a mixed test has two
        for cell in cells:
            seen[cell.state] += 1
            assert (cell.state is BoardState.WAITING) <= (not cell.values)
            # The median of one repeat of several looked like the result.
            assert cell.final == (
                cell.state is BoardState.DONE and cell.repeat[0] == cell.repeat[1]
            )
            assert bool(state_words(cell)) >= (not cell.final)
    assert all(seen.values())
    done = [(title, row) for title, row in board_of(LAST).rows]
    assert [(title, set(row)) for title, row in board.board.rows] == [
        (title, set(row)) for title, row in done
    ]
    for (_title, live_row), (_same, row) in zip(board.board.rows, done, strict=True):
        assert {way: cell.values for way, cell in live_row.items()} == {
            way: cell.values for way, cell in row.items()
        }


def test_live_numbers_become_those_of_the_result(live: RunLiveView, qtbot: QtBot) -> None:
    half = len(NEWS) // 2
    live.take(list(NEWS[:half]))
    qtbot.mouseClick(live.big_button, Qt.MouseButton.LeftButton)
    assert live.big is not None
    before = live.big.grid.text()
    assert "measuring" in before or "waiting" in before
    live.take(list(NEWS[half:]))
    live.ended(LAST)
    assert live.big.title.accessibleName() == board_of(LAST).title
    assert "waiting" not in live.big.grid.text() != before
    ended: list[Callable[[], object]] = []
    live.cancel.connect(lambda: ended.append(print))
    QTest.keyClick(live.big.grid, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: live.big is None)
    assert not ended


def test_a_test_that_goes_on_is_final_when_it_has_ended() -> None:
    board = LiveBoard()
    started = next(one for one in NEWS if isinstance(one, events.Started))
    profile = replace(started.profile, max_repeats=started.profile.repeats + 3)
    board.take([replace(started, profile=profile)])
    begun = next(one for one in NEWS if isinstance(one, events.RepeatStarted))
    least, index = profile.repeats, begun.index
    done = next(
        one for one in NEWS if isinstance(one, events.PhaseEnded) and one.index == index
    ).result

    def cell() -> BoardCell:
        (found,) = [
            one for _title, row in board.board.rows for one in row.values()
            if one.state is not BoardState.WAITING
        ]  # fmt: skip
        return found

    def measured(order: int, repeats: int, *, going_on: bool) -> None:
        board.take([replace(begun, order=order, repeats=repeats, going_on=going_on)])
        board.take([events.RepeatEnded(index, done.repeats[-1], done)])

    measured(least, least, going_on=False)
    assert not cell().final and state_words(cell()) == cell().within != ""
    board.take([replace(begun, order=least + 1, repeats=least + 3, going_on=True)])
    assert str(least + 3) in state_words(cell())
    measured(least + 1, least + 3, going_on=True)
    assert not cell().final
    board.take([events.PhaseEnded(index, done, 0.0)])
    assert cell().final and cell().within in state_words(cell())
