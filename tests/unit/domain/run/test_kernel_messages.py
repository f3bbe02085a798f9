# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which lines of the kernel's log report trouble, and with which device."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from driveproof.domain.run.kernel_messages import (
    MOST_KEPT,
    LogLine,
    Trouble,
    marked_as_troubled,
    mentions,
    messages_about,
    since_plugged_in,
    trouble,
    troubles,
)
from driveproof.domain.run.run import Disturbance, Run

# As kernels print them, from public bug reports and from the format strings of the sources.
LINES = (
    ("ata3: hard resetting link", Trouble.RESET, "ata3"),
    ("ata3.00: exception Emask 0x0 SAct 0x7fffffff SErr 0x0 action 0x6 frozen", Trouble.TIMEOUT,
     "ata3"),
    ("ata3.00: failed command: WRITE FPDMA QUEUED", Trouble.IO_ERROR, "ata3"),
    ("ata3: limiting SATA link speed to 3.0 Gbps", Trouble.LINK, "ata3"),
    ("ata3: SError: { PHYRdyChg CommWake 10B8B LinkSeq }", Trouble.BUS, "ata3"),
    ("nvme nvme0: I/O 832 QID 8 timeout, aborting", Trouble.TIMEOUT, "nvme0"),
    ("nvme nvme0: I/O tag 832 (1340) opcode 0x2 (I/O Cmd) QID 8 timeout, reset controller",
     Trouble.TIMEOUT, "nvme0"),
    ("nvme nvme0: controller is down; will reset: CSTS=0xffffffff, PCI_STATUS=0x10", Trouble.GONE,
     "nvme0"),
    ("nvme0n1: I/O Cmd(0x2) @ LBA 1953525000, 8 blocks, I/O Error (sct 0x2 / sc 0x81)",
     Trouble.IO_ERROR, "nvme0n1"),
    ("I/O error, dev sda, sector 195352 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2",
     Trouble.IO_ERROR, "sda"),
    ("critical medium error, dev sda, sector 195352 op 0x0:(READ)", Trouble.MEDIUM, "sda"),
    ("sd 2:0:0:0: [sda] tag#17 Sense Key : Medium Error [current]", Trouble.MEDIUM, "2:0:0:0"),
    ("usb 2-1: reset SuperSpeed USB device number 4 using xhci_hcd", Trouble.RESET, "usb 2-1"),
    ("usb 2-1: USB disconnect, device number 4", Trouble.GONE, "usb 2-1"),
    ("scsi host6: uas_eh_device_reset_handler start", Trouble.RESET, "scsi host6"),
    ("sd 6:0:0:0: [sdb] tag#3 uas_eh_abort_handler 0 uas-tag 4 inflight: CMD OUT", Trouble.TIMEOUT,
     "6:0:0:0"),
    ("pcieport 0000:00:1c.0: AER: Corrected error received: 0000:01:00.0", Trouble.BUS,
     "0000:01:00.0"),
    ("md/raid1:md0: Disk failure on sdb1, disabling device.", Trouble.ARRAY, "md0"),
    ("EXT4-fs error (device sda1): ext4_find_entry:1455: inode #2: comm ls", Trouble.FILESYSTEM,
     "sda1"),
    ("BTRFS error (device sda1): bdev /dev/sda1 errs: wr 0, rd 8, flush 0, corrupt 0, gen 0",
     Trouble.FILESYSTEM, "sda1"),
    ("Buffer I/O error on dev dm-0, logical block 0, async page read", Trouble.IO_ERROR, "dm-0"),
    ("mmcblk0: error -110 sending stop command: card timed out", Trouble.TIMEOUT, "mmcblk0"),
)  # fmt: skip
START = datetime(2026, 5, 4, 12, tzinfo=UTC)


@pytest.mark.parametrize(("text", "kind", "name"), LINES)
def test_lines_as_kernels_print_them(text: str, kind: Trouble, name: str) -> None:
    assert trouble(text) is kind
    assert mentions(text, {name})


