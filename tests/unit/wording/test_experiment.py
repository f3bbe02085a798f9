# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a session says while it waits for a person."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.domain.experiment.test_experiment import experiment

from driveproof.domain.experiment.experiment import FIRMWARE
from driveproof.wording.experiment import question_text, waiting_text


def test_a_firmware_that_is_not_told_is_not_called_the_old_one() -> None:
    one = experiment(FIRMWARE)
    assert "is still 1.0" in waiting_text(one)[0] and "is still 1.0" in question_text(one)
    silent = replace(one, target=replace(one.target, firmware=""))
    for text in (waiting_text(silent)[0], question_text(silent)):
        assert "does not say its firmware" in text and "still" not in text
