# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment in words: its steps, what is next and who has to do it, and its cost.

The next step names a command for the terminal, and none for the window. Names, paths and a person's
own text come unchanged: each face makes foreign text safe.
"""

from __future__ import annotations

import math

from driveproof.domain.experiment.action import (
    FIRMWARE,
    MOUNT_OPTIONS,
    OTHER,
    SCHEDULER,
    TRIM,
    remount_command,
)
from driveproof.domain.experiment.answer import answer_of
from driveproof.domain.experiment.experiment import (
    ACTION,
    AFTER,
    CANCELLED,
    CHECK,
    FINISHED,
    OPEN,
    RESTORE,
    VERDICT,
    Experiment,
    FinishedStep,
    PlannedProfile,
    Stage,
)
from driveproof.domain.experiment.plan import ExperimentLook
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face
from driveproof.wording.say import say_texts, worded
from driveproof.wording.units import format_duration, format_percent, repeats_text

_STATES = {OPEN: N_("In progress"), FINISHED: N_("Finished"), CANCELLED: N_("Cancelled")}


# What an experiment and its steps are


def action_text(experiment: Experiment) -> str:
    """The action between the sides, as a short name."""
    if experiment.action == OTHER:
        return experiment.text or _("Change")
    texts = {
        SCHEDULER: _("I/O scheduler {tried} or {own}"),
        MOUNT_OPTIONS: _("Mount option {tried} or {own}"),
        TRIM: _("TRIM"),
        FIRMWARE: _("Firmware update"),
    }
    text = texts[experiment.action].format(tried=experiment.tried_state, own=experiment.own_state)
    return f"{text}: {experiment.text}" if experiment.text else text


def title(experiment: Experiment) -> str:
    """Its name."""
    return experiment.name


def subject(experiment: Experiment) -> str:
    """What an experiment that is about to begin is about: place and change."""
    return _("{name}: {text}").format(name=experiment.target.path, text=action_text(experiment))


def method(experiment: Experiment, profile: str) -> str:
    """What is measured, and how: place, profile and repeats."""
    target = experiment.target
    place = target.path
    if target.model or target.serial:
        place = _("{filesystem} on {path}").format(filesystem=place, path=target.drive)
    return " · ".join((place, profile, _repeats(experiment.profile)))


def _repeats(planned: PlannedProfile) -> str:
    return repeats_text(planned.repeats, planned.most_repeats)


def stage_text(experiment: Experiment, stage: Stage) -> str:
    """A step as a list of steps says it."""
    if not stage.measures:
        return _unmeasured(experiment, stage)
    repeats = _repeats(experiment.profile)
    if experiment.interleaved:
        text = _("Measure with {state}, {repeats}")
        return text.format(state=experiment.side_name(stage.step), repeats=repeats)
    if stage.step == AFTER and not experiment.needed(stage):
        text = _("Run {number} after the change, if needed, {repeats}")
    elif stage.step == AFTER:
        text = _("Run {number} after the change, {repeats}")
    else:
        text = _("Baseline {number}, {repeats}")
    return text.format(number=stage.number, repeats=repeats)


def _unmeasured(experiment: Experiment, stage: Stage) -> str:
    if stage.step == CHECK:
        return _("Check the setup")
    if stage.step == RESTORE:
        return _("Mount with {state}").format(state=experiment.own_state)
    if stage.step == VERDICT:
        return _("Compare")
    if experiment.action != MOUNT_OPTIONS:
        return action_text(experiment)
    return _("Mount with {state}").format(state=experiment.tried_state)


def running_text(experiment: Experiment, number: int) -> str:
    """Above a step that is on; `number` counts all steps from 0."""
    stages = experiment.stages
    stage = stages[min(number, len(stages) - 1)]
    sure = sum(experiment.needed(one) for one in stages)
    return _("Step {number} of {count}: {step}").format(
        number=number + 1, count=max(sure, number + 1), step=stage_text(experiment, stage)
    )


# Where it stands, and what is next


def state_text(experiment: Experiment) -> str:
    """Open, finished or given up, for a column."""
    return _(_STATES[experiment.status]) if experiment.status in _STATES else experiment.status


def standing(experiment: Experiment) -> str:
    """What is done, and what comes next."""
    stage = experiment.stage
    if experiment.status == CANCELLED:
        return _("Cancelled.")
    if stage is None:
        return _("Finished.")
    if stage.step == AFTER and stage.number > 1 and not experiment.interleaved:
        return left_open(experiment)
    if stage.measures:
        text = _("{done} of {count} runs are measured.")
        count = sum(one.measures and experiment.needed(one) for one in experiment.stages)
        return text.format(done=len(experiment.runs), count=count)
    return _("Next: {step}").format(step=stage_text(experiment, stage))


def left_open(experiment: Experiment) -> str:
    """What the last look left open, as a sentence; "" before the first."""
    if not experiment.looks:
        return ""
    look = experiment.looks[-1]
    text = ngettext(
        "{left} of {count} test open.",
        "{left} of {count} tests open.",
        len(look.headline.tests),
    )
    return text.format(left=look.left, count=len(look.headline.tests))


def look_text(look: ExperimentLook) -> str:
    """What a look found, for the list of steps: how much of what it could."""
    tests = len(look.headline.tests)
    text = ngettext(
        "{claims} of {count} test changed, {left} open (level {alpha})",
        "{claims} of {count} tests changed, {left} open (level {alpha})",
        tests,
    )
    return text.format(
        claims=len(look.claims), count=tests, left=look.left, alpha=format_percent(look.alpha)
    )


def line(experiment: Experiment, *, now: bool = False) -> str:
    """An open one on the page of its drive; `now` while it is being measured."""
    stands = _("It is running.") if now else standing(experiment)
    return f"{title(experiment)}: {stands}"


def next_text(experiment: Experiment, face: Face = Face.TERMINAL) -> str:
    """What is next, in a sentence with what a person must do; for the end, that it is."""
    stage = experiment.stage
    if experiment.status == CANCELLED:
        return _("Cancelled. Its runs are in the history.")
    if stage is None or experiment.status != OPEN:
        return _("Finished.")
    target = experiment.target
    said = [left_open(experiment)] if stage.step == AFTER and experiment.due is not None else []
    said.append(_what_is_next(experiment, stage))
    if face is not Face.WINDOW:
        said.append(_("Continue with 'driveproof experiment continue {id}'."))
    return " ".join(filter(None, said)).format(
        id=experiment.id,
        own=experiment.own_state,
        tried=experiment.tried_state,
        path=target.path,
        drive=target.drive,
        change=experiment.text or _("what you want to compare"),
        state=experiment.side_name(stage.step),
        step=stage_text(experiment, stage),
        due="" if experiment.due is None else date_and_time(experiment.due),
    )


def wait_text(seconds: float) -> str:
    """Beside the button of a run that is waited for: how long still, 0 for no longer."""
    if seconds <= 0:
        return _("Next run: now.")
    return _("Next run in {time}, or now.").format(time=format_duration(math.ceil(seconds)))


def armed_text(seconds: float) -> str:
    """Beside the button, while the window waits for the next run."""
    if seconds <= 0:
        return _("The next run starts as soon as possible.")
    text = _("Next run in {time}, if this window stays open.")
    return text.format(time=format_duration(math.ceil(seconds)))


def waiting_text(seconds: float) -> str:
    """While the terminal waits for the next run."""
    text = _("Next run in {time}. Ctrl-C stops waiting; {option} does not wait.")
    return text.format(time=format_duration(math.ceil(seconds)), option="--now")


def price_of_now(experiment: Experiment) -> str:
    """What it costs to measure a state again sooner than planned."""
    return _("Runs less than {minutes} apart report false changes more often.").format(
        minutes=format_duration(experiment.plan.spacing)
    )


def command_of(experiment: Experiment) -> str:
    """The command that a person runs in the step that is next; "" where there is none to name."""
    stage = experiment.stage
    if stage is None or stage.measures or experiment.action != MOUNT_OPTIONS:
        return ""
    if stage.step not in (ACTION, RESTORE):
        return ""
    target = experiment.target
    return remount_command(experiment.side_name(stage.step), target.mount_point or target.path)


def _what_is_next(experiment: Experiment, stage: Stage) -> str:  # noqa: PLR0911 - one a step
    if experiment.switched and stage.measures:
        return _("Measures {own} and {tried} in turn, and restores {own}.")
    if command_of(experiment):
        return _("Run the command below to mount it with {state}.")
    if stage.step == ACTION and experiment.action == TRIM:
        return _("Driveproof trims the free space after you confirm.")
    if stage.step == ACTION and experiment.action == FIRMWARE:
        return _("Update the firmware of {drive}, for example with fwupdmgr.")
    if stage.step == ACTION:
        return _("Make your change, and no other: {change}.")
    if experiment.due is None:
        return _("Next: {step}.")
    return _("Next, at {due}: {step}.")


def question_text(experiment: Experiment) -> str:
    """The question before a step that a person does, or that cannot be undone."""
    target = experiment.target
    if experiment.action == TRIM:
        return _("TRIM {path}?").format(path=target.path)
    if experiment.action == OTHER:
        return _("Is your change made?")
    if not target.firmware:
        return _("Was the firmware updated?")
    still = _("The drive still reports {firmware}.").format(firmware=target.firmware)
    return " ".join((still, _("Was the firmware updated?")))


def firmware_text(experiment: Experiment, now: str) -> str:
    """The firmware while another one is awaited; `now` is "" for the old one."""
    before = experiment.target.firmware or ""
    if now:
        return _("{name}: {text}").format(name=_("Firmware"), text=f"{before} → {now}")
    if not before:
        return _("Confirm the update.")
    return _("The drive still reports {firmware}.").format(firmware=before)


# What is noted of it


def done_text(done: FinishedStep) -> str:
    """What to remember of a finished step, "" for nothing."""
    return "; ".join(worded(note.key, note.values) for note in done.notes)


def notes_of(experiment: Experiment) -> list[str]:
    """What is noted of all of it."""
    return [worded(note.key, note.values) for note in experiment.notes]


def verdict_text(experiment: Experiment) -> str:
    """What its looks found so far; "" before the first."""
    answer = answer_of(experiment)
    return "" if answer is None else say_texts(answer.sentences)


def standing_or_verdict(experiment: Experiment) -> str:
    """What is done, and what comes next; the verdict of one that is finished."""
    ended = experiment.status != CANCELLED and experiment.stage is None
    return (verdict_text(experiment) if ended else "") or standing(experiment)
