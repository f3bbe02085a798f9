# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cases that only `make test-deep` tries: further ones of a kind that `make test` has."""

from __future__ import annotations

from typing import Any

import pytest


def deep(*values: Any) -> list[Any]:
    """Values of a parameter, or rows of several: `parametrize("kind", ["ext4", *deep("xfs")])`."""
    rows = [value if isinstance(value, tuple) else (value,) for value in values]
    return [pytest.param(*row, marks=pytest.mark.deep) for row in rows]
