# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ids are short, sorted by time, unique and easy to type."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from driveproof.history.ids import ALPHABET, new_id, read_id
from driveproof.history.owner import WriterProcess

moments = st.datetimes(
    datetime(2026, 1, 1), datetime(2059, 12, 31), timezones=st.just(UTC)
)  # fmt: skip


@given(moments, st.integers(1, 10**9))
def test_later_ids_sort_behind(moment: datetime, seconds: int) -> None:
    later = moment + timedelta(seconds=seconds)
    if later.year < 2060:
        assert new_id(moment) < new_id(later)


@given(st.datetimes(timezones=st.just(UTC)))
def test_ids_are_nine_plain_letters_and_digits(moment: datetime) -> None:
    assert len(new_id(moment)) == 9
    assert set(new_id(moment)) <= set(ALPHABET)
    assert not set("ilou ") & set(ALPHABET)


@given(moments)
def test_an_id_is_read_however_it_is_typed(moment: datetime) -> None:
    name = new_id(moment)
    assert read_id(f" {name.upper()} ") == name
    assert read_id(name.replace("0", "O").replace("1", "l")) == name


def test_ids_of_one_second_differ() -> None:
    now = datetime(2026, 11, 21, tzinfo=UTC)
    assert len({new_id(now) for _ in range(50)}) > 45


def test_writers_are_told_apart() -> None:
    me = WriterProcess.current()
    assert WriterProcess.from_text(me.text) == me
    assert not me.gone()
    assert replace(me, started=me.started + 1).gone()
    assert replace(me, pid=2**22 + 1).gone()
    assert replace(me, boot="another").gone()
    assert not replace(me, namespace=1, pid=2**22 + 1).gone()
    for text in ("", "{}", "[]", "7", '{"boot": "a", "pid": "x", "started": 1, "namespace": 1}'):
        assert WriterProcess.from_text(text) is None
