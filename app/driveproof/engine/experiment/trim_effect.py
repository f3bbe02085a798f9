# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The strongest proof of a TRIM: that what was measured after it is faster than before."""

from __future__ import annotations

from datetime import datetime

from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.experiment.experiment import ACTION, TRIM, Experiment
from driveproof.domain.statement import Statement
from driveproof.domain.trim.evidence import Evidence
from driveproof.domain.trim.job import EFFECT, INCONCLUSIVE, PROVED, Proof
from driveproof.wording.comparison.headline import sentence


def effect_of(comparison: Comparison) -> Proof:
    """What a comparison of before and after says of the TRIM between.

    It is proved where a write is faster and none is slower: only writes need free blocks. A drive
    that had enough of them is as fast as before, so that nothing else refutes a TRIM.
    """
    verdicts = {metric.verdict for metric in comparison.primary if _writes(metric)}
    proved = Verdict.FASTER in verdicts and Verdict.SLOWER not in verdicts
    return Proof(
        EFFECT,
        PROVED if proved else INCONCLUSIVE,
        (Statement(Evidence.QUOTED, text=sentence(comparison)),),
    )


def _writes(metric: Metric) -> bool:
    return metric.test.direction in ("write", "mixed")


def effect_note(proof: Proof) -> str:
    """The same for the list of a session's steps."""
    return f"proof of the TRIM, {proof.tier}: {proof.verdict}"


def time_of_trim(experiment: Experiment) -> tuple[datetime, datetime] | None:
    """Between which moments the TRIM of a session ran; None where that is another action's."""
    if experiment.action != TRIM:
        return None
    for place, (stage, done) in enumerate(zip(experiment.stages, experiment.done, strict=False)):
        if stage.step == ACTION and place:
            return experiment.done[place - 1].at, done.at
    return None
