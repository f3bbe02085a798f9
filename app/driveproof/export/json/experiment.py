# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A session as JSON; docs/json.md says what the keys mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from driveproof.domain.experiment.experiment import Plan
from driveproof.export.json.run import VERSION
from driveproof.wording.experiment import next_text, stage_text
from driveproof.wording.units import NARROW

DONE, NOW, WAITING, LEFT_OUT = "done", "now", "waiting", "left out"


def session_document(plan: Plan, result: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The one document of `session new`, `show`, `continue` and `cancel`."""
    return {
        "version": VERSION,
        **_session(plan),
        "comparison": None if result is None else dict(result),
    }


def sessions_document(plans: Iterable[Plan]) -> dict[str, Any]:
    """The one document of `session list`."""
    return {"version": VERSION, "sessions": [_session(plan) for plan in plans]}


def state_of(plan: Plan, place: int) -> str:
    """How far a step is, by its place in the plan."""
    if place < len(plan.done):
        return DONE
    if plan.stage is None:
        return LEFT_OUT
    return NOW if place == len(plan.done) else WAITING


def _session(plan: Plan) -> dict[str, Any]:
    target, profile, stage = plan.target, plan.profile, plan.stage
    return {
        "id": plan.id,
        "name": plan.name,
        "status": plan.status,
        "created": _date(plan.created),
        "action": plan.action,
        "text": plan.text or None,
        "scheduler": plan.scheduler or None,
        "own_scheduler": plan.own_scheduler or None,
        "mount_option": plan.mount_option or None,
        "own_mount_option": plan.own_mount_option or None,
        "profile": profile.name,
        "size": profile.size,
        "seconds": profile.seconds,
        "cache": profile.cache,
        "repeats": profile.repeats,
        "repeats_needed": plan.needed,
        "tests": plan.tests,
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
                "title": _plain(stage_text(plan, one)),
                "sitting": one.sitting,
                "repeats": one.repeats or None,
                "state": state_of(plan, place),
                "at": _date(plan.done[place].at) if place < len(plan.done) else None,
                "run": plan.done[place].run if place < len(plan.done) else None,
                "note": _plain(plan.done[place].note) or None if place < len(plan.done) else None,
            }
            for place, one in enumerate(plan.stages)
        ],
        "next": None
        if stage is None
        else {
            "step": stage.step,
            "by_person": plan.by_person,
            "sentence": _plain(next_text(plan)),
        },
        "sides": {side: list(runs) for side, runs in plan.sides.items()},
        "running": plan.running,
        "attempts": [{"run": one.run, "why": _plain(one.why)} for one in plan.attempts],
        "notes": [_plain(note) for note in plan.notes],
        "verdict": _plain(plan.verdict) or None,
    }


def _plain(text: str) -> str:
    return text.replace(NARROW, " ")


def _date(when: datetime) -> str:
    return when.astimezone().isoformat(timespec="milliseconds")
