# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The link of a drive in its header and among its details, read in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QLabel
from tests.builders.demo import demo_inventory
from tests.builders.rig import Rig

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.link import LinkState
from driveproof.domain.notes import Note
from driveproof.ui.overview.facts import identity_facts, link_words

FULL = LinkState(
    kind="pcie", now="PCIe 4.0 x4", best="PCIe 4.0 x4", slower=False, meaning=Note("Full.")
)
SLOT = LinkState(
    kind="pcie", now="PCIe 4.0 x4", best="PCIe 4.0 x4", slower=False, advice=Note("Another slot."),
    meaning=Note("The slot limits."),
)  # fmt: skip
SLOW = LinkState(
    kind="pcie", now="PCIe 4.0 x2", best="PCIe 4.0 x4", slower=True,
    advice=Note("Put it in again."),
    meaning=Note("Runs at PCIe 4.0 x2."),
)  # fmt: skip
SATA = LinkState(kind="sata", now="SATA 3 Gb/s", best="SATA 6 Gb/s", slower=True)
USB = LinkState(kind="usb", now="USB 480 Mb/s", slower=True, meaning=Note("Runs at USB 2."))
IDLE = LinkState(kind="pcie", now="PCIe 1.0 x4", best="PCIe 4.0 x4", meaning=Note("Idle."))


@pytest.mark.parametrize(
    ("state", "most", "words"),
    [
        (None, "PCIe 4.0 x4", "PCIe 4.0 x4, full speed"),
        (None, "PCIe 5.0 x4", "PCIe 4.0 x4"),
        (None, None, "PCIe 4.0 x4"),
        (FULL, None, "PCIe 4.0 x4, full speed"),
        (SLOT, "PCIe 4.0 x4", "PCIe 4.0 x4"),
        (SLOW, "PCIe 4.0 x4", "PCIe 4.0 x2 instead of x4"),
        (SATA, None, "SATA 3 Gb/s instead of SATA 6 Gb/s"),
        (USB, None, "USB 480 Mb/s, below full speed"),
        (IDLE, "PCIe 5.0 x4", "PCIe 4.0 x4"),
        (LinkState(), "PCIe 4.0 x4", "PCIe 4.0 x4, full speed"),
    ],
)
def test_a_few_words(state: LinkState | None, most: str | None, words: str) -> None:
    drive = BlockDevice(path="/dev/nvme0n1", name="nvme0n1", link="PCIe 4.0 x4", link_max=most)
    assert link_words(drive, state) == words


def test_no_link_no_words() -> None:
    assert link_words(BlockDevice(path="/dev/loop0", name="loop0"), LinkState()) == ""


def test_the_details_have_the_sentence_and_the_advice() -> None:
    drive = BlockDevice(path="/dev/nvme0n1", name="nvme0n1", link="PCIe 4.0 x4")
    assert dict(identity_facts(drive, Inventory((drive,)), SLOT))["Link"] == (
        "The slot limits. Another slot."
    )
    assert dict(identity_facts(drive, Inventory((drive,))))["Link"] == "PCIe 4.0 x4"


def test_it_is_read_in_a_thread_after_the_first_page(open_rig: Callable[..., Rig]) -> None:
    asked: list[tuple[str, bool]] = []

    def link(device: BlockDevice, inventory: Inventory) -> LinkState:
        main = threading.current_thread() is threading.main_thread()
        asked.append((device.name, main))
        return SLOW

    rig = open_rig(demo_inventory(), link=link)
    assert asked == []
    facts = rig.window.header.findChild(QLabel, "driveFacts")
    rig.qtbot.waitUntil(lambda: "x2 instead of x4" in facts.accessibleName())
    assert asked == [("nvme0n1", False)]
    details = dict(rig.overview.facts.facts())
    assert details["Link"] == "Runs at PCIe 4.0 x2."
    warning = rig.overview.link_warning
    assert warning.isVisible()
    assert warning.text() == "Runs at PCIe 4.0 x2. Put it in again."
    rig.window.sidebar.select("md0")
    assert not warning.isVisible()
