# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions and members as stored in the history, and malformed ones."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.run.run import Position, Role
from driveproof.history.rows import pack_positions, repeat_extras, unpack_positions

NUMBERS = st.integers(0, 2**63 - 1)
PLACES = st.builds(Position, NUMBERS, NUMBERS, st.floats(0, 1e9))


@given(st.lists(PLACES).map(tuple))
def test_positions_come_back(positions: tuple[Position, ...]) -> None:
    assert unpack_positions(pack_positions(positions)) == positions


@pytest.mark.parametrize(
    "blob", [b"", b"\x07abc", b"\x01abc", b"\x01" + zlib.compress(b"12345")], ids=repr
)
def test_what_is_no_positions_is_refused(blob: bytes) -> None:
    with pytest.raises(ValueError, match="positions"):
        unpack_positions(blob)


def test_members_of_a_newer_version_are_read() -> None:
    kept = '{"device": "sda", "role": "below", "read_bytes": 1, "written_bytes": 2, %s}'
    counts = '"read_ios": 3, "written_ios": 4, "seconds": 2.0, "mood": "fine"'
    (member,) = repeat_extras('{"members": [' + kept % counts + "]}")["members"]
    assert (member.device, member.written_ios, member.busy) == ("sda", 4, None)
    assert member.role is Role.BELOW
    strange = kept.replace("below", "above")
    assert repeat_extras('{"members": [' + strange % counts + "]}")["members"] == ()


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[1]",
        '{"hosts": [1]}',
        '{"hosts": [{"host": "a", "late": 0, "directions": []}]}',
        '{"members": [1]}',
        '{"members": [{"device": "sda"}]}',
    ],
)
def test_what_cannot_be_understood_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        repeat_extras(text)
