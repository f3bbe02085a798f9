# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The TRIM page: the chain in rows, what trims automatically, and root only on request."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from tests.builders.demo import demo_inventory
from tests.builders.made_chains import LAYERS, MOUNT, Reader, blocked, made_chain, settle
from tests.builders.made_trims import Trims
from tests.builders.pages.words import page_text
from tests.builders.rig import Rig
from tests.fakes import quoted

from driveproof.domain.drive.attachment import UsbAdapter
from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Inventory
from driveproof.domain.errors import (
    Advice,
    CancelledError,
    DriveproofError,
    MachineError,
    RefusedError,
)
from driveproof.domain.finding import Finding
from driveproof.domain.say import Say
from driveproof.domain.trim.drive_rules import drive_layers
from driveproof.domain.trim.facts import DeviceFacts, Provisioning
from driveproof.domain.trim.path import UNKNOWN, DiscardPath, PathNote, RootQuestion
from driveproof.domain.trim.stack_rules import allow_discards
from driveproof.ui.feeds.pages import OVERVIEW, TRIM
from driveproof.ui.trim.page import TrimPage
from driveproof.wording.finding import finding_text


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def rig(open_rig: Callable[..., Rig], reader: Reader) -> Rig:
    return open_rig(demo_inventory(), trim=Trims(reader=reader))


def page_of(rig: Rig) -> TrimPage:
    """The page, shown, with what it has read."""
    rig.window.show_page(TRIM)
    page = rig.trim
    settle(rig)
    return page


def choose(page: TrimPage, target: str) -> None:
    index = page.chooser.findData(target)
    assert index >= 0, target
    page.chooser.setCurrentIndex(index)
    page.chooser.activated.emit(index)


def test_the_largest_mounted_file_system_comes_first_and_others_can_be_chosen(
    rig: Rig, reader: Reader
) -> None:
    page = page_of(rig)
    shown = [page.chooser.itemData(at) for at in range(page.chooser.count())]
    assert shown == ["/home", "/", "/boot/efi"]
    assert page.target == "/home"
    choose(page, "/")
    settle(rig)
    assert page.chain is not None
    assert page.chain.target == "/"
    rig.tell(demo_inventory())
    assert page.target == "/", "an update does not take the choice away"
    assert not any(thread is threading.main_thread() for thread in reader.threads)


def test_every_layer_has_a_word_a_fact_and_where_it_was_read(rig: Rig) -> None:
    page = page_of(rig)
    text = page_text(page)
    for layer in LAYERS:
        assert finding_text(layer.finding) in text
        assert layer.source in text
    assert text.count("passes") == len(LAYERS)
    assert [mark.verdict for mark in page.body.marks] == ["pass"] * len(LAYERS)
    assert not page.body.ask.isVisible()


def test_a_blocked_layer_says_what_would_change_it_and_what_that_costs(
    rig: Rig, reader: Reader
) -> None:
    reader.answers["/home"] = blocked()
    page = page_of(rig)
    text = page_text(page)
    assert "cryptsetup refresh" in text
    marks = page.body.marks
    assert [(mark.above, mark.below) for mark in marks] == [
        (None, True), (True, False), (False, False), (False, None),
    ]  # fmt: skip
    assert page.body.periodic.isVisible()


def test_a_udev_rule_is_copied_whole(rig: Rig, reader: Reader) -> None:
    page = page_of(rig)
    assert not page.body.copy_rule.isVisible()
    bridge = drive_layers(
        DeviceFacts(
            name="sdb",
            kind=DeviceKind.USB,
            title="JMicron Tech",
            provisioning="full",
            offered=Provisioning(unmap=True, write_same_16=False, write_same_10=False),
            adapter=UsbAdapter(0x152D, 0x0583, 0x209),
        )
    )
    reader.answers["/home"] = chain = made_chain(layers=(*LAYERS[:2], *bridge))
    page.read_again()
    settle(rig)
    QTest.mouseClick(page.body.copy_rule, Qt.MouseButton.LeftButton)
    copied = QApplication.clipboard().text()
    assert copied == chain.udev_rule and "152d" in copied


