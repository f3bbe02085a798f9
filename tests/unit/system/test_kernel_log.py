# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel's log from /dev/kmsg or the journal, and the names that a device has in it."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from driveproof.domain.run.run import KernelLog
from driveproof.system.kernel.kernel_log import KernelLogReader, names_in_log, since_start

RESET = "ata3: hard resetting link"


def record(text: str, *, facility: int = 0) -> bytes:
    """A record as Documentation/ABI/testing/dev-kmsg has it, of this moment."""
    stamp = int(time.monotonic() * 1e6)
    return f"{facility << 3 | 6},339,{stamp},-;{text}\n SUBSYSTEM=scsi\n".encode()


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """A FIFO in place of /dev/kmsg, and a descriptor to write records to: it cannot be sought."""
    path = tmp_path / "kmsg"
    os.mkfifo(path)
    descriptor = os.open(path, os.O_RDWR)
    yield path, descriptor
    os.close(descriptor)


def test_a_record_is_a_line_with_its_moment(pipe: tuple[Path, int]) -> None:
    path, descriptor = pipe
    reader = KernelLogReader(path)
    reader.begin()
    assert reader._file is None or stat.S_ISFIFO(os.fstat(reader._file).st_mode)
    os.write(descriptor, record(RESET))
    source, (line,) = reader.read()
    reader.close()
    assert source is KernelLog.KMSG and line.text == RESET
    assert abs(line.at.timestamp() - time.time()) < 60  # the clock, not the time it took


def test_a_line_is_told_meanwhile_and_once_more_at_the_end(pipe: tuple[Path, int]) -> None:
    path, descriptor = pipe
    reader = KernelLogReader(path)
    assert reader.news() == ()
    reader.begin()
    assert reader.news() == ()
    os.write(descriptor, record(RESET))
    (first,) = reader.news()
    assert first.text == RESET and reader.news() == ()
    os.write(descriptor, record("ata3: link is slow to respond"))
    source, lines = reader.read()
    reader.close()
    assert source is KernelLog.KMSG
    assert [one.text for one in lines] == [RESET, "ata3: link is slow to respond"]
    assert lines[0] == first and reader.news() == ()


@pytest.mark.parametrize(
    "junk", [b"junk\n", b"6,1;x\n", b"a,b,c,-;x\n", b"14,339,1,-;ata3: hard resetting link\n"]
)
def test_what_the_kernel_did_not_write_is_no_line(pipe: tuple[Path, int], junk: bytes) -> None:
    path, descriptor = pipe
    reader = KernelLogReader(path)
    reader.begin()
    os.write(descriptor, junk)
    assert reader.read() == (KernelLog.KMSG, ())
    reader.close()


@pytest.fixture
def journal(tmp_path: Path) -> Callable[[str], KernelLogReader]:
    """A reader without /dev/kmsg, whose journalctl is a script."""

    def make(script: str) -> KernelLogReader:
        program = tmp_path / "journalctl"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        reader = KernelLogReader(tmp_path / "missing", str(program))
        reader.begin()
        return reader

    return make


def test_the_journal_answers_where_the_log_may_not_be_read(
    journal: Callable[[str], KernelLogReader],
) -> None:
    later = int((time.time() + 5) * 1e6)
    entry = f'{{"__REALTIME_TIMESTAMP": "{later}", "MESSAGE": "{RESET}"}}'
    binary = f'{{"__REALTIME_TIMESTAMP": "{later}", "MESSAGE": [1, 2]}}'
    source, (line,) = journal(f"echo '{entry}'; echo '{binary}'; echo junk").read()
    assert source is KernelLog.JOURNAL and line.text == RESET


def test_an_empty_journal_is_told_from_one_that_may_not_be_read(
    journal: Callable[[str], KernelLogReader],
) -> None:
    old = '{"__REALTIME_TIMESTAMP": "1000000", "MESSAGE": "Linux version"}'
    quiet = f"case \"$*\" in *--boot*) echo '{old}';; esac"
    assert journal(quiet).read() == (KernelLog.JOURNAL, ())
    assert journal("exit 1").read() == (KernelLog.REFUSED, ())


def test_without_either_it_says_so(tmp_path: Path) -> None:
    reader = KernelLogReader(tmp_path / "missing", str(tmp_path / "none"))
    reader.begin()
    assert reader.read() == (KernelLog.MISSING, ())
    assert reader.read(hurry=True) == (None, ())


def test_since_the_start_the_older_lines_count_too(tmp_path: Path) -> None:
    log = tmp_path / "kmsg"
    os.mkfifo(log)
    holder = os.open(log, os.O_RDWR)
    os.write(holder, record(RESET))
    source, (line,) = since_start(log)
    os.close(holder)
    assert (source, line.text) == (KernelLog.KMSG, RESET)


def test_the_journal_is_asked_for_the_time_since_the_start(tmp_path: Path) -> None:
    tool = tmp_path / "journalctl"
    begun = int((time.time() - time.clock_gettime(time.CLOCK_BOOTTIME) + 1) * 1e6)
    tool.write_text(
        "#!/bin/sh\necho " + f"""'{{"__REALTIME_TIMESTAMP": "{begun}", "MESSAGE": "{RESET}"}}'\n"""
    )
    tool.chmod(0o755)
    source, (line,) = since_start(tmp_path / "none", str(tool))
    assert (source, line.text) == (KernelLog.JOURNAL, RESET)


@pytest.mark.parametrize(
    ("name", "path", "names"),
    [
        ("sda", "pci0000:00/0000:00:17.0/ata3/host2/target2:0:0/2:0:0:0/block/sda",
         {"sda", "ata3", "2:0:0:0"}),
        ("sda1", "pci0000:00/0000:00:17.0/ata3/host2/target2:0:0/2:0:0:0/block/sda/sda1",
         {"sda1", "sda", "ata3", "2:0:0:0"}),
        ("nvme0n1", "pci0000:00/0000:00:1d.0/0000:01:00.0/nvme/nvme0/nvme0n1",
         {"nvme0n1", "nvme0", "0000:01:00.0", "0000:00:1d.0"}),
        ("sdb", "pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/host6/target6:0:0/6:0:0:0/block/sdb",
         {"sdb", "usb 2-1", "scsi host6", "6:0:0:0"}),
        ("mmcblk0", "platform/soc/fe340000.mmc/mmc_host/mmc0/mmc0:0001/block/mmcblk0",
         {"mmcblk0", "mmc0", "mmc0:0001"}),
        ("vda", "pci0000:00/0000:00:02.0/virtio1/block/vda", {"vda", "virtio1"}),
        ("md0", "virtual/block/md0", {"md0"}),
    ],
)  # fmt: skip
def test_the_names_of_a_device(tmp_path: Path, name: str, path: str, names: set[str]) -> None:
    place = tmp_path / "devices" / path
    place.mkdir(parents=True)
    (tmp_path / "class/block").mkdir(parents=True)
    for one in (name, place.parent.name):
        if one in names:
            link = tmp_path / "class/block" / one
            if not link.exists():
                link.symlink_to(place if one == name else place.parent)
    assert names_in_log(name, tmp_path) == names
    assert names_in_log("gone", tmp_path) == {"gone"}
