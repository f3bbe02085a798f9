# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel's buffers are left in time, whatever fills them."""

from __future__ import annotations

import os
from itertools import islice

from driveproof.helper.trace import _pages


def test_a_buffer_that_fills_faster_than_it_is_read_is_left() -> None:
    endless = os.open("/dev/zero", os.O_RDONLY)
    try:
        assert len(list(islice(_pages(endless, 3), 10))) == 3
    finally:
        os.close(endless)
