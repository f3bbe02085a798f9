# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment as JSON; json-and-csv.md says what the keys mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from driveproof.domain.access import Cache, Direction
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.document.answer import AnswerDocument
from driveproof.domain.document.comparison import CompareDocument
from driveproof.domain.document.values import (
    VERSION,
    Count,
    Document,
    Figure,
    Moment,
    Positive,
    about,
    alike,
    words,
)
from driveproof.domain.experiment.action import Action
from driveproof.domain.experiment.answer import answer_of
from driveproof.domain.experiment.experiment import Experiment, ExperimentStep, Stage, Status
from driveproof.domain.experiment.plan import ExperimentLook
from driveproof.domain.experiment.sentences import next_step, stage_title
from driveproof.domain.run.run import TargetKind
from driveproof.domain.step_state import StepState
from driveproof.export.json import date
from driveproof.export.json.answer import answer_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.errors import Face, failure_text
from driveproof.wording.experiment import (
    done_text,
)
from driveproof.wording.say import say_text, say_texts, value_text
from driveproof.wording.units import NARROW


class ExperimentPlanDocument(Struct, frozen=True, kw_only=True):
    """Decided before the first run."""

    baselines: Annotated[Positive, about("runs before")]
    after: Annotated[Positive, about("runs after, at most")]
    alphas: Annotated[
        tuple[Annotated[float, Meta(gt=0, le=1)], ...],
        Meta(description="the chance of a false claim in each look", min_length=1),
    ]
    spacing: Annotated[Figure, about("seconds between the beginnings of two runs of one state")]


class ExperimentSidesDocument(Struct, frozen=True, kw_only=True):
    """The runs that were measured on both sides."""

    baseline: tuple[str, ...]
    after: tuple[str, ...]


class ExperimentClaimDocument(Struct, frozen=True, kw_only=True):
    """A difference that a look claims."""

    phase: str
    direction: Direction
    verdict: Annotated[Verdict | None, words(Verdict.FASTER, Verdict.SLOWER)]
    speed_ratio: Annotated[float | None, about("how many times as fast it is after")]


class ExperimentLookDocument(Struct, frozen=True, kw_only=True):
    """A comparison as the plan has it, with its runs."""

    alpha: Annotated[
        float, Meta(gt=0, le=1, description="the chance of any false claim in this look")
    ]
    at: Moment
    runs: ExperimentSidesDocument
    claims: tuple[ExperimentClaimDocument, ...]
    tests: Count
    open: Annotated[Count, about("tests neither claimed, by any look, nor within 10 %")]
    between: Annotated[
        Figure | None,
        about(
            "standard deviation between runs of one state, as a multiple of that of "
            "repeats in a run: the median of the tests"
        ),
    ]
    spacing: Annotated[
        float | None,
        about(
            "minimum seconds between the beginnings of two runs of one state; null: one run each"
        ),
    ]
    hasty: Annotated[bool, about("whether that is less than planned")]


class ExperimentTargetDocument(Struct, frozen=True, kw_only=True):
    """What is measured."""

    path: Annotated[str, about("where it was last")]
    kind: TargetKind
    identity: str | None
    model: str | None
    serial: str | None
    firmware: Annotated[str | None, about("when the experiment began")]
    uuid: str | None
    mount_point: str | None


class ExperimentStepDocument(Struct, frozen=True, kw_only=True):
    """A step of the plan."""

    step: ExperimentStep
    title: str
    sitting: Positive
    if_open: Annotated[bool, about("it comes only if the look before it leaves something open")]
    state: StepState
    at: Moment | None
    started: Annotated[Moment | None, about("when its run began")]
    run: str | None
    note: str | None


class ExperimentNextDocument(Struct, frozen=True, kw_only=True):
    """What is next; null where it is over."""

    step: ExperimentStep
    by_person: bool
    due: Annotated[Moment | None, about("from when on its run may begin as planned; null: at once")]
    command: Annotated[str | None, about("what the person runs in this step")]
    sentence: str


class AttemptDocument(Struct, frozen=True, kw_only=True):
    """A run that does not count."""

    run: str
    why: str


class ExperimentHeadDocument(Struct, frozen=True, kw_only=True):
    """An experiment without its comparison."""

    id: str
    name: str
    status: Status
    created: Moment
    action: Action
    text: Annotated[str | None, about("the person's words for it")]
    scheduler: Annotated[str | None, about("the one to try")]
    own_scheduler: Annotated[str | None, about("the one that was set")]
    mount_option: Annotated[str | None, about("the one to try")]
    own_mount_option: Annotated[str | None, about("the one that was set")]
    profile: str
    size: Annotated[Positive | None, about("of the test file, bytes; null: as in the profile")]
    seconds: Annotated[float, Meta(gt=0)] | None
    cache: Cache | None
    repeats: Annotated[Positive, about("in each run")]
    max_repeats: Annotated[
        Positive | None, about("of a test that is not certain before; null: as many as repeats")
    ]
    tests: Positive
    plan: ExperimentPlanDocument
    target: ExperimentTargetDocument
    steps: Annotated[tuple[ExperimentStepDocument, ...], Meta(min_length=1)]
    next: ExperimentNextDocument | None
    sides: ExperimentSidesDocument
    running: Annotated[str | None, about("the run of a step that was begun")]
    attempts: tuple[AttemptDocument, ...]
    looks: tuple[ExperimentLookDocument, ...]
    notes: tuple[str, ...]
    answer: Annotated[
        AnswerDocument | None,
        about("what its looks found; null before the first, and where `comparison` has the answer"),
    ]