@pytest.mark.parametrize(
    "text",
    [
        "EXT4-fs (sda1): mounted filesystem with ordered data mode. Quota mode: none.",
        "sda: sda1 sda2",
        "sd 2:0:0:0: [sda] Attached SCSI disk",
        "nvme nvme0: 8/0/0 default/read/poll queues",
        "ata3: SATA link up 6.0 Gbps (SStatus 133 SControl 300)",
        "loop0: detected capacity change from 0 to 16384",
    ],
)
def test_ordinary_lines_report_nothing(text: str) -> None:
    assert trouble(text) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ata3: SATA link up 1.5 Gbps (SStatus 113 SControl 310)", True),
        ("ata3: SATA link up 3.0 Gbps (SStatus 123 SControl 320)", True),
        ("ata3: SATA link up 6.0 Gbps (SStatus 133 SControl 300)", False),
        ("ata4: SATA link up 1.5 Gbps (SStatus 113 SControl 300)", False),  # its best is unknown
        ("ata3.01: SATA link up 1.5 Gbps (SStatus 113 SControl 300)", False),  # a multiplier
    ],
)
def test_a_link_that_comes_up_slower_than_drive_and_port_can(text: str, *, told: bool) -> None:
    best = {"ata3": 6.0}
    assert trouble(text, best) is (Trouble.LINK if told else None)
    lines = [LogLine(START, text)]
    assert bool(messages_about(lines, {"ata3", "ata4"}, best)) is told
    assert [one.kind for one in troubles(lines, {"ata3"}, START, best)] == (
        [Trouble.LINK] if told else []
    )
    assert trouble(text) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I/O error, dev sda1, sector 8", "sda"),
        ("ata31: hard resetting link", "ata3"),
        ("usb 2-1.4: reset SuperSpeed USB device", "usb 2-1"),
        ("usb 12-1: USB disconnect", "usb 2-1"),
        ("nvme nvme01: timeout", "nvme0"),
        ("sd 12:0:0:0: [sdc] Medium Error", "2:0:0:0"),
        ("I/O error, dev dm-01", "dm-0"),
    ],
)
def test_another_device_is_not_meant(text: str, name: str) -> None:
    assert not mentions(text, {name})


def test_a_part_of_a_name_is_meant() -> None:
    assert mentions("ata3.00: failed command: READ DMA", {"ata3"})
    assert mentions("[sda] tag#17 timing out command, waited 180s", {"sda"})


def test_the_same_line_is_kept_once() -> None:
    lines = [
        LogLine(START + timedelta(seconds=n), f"I/O error, dev sda, sector {n}") for n in range(9)
    ]
    (one,) = troubles(lines, {"sda"}, START)
    assert (one.seconds, one.times, one.text) == (0.0, 9, "I/O error, dev sda, sector 0")
    assert not troubles(lines, {"sdb"}, START)
    assert not troubles(lines, {"sda"}, START + timedelta(minutes=1))
    many = [LogLine(START, f"I/O error, dev sda: {'x' * n}") for n in range(MOST_KEPT + 9)]
    assert len(troubles(many, {"sda"}, START)) == MOST_KEPT


def test_only_the_repeat_meanwhile_is_marked(make_run: Callable[..., Run]) -> None:
    phase = replace(make_run().phases[0], warmup=1.0)
    repeats = tuple(
        replace(repeat, started=START + timedelta(minutes=at), disturbed=())
        for at, repeat in enumerate(phase.repeats)
    )
    lines = [LogLine(START + timedelta(minutes=1, seconds=1), "ata3: hard resetting link")]
    (found,) = marked_as_troubled((replace(phase, repeats=repeats),), lines, {"ata3"})
    assert [repeat.disturbed for repeat in found.repeats] == [
        (Disturbance.KERNEL,) if at == 1 else () for at in range(len(repeats))
    ]
    assert len(repeats) > 1
    between = [LogLine(START + timedelta(seconds=50), "ata3: hard resetting link")]
    (found,) = marked_as_troubled((replace(phase, repeats=repeats),), between, {"ata3"})
    assert not any(repeat.disturbed for repeat in found.repeats)


@pytest.mark.parametrize(
    ("text", "names", "kept"),
    [
        ("loop0: detected capacity change from 0 to 196608", {"loop0"}, 1),
        ("loop0: detected capacity change from 0 to 196608", {"loop1"}, 3),
        ("loop0: detected capacity change from 4096 to 196608", {"loop0"}, 3),
        # A drive that lost its medium for a moment is in trouble.
        ("sda: detected capacity change from 0 to 196608", {"sda"}, 3),
    ],
)
def test_a_name_that_became_another_device_has_no_past(
    text: str, names: set[str], kept: int
) -> None:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    lines = [LogLine(at, said) for said in ("loop0: I/O error", text, "loop0: timeout")]
    assert list(since_plugged_in(lines, names)) == lines[-kept:]
