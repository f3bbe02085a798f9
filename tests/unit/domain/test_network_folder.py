# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a mount from a server says of itself, and what its options cost."""

from __future__ import annotations

import pytest

from driveproof.domain.drive.drive import Mount
from driveproof.domain.drive.network_folder import (
    Costs,
    NfsCounters,
    NfsOperation,
    Protocol,
    costs,
    network_folder,
)


@pytest.mark.parametrize(
    ("source", "kind", "options", "server", "title"),
    [
        ("nas:/srv/data", "nfs4", "vers=4.2", "nas", "NFS 4.2"),
        ("[fe80::1%eth0]:/srv", "nfs", "vers=3", "fe80::1%eth0", "NFS 3"),
        ("10.0.0.2:/", "nfs4", "", "10.0.0.2", "NFS"),
        ("//nas/Share One", "cifs", "vers=3.1.1", "nas", "SMB 3.1.1"),
        ("me@nas:/home/me", "fuse.sshfs", "", "nas", "sshfs"),
        ("nas:", "fuse.sshfs", "", "nas", "sshfs"),
        ("host", "9p", "", "", "9p"),
    ],
)
def test_what_it_says(source: str, kind: str, options: str, server: str, title: str) -> None:
    found = network_folder(Mount("/mnt", source, kind, tuple(filter(None, options.split(",")))))
    assert (found.server, found.title) == (server, title)


@pytest.mark.parametrize(
    ("kind", "options", "expected"),
    [
        ("nfs4", "rw,vers=4.2,rsize=1048576,wsize=1048576,hard,proto=tcp", []),
        ("cifs", "rw,vers=3.1.1,cache=strict,rsize=4194304,wsize=4194304,soft,actimeo=1", []),
        ("nfs4", "sync", [Costs.SYNC]),
        ("nfs4", "noac", [Costs.NO_ATTRIBUTE_CACHE]),
        ("cifs", "actimeo=0", [Costs.NO_ATTRIBUTE_CACHE]),
        ("nfs", "rsize=8192,wsize=65536", [Costs.SMALL_REQUESTS]),
        ("nfs", "soft,proto=udp,vers=2", [Costs.SOFT, Costs.UDP, Costs.OLD_PROTOCOL]),
        ("cifs", "vers=1.0", [Costs.OLD_PROTOCOL]),
        ("fuse.sshfs", "rw", []),
    ],
)
def test_options_that_cost(kind: str, options: str, expected: list[Costs]) -> None:
    folder = network_folder(Mount("/mnt", "nas:/srv", kind, tuple(options.split(","))))
    assert [cost for cost, _ in costs(folder)] == expected
    assert folder.protocol is not Protocol.OTHER


def test_counters_begin_anew_with_the_mount() -> None:
    before = NfsCounters(100, 50, {"READ": NfsOperation(10, 10, 0, 0.1, 1.0, 1.2)})
    later = NfsCounters(300, 50, {"READ": NfsOperation(30, 32, 1, 0.1, 2.0, 2.4)})
    done = later.since(before)
    assert (done.read_bytes, done.written_bytes, done.sent_again) == (200, 0, 2)
    assert done.operations["READ"].round_trips == pytest.approx(1.0)
    assert before.since(later).operations["READ"] == before.operations["READ"]


def test_the_round_trip_is_that_of_requests_without_data() -> None:
    read, attributes = NfsOperation(10, 10, 0, 0, 5.0, 5.0), NfsOperation(4, 4, 0, 0, 0.002, 0.003)
    assert NfsCounters(0, 0, {"READ": read}).round_trip is None
    assert NfsCounters(0, 0, {"READ": read, "GETATTR": attributes}).round_trip == 0.0005
