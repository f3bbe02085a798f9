#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records other programs' output into tests/data/imports, for the importers.

Usage: imports.py FOLDER, as root. FOLDER is on the drive to measure. fio and hdparm
are run. Two benchmarks of GNOME Disks are encoded by GLib (python3-gi of the system's Python) from
made-up samples, like gdubenchmarkdialog.c does; gnome-disks.sh records a real one.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

OUTPUT = Path(__file__).resolve().parents[1] / "imports"
PORT = 18765
JOBS = """[global]
filename=test
size=8m
bs=4k
direct=1
ioengine=libaio
[random readers]
rw=randread
iodepth=4
number_ios=400
numjobs=2
[writer]
stonewall
rw=write
bs=64k
iodepth=8
number_ios=100
"""
MADE = """
import math, sys
from gi.repository import GLib
size = 500107862016
reads = [(n * size // 100 & ~4095, 540e6 - 1e6 * n) for n in range(100)]
writes = [(offset, rate * 0.9) for offset, rate in reads] if sys.argv[1] == "write" else []
times = [(n * 499979923 * 4096 % size & ~4095, 80e-6 + 20e-6 * math.sin(n)) for n in range(1000)]
kept = {
    "version": GLib.Variant("i", 1),
    "timestamp-usec": GLib.Variant("x", 1704519708123456),
    "device-size": GLib.Variant("t", size),
    "sample-size": GLib.Variant("t", 10 * 2**20),
    "read-samples": GLib.Variant("a(td)", reads),
    "write-samples": GLib.Variant("a(td)", writes),
    "access-time-samples": GLib.Variant("a(td)", times),
}
sys.stdout.buffer.write(GLib.Variant("a{sv}", kept).get_data_as_bytes().get_data())
"""


def fio(folder: Path, *words: str, good: bool = True) -> bytes:
    """fio's output."""
    done = subprocess.run(["fio", *words], cwd=folder, capture_output=True, check=good)
    return done.stdout


def record_fio(folder: Path) -> None:
    """The forms of fio's JSON."""
    jobs = folder / "jobs.fio"
    jobs.write_text(JOBS, encoding="ascii")
    normal, plus = "--output-format=json", "--output-format=json+"
    one = ("--name=mixed", "--filename=test", "--size=8m", "--rw=randrw", "--bs=4k", "--direct=1")
    short = ("--number_ios=300",)
    (OUTPUT / "fio-normal.json").write_bytes(fio(folder, *one, *short, normal))
    (OUTPUT / "fio-plus.json").write_bytes(
        fio(folder, *one, *short, plus, "--lat_percentiles=1", "--clat_percentiles=0")
    )
    (OUTPUT / "fio-jobs.json").write_bytes(fio(folder, "jobs.fio", plus))
    (OUTPUT / "fio-groups.json").write_bytes(fio(folder, "jobs.fio", plus, "--group_reporting"))
    several = b"".join(fio(folder, *one, *short, normal) for _ in range(3))
    (OUTPUT / "fio-three.json").write_bytes(b"a message before\n" + several + b"and one behind\n")
    timed = ("--time_based", "--runtime=1", "--status-interval=250ms", "--eta=never")
    (OUTPUT / "fio-snapshots.json").write_bytes(fio(folder, *one, *timed, normal))
    missing = ("--name=gone", "--filename=/dev/null/gone", "--size=1m", "--rw=read")
    (OUTPUT / "fio-failed.json").write_bytes(fio(folder, *missing, normal, good=False))
    (OUTPUT / "fio-people.txt").write_bytes(fio(folder, *one, *short))
    server = subprocess.Popen(
        ["fio", f"--server=127.0.0.1,{PORT}"], cwd=folder, stdout=subprocess.DEVNULL
    )
    try:
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", PORT)) == 0:
                    break
            time.sleep(0.05)
        client = f"--client=127.0.0.1,{PORT}"
        (OUTPUT / "fio-client.json").write_bytes(fio(folder, client, "jobs.fio", plus))
    finally:
        server.terminate()
        server.wait()


def record_hdparm(folder: Path) -> None:
    """Two loop devices, one of them three times."""
    said = b""
    for number, times in ((1, 1), (2, 3)):
        image = folder / f"disk{number}"
        with image.open("wb") as file:
            for _ in range(64):
                file.write(os.urandom(2**20))
        device = subprocess.check_output(["losetup", "-f", "--show", image], text=True).strip()
        try:
            for _ in range(times):
                for options in (["-tT"], ["-t", "--direct"]):
                    printed = subprocess.check_output(["hdparm", *options, device])
                    said += printed.replace(device.encode(), f"/dev/loop{number}".encode())
        finally:
            subprocess.run(["losetup", "-d", device], check=True)
            image.unlink()
    (OUTPUT / "hdparm.txt").write_bytes(said)


def record_gnome_disks() -> None:
    """GLib's encoding of a benchmark with and without its write pass."""
    for kind in ("read", "write"):
        data = subprocess.check_output(["/usr/bin/python3", "-c", MADE, kind])
        (OUTPUT / f"gnome-disks-{kind}.gnome-disks-benchmark").write_bytes(data)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    OUTPUT.mkdir(parents=True, exist_ok=True)
    place = Path(sys.argv[1]).resolve() / "driveproof-recording"
    place.mkdir()
    try:
        record_fio(place)
        record_hdparm(place)
        record_gnome_disks()
    finally:
        for left in place.iterdir():
            left.unlink()
        place.rmdir()
