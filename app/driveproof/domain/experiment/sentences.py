# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment in sentences: its steps, where it stands, what is next and who has to do it."""

from __future__ import annotations

import math

from driveproof.domain.experiment.action import MOUNT_OPTIONS, OTHER, Action
from driveproof.domain.experiment.experiment import (
    AFTER,
    CANCELLED,
    FINISHED,
    OPEN,
    Experiment,
    ExperimentStep,
    Stage,
)
from driveproof.domain.experiment.plan import ExperimentLook
from driveproof.domain.quantity import Day, Plural, Seconds, Share
from driveproof.domain.say import Say, repeats

STATUS_TITLES = {
    OPEN: Say("In progress"),
    FINISHED: Say("Finished"),
    CANCELLED: Say("Cancelled"),
}


# What an experiment and its steps are


def action_title(experiment: Experiment) -> Say | str:
    """The action between the sides, as a short name."""
    states = {"tried": experiment.tried_state, "own": experiment.own_state}
    match experiment.action:
        case Action.SCHEDULER:
            words = Say("I/O scheduler {tried} or {own}", **states)
        case Action.MOUNT_OPTIONS:
            words = Say("Mount option {tried} or {own}", **states)
        case Action.TRIM:
            words = Say("TRIM")
        case Action.FIRMWARE:
            words = Say("Firmware update")
        case Action.OTHER:
            return experiment.text or Say("Change")
    return Say("{name}: {text}", name=words, text=experiment.text) if experiment.text else words


def stage_title(experiment: Experiment, stage: Stage) -> Say | str:
    """A step as a list of steps says it."""
    if not stage.measures:
        return _unmeasured(experiment, stage)
    planned = experiment.profile
    count = repeats(planned.repeats, planned.max_repeats)
    if experiment.interleaved:
        state = experiment.side_name(stage.step)
        return Say("Measure with {state}, {repeats}", state=state, repeats=count)
    values = {"number": stage.number, "repeats": count}
    if stage.step != AFTER:
        return Say("Baseline {number}, {repeats}", **values)
    if not experiment.needed(stage):
        return Say("Run {number} after the change, if needed, {repeats}", **values)
    return Say("Run {number} after the change, {repeats}", **values)


def _unmeasured(experiment: Experiment, stage: Stage) -> Say | str:
    match stage.step:
        case ExperimentStep.CHECK:
            return Say("Check the setup")
        case ExperimentStep.VERDICT:
            return Say("Compare")
        case ExperimentStep.RESTORE:
            return Say("Mount with {state}", state=experiment.own_state)
    if experiment.action != MOUNT_OPTIONS:
        return action_title(experiment)
    return Say("Mount with {state}", state=experiment.tried_state)


def running(experiment: Experiment, number: int) -> Say:
    """Above a step that is on; `number` counts all steps from 0."""
    stages = experiment.stages
    stage = stages[min(number, len(stages) - 1)]
    sure = sum(experiment.needed(one) for one in stages)
    return Say(
        "Step {number} of {count}: {step}",
        number=number + 1,
        count=max(sure, number + 1),
        step=stage_title(experiment, stage),
    )


# Where it stands, and what is next


def standing(experiment: Experiment) -> Say:
    """What is done, and what comes next."""
    stage = experiment.stage
    if experiment.status == CANCELLED:
        return Say("Cancelled.")
    if stage is None:
        return Say("Finished.")
    if stage.step == AFTER and not experiment.interleaved and (left := left_open(experiment)):
        return left
    if stage.measures:
        count = sum(one.measures and experiment.needed(one) for one in experiment.stages)
        return Say("{done} of {count} runs are measured.", done=len(experiment.runs), count=count)
    return Say("Next: {step}.", step=stage_title(experiment, stage))


def left_open(experiment: Experiment) -> Say | None:
    """What the last look left open; None before the first."""
    if not experiment.looks:
        return None
    look = experiment.looks[-1]
    return Say("{left} of {tests} open.", left=look.left, tests=_tests(look))


