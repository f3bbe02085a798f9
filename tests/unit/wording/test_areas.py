# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of bad places."""

from __future__ import annotations

from driveproof.domain.run.areas import Area, AreaState
from driveproof.wording.areas import bad_rows


def test_position_and_length_are_in_one_unit() -> None:
    """They were 8.6 GB and 8 GiB, for the same amount."""
    (row,) = bad_rows([Area(2**33, 2**33, AreaState.ALIAS)])
    assert (row[0], row[1]) == ("8.6\u202fGB (byte 8\u202f589\u202f934\u202f592)", "8.6\u202fGB")
