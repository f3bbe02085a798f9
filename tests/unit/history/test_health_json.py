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
from driveproof.domain.health.report import Attribute, Figure, Health, ValueUnit
from driveproof.domain.notes import Note, sentence_note
from driveproof.history.health_json import pack_health, unpack_health

NOW = datetime(2026, 11, 21, 10, 12, 30, 123456, tzinfo=UTC)
ZONES = st.integers(-12, 14).map(lambda hours: timezone(timedelta(hours=hours)))
FINITE = st.floats(allow_nan=False, allow_infinity=False)
st.register_type_strategy(float, FINITE)
# Of an advice its words are kept.
st.register_type_strategy(Note, st.text(min_size=1).map(sentence_note))
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
ANY_HEALTH = st.dictionaries(st.sampled_from([*Health.__slots__, "mood"]), JSON)


@pytest.mark.deep
@given(st.from_type(Health))
def test_it_comes_back(health: Health) -> None:
    assert unpack_health(pack_health(health), NOW) == health


def test_great_numbers_stay_whole() -> None:
    health = Health(
        taken=NOW,
        written=2**64 - 1,
        attributes=(Attribute(id=1, name="", raw=2**48 - 1, named=False),),
        figures=(Figure(key="data_units", title="", value=2**63 - 1),),
    )
    again = unpack_health(pack_health(health), NOW)
    assert again == health
    assert type(again.figures[0].value) is int


def test_what_is_no_number_is_unknown() -> None:
    health = Health(taken=NOW, temperature=float("nan"), used=float("inf"))
    assert unpack_health(pack_health(health), NOW) == Health(taken=NOW)


def test_a_unit_is_kept_as_its_word_and_one_of_a_newer_version_is_none() -> None:
    heat = Figure(key="temperature", title="T", value=46.0, unit=ValueUnit.CELSIUS)
    kept = pack_health(Health(taken=NOW, figures=(heat,)))
    assert b'"unit":"celsius"' in zlib.decompress(kept)
    figures = [{"key": "a", "title": "A", "unit": unit} for unit in ("seconds", "", "furlongs")]
    found = unpack_health(packed({"figures": figures}), NOW)
    units = [ValueUnit.SECONDS, ValueUnit.UNKNOWN, ValueUnit.COUNT]
    assert [one.unit for one in found.figures] == units


def test_an_advice_is_kept_by_its_remedy() -> None:
    read = Advice(Remedy.READ_WHOLE, path="/dev/sda")
    health = Health(taken=NOW, missing=Note("Nothing."), advice=read)
    blob = pack_health(health)
    assert b'"remedy":"READ_WHOLE"' in zlib.decompress(blob)
    assert unpack_health(blob, NOW) == health
    for nothing in ("", "Ask.", {}, 3, {"remedy": "A_NEW_ONE", "values": {}}, {"key": "a"}):
        assert unpack_health(packed({"advice": nothing}), NOW).advice is None


def packed(kept: Any) -> bytes:
    return zlib.compress(json.dumps(kept).encode())


def test_what_a_newer_version_wrote_is_passed_over_and_what_is_missing_is_unknown() -> None:
    kept = {
        "mood": "fine",
        "serial": "S7KH",
        "temperature": "hot",
        "written": 5.5,
        "passed": 1,
        "attributes": [{"id": 5, "name": "Reallocated", "mood": 1}, {"id": 9}, 3],
        "self_tests": {"kinds": ["short", 7], "seconds": [["short", 120], ["long"]]},
    }
    found = unpack_health(packed(kept), NOW)
    assert (found.taken, found.serial, found.temperature) == (NOW, "S7KH", None)
    assert (found.written, found.passed) == (None, None)
    assert found.attributes == (Attribute(id=5, name="Reallocated"),)
    assert found.self_tests is not None
    assert found.self_tests.kinds == ("short",)
    assert found.self_tests.seconds == (("short", 120.0),)


@pytest.mark.deep
@given(ANY_HEALTH)
def test_any_object_gives_health_that_can_be_kept_again(kept: dict[str, Any]) -> None:
    found = unpack_health(packed(kept), NOW)
    assert unpack_health(pack_health(found), NOW) == found


@given(st.binary() | st.binary().map(zlib.compress) | JSON.map(packed))
def test_anything_else_is_refused_in_one_way(blob: bytes) -> None:
    with contextlib.suppress(ValueError):
        assert isinstance(unpack_health(blob, NOW), Health)


def test_a_bomb_is_refused() -> None:
    with pytest.raises(ValueError, match="more than"):
        unpack_health(zlib.compress(b" " * (8 * 2**20) + b"{}"), NOW)
