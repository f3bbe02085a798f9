# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment as JSON; json-and-csv.md says what the keys mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from driveproof.domain.codec import plain
from driveproof.domain.experiment.experiment import AFTER, BASELINE, Experiment
from driveproof.domain.experiment.plan import Look
from driveproof.export.json import VERSION
from driveproof.export.json.answer import answer_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.errors import Face, failure_text
from driveproof.wording.experiment import (
    command_of,
    done_text,
    next_text,
    notes_of,
    stage_text,
)
from driveproof.wording.units import NARROW

DONE, NOW, WAITING, LEFT_OUT = "done", "now", "waiting", "left out"


@in_english()
def experiment_document(
    experiment: Experiment, result: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The one document of `experiment new`, `show`, `continue` and `cancel`."""
    return {
        "version": VERSION,
        **_head(experiment),
        "comparison": None if result is None else dict(result),
    }


@in_english()
def experiments_document(experiments: Iterable[Experiment]) -> dict[str, Any]:
    """The one document of `experiment list`."""
    return {"version": VERSION, "experiments": [_head(experiment) for experiment in experiments]}


def state_of(experiment: Experiment, place: int) -> str:
    """How far a step is, by its place in the experiment."""
    if place < len(experiment.done):
        return DONE
    if experiment.stage is None:
        return LEFT_OUT
    return NOW if place == len(experiment.done) else WAITING


def _head(experiment: Experiment) -> dict[str, Any]:
    target, profile, stage = experiment.target, experiment.profile, experiment.stage
    return {
        "id": experiment.id,
        "name": experiment.name,
        "status": experiment.status,
        "created": _date(experiment.created),
        "action": experiment.action,
        "text": experiment.text or None,
        "scheduler": experiment.scheduler or None,
        "own_scheduler": experiment.own_scheduler or None,
        "mount_option": experiment.mount_option or None,
        "own_mount_option": experiment.own_mount_option or None,
        "profile": profile.name,
        "size": profile.size,
        "seconds": profile.seconds,
        "cache": profile.cache,
        "repeats": profile.repeats,
        "most_repeats": profile.most_repeats or None,
        "tests": experiment.tests,
        "plan": {
            "baselines": experiment.plan.before,
            "after": experiment.plan.after,
            "alphas": list(experiment.plan.alphas),
            "spacing": experiment.plan.spacing,
        },
        "target": {
            "path": target.path,
            "kind": target.kind,
            "identity": target.identity,
            "model": target.model,
            "serial": target.serial,
            "firmware": target.firmware,
            "uuid": target.uuid,
            "mount_point": target.mount_point,
        },
        "steps": [
            {
                "step": one.step,
                "title": _plain(stage_text(experiment, one)),
                "sitting": one.number,
                "if_open": not experiment.needed(one),
                "state": state_of(experiment, place),
                "at": _date(experiment.done[place].at) if place < len(experiment.done) else None,
                "began": _date(experiment.done[place].began)
                if place < len(experiment.done)
                else None,
                "run": experiment.done[place].run if place < len(experiment.done) else None,
                "note": _plain(done_text(experiment.done[place])) or None
                if place < len(experiment.done)
                else None,
            }
            for place, one in enumerate(experiment.stages)
        ],
        "next": None
        if stage is None
        else {
            "step": stage.step,
            "by_person": experiment.by_person,
            "due": _date(experiment.due),
            "command": command_of(experiment) or None,
            "sentence": _plain(next_text(experiment)),
        },
        "sides": {side: list(runs) for side, runs in experiment.sides.items()},
        "running": experiment.running,
        "attempts": [
            {"run": one.run, "why": _plain(failure_text(one.why, Face.WINDOW))}
            for one in experiment.attempts
        ],
        "looks": [_look(experiment, look) for look in experiment.looks],
        "notes": list(map(_plain, notes_of(experiment))),
        "answer": plain(answer_document(experiment.answer)),
    }


def _look(experiment: Experiment, look: Look) -> dict[str, Any]:
    planned = experiment.plan.spacing
    return {
        "alpha": look.alpha,
        "at": _date(look.at),
        "runs": {BASELINE: list(look.before), AFTER: list(look.after)},
        "claims": [
            {
                "phase": test.title,
                "direction": test.direction,
                "verdict": test.verdict,
                "speed_ratio": test.ratio,
            }
            for test in look.claims
        ],
        "tests": len(look.headline.tests),
        "open": look.left,
        "between": look.between,
        "spacing": look.spacing,
        "hasty": look.spacing is not None and look.spacing < planned,
    }


def _plain(text: str) -> str:
    return text.replace(NARROW, " ")


def _date(when: datetime | None) -> str | None:
    return None if when is None else when.astimezone().isoformat(timespec="milliseconds")
