# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the helper accepts: limited numbers, enums, and one name below /dev."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.hostile import DEVICE_PATHS, SCHEDULERS

from driveproof.helper.protocol import (
    FINISHED,
    HIGHEST,
    INTERFACE,
    METHODS,
    PHASE_BOUNDS,
    Claim,
    HelperError,
    WireDirection,
    WirePhase,
    caches_of,
    check_range,
    claim_of,
    hdparm_test_of,
    phase_of,
    scheduler_of,
    self_test_of,
)
from driveproof.helper.replies import XML

PHASE = WirePhase(0, 0, 0, 4096, 1, 1, 70, True, 1000, 250, 1, 0)


@pytest.mark.parametrize("path", DEVICE_PATHS)
def test_hostile_device(path: str) -> None:
    with pytest.raises(HelperError, match="InvalidArgument"):
        claim_of((path, 1, 1))


@pytest.mark.parametrize(
    "path", ["/dev/sda", "/dev/sda1", "/dev/nvme0n1p2", "/dev/dm-0", "/dev/md127", "/dev/mmcblk0"]
)
def test_devices(path: str) -> None:
    assert claim_of((path, 1, 2)) == Claim(path, 1, 2)


@given(st.text(max_size=80))
def test_whatever_passes_is_one_name(text: str) -> None:
    path = f"/dev/{text}"
    try:
        claim_of((path, 1, 1))
    except HelperError:
        return
    assert text.isascii()
    assert text[0].isalnum()
    assert set(text) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-")


@pytest.mark.parametrize("name", SCHEDULERS)
def test_hostile_scheduler(name: str) -> None:
    with pytest.raises(HelperError, match="InvalidArgument"):
        scheduler_of(name)


@pytest.mark.parametrize("name", ["", "none", "mq-deadline", "bfq"])
def test_scheduler(name: str) -> None:
    assert scheduler_of(name) == name


@pytest.mark.parametrize("field", PHASE_BOUNDS)
def test_bounds_of_a_phase(field: str) -> None:
    low, high = PHASE_BOUNDS[field]
    for value in (low - 1, high + 1, -(2**63), 2**64 - 1):
        with pytest.raises(HelperError, match="InvalidArgument"):
            PHASE._replace(**{field: value}).check()
    mixed = {"direction": WireDirection.MIXED} if field == "write_depth" else {}
    edges: dict[str, Any] = {field: low}
    PHASE._replace(**edges).check()
    PHASE._replace(**{**mixed, field: high}).check()


def test_only_a_mixed_test_is_two_jobs_at_once() -> None:
    with pytest.raises(HelperError, match="two jobs"):
        PHASE._replace(write_depth=4).check()


def test_every_number_of_a_phase_is_bounded() -> None:
    assert set(PHASE_BOUNDS) | {"direct"} == set(WirePhase._fields)


@pytest.mark.parametrize("size", [513, 1000, 4095])
def test_block_size_is_whole_sectors(size: int) -> None:
    with pytest.raises(HelperError, match="InvalidArgument"):
        PHASE._replace(block_size=size).check()


def test_buffers_are_bounded_together() -> None:
    with pytest.raises(HelperError, match="InvalidArgument"):
        PHASE._replace(block_size=16 * 2**20, queue_depth=256, jobs=64).check()


def test_a_direction_is_for_its_method() -> None:
    assert phase_of(PHASE.wire(), WireDirection.READ) == PHASE
    with pytest.raises(HelperError, match="InvalidArgument"):
        phase_of(PHASE.wire(), WireDirection.WRITE, WireDirection.MIXED)


@pytest.mark.parametrize(
    ("offset", "length"), [(HIGHEST + 1, 0), (0, HIGHEST + 1), (HIGHEST, 1), (2**64 - 1, 2**64 - 1)]
)
def test_ranges_beyond_every_device(offset: int, length: int) -> None:
    with pytest.raises(HelperError, match="InvalidArgument"):
        check_range(offset, length)


@pytest.mark.parametrize("number", [3, 2**32 - 1])
def test_unknown_hdparm_test(number: int) -> None:
    with pytest.raises(HelperError, match="InvalidArgument"):
        hdparm_test_of(number)


@pytest.mark.parametrize("number", [4, 2**32 - 1])
def test_unknown_self_test(number: int) -> None:
    with pytest.raises(HelperError, match="InvalidArgument"):
        self_test_of(number)


@pytest.mark.parametrize("number", [0, 4, 2**32 - 1])
def test_unknown_caches(number: int) -> None:
    with pytest.raises(HelperError, match="InvalidArgument"):
        caches_of(number)


def test_introspection_says_what_is_compared() -> None:
    (interface,) = ET.fromstring(XML.partition("\n<node>")[1] + XML.partition("\n<node>")[2])
    assert interface.get("name") == INTERFACE
    found = {
        method.get("name"): tuple(
            "".join(str(arg.get("type")) for arg in method if arg.get("direction") == way)
            for way in ("in", "out")
        )
        for method in interface.findall("method")
    }
    assert found == {name: (method.takes, method.gives) for name, method in METHODS.items()}
    (signal,) = interface.findall("signal")
    assert "".join(str(arg.get("type")) for arg in signal) == FINISHED
