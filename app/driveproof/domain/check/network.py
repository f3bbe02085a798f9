# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of a check of a folder that a server answers for: the way to it, and how it is mounted.

Health, firmware and TRIM are those of the server's drives, which are not seen from here.
"""

from __future__ import annotations

from driveproof.domain.check.check import CheckCode, CheckFinding, CheckToDo, Topic, checked, to_do
from driveproof.domain.drive.network_folder import (
    Costs,
    NetworkFolder,
    NfsCounters,
    costs,
)
from driveproof.domain.finding import Finding, ToDo
from driveproof.domain.quantity import Rate, Seconds, Share
from driveproof.domain.rating import FINE, ODD, UNKNOWN, Rating
from driveproof.domain.say import Say

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


def network_findings(folder: NetworkFolder) -> tuple[CheckFinding, ...]:
    """What is known without asking the server."""
    return _share(folder), _interface(folder), *_mounted(folder)


def _found(
    topic: Topic, word: Rating, said: Finding, todo: CheckToDo | None = None, source: str = ""
) -> CheckFinding:
    return checked(topic, word, said, do=to_do(todo), source=source)


def _share(folder: NetworkFolder) -> CheckFinding:
    said = Finding(
        CheckCode.SHARE, (Say("{source}, over {title}.", title=folder.title, source=folder.source),)
    )
    return _found(Topic.IDENTITY, FINE, said, CheckToDo.LOOK_AT_SERVER, _MOUNTPOINT)


def _interface(folder: NetworkFolder) -> CheckFinding:
    way = folder.interface
    if way is None:
        return _found(Topic.LINK, UNKNOWN, Finding(CheckCode.WAY_UNKNOWN, (Say("Unknown."),)))
    if way.loopback:
        return _found(
            Topic.LINK,
            UNKNOWN,
            Finding(CheckCode.SAME_MACHINE, (Say("The server is this computer."),)),
            source=_SYSFS,
        )
    if way.wireless:
        said = Finding(
            CheckCode.WIRELESS, (Say("{name} is wireless; its speed varies.", name=way.name),)
        )
        return _found(Topic.LINK, UNKNOWN, said, CheckToDo.TRY_A_CABLE, _SYSFS)
    if way.speed is None:
        said = Finding(
            CheckCode.INTERFACE_SPEED_UNKNOWN, (Say("{name}: unknown speed.", name=way.name),)
        )
        return _found(Topic.LINK, UNKNOWN, said, source=_SYSFS)
    said = Finding(
        CheckCode.INTERFACE, (Say("{name}: {text}.", name=way.name, text=Rate(way.speed)),)
    )
    if way.speed < SLOW_INTERFACE:
        return _found(Topic.LINK, ODD, said, CheckToDo.CABLE_AND_SWITCH, _SYSFS)
    return _found(Topic.LINK, FINE, said, source=_SYSFS)


def _cost(cost: Costs, option: str) -> tuple[Finding, ToDo]:
    """What an option costs, and what to do about it."""
    without = Say("Mount it without {option} unless it is needed.", option=option)
    drop = ToDo(CheckToDo.DROP_OPTION, without)
    match cost:
        case Costs.SYNC:
            said = Say("{option}: every write waits for the server.", option=option)
            return Finding(CheckCode.OPTION_SYNC, (said,)), drop
        case Costs.NO_ATTRIBUTE_CACHE:
            said = Say("{option}: file attributes are not cached.", option=option)
            return Finding(CheckCode.OPTION_NO_ATTRIBUTES, (said,)), drop
        case Costs.SMALL_REQUESTS:
            said = Say("{option}: small requests limit the bandwidth.", option=option)
            return Finding(CheckCode.OPTION_SMALL, (said,)), drop
        case Costs.SOFT:
            said = Say(
                "{option}: writes can be lost when the server does not respond.", option=option
            )
            hard = Say("Mount it with hard instead of {option}.", option=option)
            return Finding(CheckCode.OPTION_SOFT, (said,)), ToDo(CheckToDo.MOUNT_HARD, hard)
        case Costs.UDP:
            said = Say("{option}: a lost packet repeats the whole request.", option=option)
            return Finding(CheckCode.OPTION_UDP, (said,)), drop
    said = Say("{option}: an old and slow protocol version.", option=option)
    return Finding(CheckCode.OPTION_OLD, (said,)), ToDo(CheckToDo.NEWER_PROTOCOL, without)


_TOLD = ("vers", "rsize", "wsize", "hard", "soft", "cache", "actimeo", "sec", "proto", "nconnect")


def _mounted(folder: NetworkFolder) -> list[CheckFinding]:
    found = []
    for cost, option in costs(folder):
        said, todo = _cost(cost, option)
        found.append(checked(Topic.MOUNT, ODD, said, do=(todo,), source=_MOUNTPOINT))
    if found:
        return found
    told = [
        f"{name}={folder.options[name]}" if folder.options[name] else name
        for name in _TOLD
        if name in folder.options
    ]
    if not told:
        return [
            _found(Topic.MOUNT, UNKNOWN, Finding(CheckCode.OPTIONS_UNKNOWN, (Say("Unknown."),)))
        ]
    said = Finding(CheckCode.OPTIONS, (Say("Mounted with {options}.", options=", ".join(told)),))
    return [_found(Topic.MOUNT, FINE, said, source=_MOUNTPOINT)]


def request_findings(done: NfsCounters) -> tuple[CheckFinding, ...]:
    """What NFS counted while it was measured."""
    found = []
    if not done.requests:
        return ()
    if (trip := done.round_trip) is not None:
        # It counts whole milliseconds of each request, rounded down.
        said = Finding(
            CheckCode.ROUND_TRIP,
            (
                Say(
                    "Round-trip time to the server: {time} (mean).",
                    time=Seconds(max(trip, 0.001), precise=True),
                ),
            ),
        )
        slow = trip > LONG_ROUND_TRIP
        todo = CheckToDo.SHORTER_WAY if slow else None
        found.append(_found(Topic.LINK, ODD if slow else FINE, said, todo, _STATS))
    again = done.sent_again
    if again > LOST * done.requests:
        share = Share(again / done.requests)
        said = Finding(
            CheckCode.SENT_AGAIN,
            (
                Say(
                    "Retransmissions during the check: {count} ({share}).", count=again, share=share
                ),
            ),
        )
        found.append(_found(Topic.LINK, ODD, said, CheckToDo.CABLE_AND_SWITCH, _STATS))
    return tuple(found)
