# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who reads and writes, from file trees as both versions of control groups have them."""

from __future__ import annotations

from pathlib import Path

from driveproof.system.kernel.writers import (
    Groups,
    Moved,
    ProcessIo,
    RunningProcess,
    group_bytes,
    process_bytes,
)


def put(root: Path, path: str, text: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def line(read: int, written: int, device: str = "8:0") -> str:
    return f"{device} rbytes={read} wbytes={written} rios=1 wios=1 dbytes=0 dios=0\n"


def test_a_group_is_counted_without_those_below_it(tmp_path: Path) -> None:
    base = "fs/cgroup"
    put(tmp_path, f"{base}/cgroup.controllers", "io memory\n")
    put(tmp_path, f"{base}/io.stat", line(1000, 9000))
    put(tmp_path, f"{base}/system.slice/io.stat", line(300, 700) + line(1, 1, "8:16"))
    put(tmp_path, f"{base}/system.slice/a.service/io.stat", line(100, 400))
    put(tmp_path, f"{base}/system.slice/b.service/io.stat", line(7, 7, "8:16"))
    put(tmp_path, f"{base}/system.slice/c.service/io.stat", "8:0 \n")  # some kernels write that
    found = group_bytes("8:0", tmp_path)
    assert found is not None
    assert found.since(Groups({}, nested=True)) == {
        "/system.slice": Moved(200, 300),
        "/system.slice/a.service": Moved(100, 400),
        "/system.slice/b.service": Moved(),
        "/system.slice/c.service": Moved(),
    }


def test_a_group_that_has_ended_leaves_its_bytes_to_the_one_above(tmp_path: Path) -> None:
    """Those from before are no news: they were counted above all the time."""
    base = "fs/cgroup"
    put(tmp_path, f"{base}/cgroup.controllers", "io\n")
    put(tmp_path, f"{base}/system.slice/io.stat", line(0, 10_000))
    put(tmp_path, f"{base}/system.slice/a.service/io.stat", line(0, 9_000))
    before = group_bytes("8:0", tmp_path)
    (tmp_path / f"{base}/system.slice/a.service/io.stat").unlink()
    put(tmp_path, f"{base}/system.slice/io.stat", line(0, 10_300))
    after = group_bytes("8:0", tmp_path)
    assert before is not None and after is not None
    assert after.since(before) == {"/system.slice": Moved(0, 300)}


def test_version_1_counts_each_by_itself(tmp_path: Path) -> None:
    text = "8:0 Read {0}\n8:0 Write {1}\n8:0 Sync 5\n8:0 Total 9\nTotal 9\n"
    name = "blkio.throttle.io_service_bytes"
    put(tmp_path, f"fs/cgroup/blkio/{name}", text.format(9, 9))
    put(tmp_path, f"fs/cgroup/blkio/one/{name}", text.format(4096, 8192))
    put(tmp_path, f"fs/cgroup/blkio/one/two/{name}", text.format(1, 2))
    found = group_bytes("8:0", tmp_path)
    assert found == Groups({"/one": Moved(4096, 8192), "/one/two": Moved(1, 2)}, nested=False)
    assert found is not None and found.since(Groups({}, nested=False)) == found.moved


def test_without_any_group(tmp_path: Path) -> None:
    assert group_bytes("8:0", tmp_path) is None
    put(tmp_path, "fs/cgroup/cgroup.controllers", "")  # without io no group has an io.stat
    assert group_bytes("8:0", tmp_path) is None


def test_processes_by_number_and_begin(tmp_path: Path) -> None:
    """A name may have anything in it, and a number is given to another process later."""
    io = "rchar: 1\nread_bytes: 4096\nwrite_bytes: 8192\ncancelled_write_bytes: 0\n"
    rest = " ".join(["S", *["0"] * 18, "12345", "0"])
    put(tmp_path, "7/io", io)
    put(tmp_path, "7/stat", f"7 (a) (b\n 9) {rest}\n")
    put(tmp_path, "8/stat", f"8 (hidden) {rest}\n")  # its io is not ours to read
    put(tmp_path, "uptime", "1 1")
    assert process_bytes(tmp_path) == {
        RunningProcess(7, "12345"): ProcessIo("a) (b\n 9", Moved(4096, 8192))
    }
    assert process_bytes(tmp_path / "missing") == {}


def test_a_counter_that_began_anew() -> None:
    assert Moved(5, 9).since(Moved(2, 3)) == Moved(3, 6)
    assert Moved(1, 9).since(Moved(2, 3)) == Moved(1, 9)
