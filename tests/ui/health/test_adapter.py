# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Health page of a drive behind a USB adapter that nothing knows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from tests.builders.made_health import NOW, nvme_health, view_of
from tests.builders.pages.health import Bench, device

from driveproof.domain.drive.attachment import UsbAdapter, UsbDriver
from driveproof.domain.health.adapter import (
    SAFE_ORDER,
    AdapterSearch,
    AdapterType,
    AdapterWish,
    FoundBy,
    Outcome,
    TypeAttempt,
    UsbSmart,
    why_unread,
)
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import Health
from driveproof.engine.health.view import HealthView
from driveproof.ui.health.adapter_dialog import AdapterDialog
from driveproof.ui.theme.style import Theme

SMART = UsbSmart(adapter=UsbAdapter(0x152D, 0x0586, 0x209, "JMicron"), driver=UsbDriver.UAS)
ALL_FAILED = replace(
    SMART, attempts=tuple(TypeAttempt(type=one, outcome=Outcome.REFUSED) for one in SAFE_ORDER)
)


def unread(smart: UsbSmart) -> HealthView:
    missing, advice = why_unread(smart, "/dev/sdc", "UDisks2 2.10.1")
    health = Health(taken=NOW, missing=missing, advice=advice, adapter=smart)
    return view_of(device("sdc"), health, judge_health(health, now=NOW))


@pytest.mark.parametrize("agrees", [True, False])
def test_nothing_is_sent_before_a_person_agrees(bench: Bench, agrees: bool) -> None:
    bench.choose("sdc")
    bench.tell(unread(SMART))
    parts, requests = bench.page.parts, bench.health.requests
    assert "152d:0586" in bench.texts()
    assert parts.adapter.isVisible()
    assert not parts.root_primary.isVisible() and not parts.root_link.isVisible()
    assert not requests.calls
    found = replace(SMART, type=AdapterType.SNTASMEDIA, found=FoundBy.TRIED)
    requests.whole = view_of(device("sdc"), nvme_health(source="smartctl 7.4", adapter=found))

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, AdapterDialog)
        dialog.read_button.click() if agrees else dialog.reject()

    QTimer.singleShot(0, answer)
    parts.adapter.click()
    bench.settle()
    if not agrees:
        assert not requests.calls
        return
    assert ("whole", "sdc", AdapterSearch.FIND) in requests.calls
    assert not parts.adapter.isVisible()
    assert parts.copy_adapter.isVisible()
    parts.copy_adapter.click()
    assert "0x152d:0x0586" in QGuiApplication.clipboard().text()


def test_what_all_failed_is_no_dead_end(bench: Bench) -> None:
    """A person may know the type; and what could not be read is shown as it is now."""
    bench.choose("sdc")
    bench.tell(unread(SMART))
    bench.health.requests.whole = unread(ALL_FAILED)
    bench.page.actions_.read_whole(device("sdc"), bench.page._inventory, AdapterSearch.FIND)
    bench.settle()
    assert bench.page.parts.adapter.isVisible()
    assert "sntjmicron" in bench.texts()
    assert not bench.page.parts.copy_adapter.isVisible()


@pytest.mark.parametrize(
    ("smart", "in_use", "wish", "offered"),
    [
        (SMART, False, AdapterSearch.FIND, set(AdapterType)),
        (SMART, True, AdapterSearch.FIND, set(SAFE_ORDER[:3])),
        (ALL_FAILED, False, AdapterType.SAT, set(AdapterType)),
    ],
)
def test_what_is_offered(
    theme: Theme, smart: UsbSmart, in_use: bool, wish: AdapterWish, offered: set[AdapterType]
) -> None:
    dialog = AdapterDialog(smart, theme, in_use=in_use)
    assert dialog.wish == wish
    types = [dialog.types.itemData(row) for row in range(dialog.types.count())]
    assert set(types) == offered
    assert dialog.safe.isVisibleTo(dialog) == isinstance(wish, AdapterSearch)
    dialog.types.setCurrentIndex(1)
    dialog.types.activated.emit(1)
    assert dialog.wish == types[1]
    dialog.deleteLater()
