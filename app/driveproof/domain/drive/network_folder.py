# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder that a server answers for: the way to it, how it is mounted, and what NFS counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from driveproof.domain.drive.drive import Mount


class Protocol(StrEnum):
    """What the machines speak; the words of JSON."""

    NFS = "nfs"
    SMB = "smb"
    SSH = "ssh"
    OTHER = "other"


_PROTOCOLS = {
    "nfs": Protocol.NFS, "nfs4": Protocol.NFS, "cifs": Protocol.SMB, "smb3": Protocol.SMB,
    "smbfs": Protocol.SMB, "fuse.sshfs": Protocol.SSH,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Interface:
    """The network interface that leads to a server; `speed` is bytes per second, None where it does
    not say (a wireless one, a bridge).
    """

    name: str
    speed: float | None = None
    wireless: bool = False
    loopback: bool = False
    """The server is this machine."""


@dataclass(frozen=True, slots=True)
class NfsOperation:
    """What NFS counted of one kind of request since the mount (the kernel's sunrpc/stats.c):
    requests, transmissions of them, major timeouts, and the seconds that all of them waited to be
    sent, for the answer of the server, and altogether.
    """

    requests: int = 0
    transmissions: int = 0
    timeouts: int = 0
    queued: float = 0.0
    round_trips: float = 0.0
    taken: float = 0.0

    def since(self, earlier: NfsOperation) -> NfsOperation:
        """What came after `earlier`; from the mount on where it was mounted anew meanwhile."""
        if self.requests < earlier.requests:
            return self
        return NfsOperation(
            self.requests - earlier.requests,
            max(0, self.transmissions - earlier.transmissions),
            max(0, self.timeouts - earlier.timeouts),
            max(0.0, self.queued - earlier.queued),
            max(0.0, self.round_trips - earlier.round_trips),
            max(0.0, self.taken - earlier.taken),
        )


@dataclass(frozen=True, slots=True)
class NfsCounters:
    """What NFS counted of a mount: the bytes that went to and came from the server, and requests by
    their name ("READ", "GETATTR").
    """

    read_bytes: int = 0
    written_bytes: int = 0
    operations: Mapping[str, NfsOperation] = field(default_factory=dict)

    def since(self, earlier: NfsCounters) -> NfsCounters:
        """What came after `earlier`."""
        return NfsCounters(
            max(0, self.read_bytes - earlier.read_bytes),
            max(0, self.written_bytes - earlier.written_bytes),
            {
                name: one.since(earlier.operations.get(name, NfsOperation()))
                for name, one in self.operations.items()
            },
        )

    @property
    def requests(self) -> int:
        """Of all kinds."""
        return sum(one.requests for one in self.operations.values())

    @property
    def sent_again(self) -> int:
        """Transmissions beyond the first of each request: lost on the way, or not answered."""
        return sum(max(0, one.transmissions - one.requests) for one in self.operations.values())

    @property
    def round_trip(self) -> float | None:
        """The mean seconds until the server answered a request that moves hardly any data; None
        where there was none.
        """
        small = [self.operations.get(name, NfsOperation()) for name in _SMALL]
        count = sum(one.requests for one in small)
        return sum(one.round_trips for one in small) / count if count else None


_SMALL = ("GETATTR", "LOOKUP", "ACCESS", "SEQUENCE", "RENEW")


@dataclass(frozen=True, slots=True)
class NetworkFolder:
    """A mount from a server, and the way to it."""

    point: str
    source: str
    filesystem: str
    server: str
    protocol: Protocol
    version: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    """By name; "" for one without a value."""
    interface: Interface | None = None

    @property
    def title(self) -> str:
        """What a person calls it: "NFS 4.2"."""
        name = {Protocol.NFS: "NFS", Protocol.SMB: "SMB", Protocol.SSH: "sshfs"}.get(
            self.protocol, self.filesystem
        )
        return f"{name} {self.version}".strip()


def network_folder(mount: Mount, interface: Interface | None = None) -> NetworkFolder:
    """What a mount from a server says of itself."""
    options = dict(option.partition("=")[::2] for option in mount.options)
    protocol = _PROTOCOLS.get(mount.filesystem, Protocol.OTHER)
    return NetworkFolder(
        mount.path,
        mount.source,
        mount.filesystem,
        server_of(mount.source, protocol),
        protocol,
        options.get("vers", ""),
        options,
        interface,
    )


def server_of(source: str, protocol: Protocol) -> str:
    """The server in what is mounted: "nas" of "nas:/srv", "[::1]:/srv", "//nas/share" and
    "me@nas:/home"; "" where there is none.
    """
    if protocol is Protocol.SMB:
        return source.replace("\\", "/").lstrip("/").partition("/")[0]
    host = source.rpartition("@")[2] if protocol is Protocol.SSH else source
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0] if ":" in host else ""


class Costs(StrEnum):
    """What an option of a mount from a server costs; the words of JSON."""

    SYNC = "sync"
    """Each write waits until the server has it."""
    NO_ATTRIBUTE_CACHE = "no attribute cache"
    """The attributes of a file are asked for again at each use."""
    SMALL_REQUESTS = "small requests"
    SOFT = "soft"
    """A server that is away becomes an I/O error, and what was to be written is lost."""
    UDP = "udp"
    OLD_PROTOCOL = "old protocol"


LEAST_REQUEST = 64 * 1024
"""Bytes of a read or write request below which round trips limit the bandwidth of a local network:
at 0.3 ms each it is 200 MB/s one after the other (nfs(5), rsize; mount.cifs(8), rsize)."""
_OLD = {Protocol.NFS: ("2",), Protocol.SMB: ("1.0", "2.0")}


def costs(folder: NetworkFolder) -> tuple[tuple[Costs, str], ...]:
    """What of the mount options costs speed or safety, each with the option as it is written.

    By nfs(5) and mount.cifs(8). Their defaults are none of them.
    """
    options, found = folder.options, list[tuple[Costs, str]]()
    if "sync" in options:
        found.append((Costs.SYNC, "sync"))
    if "noac" in options or options.get("actimeo") == "0":
        found.append((Costs.NO_ATTRIBUTE_CACHE, "noac" if "noac" in options else "actimeo=0"))
    for name in ("rsize", "wsize"):
        size = options.get(name, "")
        if size.isdecimal() and 0 < int(size) < LEAST_REQUEST:
            found.append((Costs.SMALL_REQUESTS, f"{name}={size}"))
    if folder.protocol is Protocol.NFS and "soft" in options:
        found.append((Costs.SOFT, "soft"))
    if options.get("proto", "").startswith("udp"):
        found.append((Costs.UDP, f"proto={options['proto']}"))
    if folder.version in _OLD.get(folder.protocol, ()):
        found.append((Costs.OLD_PROTOCOL, f"vers={folder.version}"))
    return tuple(found)
