# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A guest that is booted for as long as it is needed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.hardware.guest import Guest
from tests.hardware.image import Suite, image
from tests.hardware.machine import QEMU

NEEDS = {"mmdebstrap": "mmdebstrap", "mke2fs": "e2fsprogs", "setpriv": "util-linux", "git": "git"}


CI = "CI"  # set where nobody reads why a test was skipped: there it fails instead


@contextmanager
def booted(suite: Suite) -> Iterator[Guest]:
    """A running guest with our packages installed; skips the test where that is not possible."""
    lacking = ""
    if not shutil.which(QEMU):
        lacking = f"{QEMU} is not installed (Debian: qemu-system-x86)"
    elif os.geteuid() != 0:
        lacking = "needs root (the guest and our packages are made in a chroot)"
    if lacking and os.environ.get(CI):
        pytest.fail(f"{lacking}; {CI} is set, so this is no reason to skip", pytrace=False)
    if lacking:
        pytest.skip(lacking)
    for program, package in NEEDS.items():
        assert shutil.which(program), f"{program} is missing: install {package}, or run make setup"
    with image(suite) as made:
        running = Guest(made)
    try:
        running.wait()
        running.install()
        yield running
    finally:
        running.close()
