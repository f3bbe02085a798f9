# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an experiment keeps of a run, and how it compares the sides at its end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import median

from driveproof.domain.access import Direction
from driveproof.domain.comparison.comparison import Comparison, Metric, united_looks
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.health_over_runs import HealthSpan, health_spans
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.sentences import sentences
from driveproof.domain.comparison.summary import headline_of
from driveproof.domain.errors import DriveproofError
from driveproof.domain.experiment.action import FIRMWARE, SCHEDULER, TRIM, atime_option
from driveproof.domain.experiment.experiment import ACTION, AFTER, MEASURED_STEPS, Experiment
from driveproof.domain.experiment.plan import ExperimentLook, least_spacing
from driveproof.domain.finding import Finding
from driveproof.domain.health.changes import Pair
from driveproof.domain.notes import Note
from driveproof.domain.quantity import Bytes, Seconds
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.domain.say import Say
from driveproof.domain.trim.job import (
    EFFECT,
    INCONCLUSIVE,
    PROVED,
    Outcome,
    Proof,
    ProofCode,
    ProofVerdict,
    Tier,
)
from driveproof.engine.experiment.clock import Clock
from driveproof.engine.judged import judged_sides
from driveproof.fio.stream import written_bytes
from driveproof.history.experiments import Experiments
from driveproof.history.store import History
from driveproof.history.trims import Trims

_TIERS = {
    Tier.ACCEPTED: Say("accepted"),
    Tier.DEVICE_SAYS: Say("device report"),
    Tier.DATA_GONE: Say("data gone"),
    Tier.EFFECT: Say("effect"),
}
_PROOFS = {
    ProofVerdict.PROVED: Say("proved"),
    ProofVerdict.INCONCLUSIVE: Say("inconclusive"),
    ProofVerdict.REFUTED: Say("refuted"),
}
"""What a tier shows that was tried."""


@dataclass(frozen=True, slots=True)
class JudgedExperiment:
    """A comparison with what happened to the drives' health over it."""

    comparison: Comparison
    spans: tuple[HealthSpan, ...]


class ExperimentKeeper:
    """The history as a run sees it; the experiment knows the run as soon as there is one."""

    def __init__(
        self, experiment: Experiment, history: History, experiments: Experiments, clock: Clock
    ) -> None:
        self.experiment = experiment
        self._history = history
        self._experiments = experiments
        self._clock = clock

    def begin(self, run: Run) -> None:
        """Keep a run that now begins, and that it is this step's."""
        self._history.begin(run)
        experiment = self.experiment.begun(run.id, self._clock.now())
        self._experiments.save(experiment)
        self.experiment = experiment

    def keep_phase(self, run_id: str, phase: PhaseResult) -> None:
        """Keep a phase as it is now."""
        self._history.keep_phase(run_id, phase)

    def finish(self, run: Run) -> None:
        """Keep the end."""
        self._history.finish(run)


def judge_experiment(
    experiment: Experiment, history: History, health: Callable[[str], tuple[Pair, ...]]
) -> JudgedExperiment:
    """The sides as the looks that were made found them, each with its runs and its alpha.

    Raises MachineError for a run that is not there any more, ValueError before the first look.
    """
    *earlier, last = (
        _compared(experiment, look.alpha, look.runs, history) for look in experiment.looks
    )
    return _with_health(united_looks(earlier, last), health)


def look(
    experiment: Experiment,
    history: History,
    health: Callable[[str], tuple[Pair, ...]],
    at: datetime,
) -> tuple[ExperimentLook, JudgedExperiment]:
    """The look that the plan has next, and what all looks found with it. Raises MachineError."""
    alpha = experiment.plan.alphas[len(experiment.looks)]
    before, after = (experiment.sides[step] for step in MEASURED_STEPS)
    comparison = _compared(experiment, alpha, (before, after), history)
    earlier = [_compared(experiment, one.alpha, one.runs, history) for one in experiment.looks]
    whole = united_looks(earlier, comparison)
    found = ExperimentLook(
        alpha=alpha,
        at=at,
        before=before,
        after=after,
        headline=headline_of(comparison),
        left=sum(not metric.settled for metric in whole.primary),
        between=_between(comparison),
        spacing=least_spacing([experiment.began(step) for step in MEASURED_STEPS]),
    )
    return found, _with_health(whole, health)


def _between(comparison: Comparison) -> float | None:
    """How far runs of one state were apart, as a multiple of how far repeats of a run were."""
    judged = (metric.difference.judged for metric in comparison.primary if metric.difference)
    found = [one.between for one in judged if one is not None]
    return median(found) if found else None


def _compared(
    experiment: Experiment,
    alpha: float,
    runs: tuple[tuple[str, ...], tuple[str, ...]],
    history: History,
) -> Comparison:
    sides = tuple(
        Side(experiment.side_name(step), tuple(history.load(run) for run in ids))
        for step, ids in zip(MEASURED_STEPS, runs, strict=True)
    )
    comparison = judged_sides(
        history, sides, compared=experiment.compared, alpha=alpha, until=experiment.created
    )
    return replace(comparison, named=experiment.interleaved)  # to and fro: none is before


