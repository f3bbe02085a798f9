# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which profiles are offered for an experiment."""

from __future__ import annotations

from driveproof.domain.experiment.forecast import usable
from driveproof.engine.run.profiles import Profiles


def test_what_answers_by_itself_is_not_offered() -> None:
    offered = {one.name for one in usable(Profiles().all(), device=False)}
    assert {"quick", "latency-breakdown", "real-life"} <= offered
    assert not {"record", "multi-drive", "capacity", "bad-sectors", "schedulers"} & offered
