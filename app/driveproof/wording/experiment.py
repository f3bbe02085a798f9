# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment in words: what a step is, what is to be done next, and by whom."""

from __future__ import annotations

from driveproof.domain.experiment.experiment import (
    ACTION,
    BASELINE,
    CANCELLED,
    CHECK,
    FIRMWARE,
    MOUNT_OPTIONS,
    OPEN,
    OTHER,
    SCHEDULER,
    TRIM,
    Experiment,
    Stage,
)

_COUNT = {1: "first", 2: "second", 3: "third"}


def action_text(experiment: Experiment) -> str:
    """What lies between the sides, as a short name."""
    if experiment.action == OTHER:
        return experiment.text or "a change"
    text = {
        SCHEDULER: f"I/O scheduler {experiment.scheduler} against {experiment.own_scheduler}",
        MOUNT_OPTIONS: f"mount option {experiment.mount_option}"
        f" against {experiment.own_mount_option}",
        TRIM: "TRIM",
        FIRMWARE: "firmware update",
    }[experiment.action]
    return f"{text}: {experiment.text}" if experiment.text else text


def stage_text(experiment: Experiment, stage: Stage) -> str:
    """A step as a list of steps says it."""
    many = sum(one.step == stage.step for one in experiment.stages)
    nth = f"{_COUNT.get(stage.sitting, f'{stage.sitting}th')} " if many > 1 else ""
    repeats = f"{stage.repeats} repeats of each test" if stage.repeats > 1 else "1 repeat"
    if stage.step == CHECK:
        return "look at the target"
    if stage.step == ACTION:
        return action_text(experiment)
    if not stage.measures:
        return "compare"
    if experiment.interleaved:
        return f"measure with {experiment.side_name(stage.step)}, {repeats}"
    what = "baseline" if stage.step == BASELINE else "measurement after it"
    return f"{nth}{what}, {repeats}"


def next_text(experiment: Experiment) -> str:
    """What is next, in a sentence with what a person must do; for the end, that it is."""
    stage = experiment.stage
    if experiment.status == CANCELLED:
        return "It was given up. What was measured is in the history."
    if stage is None or experiment.status != OPEN:
        return "It is finished."
    go = f"'driveproof session continue {experiment.id}'"
    if stage.step == ACTION:
        return _action(experiment, go)
    if stage.measures:
        return _measuring(experiment, stage, go)
    return f"{go} compares the sides."


def _measuring(experiment: Experiment, stage: Stage, go: str) -> str:
    if experiment.interleaved:
        return (
            f"{go} measures with {experiment.own_state} and {experiment.tried_state} in turn, and"
            f" sets {experiment.own_state} again at the end."
        )
    if stage.step == BASELINE and stage.sitting > 1:
        return (
            f"{go} measures the baseline once more. Another day, or after a reboot, is best: what"
            " changes by itself shows only so, and the action cannot be undone."
        )
    if stage.step == BASELINE:
        return f"{go} measures how it is now, before anything is changed."
    return f"{go} measures what has come of it."


def _action(experiment: Experiment, go: str) -> str:
    if experiment.action == TRIM:
        return f"{go} trims the free space of {experiment.target.path}, once that is confirmed."
    if experiment.action == FIRMWARE:
        return (
            f"Update the firmware of {experiment.target.drive}"
            + (f" (now {experiment.target.firmware})" if experiment.target.firmware else "")
            + " with fwupdmgr or the maker's tool, and reboot or power-cycle if it asks for that."
            f" Then {go}; it may be days later."
        )
    what = experiment.text or "what you want to compare"
    return f"Do it now: {what}. Change nothing else. Then {go}; it may be days and reboots later."


def question_text(experiment: Experiment) -> str:
    """What is asked before a step that a person did, or that cannot be undone."""
    if experiment.action == TRIM:
        return f"TRIM {experiment.target.path}?"
    if experiment.action == OTHER:
        return f"Is it done ({experiment.text})?" if experiment.text else "Is it done?"
    if not experiment.target.firmware:
        return f"{_silent(experiment)}. Is it updated?"
    return f"The firmware is still {experiment.target.firmware}. Is it updated all the same?"


def waiting_text(experiment: Experiment) -> tuple[str, str]:
    """Why it does not go on before a person has done their part, and what to do."""
    if experiment.action == FIRMWARE and not experiment.target.firmware:
        return f"{_silent(experiment)}: the session waits.", "When it is updated, add --yes."
    if experiment.action == FIRMWARE:
        return (
            f"The firmware of {experiment.target.drive} is still {experiment.target.firmware}: the"
            " session waits for the update.",
            "Where it was updated all the same, add --yes.",
        )
    return "The session waits: nobody said that it is done.", "When it is, continue."


def _silent(experiment: Experiment) -> str:
    return f"{experiment.target.drive} does not say its firmware, so nobody can see an update of it"
