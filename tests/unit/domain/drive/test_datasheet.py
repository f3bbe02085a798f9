# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The manufacturer's figures as data sheets write them."""

from __future__ import annotations

import pytest

from driveproof.domain.drive.datasheet import Datasheet
from driveproof.domain.errors import UsageError
from driveproof.domain.units import parse_iops


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1200000", 1_200_000), ("1200K", 1_200_000),
        ("1.2M", 1_200_000), ("1,2M", 1_200_000), (" 98k IOPS ", 98_000), ("75", 75),
    ],
)  # fmt: skip
def test_iops_as_data_sheets_write_them(text: str, value: int) -> None:
    assert parse_iops(text) == value


@pytest.mark.parametrize("text", ["", "0", "-1", "fast", "1.5", "1,200", "1G", "1e6", "\u0661"])
def test_what_is_no_number_is_named(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_iops(text)
    assert refused.value.values["text"] == text


def test_nothing_entered_is_nothing() -> None:
    assert not Datasheet()
    assert Datasheet(endurance=1)
    assert Datasheet(write=7).speed("sequential", "write") == 7
    assert Datasheet(write=7).speed("random", "write") is None
