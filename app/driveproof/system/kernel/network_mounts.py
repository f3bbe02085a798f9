# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the kernel knows of a mount from a server, without asking the server: the interface that
leads to it, and what NFS counted.
"""

from __future__ import annotations

import ipaddress
import os
import struct
from collections.abc import Iterator
from pathlib import Path

from driveproof.domain.drive.drive import Mount
from driveproof.domain.drive.link import LinkState
from driveproof.domain.drive.network_folder import (
    Interface,
    NetworkFolder,
    NfsCounters,
    NfsOperation,
    network_folder,
)
from driveproof.helper.mounts import table_lines, without_escapes
from driveproof.system.kernel.mounts import filesystem_traits, mount_table
from driveproof.system.kernel.small_files import int_in

_PROC, _NET = Path("/proc"), Path("/sys/class/net")
NETWORK = "network"
"""The kind of such a link."""
_MEGABIT = 1e6 / 8
_UP = 1  # RTF_UP, linux/route.h
_SERVER_READ, _SERVER_WRITTEN = 4, 5  # in the line "bytes:", linux/nfs_iostat.h
_OPERATION = 8  # numbers of a request; statvers=1.1 adds how many failed


def folder_of(mount: Mount, proc: Path = _PROC, net: Path = _NET) -> NetworkFolder:
    """The mount, and the way to its server, by the address that the kernel has of it."""
    folder = network_folder(mount)
    return network_folder(
        mount, interface_to(folder.options.get("addr") or folder.server, proc, net)
    )


def network_link(mount_point: str | None, proc: Path = _PROC, net: Path = _NET) -> LinkState:
    """The interface to the server of a mount as the link of what is measured there; nothing known
    for a mount without a server, and for a server on this machine.
    """
    mounts = [each for each in mount_table(proc / "self") if each.path == mount_point]
    if not mounts or not filesystem_traits(mounts[-1]).network:
        return LinkState()
    way = folder_of(mounts[-1], proc, net).interface
    if way is None or way.loopback:
        return LinkState()
    if way.speed is None:
        return LinkState(kind=NETWORK, source=f"{net}/{way.name}")
    return LinkState(
        kind=NETWORK,
        now=f"{way.name} {way.speed * 8 / 1e9:g} Gb/s",
        ceiling=int(way.speed),
        source=f"{net}/{way.name}/speed",
    )


def interface_to(address: str, proc: Path = _PROC, net: Path = _NET) -> Interface | None:
    """The interface that packets to an IP address leave by; None for a name, and without a route.

    By the kernel's main routing tables: a rule that chooses another table is not seen.
    """
    try:
        wanted = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    routes = _routes4(proc) if wanted.version == 4 else _routes6(proc)
    fitting = [(network.prefixlen, -metric, name) for network, metric, name in routes
               if wanted in network]  # fmt: skip
    if wanted.is_loopback:
        return Interface("lo", loopback=True)
    if not fitting:
        return None
    name = max(fitting)[2]
    speed = int_in(net / name / "speed")  # Mb/s; -1 while it is not known
    return Interface(
        name,
        speed * _MEGABIT if speed is not None and speed > 0 else None,
        wireless=(net / name / "wireless").exists() or (net / name / "phy80211").exists(),
        loopback=name == "lo",
    )


_Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def _routes4(proc: Path) -> Iterator[tuple[_Network, int, str]]:
    """/proc/net/route: hexadecimal in the machine's own order of bytes."""
    for line in _lines(proc / "net" / "route")[1:]:
        fields = line.split()
        try:
            name, flags, metric = fields[0], int(fields[3], 16), int(fields[6])
            target, mask = (struct.pack("=I", int(fields[place], 16)) for place in (1, 7))
            network = ipaddress.IPv4Network((target, bin(int.from_bytes(mask)).count("1")))
        except (ValueError, IndexError):
            continue
        if flags & _UP:
            yield network, metric, name


def _routes6(proc: Path) -> Iterator[tuple[_Network, int, str]]:
    """/proc/net/ipv6_route."""
    for line in _lines(proc / "net" / "ipv6_route"):
        fields = line.split()
        try:
            target, length = bytes.fromhex(fields[0]), int(fields[1], 16)
            network = ipaddress.IPv6Network((target, length))
            metric, flags, name = int(fields[5], 16), int(fields[8], 16), fields[9]
        except (ValueError, IndexError):
            continue
        if flags & _UP:
            yield network, metric, name


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("ascii", "replace").splitlines()
    except OSError:
        return []


def nfs_counters(point: str, proc: Path = _PROC) -> NfsCounters | None:
    """What NFS counted at this mount point (/proc/self/mountstats, nfs/super.c); None where it is
    no mount of NFS.
    """
    try:
        text = (proc / "self" / "mountstats").read_bytes()
    except OSError:
        return None
    found: NfsCounters | None = None
    for line in table_lines(text):
        if line.startswith((b"device ", b"no device ")):
            if found is not None:
                break
            words = line.split(b" ")
            # "device SOURCE mounted on POINT with fstype nfs4 statvers=1.1"
            counts = words[2:4] == [b"mounted", b"on"] and b"statvers=" in words[-1]
            if counts and os.fsdecode(without_escapes(words[4])) == point:
                found = NfsCounters()
        elif found is not None:
            found = _with_line(found, line.decode("ascii", "replace").split())
    return found


def _with_line(found: NfsCounters, words: list[str]) -> NfsCounters:
    if not words or not words[0].endswith(":"):
        return found
    try:
        numbers = [int(word) for word in words[1:]]
    except ValueError:
        return found
    name = words[0][:-1]
    if name == "bytes" and len(numbers) > _SERVER_WRITTEN:
        return NfsCounters(numbers[_SERVER_READ], numbers[_SERVER_WRITTEN], found.operations)
    if len(numbers) < _OPERATION or not name.isupper():
        return found
    requests, sent, timeouts, _out, _in, *milliseconds = numbers[:_OPERATION]
    queued, round_trips, taken = (value / 1000 for value in milliseconds)
    one = NfsOperation(requests, sent, timeouts, queued, round_trips, taken)
    return NfsCounters(found.read_bytes, found.written_bytes, {**found.operations, name: one})
