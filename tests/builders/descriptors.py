# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Descriptors that a call leaves open."""

from __future__ import annotations

import gc
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def descriptors_left(count: int) -> Iterator[None]:
    """The kernel gives out that many more, and no further one; with 0 not even one that is closed
    meanwhile.
    """
    gc.collect()  # no object of an earlier test closes one meanwhile
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    probes = [os.dup(0) for _ in range(count + 1)]  # there may be gaps between those that are open
    for probe in probes:
        os.close(probe)
    resource.setrlimit(resource.RLIMIT_NOFILE, (probes[-1] if count else 0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
