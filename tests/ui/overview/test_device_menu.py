# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The menus of the devices on the Overview."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QAction, QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMenu
from tests.builders.answering import Answers
from tests.builders.rig import Rig

from driveproof.domain.drive.actions import DeviceAction
from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount
from driveproof.domain.errors import MachineError
from driveproof.ui.overview.page import OverviewPage


class Control:
    """Changes nothing, and notes what it was asked for; `fails` is raised instead."""

    def __init__(self) -> None:
        self.asked: list[tuple[DeviceAction, str]] = []
        self.fails: MachineError | None = None

    def do(self, action: DeviceAction, object_path: str, name: str) -> str:
        self.asked.append((action, object_path))
        if self.fails is not None:
            raise self.fails
        return "/run/media/anna/stick" if action is DeviceAction.MOUNT else ""


STICK = BlockDevice(
    path="/dev/sdz", name="sdz", number="65:144", kind="usb", model="Stick", size=10**10,
    removable=True, ejectable=True, can_power_off=True, object_path="/sdz", children=("sdz1",),
)  # fmt: skip
PART = BlockDevice(
    path="/dev/sdz1", name="sdz1", number="65:145", kind="partition", usage="filesystem",
    filesystem="ext4", uuid="1234-ABCD", partition_of="sdz", parents=("sdz",), size=10**10,
    object_path="/sdz1",
)  # fmt: skip


@pytest.fixture
def control() -> Control:
    return Control()


@pytest.fixture
def rig(open_rig: Callable[..., Rig], control: Control) -> Rig:
    made = open_rig(control=control)
    made.tell(Inventory((STICK, PART)))
    return made


@pytest.fixture
def page(rig: Rig) -> OverviewPage:
    return rig.overview


def entries(page: OverviewPage, name: str) -> tuple[QMenu, dict[str, QAction]]:
    """The menu of a device, and its entries by what they do."""
    menu = page.menu_of(name, page)
    assert menu is not None
    return menu, {one.objectName(): one for one in menu.actions() if one.objectName()}


def test_an_unmounted_file_system_is_mounted(
    rig: Rig, page: OverviewPage, control: Control
) -> None:
    menu, found = entries(page, "sdz1")
    assert list(found) == [DeviceAction.MOUNT, "copy"]
    found[DeviceAction.MOUNT].trigger()
    rig.qtbot.waitUntil(page.message.isVisible)
    assert control.asked == [(DeviceAction.MOUNT, "/sdz1")]
    assert "/run/media/anna/stick" in page.message.text.text()
    found["copy"].trigger()
    assert QGuiApplication.clipboard().text() == "1234-ABCD"
    menu.deleteLater()


@pytest.mark.parametrize("opens", [True, False])
def test_a_mount_point_is_opened_or_it_is_said_why_not(
    rig: Rig, page: OverviewPage, monkeypatch: pytest.MonkeyPatch, *, opens: bool
) -> None:
    asked: list[str] = []

    def open_url(url: QUrl) -> bool:
        asked.append(url.toLocalFile())
        return opens

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    rig.tell(Inventory((STICK, replace(PART, mounts=(Mount("/mnt", "/dev/sdz1", "ext4"),)))))
    menu, found = entries(page, "sdz1")
    found["open /mnt"].trigger()
    rig.qtbot.waitUntil(lambda: asked == ["/mnt"])
    assert page.message.isVisible() is not opens
    assert ("/mnt" in page.message.text.text()) is not opens
    menu.deleteLater()


def test_what_is_mounted_keeps_its_drive(rig: Rig, page: OverviewPage) -> None:
    mounted = replace(PART, mounts=(Mount("/mnt", "/dev/sdz1", "ext4"),))
    rig.tell(Inventory((STICK, mounted)))
    menu, found = entries(page, "sdz1")
    assert list(found)[:2] == ["open /mnt", DeviceAction.UNMOUNT]
    assert found[DeviceAction.UNMOUNT].isEnabled()
    menu.deleteLater()
    menu, found = entries(page, "sdz")
    assert list(found) == [DeviceAction.EJECT, DeviceAction.POWER_OFF]
    for action in found.values():
        assert not action.isEnabled() and action.toolTip()
    menu.deleteLater()


@pytest.mark.parametrize(
    "then",
    [
        (),
        (replace(STICK, serial="another", model="Another"),),
        (STICK, replace(PART, mounts=(Mount("/mnt", "/dev/sdz1", "ext4"),))),
    ],
    ids=["unplugged", "another", "mounted"],
)
def test_what_was_confirmed_is_looked_at_again(
    rig: Rig,
    page: OverviewPage,
    control: Control,
    answer: Answers,
    then: tuple[BlockDevice, ...],
) -> None:
    asked = answer(yes=True, meanwhile=lambda: rig.tell(Inventory(then)))
    menu, found = entries(page, "sdz")
    found[DeviceAction.POWER_OFF].trigger()
    assert len(asked) == 1 and "/dev/sdz" in asked[0]  # there may be several of one model
    assert page.message.isVisible()
    assert control.asked == []
    menu.deleteLater()


@pytest.mark.parametrize("sure", [True, False])
def test_powering_off_is_asked_about(
    rig: Rig, page: OverviewPage, control: Control, answer: Answers, *, sure: bool
) -> None:
    answer(yes=sure)
    menu, found = entries(page, "sdz")
    found[DeviceAction.POWER_OFF].trigger()
    if sure:
        rig.qtbot.waitUntil(page.message.isVisible)
    assert control.asked == ([(DeviceAction.POWER_OFF, "/sdz")] if sure else [])
    menu.deleteLater()


def test_a_refusal_is_said(rig: Rig, page: OverviewPage, control: Control) -> None:
    control.fails = MachineError("Stick is busy.")
    menu, found = entries(page, "sdz")
    found[DeviceAction.EJECT].trigger()
    rig.qtbot.waitUntil(page.message.isVisible)
    assert page.message.text.text() == "Stick is busy."
    menu.deleteLater()


def test_each_device_has_a_button_for_its_menu(rig: Rig, page: OverviewPage) -> None:
    names = [button.accessibleName() for button in page.rows.menus]
    assert ["sdz" in names[0], "sdz1" in names[1]] == [True, True]
    assert all(button.isVisible() for button in page.rows.menus)
