# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Comparisons that go on for days: their plans, kept beside the runs."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import Any

from driveproof.domain.errors import MachineError, UsageError
from driveproof.domain.experiment.experiment import OPEN, Plan
from driveproof.domain.experiment.serialization import plan_from_json, plan_to_json
from driveproof.domain.text import visible
from driveproof.history.encoding import get, moment, put
from driveproof.history.ids import read_id
from driveproof.history.store import History

_ADVICE = '"driveproof session list" lists them.'


@dataclass(frozen=True, slots=True)
class KeptPlan:
    """A plan, and the comparison document that its verdict was, None before that."""

    plan: Plan
    result: dict[str, Any] | None = None


class Plans:
    """Beside the runs in the history of `history`. A run belongs to a side by the plan alone.

    Every method may raise MachineError, as History's do. A file of an older version that can only
    be read has none.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    def save(self, plan: Plan, result: dict[str, Any] | None = None) -> None:
        """Keep it as it is now; a result that is kept stays when none is given."""
        created, _ = moment(plan.created)
        text = json.dumps(plan_to_json(plan))
        kept = None if result is None else json.dumps(result)
        values = (plan.id, created, plan.status, put(plan.target.identity), text, kept)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO plans (id, created, status, identity, plan, result)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
                " status = excluded.status, identity = excluded.identity, plan = excluded.plan,"
                " result = coalesce(excluded.result, result)",
                values,
            )

        self._history.keep(work)

    def all(self) -> tuple[Plan, ...]:
        """Every plan, newest first; one that is damaged is left out."""
        with self._history.reading() as connection:
            if not _there(connection):
                return ()
            rows = connection.execute("SELECT plan FROM plans ORDER BY created DESC, id").fetchall()
        found = (_plan(row[0]) for row in rows)
        return tuple(plan for plan in found if plan is not None)

    def load(self, plan_id: str) -> KeptPlan:
        """One of them. Raises MachineError when there is none or it is damaged."""
        with self._history.reading() as connection:
            row = None
            if _there(connection):
                row = connection.execute(
                    "SELECT plan, result FROM plans WHERE id = ?", (put(plan_id),)
                ).fetchone()
        if row is None:
            raise _unknown(plan_id)
        plan = _plan(row[0])
        if plan is None:
            raise MachineError(f"The session {visible(plan_id)} cannot be read.")
        return KeptPlan(plan, _result(row[1]))

    def find(self, word: str) -> KeptPlan:
        """The one that is meant by an id, its unique beginning or `latest`; "": the open one.

        Raises UsageError when more than one is meant, MachineError when there is none.
        """
        plans = self.all()
        if word == "latest" and plans:
            return self.load(plans[0].id)
        if not word or word == "latest":
            found = [plan.id for plan in plans if plan.status == OPEN]
            if not found:
                raise MachineError(
                    "No session is open.", "Begin one with 'driveproof session new'."
                )
        else:
            begin = read_id(word)
            found = [plan.id for plan in plans if begin and plan.id.startswith(begin)]
            found = [begin] if begin in found else found
        if not found:
            raise _unknown(word)
        if len(found) > 1:
            named = ", ".join(found[:5])
            raise UsageError(f"More than one session is meant: {named}.", "Name one of them.")
        return self.load(found[0])


def _there(connection: sqlite3.Connection) -> bool:
    query = "SELECT 1 FROM sqlite_master WHERE name = 'plans'"
    return connection.execute(query).fetchone() is not None


def _unknown(word: str) -> MachineError:
    return MachineError(f"There is no session {visible(word)!r}.", _ADVICE)


def _plan(text: object) -> Plan | None:
    try:
        return plan_from_json(json.loads(get(text)))
    except (ValueError, RecursionError):
        return None


def _result(text: object) -> dict[str, Any] | None:
    if text is None:
        return None
    try:
        found = json.loads(get(text))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
