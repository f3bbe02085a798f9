# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The used share of a drive's life: by its rating, by its wear, and unknown without either."""

from __future__ import annotations

import pytest

from driveproof.domain.drive.endurance import Endurance, share_of_life

TB = 10**12


@pytest.mark.parametrize(
    ("endurance", "share"),
    [
        (None, None),
        (Endurance(), None),
        (Endurance(rated=600 * TB), 1 / 600),
        (Endurance(rated=600 * TB, written=5 * TB, used=0.5), 1 / 600),
        (Endurance(written=60 * TB, used=0.10), 1 / 600),
        (Endurance(written=6 * TB, used=0.01), None),  # rounding is most of it
        (Endurance(written=0, used=0.2), None),
        (Endurance(written=6 * TB), None),
        (Endurance(used=0.2), None),
    ],
)
def test_share(endurance: Endurance | None, share: float | None) -> None:
    found = share_of_life(TB, endurance)
    assert found == (None if share is None else pytest.approx(share))
