# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In another language, kept checks, large comparisons and the monitor do not stay English."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.builders.comparing import wait
from tests.builders.demo import demo_inventory
from tests.builders.kept_checks import identity, made
from tests.builders.made_runs import pair, quick
from tests.builders.monitored import Live, looked, open_page
from tests.builders.rig import Rig
from tests.builders.said import english
from tests.pseudo import spoken

from driveproof.history.checks import Checks
from driveproof.history.store import History
from driveproof.ui.runs.page import HistoryPage

WORDS = ("fine", "odd", "It is fine", "It is odd", "<b>bold</b>", "identity")


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    with spoken():
        yield


@pytest.fixture
def rig(open_rig: Callable[..., Rig], tmp_path: Path) -> Rig:
    return open_rig(demo_inventory(), live=Live(tmp_path / "sys"))


@pytest.fixture
def page(rig: Rig) -> HistoryPage:
    return rig.open_history()


def test_kept_checks(page: HistoryPage, rig: Rig, history: History) -> None:
    checks = Checks(history)
    values = [made("nvme0n1", "fine", 2), made("nvme0n1", "odd")]
    ids = [checks.add(each, identity("nvme0n1")) for each in values]
    said = (demo_inventory(), WORDS, values, ids)
    page.show_checks()
    assert page.check_list is not None
    rig.qtbot.waitUntil(lambda: page.check_list.model.rowCount() == 2)
    assert not english(page.check_list, said)
    page.open_check(ids[0])
    rig.qtbot.waitUntil(lambda: page.stack.currentWidget() is page.opened_check)
    assert not english(page.opened_check, said)
    page.compare_checks(ids)
    shown = page.check_comparison
    rig.qtbot.waitUntil(lambda: page.stack.currentWidget() is shown)
    rig.qtbot.waitUntil(lambda: not page.history.busy)
    assert not english(shown, said)


def test_a_comparison_of_three(page: HistoryPage, rig: Rig, history: History) -> None:
    before, after = pair()
    third = quick(0.8, id="cccc3", label="third", days=2)
    history.save(before, after, third)
    page.compare([before.id, after.id, third.id])
    shown = page.comparison
    assert shown is not None
    wait(rig, shown)
    assert not english(shown, (demo_inventory(), before, after, third))


def test_what_it_does_right_now(rig: Rig) -> None:
    shown = open_page(rig)
    looked(rig, shown, 3)
    assert not english(shown, demo_inventory())
