# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of a check of a folder that a server answers for: the way to it, and how it is mounted.

Health, firmware and TRIM are those of the server's drives, which are not seen from here.
"""

from __future__ import annotations

from driveproof.domain.check.check import (
    FINE,
    ODD,
    UNKNOWN,
    Finding,
    Found,
    Rating,
    Todo,
    Topic,
)
from driveproof.domain.drive.network_folder import (
    Costs,
    NetworkFolder,
    NfsCounters,
    costs,
)
from driveproof.domain.quantity import Rate, Seconds, Share
from driveproof.domain.statement import Statement

SLOW_INTERFACE = 1e9 / 8
"""Bytes per second below which an interface is slower than any new one with a cable: less than
1 Gb/s means an old switch, a bad cable or pair of wires, or power saving."""
LONG_ROUND_TRIP = 0.005
"""Seconds: on a local network with cables it is below 0.001; above this a request of its own for
each small file is noticed."""
LOST = 0.001
"""Share of requests that were sent more than once from which the network is at fault: TCP repairs
what a cable loses, so what is left are answers that never came."""
_MOUNTPOINT, _SYSFS, _STATS = "mountinfo", "sysfs", "/proc/self/mountstats"


def network_findings(folder: NetworkFolder) -> tuple[Finding, ...]:
    """What is known without asking the server."""
    return _share(folder), _interface(folder), *_mounted(folder)


def _found(
    topic: Topic, word: Rating, said: Statement, todo: Todo | None = None, source: str = ""
) -> Finding:
    return Finding(topic, word, (said,), () if todo is None else (Statement(todo),), source)


def _share(folder: NetworkFolder) -> Finding:
    said = Statement(Found.SHARE, title=folder.title, source=folder.source)
    return _found(Topic.IDENTITY, FINE, said, Todo.LOOK_AT_SERVER, _MOUNTPOINT)


def _interface(folder: NetworkFolder) -> Finding:
    way = folder.interface
    if way is None:
        return _found(Topic.LINK, UNKNOWN, Statement(Found.WAY_UNKNOWN, server=folder.server))
    if way.loopback:
        return _found(Topic.LINK, UNKNOWN, Statement(Found.SAME_MACHINE), source=_SYSFS)
    if way.wireless:
        said = Statement(Found.WIRELESS, name=way.name)
        return _found(Topic.LINK, UNKNOWN, said, Todo.TRY_A_CABLE, _SYSFS)
    if way.speed is None:
        said = Statement(Found.INTERFACE_SPEED_UNKNOWN, name=way.name)
        return _found(Topic.LINK, UNKNOWN, said, source=_SYSFS)
    said = Statement(Found.INTERFACE, name=way.name, carries=Rate(way.speed))
    if way.speed < SLOW_INTERFACE:
        return _found(Topic.LINK, ODD, said, Todo.CABLE_AND_SWITCH, _SYSFS)
    return _found(Topic.LINK, FINE, said, source=_SYSFS)


_COSTS = {
    Costs.SYNC: (Found.OPTION_SYNC, Todo.DROP_OPTION),
    Costs.NO_ATTRIBUTE_CACHE: (Found.OPTION_NO_ATTRIBUTES, Todo.DROP_OPTION),
    Costs.SMALL_REQUESTS: (Found.OPTION_SMALL, Todo.DROP_OPTION),
    Costs.SOFT: (Found.OPTION_SOFT, Todo.MOUNT_HARD),
    Costs.UDP: (Found.OPTION_UDP, Todo.DROP_OPTION),
    Costs.OLD_PROTOCOL: (Found.OPTION_OLD, Todo.NEWER_PROTOCOL),
}
_TOLD = ("vers", "rsize", "wsize", "hard", "soft", "cache", "actimeo", "sec", "proto", "nconnect")


def _mounted(folder: NetworkFolder) -> list[Finding]:
    found = []
    for cost, option in costs(folder):
        code, todo = _COSTS[cost]
        said = Statement(code, option=option)
        advice = (Statement(todo, option=option),)
        found.append(Finding(Topic.MOUNT, ODD, (said,), advice, _MOUNTPOINT))
    if found:
        return found
    told = [
        f"{name}={folder.options[name]}" if folder.options[name] else name
        for name in _TOLD
        if name in folder.options
    ]
    if not told:
        return [_found(Topic.MOUNT, UNKNOWN, Statement(Found.OPTIONS_UNKNOWN))]
    said = Statement(Found.OPTIONS, options=", ".join(told))
    return [_found(Topic.MOUNT, FINE, said, source=_MOUNTPOINT)]


def request_findings(done: NfsCounters) -> tuple[Finding, ...]:
    """What NFS counted while it was measured."""
    found = []
    if not done.requests:
        return ()
    if (trip := done.round_trip) is not None:
        # It counts whole milliseconds of each request, rounded down.
        said = Statement(Found.ROUND_TRIP, time=Seconds(max(trip, 0.001), precise=True))
        slow = trip > LONG_ROUND_TRIP
        todo = Todo.SHORTER_WAY if slow else None
        found.append(_found(Topic.LINK, ODD if slow else FINE, said, todo, _STATS))
    again = done.sent_again
    if again > LOST * done.requests:
        share = Share(again / done.requests)
        said = Statement(Found.SENT_AGAIN, count=again, share=share)
        found.append(_found(Topic.LINK, ODD, said, Todo.CABLE_AND_SWITCH, _STATS))
    return tuple(found)
