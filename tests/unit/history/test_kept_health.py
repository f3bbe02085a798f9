# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Health is restored as stored, and whatever a file contains, only health is returned."""

from __future__ import annotations

import contextlib
import json
import zlib
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.health.report import Attribute, Health, LogValue
from driveproof.domain.notes import Note
from driveproof.history.documents import deflate, inflate
from driveproof.history.snapshots import HEALTH

NOW = datetime(2026, 11, 21, 10, 12, 30, 123456, tzinfo=UTC)
ZONES = st.integers(-12, 14).map(lambda hours: timezone(timedelta(hours=hours)))
FINITE = st.floats(allow_nan=False, allow_infinity=False)
st.register_type_strategy(float, FINITE)
# Of an advice its words are kept.
st.register_type_strategy(Note, st.text(min_size=1).map(Note))
st.register_type_strategy(
    Advice, st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1).map(Advice)
)
st.register_type_strategy(datetime, st.datetimes(timezones=ZONES))

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "name", "kind", "status", "key"]), inner)
    ),
    max_leaves=8,
)
ANY_HEALTH = st.dictionaries(st.sampled_from([*Health.__slots__, "mood"]), JSON).map(
    lambda kept: {"taken": NOW.isoformat(), **kept}
)


@pytest.mark.deep
@given(st.from_type(Health))
def test_it_comes_back(health: Health) -> None:
    assert unpacked(pack(health)) == health


def test_great_numbers_stay_whole() -> None:
    health = Health(
        taken=NOW,
        written=2**64 - 1,
        attributes=(Attribute(id=1, name="", raw=2**48 - 1, named=False),),
        figures=(LogValue(key="data_units", title="", value=2**63 - 1),),
    )
    again = unpacked(pack(health))
    assert again == health
    assert type(again.figures[0].value) is int


def test_what_is_no_number_is_unknown() -> None:
    health = Health(taken=NOW, temperature=float("nan"), used=float("inf"))
    assert unpacked(pack(health)) == Health(taken=NOW)


def test_an_advice_comes_back() -> None:
    read = Advice(Remedy.READ_WHOLE, path="/dev/sda")
    health = Health(taken=NOW, missing=Note("Nothing."), advice=read)
    assert unpacked(pack(health)) == health


def pack(health: Health) -> bytes:
    return deflate(HEALTH.pack(health))


def unpacked(blob: bytes) -> Health:
    return HEALTH.unpack(inflate(blob, HEALTH.most))


def packed(kept: Any) -> bytes:
    return zlib.compress(json.dumps(kept).encode())


@pytest.mark.deep
@given(ANY_HEALTH)
def test_any_object_gives_health_that_can_be_kept_again(kept: dict[str, Any]) -> None:
    try:
        found = unpacked(packed(kept))
    except ValueError:
        return
    assert unpacked(pack(found)) == found


@given(st.binary() | st.binary().map(zlib.compress) | JSON.map(packed))
def test_anything_else_is_refused_in_one_way(blob: bytes) -> None:
    with contextlib.suppress(ValueError):
        assert isinstance(unpacked(blob), Health)


def test_a_bomb_is_refused() -> None:
    with pytest.raises(ValueError, match="more than"):
        unpacked(zlib.compress(b" " * (8 * 2**20) + b"{}"))
