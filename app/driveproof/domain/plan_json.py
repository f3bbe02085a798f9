# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A plan as JSON and back, for the history: what is written by this version reads as it was."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from driveproof.domain.plan import (
    ACTIONS,
    CANCELLED,
    FINISHED,
    OPEN,
    Attempt,
    Done,
    Plan,
    PlannedProfile,
    PlanTarget,
)


def plan_to_json(plan: Plan) -> dict[str, Any]:
    """Only what JSON knows; dates are RFC 3339."""
    document = asdict(plan)
    document["created"] = plan.created.isoformat()
    document["done"] = [{**asdict(one), "at": one.at.isoformat()} for one in plan.done]
    return document


def plan_from_json(document: Any) -> Plan:
    """The reverse. Raises ValueError for what no plan is; fields of later versions are ignored."""
    try:
        plan = Plan(
            id=str(document["id"]),
            created=_date(document["created"]),
            name=str(document["name"]),
            action=str(document["action"]),
            profile=_made(PlannedProfile, document["profile"]),
            target=_made(PlanTarget, document["target"]),
            tests=int(document["tests"]),
            text=str(document["text"]),
            scheduler=str(document["scheduler"]),
            own_scheduler=str(document["own_scheduler"]),
            baselines=int(document["baselines"]),
            status=str(document["status"]),
            done=tuple(
                Done(_date(one["at"]), one["run"], str(one["note"])) for one in document["done"]
            ),
            running=document["running"],
            attempts=tuple(_made(Attempt, one) for one in document["attempts"]),
            notes=tuple(str(one) for one in document["notes"]),
            verdict=str(document["verdict"]),
        )
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError(f"no plan: {error}") from error
    if plan.action not in ACTIONS or plan.status not in (OPEN, FINISHED, CANCELLED):
        raise ValueError(f"no plan: {plan.action}, {plan.status}")
    if len(plan.done) > len(plan.stages) or plan.profile.repeats < 1:
        raise ValueError("no plan: more steps are done than there are")
    return plan


def _made(kind: Any, document: Any) -> Any:
    known = kind.__dataclass_fields__
    return kind(**{key: value for key, value in document.items() if key in known})


def _date(text: Any) -> datetime:
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(f"a date without an offset: {text}")
    return found
