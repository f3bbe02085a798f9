# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A plan in words: what a step is, what is to be done next, and by whom."""

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
    Plan,
    Stage,
)

_COUNT = {1: "first", 2: "second", 3: "third"}


def action_text(plan: Plan) -> str:
    """What lies between the sides, as a short name."""
    if plan.action == OTHER:
        return plan.text or "a change"
    text = {
        SCHEDULER: f"I/O scheduler {plan.scheduler} against {plan.own_scheduler}",
        MOUNT_OPTIONS: f"mount option {plan.mount_option} against {plan.own_mount_option}",
        TRIM: "TRIM",
        FIRMWARE: "firmware update",
    }[plan.action]
    return f"{text}: {plan.text}" if plan.text else text


def stage_text(plan: Plan, stage: Stage) -> str:
    """A step as a list of steps says it."""
    many = sum(one.step == stage.step for one in plan.stages)
    nth = f"{_COUNT.get(stage.sitting, f'{stage.sitting}th')} " if many > 1 else ""
    repeats = f"{stage.repeats} repeats of each test" if stage.repeats > 1 else "1 repeat"
    if stage.step == CHECK:
        return "look at the target"
    if stage.step == ACTION:
        return action_text(plan)
    if not stage.measures:
        return "compare"
    if plan.interleaved:
        return f"measure with {plan.side_name(stage.step)}, {repeats}"
    what = "baseline" if stage.step == BASELINE else "measurement after it"
    return f"{nth}{what}, {repeats}"


def next_text(plan: Plan) -> str:
    """What is next, in a sentence with what a person must do; for the end, that it is."""
    stage = plan.stage
    if plan.status == CANCELLED:
        return "It was given up. What was measured is in the history."
    if stage is None or plan.status != OPEN:
        return "It is finished."
    go = f"'driveproof session continue {plan.id}'"
    if stage.step == ACTION:
        return _action(plan, go)
    if stage.measures:
        return _measuring(plan, stage, go)
    return f"{go} compares the sides."


def _measuring(plan: Plan, stage: Stage, go: str) -> str:
    if plan.interleaved:
        return (
            f"{go} measures with {plan.own_state} and {plan.tried_state} in turn, and sets"
            f" {plan.own_state} again at the end."
        )
    if stage.step == BASELINE and stage.sitting > 1:
        return (
            f"{go} measures the baseline once more. Another day, or after a reboot, is best: what"
            " changes by itself shows only so, and the action cannot be undone."
        )
    if stage.step == BASELINE:
        return f"{go} measures how it is now, before anything is changed."
    return f"{go} measures what has come of it."


def _action(plan: Plan, go: str) -> str:
    if plan.action == TRIM:
        return f"{go} trims the free space of {plan.target.path}, once that is confirmed."
    if plan.action == FIRMWARE:
        return (
            f"Update the firmware of {plan.target.drive}"
            + (f" (now {plan.target.firmware})" if plan.target.firmware else "")
            + " with fwupdmgr or the maker's tool, and reboot or power-cycle if it asks for that."
            f" Then {go}; it may be days later."
        )
    what = plan.text or "what you want to compare"
    return f"Do it now: {what}. Change nothing else. Then {go}; it may be days and reboots later."


def question_text(plan: Plan) -> str:
    """What is asked before a step that a person did, or that cannot be undone."""
    if plan.action == TRIM:
        return f"TRIM {plan.target.path}?"
    if plan.action == OTHER:
        return f"Is it done ({plan.text})?" if plan.text else "Is it done?"
    if not plan.target.firmware:
        return f"{_silent(plan)}. Is it updated?"
    return f"The firmware is still {plan.target.firmware}. Is it updated all the same?"


def waiting_text(plan: Plan) -> tuple[str, str]:
    """Why it does not go on before a person has done their part, and what to do."""
    if plan.action == FIRMWARE and not plan.target.firmware:
        return f"{_silent(plan)}: the session waits.", "When it is updated, add --yes."
    if plan.action == FIRMWARE:
        return (
            f"The firmware of {plan.target.drive} is still {plan.target.firmware}: the session"
            " waits for the update.",
            "Where it was updated all the same, add --yes.",
        )
    return "The session waits: nobody said that it is done.", "When it is, continue."


def _silent(plan: Plan) -> str:
    return f"{plan.target.drive} does not say its firmware, so nobody can see an update of it"