def _with_health(
    comparison: Comparison, health: Callable[[str], tuple[Pair, ...]]
) -> JudgedExperiment:
    kept = {run.id: health(run.id) for side in comparison.sides for run in side.runs}
    return JudgedExperiment(comparison, tuple(health_spans(comparison.sides, kept, written_bytes)))


def keep_effect(
    experiment: Experiment, comparison: Comparison, history: History
) -> tuple[Note, ...]:
    """What the comparison proves of the TRIM between, kept with it; () without a TRIM."""
    times = time_of_trim(experiment)
    if times is None:
        return ()
    proof = effect_of(comparison)
    if experiment.target.identity:
        with suppress(DriveproofError):  # the experiment keeps it as well
            Trims(history).prove(experiment.target.identity, *times, proof)
    tier, verdict = _TIERS[proof.tier], _PROOFS[proof.verdict]
    # Translators: {tier} is a kind of evidence of a TRIM, {verdict} "proved" or "refuted".
    return (Note("{name}: {text}", name=tier, text=verdict),)


def trim_notes(outcome: Outcome) -> tuple[Note, ...]:
    """The result of a TRIM, and of each tier of its proof that was tried."""
    tried = [proof for proof in outcome.proof if proof.verdict in _PROOFS]
    return (
        Note("{size} trimmed", size=Bytes(outcome.discarded)),
        *(
            Note("{name}: {text}", name=_TIERS[proof.tier], text=_PROOFS[proof.verdict])
            for proof in tried
        ),
    )


def run_notes(experiment: Experiment, run: Run) -> tuple[Note, ...]:
    """Notes to keep about the finished run: unannounced changes, and what may mislead."""
    found = (_firmware(experiment, run), _hasty(experiment))
    return tuple(note for note in found if note is not None)


def _firmware(experiment: Experiment, run: Run) -> Note | None:
    """A firmware change that was not part of the plan."""
    before, after = experiment.target.firmware, run.target.firmware
    stage = experiment.require_open()
    if (
        not before
        or not after
        or before == after
        or (stage.step == AFTER and experiment.action == FIRMWARE)
    ):
        return None
    return Note("firmware {after}, not {before}", after=after, before=before)


def _hasty(experiment: Experiment) -> Note | None:
    """That a further run of a state began sooner than planned: the two are too alike."""
    stage, since = experiment.require_open(), experiment.since
    began = experiment.began(stage.step)
    if since is None or not began:
        return None
    passed = (since - began[-1]).total_seconds()
    if passed >= experiment.plan.spacing:
        return None
    return Note(
        "{time} after the previous run, not {planned}",
        time=Seconds(max(0.0, passed)),
        planned=Seconds(experiment.plan.spacing),
    )


def why_elsewhere(experiment: Experiment, run: Run) -> Note | None:
    """Why the run does not count for its step, None where it does.

    The target was found just before the run. Its file system may have been unmounted since, so that
    the folder is on the file system of its parent; another program may have changed the scheduler.
    """
    kept, found = experiment.target, run.target
    if kept.identity and found.drive and found.drive != kept.identity:
        return Note(
            "measured with {found}, not {wanted}",
            found=found.model or found.drive,
            wanted=kept.drive,
        )
    if None not in (kept.mount_point, found.mount_point) and kept.mount_point != found.mount_point:
        return Note(
            "measured with {found}, not {wanted}",
            found=found.mount_point,
            wanted=kept.mount_point,
        )
    if experiment.interleaved:
        wanted = experiment.side_name(experiment.require_open().step)
        scheduled = experiment.action == SCHEDULER
        used = run.environment.scheduler if scheduled else atime_option(found.mount_options)
        if used and used != wanted:
            return Note("measured with {found}, not {wanted}", found=used, wanted=wanted)
    return None


def effect_of(comparison: Comparison) -> Proof:
    """What a comparison of before and after shows about the TRIM between.

    It is proved where a write is faster and none is slower: only writes need free blocks. A drive
    that had enough free blocks is as fast as before, so no other result refutes a TRIM.
    """
    verdicts = {metric.verdict for metric in comparison.primary if _writes(metric)}
    proved = Verdict.FASTER in verdicts and Verdict.SLOWER not in verdicts
    return Proof(
        EFFECT,
        PROVED if proved else INCONCLUSIVE,
        (Finding(ProofCode.COMPARED, sentences(headline_of(comparison))),),
    )


def _writes(metric: Metric) -> bool:
    return metric.test.direction in (Direction.WRITE, Direction.MIXED)


def time_of_trim(experiment: Experiment) -> tuple[datetime, datetime] | None:
    """Between which moments the TRIM of an experiment ran; None for any other action."""
    if experiment.action != TRIM:
        return None
    for place, (stage, done) in enumerate(zip(experiment.stages, experiment.done, strict=False)):
        if stage.step == ACTION and place:
            return experiment.done[place - 1].at, done.at
    return None