def look_title(look: ExperimentLook) -> Say:
    """What a look found, for the list of steps: how much of what it could."""
    return Say(
        "{claims} of {tests} changed, {left} open (level {alpha})",
        claims=len(look.claims),
        tests=_tests(look),
        left=look.left,
        alpha=Share(look.alpha),
    )


def _tests(look: ExperimentLook) -> Plural:
    return Plural("{count} test", "{count} tests", len(look.headline.tests))


def in_progress(experiment: Experiment, *, now: bool = False) -> Say:
    """An open one on the page of its drive; `now` while it is being measured."""
    stands = Say("In progress") if now else standing(experiment)
    return Say("{name}: {text}", name=experiment.name, text=stands)


def next_step(experiment: Experiment, *, command: bool = False) -> tuple[Say, ...]:
    """What is next, with what a person must do, and the `command` that continues it; for the end,
    that it is.
    """
    stage = experiment.stage
    if experiment.status == CANCELLED:
        return (Say("Cancelled."),)
    if stage is None:
        return (Say("Finished."),)
    said = [_what_is_next(experiment, stage)]
    if stage.step == AFTER and experiment.due is not None and (left := left_open(experiment)):
        said.insert(0, left)
    if command:
        said.append(Say("Continue with 'driveproof experiment continue {id}'.", id=experiment.id))
    return tuple(said)


def _what_is_next(experiment: Experiment, stage: Stage) -> Say:
    if experiment.switched and stage.measures:
        return Say(
            "Measures {own} and {tried} in turn, and restores {own}.",
            own=experiment.own_state,
            tried=experiment.tried_state,
        )
    if experiment.command:
        return Say(
            "Run the command below to mount it with {state}.",
            state=experiment.side_name(stage.step),
        )
    if stage.step == ExperimentStep.ACTION:
        return _what_to_do(experiment)
    step = stage_title(experiment, stage)
    if experiment.due is None:
        return Say("Next: {step}.", step=step)
    return Say("Next, at {due}: {step}.", due=Day(experiment.due), step=step)


def _what_to_do(experiment: Experiment) -> Say:
    match experiment.action:
        case Action.TRIM:
            return Say("Driveproof trims the free space after you confirm.")
        case Action.FIRMWARE:
            return Say(
                "Update the firmware of {drive}, for example with fwupdmgr.",
                drive=experiment.target.drive,
            )
    change = experiment.text or Say("what you want to compare")
    return Say("Make your change, and no other: {change}.", change=change)


def wait(seconds: float) -> Say:
    """Beside the button of a run that is waited for: how long still, 0 for no longer."""
    if seconds <= 0:
        return Say("Next run: now.")
    return Say("Next run in {time}, or now.", time=Seconds(math.ceil(seconds)))


def armed(seconds: float) -> Say:
    """Beside the button, while the window waits for the next run."""
    if seconds <= 0:
        return Say("The next run starts as soon as possible.")
    time = Seconds(math.ceil(seconds))
    return Say("Next run in {time}, if this window stays open.", time=time)


def price_of_now(experiment: Experiment) -> Say:
    """What it costs to measure a state again sooner than planned."""
    return Say(
        "Runs less than {minutes} apart report false changes more often.",
        minutes=Seconds(experiment.plan.spacing),
    )


def question(experiment: Experiment) -> tuple[Say, ...]:
    """The question before a step that a person does, or that cannot be undone."""
    target = experiment.target
    if experiment.action == Action.TRIM:
        return (Say("TRIM {path}?", path=target.path),)
    if experiment.action == OTHER:
        return (Say("Is your change made?"),)
    updated = Say("Was the firmware updated?")
    return (_still(target.firmware), updated) if target.firmware else (updated,)


def awaited_firmware(experiment: Experiment, now: str) -> Say:
    """The firmware while another one is awaited; `now` is "" for the old one."""
    before = experiment.target.firmware or ""
    if now:
        change = Say("{before} → {after}", before=before, after=now)
        return Say("{name}: {text}", name=Say("Firmware"), text=change)
    return _still(before) if before else Say("Confirm the update.")


def _still(firmware: str) -> Say:
    return Say("The drive still reports {firmware}.", firmware=firmware)
