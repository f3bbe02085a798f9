# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sizes in the names of tests, which are stored and must not change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from driveproof.domain.units import block_name
from driveproof.wording.units import block_size_text


@pytest.mark.parametrize(
    ("size", "name"),
    [
        (512, "512\u202fB"), (4096, "4\u202fKiB"), (2**20, "1\u202fMiB"), (1536, "1.5\u202fKiB"),
        (1000, "1,000\u202fB".replace(",", "\u202f")), (2**20 - 1, "1.0\u202fMiB"),
    ],
)  # fmt: skip
def test_names_of_sizes(size: int, name: str) -> None:
    assert block_name(size) == name


@given(some.integers(0, 2**53))
def test_they_are_those_that_people_read(size: int) -> None:
    assert block_name(size) == block_size_text(size)
