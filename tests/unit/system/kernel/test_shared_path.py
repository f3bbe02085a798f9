# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What several drives share, from a made-up /sys."""

from __future__ import annotations

from pathlib import Path

from driveproof.domain.run.run import PathKind, SharedPath
from driveproof.system.kernel.shared_path import shared_paths
from driveproof.system.kernel.sysfs import Sysfs

ROOT = "pci0000:00"
USB = f"{ROOT}/0000:00:14.0"
SATA = f"{ROOT}/0000:00:17.0"
SLOT = f"{ROOT}/0000:00:1c.0"


class Tree:
    """A /sys with drives at their places."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "class" / "block").mkdir(parents=True)

    def drive(self, name: str, place: str) -> None:
        """A drive whose folder is `place`/block/`name`, or an NVMe one in its controller."""
        folder = self.root / "devices" / place / "block" / name
        folder.mkdir(parents=True)
        (self.root / "class" / "block" / name).symlink_to(
            Path("..") / ".." / "devices" / place / "block" / name
        )

    def nvme(self, number: int, card: str) -> None:
        controller = self.root / "devices" / card / "nvme" / f"nvme{number}"
        namespace = controller / f"nvme{number}n1"
        namespace.mkdir(parents=True)
        (controller / "device").symlink_to(self.root / "devices" / card)
        (self.root / "class" / "nvme").mkdir(exist_ok=True)
        (self.root / "class" / "nvme" / f"nvme{number}").symlink_to(controller)
        (self.root / "class" / "block" / namespace.name).symlink_to(
            Path("../../devices") / card / "nvme" / f"nvme{number}" / namespace.name
        )

    def file(self, place: str, **texts: str) -> None:
        folder = self.root / "devices" / place
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text + "\n", "ascii")

    def link(self, place: str, rate: str, lanes: str, now: str = "") -> None:
        self.file(
            place,
            max_link_speed=f"{rate} GT/s PCIe", max_link_width=lanes,
            current_link_speed=f"{now or rate} GT/s PCIe", current_link_width=lanes,
        )  # fmt: skip

    def shared(self, *names: str | None) -> tuple[SharedPath, ...]:
        return shared_paths(names, Sysfs(self.root))


def usb(bus: str, *ports: str) -> str:
    """The place of a bridge behind hubs: usb("2", "1", "1.3") is hub 2-1, bridge 2-1.3."""
    chain = "/".join(f"{bus}-{port}" for port in ports)
    return f"{USB}/usb{bus}/{chain}/{bus}-{ports[-1]}:1.0/host{bus}{ports[-1][-1]}/target0/0"


def test_two_drives_on_a_hub(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    tree.file(USB, **{"class": "0x0c0330"})
    tree.drive("sda", usb("2", "1", "1.1"))
    tree.drive("sdb", usb("2", "1", "1.2"))
    tree.file(f"{USB}/usb2/2-1", speed="5000")
    assert tree.shared("sda", "sdb") == (
        SharedPath(PathKind.USB_HUB, "5 Gb/s", "2-1", 450_000_000, (1, 2)),
    )


def test_ports_of_one_controller_have_no_hub_in_common(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    tree.file(USB, **{"class": "0x0c0330"})
    tree.drive("sda", usb("2", "1"))
    tree.drive("sdb", usb("2", "2"))
    (found,) = tree.shared("sda", "sdb")
    assert found == SharedPath(PathKind.USB_CONTROLLER, "", "0000:00:14.0", None, (1, 2))


def test_a_card_is_as_wide_as_its_slot(tmp_path: Path) -> None:
    """A controller for x4 in a slot of one lane."""
    tree = Tree(tmp_path)
    card = f"{SLOT}/0000:01:00.0"
    tree.file(SLOT, **{"class": "0x060400"})
    tree.file(card, **{"class": "0x010601"})
    tree.link(SLOT, "8.0", "1", now="2.5")  # an idle link shows less
    tree.link(card, "8.0", "1", now="2.5")
    for number, name in enumerate(("sda", "sdb", "sdc"), start=1):
        tree.drive(name, f"{card}/ata{number}/host{number}/target0/0")
    (found,) = tree.shared("sda", "sdb", "sdc")
    assert (found.name, found.drives) == ("PCIe 3.0 x1", (1, 2, 3))
    assert found.ceiling == 935_370_000


def test_a_controller_within_the_chip_set_has_no_ceiling(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    tree.file(SATA, **{"class": "0x010601"})
    tree.drive("sda", f"{SATA}/ata1/host0/target0/0")
    tree.drive("sdb", f"{SATA}/ata2/host1/target1/0")
    (found,) = tree.shared("sda", "sdb")
    assert found == SharedPath(PathKind.SATA_CONTROLLER, "", "0000:00:17.0", None, (1, 2))


def test_a_port_multiplier_is_narrower_than_its_controller(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    tree.file(SATA, **{"class": "0x010601"})
    port = tmp_path / "class" / "ata_link" / "link3"
    port.mkdir(parents=True)
    (port / "sata_spd").write_text("3.0 Gbps\n", "ascii")
    tree.drive("sda", f"{SATA}/ata3/host2/target2:0:0/0")
    tree.drive("sdb", f"{SATA}/ata3/host2/target2:1:0/0")
    (found,) = tree.shared("sda", "sdb")
    assert found == SharedPath(PathKind.PORT_MULTIPLIER, "SATA 3 Gb/s", "ata3", 270_000_000, (1, 2))


def test_nvme_drives_behind_one_port(tmp_path: Path) -> None:
    """A switch on a card: four lanes for both."""
    tree = Tree(tmp_path)
    switch = f"{SLOT}/0000:01:00.0"
    tree.file(SLOT, **{"class": "0x060400"})
    tree.file(switch, **{"class": "0x060400"})
    tree.link(SLOT, "8.0", "4")
    for number, port in enumerate(("0000:02:00.0", "0000:02:01.0")):
        card = f"{switch}/{port}/0000:0{number + 3}:00.0"
        tree.file(f"{switch}/{port}", **{"class": "0x060400"})
        tree.nvme(number, card)
    (found,) = tree.shared("nvme0n1", "nvme1n1")
    assert (found.kind, found.name) == (PathKind.PCIE_LINK, "PCIe 3.0 x4")


def test_nothing_in_common_is_nothing(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    tree.file(SATA, **{"class": "0x010601"})
    tree.drive("sda", f"{SATA}/ata1/host0/target0/0")
    tree.nvme(0, f"{SLOT}/0000:01:00.0")
    assert tree.shared("sda", "nvme0n1") == ()
    assert tree.shared("sda", None, "gone") == ()
    assert tree.shared() == ()


def test_groups_of_different_sizes(tmp_path: Path) -> None:
    """Two on a hub, and a third on the same controller."""
    tree = Tree(tmp_path)
    tree.file(USB, **{"class": "0x0c0330"})
    tree.file(f"{USB}/usb2/2-1", speed="10000")
    tree.drive("sda", usb("2", "3"))
    tree.drive("sdb", usb("2", "1", "1.1"))
    tree.drive("sdc", usb("2", "1", "1.4"))
    wide, narrow = tree.shared("sda", "sdb", "sdc")
    assert (wide.kind, wide.drives) == (PathKind.USB_CONTROLLER, (1, 2, 3))
    assert (narrow.name, narrow.ceiling, narrow.drives) == ("10 Gb/s", 1_000_000_000, (2, 3))