def test_what_trims_by_itself(rig: Rig, reader: Reader) -> None:
    page = page_of(rig)
    facts = dict(page.body.facts.facts())
    assert facts["fstrim.timer"] == "on"
    assert sum("2026" in value for value in facts.values()) == 2  # the last run and the next
    assert "/home" in page.body.periodic.text()
    covered = page.body.facts.facts()[3][1]
    never = replace(made_chain("/"), periodic=replace(made_chain().periodic, listed=False))  # type: ignore[type-var]
    reader.answers["/"] = never
    choose(page, "/")
    settle(rig)
    assert page.body.facts.facts()[3][1] != covered


def test_root_is_asked_only_on_demand_and_in_a_thread(rig: Rig, reader: Reader) -> None:
    layer = replace(LAYERS[3], verdict=UNKNOWN, root=RootQuestion.READ_AFTER_ATA)
    reader.answers["/home"] = made_chain(layers=(*LAYERS[:3], layer))
    reader.root_answer = made_chain()
    page = page_of(rig)
    assert page.body.ask.isVisible()
    assert page.body.questions.isVisible()
    assert reader.as_root == []
    reader.go.clear()
    page.body.ask.setFocus()
    QTest.keyClick(page.body.ask, Qt.Key.Key_Space)
    assert not page.body.ask.isEnabled()
    assert page.body.ask.text() == "Asking…"
    reader.go.set()
    settle(rig)
    assert reader.as_root == ["/home"]
    assert not page.body.ask.isVisible()
    assert [mark.verdict for mark in page.body.marks] == ["pass"] * 4


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            RefusedError("You may not.", advice=Advice("Ask an administrator.")),
            "You may not. Ask an administrator.",
        ),
        (CancelledError("Cancelled."), ""),
    ],
)
def test_a_refusal_is_said_and_the_chain_stays(
    rig: Rig, reader: Reader, error: DriveproofError, said: str
) -> None:
    layer = replace(LAYERS[3], verdict=UNKNOWN, root=RootQuestion.READ_AFTER_ATA)
    reader.answers["/home"] = made_chain(layers=(*LAYERS[:3], layer))
    reader.root_answer = error
    page = page_of(rig)
    page.body.ask.click()
    settle(rig)
    assert page.body.refusal.text() == said
    assert page.body.refusal.isVisible() == bool(said)
    assert page.chain is not None
    assert page.body.ask.isEnabled()


def test_it_is_read_again_on_f5_on_other_mounts_and_when_shown(rig: Rig, reader: Reader) -> None:
    page_of(rig)
    count = reader.asked.count("/home")
    inventory = demo_inventory()
    warmer = tuple(replace(device, temperature=70.0, free=1) for device in inventory.devices)
    rig.tell(Inventory(warmer))
    settle(rig)
    assert reader.asked.count("/home") == count, "a warmer drive is no other chain"
    QTest.keyClick(rig.window, Qt.Key.Key_F5)
    settle(rig)
    assert reader.asked.count("/home") > count
    count = reader.asked.count("/home")
    remounted = tuple(
        replace(device, mounts=tuple(replace(m, options=("discard",)) for m in device.mounts))
        for device in inventory.devices
    )
    rig.tell(Inventory(remounted))
    settle(rig)
    assert reader.asked.count("/home") > count
    count = reader.asked.count("/home")
    rig.window.show_page(OVERVIEW)
    rig.window.show_page(TRIM)
    settle(rig)
    assert reader.asked.count("/home") > count


def test_what_cannot_be_read_says_why(rig: Rig, reader: Reader) -> None:
    reader.answers["/home"] = MachineError("The mount went away.", advice=Advice("Bring it back."))
    page = page_of(rig)
    assert page.head.title.whole() == "The mount went away."
    assert page.head.detail.whole() == "Bring it back."
    assert not page.area.isVisible()
    assert page.chooser.isVisible()
    QApplication.sendPostedEvents()
    needed = page.head.heightForWidth(page.head.width())
    assert page.head.height() == needed  # not spread over the page


