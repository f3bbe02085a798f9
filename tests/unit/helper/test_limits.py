# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The helper's time limit and the run's own timeout."""

from __future__ import annotations

from driveproof.engine.run.fio_run import SILENCE
from driveproof.helper.__main__ import OVERTIME


def test_the_helper_is_as_patient_as_the_run() -> None:
    """Or a test that goes well on a file of a slow drive is cut short on the drive itself."""
    assert OVERTIME >= SILENCE
