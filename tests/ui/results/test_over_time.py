# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page that shows a drive's results over time."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.builders import recorded
from tests.builders.demo import demo_inventory
from tests.builders.rig import Rig

from driveproof.domain.comparison.over_time_plot import group_title
from driveproof.history.store import History
from driveproof.ui.feeds.measured_drive import device_identity
from driveproof.wording.say import say_text


def test_the_history_of_a_drive_over_time(rig: Rig, history: History) -> None:
    run, inventory = recorded.finished_run(), demo_inventory()
    device = inventory.get("nvme0n1")
    drive = device_identity(device, inventory)
    for number, firmware in enumerate(("3B2Q", "3B2Q", "4B2Q")):
        target = replace(run.target, drive=drive, firmware=firmware)
        started = run.started + timedelta(days=number)
        history.save(replace(run, id=f"aaa{number}", target=target, started=started))
    rig.tell(inventory)
    page = rig.open_history()
    QTest.mouseClick(page.list.over_time_button, Qt.MouseButton.LeftButton)
    over = page.over_time
    assert over is not None and over.isVisible()
    assert over.head.title.whole() == "Samsung SSD 990 PRO 2TB over time"
    assert over.head.detail.whole().startswith("3 results, 1 firmware change.")
    titles = [over.choice.itemText(number) for number in range(over.choice.count())]
    assert titles == [say_text(group_title(group)) for group in over.found.groups]
    assert titles == ["Quick benchmark: Bandwidth", "Quick benchmark: IOPS"]
    assert over.switch.isVisible()
    over.choice.setCurrentIndex(1)
    assert not over.switch.isVisible() and over.chart.chart is not None
    assert over.chart.chart.title == "IOPS"
    QTest.keyClick(over, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert page.list.isVisible()
    page.list.scope.choose(1)
    assert page.list.model.rowCount() == 3 and not page.list.over_time_button.isVisible()


def test_a_drive_without_results_has_no_such_button(rig: Rig) -> None:
    rig.tell(demo_inventory())
    page = rig.open_history()
    assert not page.list.over_time_button.isVisible()
    page.show_over_time()
    over = page.over_time
    assert over is not None and not over.chart.isVisible()
    assert over.head.detail.whole()