def test_no_drive_and_an_unplugged_one(rig: Rig) -> None:
    page = page_of(rig)
    device = demo_inventory().get("nvme0n1")
    page.set_device(device, demo_inventory(), gone=True)
    assert page.head.title.whole()
    page.set_device(None, Inventory(), gone=False)
    assert page.head.title.whole()


def test_what_is_not_mounted_is_no_dead_end(rig: Rig, reader: Reader) -> None:
    zram = BlockDevice(path="/dev/zram0", name="zram0", kind="zram", size=2**30)
    reader.answers["/dev/zram0"] = replace(
        made_chain("/dev/zram0"), mount=None, periodic=None, continuous=None,
    )  # fmt: skip
    rig.tell(Inventory((*demo_inventory().devices, zram)))
    rig.window.sidebar.select("zram0")
    page = page_of(rig)
    assert not page.chooser.isVisible()
    assert not page.body.periodic_title.isVisible()


def test_foreign_text_is_text(rig: Rig, reader: Reader) -> None:
    evil = "<b>x</b>\n\x1b[31m&amp;" + "X" * 200
    layers = tuple(
        replace(
            layer,
            name=evil,
            facts=quoted.fact(evil),
            remedy=allow_discards(evil),
        )
        for layer in LAYERS
    )
    mount = replace(MOUNT, path=evil, source=evil)
    reader.answers["/home"] = replace(
        made_chain(layers=layers),
        mount=mount,
        start=evil,
        notes=(Finding(PathNote.REPORT_SILENT, (Say("{name} does not report TRIM.", name=evil),)),),
    )
    page = page_of(rig)
    text = page_text(page)
    assert "<b>x</b>" in text
    assert "\x1b" not in text
    assert not page.area.horizontalScrollBar().maximum()
    for label in page.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText or not label.text()


def test_a_narrow_window_shows_all_of_it(rig: Rig) -> None:
    page = page_of(rig)
    rig.window.resize(760, 600)
    QApplication.processEvents()
    assert not page.area.horizontalScrollBar().maximum()
    for layer in LAYERS:
        assert finding_text(layer.finding) in page_text(page)


def off() -> DiscardPath:
    """A chain whose mount nothing trims, because the timer is off."""
    chain = made_chain()
    assert chain.periodic is not None
    return replace(chain, periodic=replace(chain.periodic, enabled=False, active=False))


def test_a_timer_that_is_off_is_switched_on(rig: Rig, reader: Reader) -> None:
    reader.answers["/home"] = off()
    page = page_of(rig)
    choose(page, "/home")
    settle(rig)
    assert page.body.enable.isVisible()
    QTest.mouseClick(page.body.enable, Qt.MouseButton.LeftButton)
    rig.qtbot.waitUntil(page.body.enabling.isVisible)
    settle(rig)
    assert reader.enabled == 1
    rig.qtbot.waitUntil(lambda: not page.body.enable.isVisible())


def test_a_refusal_to_switch_it_on_stays_on_the_page(rig: Rig, reader: Reader) -> None:
    reader.answers["/home"] = off()
    reader.refusal = RefusedError("No.", advice=Advice("Ask."))
    page = page_of(rig)
    choose(page, "/home")
    settle(rig)
    page.body.enable.click()
    rig.qtbot.waitUntil(lambda: "No. Ask." in page_text(page))
    assert page.body.enable.isVisible() and page.body.enable.isEnabled()


def test_a_timer_that_runs_or_would_not_help_is_not_offered(rig: Rig, reader: Reader) -> None:
    page = page_of(rig)
    assert not page.body.enable.isVisible()
    elsewhere = off()
    assert elsewhere.periodic is not None
    reader.answers["/home"] = replace(elsewhere, periodic=replace(elsewhere.periodic, listed=False))
    choose(page, "/home")
    settle(rig)
    assert not page.body.enable.isVisible()
