# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check says of a folder that a server answers for."""

from __future__ import annotations

import pytest

from driveproof.domain.check.check import CheckCode, Topic
from driveproof.domain.check.network import network_findings, request_findings
from driveproof.domain.drive.drive import Mount
from driveproof.domain.drive.network_folder import (
    Interface,
    NetworkFolder,
    NfsCounters,
    NfsOperation,
    network_folder,
)
from driveproof.domain.rating import FINE, ODD, UNKNOWN, Rating

FAST = Interface("eth0", 125e6)


def folder(options: str = "rw,vers=4.2,hard", way: Interface | None = FAST) -> NetworkFolder:
    return network_folder(Mount("/mnt", "nas:/srv", "nfs4", tuple(options.split(","))), way)


def words(
    place: NetworkFolder, done: NfsCounters | None = None
) -> set[tuple[Topic, Rating, object]]:
    found = (*network_findings(place), *(request_findings(done) if done else ()))
    return {(one.topic, one.word, one.code) for one in found}


def test_a_share_on_a_fast_network() -> None:
    assert words(folder()) == {
        (Topic.IDENTITY, FINE, CheckCode.SHARE),
        (Topic.LINK, FINE, CheckCode.INTERFACE),
        (Topic.MOUNT, FINE, CheckCode.OPTIONS),
    }


@pytest.mark.parametrize(
    ("way", "word", "code"),
    [
        (None, UNKNOWN, CheckCode.WAY_UNKNOWN),
        (Interface("lo", loopback=True), UNKNOWN, CheckCode.SAME_MACHINE),
        (Interface("wlan0", wireless=True), UNKNOWN, CheckCode.WIRELESS),
        (Interface("br0"), UNKNOWN, CheckCode.INTERFACE_SPEED_UNKNOWN),
        (Interface("eth0", 12.5e6), ODD, CheckCode.INTERFACE),
    ],
)
def test_the_way_to_the_server(way: Interface | None, word: Rating, code: CheckCode) -> None:
    assert (Topic.LINK, word, code) in words(folder(way=way))


def test_options_that_cost_are_odd_one_by_one() -> None:
    found = words(folder("rw,sync,soft,vers=4.2"))
    assert {one for one in found if one[0] is Topic.MOUNT} == {
        (Topic.MOUNT, ODD, CheckCode.OPTION_SYNC),
        (Topic.MOUNT, ODD, CheckCode.OPTION_SOFT),
    }
    assert (Topic.MOUNT, UNKNOWN, CheckCode.OPTIONS_UNKNOWN) in words(folder("rw"))


@pytest.mark.parametrize(
    ("trip", "again", "expected"),
    [
        (0.0004, 0, {(FINE, CheckCode.ROUND_TRIP)}),
        (0.02, 0, {(ODD, CheckCode.ROUND_TRIP)}),
        (0.0004, 50, {(FINE, CheckCode.ROUND_TRIP), (ODD, CheckCode.SENT_AGAIN)}),
        (0.0004, 1, {(FINE, CheckCode.ROUND_TRIP)}),
    ],
)
def test_what_nfs_counted_meanwhile(
    trip: float, again: int, expected: set[tuple[Rating, CheckCode]]
) -> None:
    count = 2000
    done = NfsCounters(0, 0, {"GETATTR": NfsOperation(count, count + again, 0, 0, trip * count, 0)})
    link = {(word, code) for topic, word, code in words(folder(), done) if topic is Topic.LINK}
    assert link == {(FINE, CheckCode.INTERFACE), *expected}
    assert words(folder(), NfsCounters()) == words(folder())
