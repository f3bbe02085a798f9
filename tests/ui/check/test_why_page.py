# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of "Why slow?": its promise, its causes, and where they lead."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from tests.builders.made_application import MadeApplication
from tests.builders.made_diagnosis import Finding, diagnosis, opened, shown
from tests.builders.pages.words import labels
from tests.builders.rig import Rig
from tests.fakes.collections_of_drives import demo
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.composition.application import Folders
from driveproof.composition.services import Services
from driveproof.domain.diagnosis.diagnosis import CAUSE_TITLES, Cause, DrivePage
from driveproof.ui.check.page import INTRO, LIVE, WHY
from driveproof.ui.check.result import diagnosis_export
from driveproof.ui.feeds.pages import CHECK, HEALTH, MONITOR, OVERVIEW, page_named
from driveproof.ui.output.files import FileFormat
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_text


def test_it_says_before_what_it_looks_at(asking: Rig, finding: Finding) -> None:
    page = opened(asking)
    assert page.stack.currentIndex() == INTRO and finding.asked == []
    promise = page.intro.button.text()
    assert not page.intro.new_box.isVisible()
    asking.qtbot.keyClick(page.intro.button, Qt.Key.Key_Escape)
    overview = asking.overview
    asking.qtbot.waitUntil(overview.why_button.hasFocus)
    # The check that is opened next is a check again.
    asking.qtbot.mouseClick(overview.check_button, Qt.MouseButton.LeftButton)
    assert page.intro.button.text() != promise and page.intro.new_box.isVisible()


def test_the_causes_stand_in_their_order_with_evidence_and_advice(
    asking: Rig, finding: Finding
) -> None:
    page = shown(asking, finding)
    assert finding.asked == [("/dev/nvme0n1", False)]
    words = labels(page.why)
    text = "\n".join(words)
    order = [words.index(str(CAUSE_TITLES[one.cause])) for one in diagnosis().reasons]
    assert len(order) == 5 and order == sorted(order)
    assert "<b>resetting</b>" in text and "/home" in text
    assert "mount(8)" in text and "{" not in text
    assert "5" in page.why.head.title.text()


def test_a_cause_leads_to_its_page(asking: Rig, finding: Finding) -> None:
    page = shown(asking, finding)
    links = page.why.links
    assert len(links) == len(diagnosis().reasons)  # each leads somewhere
    assert [page_named(one).name for one in DrivePage] == list(DrivePage)
    gone: list[object] = []
    asking.window.context.led.connect(lambda page, *_: gone.append(page))
    next(one for one in links if one.text() == "Open Monitor").click()
    assert gone == [MONITOR]
    asking.monitor.back_button.click()
    next(one for one in links if one.text() == "Open Overview").click()
    assert asking.window.pages.current is OVERVIEW


def test_the_monitor_opens_over_the_causes_and_leads_back_to_them(
    asking: Rig, finding: Finding
) -> None:
    page = shown(asking, finding)
    link = next(one for one in page.why.links if one.text() == "Open Monitor")
    link.setFocus()
    link.click()
    assert asking.monitor.isVisible()
    asking.monitor.back_button.click()
    assert page.why.isVisible() and link.hasFocus()
    page.why.back_button.click()
    overview = asking.overview
    assert overview.isVisible()
    overview.monitor_button.click()
    assert asking.monitor.isVisible()
    asking.window.show_page(CHECK)  # the list of checks, while the monitor is on screen
    assert page.intro.isVisible()


def test_what_is_in_order_stands_below_the_causes(asking: Rig, finding: Finding) -> None:
    page = shown(asking, finding)
    words = labels(page.why)
    found = diagnosis()
    order = [
        words.index(text)
        for text in (
            str(CAUSE_TITLES[found.reasons[-1].cause]),
            *(finding_text(one, Face.WINDOW) for one in found.in_order),
        )
    ]
    assert found.in_order and order == sorted(order)


def test_it_is_exported_like_a_check(asking: Rig, finding: Finding, tmp_path: Path) -> None:
    page = shown(asking, finding)
    assert page.why.export_button.isVisible()
    export = diagnosis_export(diagnosis())
    assert set(export.writers) == {
        FileFormat.HTML, FileFormat.REPORT, FileFormat.JSON, FileFormat.TEXT
    }  # fmt: skip
    for number, write in enumerate(export.writers.values()):
        write(tmp_path / str(number), None)
        assert (tmp_path / str(number)).stat().st_size > 1000
    assert "<b>resetting</b>" not in (tmp_path / "0").read_text("utf-8")
    assert json.loads((tmp_path / "2").read_text("utf-8"))["answer"]["findings"]["in_order"]
    asking.window.export()  # Ctrl+E
    assert page.why.exporting.menu.isVisible()
    page.why.exporting.menu.close()


def test_it_stands_beside_the_check(asking: Rig) -> None:
    overview = asking.overview
    assert overview.why_button.parent() is overview.check_button.parent()
    assert overview.why_button.height() == overview.check_button.height()


def test_a_cancel_shows_what_there_is(asking: Rig, finding: Finding) -> None:
    page = opened(asking)
    page.intro.button.click()
    asking.qtbot.waitUntil(lambda: page.busy and page.stack.currentIndex() == LIVE)
    asking.qtbot.keyClick(page.live.head.button, Qt.Key.Key_Escape)
    asking.qtbot.waitUntil(lambda: page.stack.currentIndex() == WHY)
    assert finding.cancelled


def test_the_whole_way_on_a_worn_drive_of_a_fake_udisks2(
    open_rig: Callable[..., Rig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the button on the Overview through the real engine to the Health page."""
    machine = demo(tmp_path / "sys")
    (tmp_path / "bus").mkdir()
    with (
        PrivateBus(tmp_path / "bus") as bus,
        FakeUDisks2(bus.address, machine.objects, machine.smart),
    ):
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address)
        app = MadeApplication(Folders.below(tmp_path / "home"), bus.address, machine)
        services = Services(app)
        rig = open_rig(
            new_diagnosis=services.new_diagnosis,
            new_check=services.new_check,
            plan_check=services.plan_check,
        )
        rig.tell(app.inventory())
        rig.window.sidebar.select("nvme1n1")
        page = opened(rig)
        page.intro.less.click()
        rig.qtbot.waitUntil(lambda: page.stack.currentIndex() == WHY, timeout=30_000)
        found = page.why.diagnosis
        assert found is not None
        place = next(n for n, one in enumerate(found.reasons) if one.cause is Cause.HEALTH)
        page.why.links[place].click()
        rig.qtbot.waitUntil(lambda: rig.window.pages.current is HEALTH)
