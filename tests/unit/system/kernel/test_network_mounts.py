# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The interface to a server, and the counters of NFS, from the kernel's tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from driveproof.domain.drive.drive import Mount
from driveproof.domain.drive.link import LinkState
from driveproof.domain.drive.network_folder import Interface
from driveproof.system.kernel.network_mounts import (
    folder_of,
    interface_to,
    network_link,
    nfs_counters,
)

ROUTES = """\
Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
wlan0\t00000000\t0100A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
eth0\t00000000\t0100A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
eth1\t0000000A\t00000000\t0001\t0\t0\t0\t000000FF\t0\t0\t0
eth2\t0002000A\t00000000\t0000\t0\t0\t0\t00FFFFFF\t0\t0\t0
"""
ROUTES6 = """\
20010db8000000000000000000000000 40 00000000000000000000000000000000 00 \
00000000000000000000000000000000 00000100 00000001 00000000 00000001     eth1
00000000000000000000000000000000 00 00000000000000000000000000000000 00 \
fe800000000000000000000000000001 00000400 00000001 00000000 00000003     eth0
"""
COUNTS = """\
device rootfs mounted on / with fstype rootfs
device nas:/srv mounted on /mnt/other with fstype nfs4 statvers=1.1
\tbytes:\t1 2 3 4 5 6 7 8
\tper-op statistics
\t        READ: 1 1 0 1 1 1 1 1 0
device nas:/srv/my\\040data mounted on /mnt/my\\040data with fstype nfs4 statvers=1.1
\topts:\trw,vers=4.2,rsize=1048576
\tage:\t100
\tevents:\t1 2 3
\tbytes:\t0 0 8192 4096 8192 4096 0 0
\tRPC iostats version: 1.1  p/v: 100003/4 (nfs)
\txprt:\ttcp 0 0 2 0 10 21 21 0 21 0 2 0 0
\tper-op statistics
\t        NULL: 1 1 0 44 24 2 1 3 0
\t        READ: 10 12 1 2000 9000 5 400 410 0
\t       WRITE: 4 4 0 20000 500 0 80 80 0
device tmpfs mounted on /tmp with fstype tmpfs
"""


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    for name, text in (("net/route", ROUTES), ("net/ipv6_route", ROUTES6),
                       ("self/mountstats", COUNTS)):  # fmt: skip
        path = tmp_path / "proc" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "ascii")
    return tmp_path / "proc"


@pytest.fixture
def net(tmp_path: Path) -> Path:
    for name, speed in (("eth0", "1000"), ("eth1", "10000"), ("wlan0", "-1"), ("lo", "")):
        folder = tmp_path / "net" / name
        folder.mkdir(parents=True)
        (folder / "speed").write_text(speed, "ascii")
    (tmp_path / "net/wlan0/wireless").mkdir()
    return tmp_path / "net"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.168.0.9", Interface("eth0", 125e6)),  # the lower metric
        ("10.0.2.9", Interface("eth1", 1250e6)),  # eth2 is down
        ("2001:db8::9", Interface("eth1", 1250e6)),
        ("2001:db9::9", Interface("eth0", 125e6)),
        ("fe80::9%eth0", Interface("eth0", 125e6)),
        ("127.0.0.1", Interface("lo", loopback=True)),
        ("::1", Interface("lo", loopback=True)),
        ("nas", None),
        ("", None),
    ],
)
def test_the_way_to_a_server(
    address: str, expected: Interface | None, proc: Path, net: Path
) -> None:
    assert interface_to(address, proc, net) == expected


def test_a_wireless_one_says_no_speed(proc: Path, net: Path) -> None:
    route = proc / "net/route"
    route.write_text("\n".join(ROUTES.splitlines()[:2]) + "\n", "ascii")
    assert interface_to("192.168.0.9", proc, net) == Interface("wlan0", None, wireless=True)
    route.unlink()
    assert interface_to("192.168.0.9", proc, net) is None


def test_the_kernels_address_of_a_named_server(proc: Path, net: Path) -> None:
    mount = Mount("/mnt", "nas:/srv", "nfs4", ("rw", "vers=4.2", "addr=10.0.2.9"))
    found = folder_of(mount, proc, net)
    assert (found.server, found.interface) == ("nas", Interface("eth1", 1250e6))


def test_the_interface_is_the_link_of_what_is_measured_there(proc: Path, net: Path) -> None:
    (proc / "self/mountinfo").write_text(
        "21 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
        "30 21 0:50 / /mnt/nas rw - nfs4 nas:/srv rw,vers=4.2,addr=192.168.0.9\n"
        "31 21 0:51 / /mnt/here rw - nfs4 localhost:/srv rw,addr=127.0.0.1\n"
        "32 21 0:52 / /mnt/named rw - fuse.sshfs me@nas:/ rw\n",
        "ascii",
    )
    found = network_link("/mnt/nas", proc, net)
    assert (found.kind, found.now, found.ceiling) == ("network", "eth0 1 Gb/s", 125_000_000)
    for other in ("/", "/mnt/here", "/mnt/named", "/mnt", None):
        assert network_link(other, proc, net) == LinkState()


def test_counters_of_one_mount(proc: Path) -> None:
    found = nfs_counters("/mnt/my data", proc)
    assert found is not None
    assert (found.read_bytes, found.written_bytes, found.requests) == (8192, 4096, 15)
    read = found.operations["READ"]
    assert (read.requests, read.transmissions, read.timeouts) == (10, 12, 1)
    assert (read.queued, read.round_trips, read.taken) == (0.005, 0.4, 0.41)
    assert found.sent_again == 2


@pytest.mark.parametrize("point", ["/", "/tmp", "/mnt", "/mnt/my\\040data"])
def test_what_is_no_nfs(point: str, proc: Path) -> None:
    assert nfs_counters(point, proc) is None
    assert nfs_counters(point, proc / "none") is None