class ExperimentDocument(
    ExperimentHeadDocument, frozen=True, kw_only=True, tag_field="version", tag=VERSION
):
    """driveproof experiment new, show, continue, cancel"""

    comparison: CompareDocument | None


class ExperimentsDocument(Document, frozen=True, kw_only=True):
    """driveproof experiment list"""

    experiments: tuple[ExperimentHeadDocument, ...]


@in_english()
def experiment_document(
    experiment: Experiment, result: CompareDocument | None = None
) -> ExperimentDocument:
    """The one document of `experiment new`, `show`, `continue` and `cancel`."""
    head = _head(experiment)
    answer = head.answer if result is None else None
    return alike(ExperimentDocument, head, comparison=result, answer=answer)


@in_english()
def experiments_document(experiments: Iterable[Experiment]) -> ExperimentsDocument:
    """The one document of `experiment list`."""
    return ExperimentsDocument(
        experiments=tuple(map(_head, experiments)),
    )


def _head(experiment: Experiment) -> ExperimentHeadDocument:
    target, profile, stage = experiment.target, experiment.profile, experiment.stage
    answer = answer_of(experiment)
    return ExperimentHeadDocument(
        id=experiment.id,
        name=experiment.name,
        status=experiment.status,
        created=date(experiment.created),
        action=experiment.action,
        text=experiment.text or None,
        scheduler=experiment.scheduler or None,
        own_scheduler=experiment.own_scheduler or None,
        mount_option=experiment.mount_option or None,
        own_mount_option=experiment.own_mount_option or None,
        profile=profile.name,
        size=profile.size,
        seconds=profile.seconds,
        cache=Cache(profile.cache) if profile.cache else None,
        repeats=profile.repeats,
        max_repeats=profile.max_repeats or None,
        tests=experiment.tests,
        plan=ExperimentPlanDocument(
            baselines=experiment.plan.before,
            after=experiment.plan.after,
            alphas=tuple(experiment.plan.alphas),
            spacing=experiment.plan.spacing,
        ),
        target=alike(ExperimentTargetDocument, target),
        steps=tuple(_step(experiment, place, one) for place, one in enumerate(experiment.stages)),
        next=None
        if stage is None
        else ExperimentNextDocument(
            step=stage.step,
            by_person=experiment.by_person,
            due=date(experiment.due) if experiment.due else None,
            command=experiment.command or None,
            sentence=_plain(say_texts(next_step(experiment, command=True))),
        ),
        sides=ExperimentSidesDocument(
            **{str(side): runs for side, runs in experiment.sides.items()}
        ),
        running=experiment.running,
        attempts=tuple(
            AttemptDocument(
                run=one.run,
                why=_plain(failure_text(one.why, Face.WINDOW)),
            )
            for one in experiment.attempts
        ),
        looks=tuple(_look(experiment, look) for look in experiment.looks),
        notes=tuple(_plain(say_text(note)) for note in experiment.notes),
        answer=answer_document(answer) if answer else None,
    )


def _step(experiment: Experiment, place: int, one: Stage) -> ExperimentStepDocument:
    done = experiment.done[place] if place < len(experiment.done) else None
    return ExperimentStepDocument(
        step=one.step,
        title=_plain(value_text(stage_title(experiment, one))),
        sitting=one.number,
        if_open=not experiment.needed(one),
        state=experiment.state_of(place),
        at=date(done.at) if done else None,
        started=date(done.began) if done and done.began else None,
        run=done.run if done else None,
        note=(_plain(done_text(done)) or None) if done else None,
    )


def _look(experiment: Experiment, look: ExperimentLook) -> ExperimentLookDocument:
    planned = experiment.plan.spacing
    return ExperimentLookDocument(
        alpha=look.alpha,
        at=date(look.at),
        runs=ExperimentSidesDocument(baseline=tuple(look.before), after=tuple(look.after)),
        claims=tuple(
            ExperimentClaimDocument(
                phase=str(test.title),
                direction=test.direction,
                verdict=test.verdict,
                speed_ratio=test.ratio,
            )
            for test in look.claims
        ),
        tests=len(look.headline.tests),
        open=look.left,
        between=look.between,
        spacing=look.spacing,
        hasty=look.spacing is not None and look.spacing < planned,
    )


def _plain(text: str) -> str:
    return text.replace(NARROW, " ")
