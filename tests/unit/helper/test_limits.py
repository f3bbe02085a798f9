# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The limits of the helper: of time like those of a run, of number so that nobody is locked out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.engine.run.fio_run import SILENCE
from driveproof.helper import limits
from driveproof.helper.__main__ import OVERTIME
from driveproof.helper.limits import Limit
from driveproof.helper.protocol import ROOT

ALL = {name: each for name, each in vars(limits).items() if isinstance(each, Limit)}


def test_the_helper_is_as_patient_as_the_run() -> None:
    """Or a test that goes well on a file of a slow drive is cut short on the drive itself."""
    assert OVERTIME >= SILENCE


def taken(limit: Limit, user: int, others: list[int]) -> int:
    """How many a user gets who takes whatever there is."""
    users = list(others)
    while limit.has_room(users, user) and len(users) < 1000:
        users.append(user)
    return len(users) - len(others)


@pytest.mark.parametrize("name", ALL)
def test_no_user_takes_all(name: str) -> None:
    limit = ALL[name]
    assert taken(limit, 1000, []) == limit.each
    assert limit.total >= 3 * limit.each  # two users leave to a third what is theirs
    assert taken(limit, 1002, [1000] * limit.each + [1001] * limit.each) == limit.each


@given(st.sampled_from(sorted(ALL)), st.lists(st.integers(1000, 1005), max_size=400))
def test_nobody_locks_out_another(name: str, others: list[int]) -> None:
    """However many have as much as they can."""
    limit = ALL[name]
    assert taken(limit, 2000, others) == max(1, min(limit.each, limit.total - len(others)))
    assert limit.has_room([*others, *[ROOT] * 500], ROOT)
