# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of a session: its verdict, what was done when, then the comparison at its end."""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.experiment.experiment import Plan
from driveproof.export.json.experiment import state_of
from driveproof.export.report.document import Block, Report, Section, Table, Text
from driveproof.wording.dates import stamp
from driveproof.wording.experiment import action_text, next_text, stage_text

_HEAD = ("", "Step", "State", "When", "Run", "What came of it")


def session_report(
    plan: Plan, comparison: Report | None = None, *, missing: str = "", version: str = ""
) -> Report:
    """The report; `comparison` is that of its sides, None where there is none (yet), and `missing`
    says why it cannot be made although the session is over.
    """
    target = plan.target
    subject = (
        f"{action_text(plan)} · {plan.profile.name} on {target.drive}",
        f"session {plan.id}, begun {stamp(plan.created)}, {plan.status}",
    )
    footer = f"Session {plan.id} by Driveproof {version}".strip()
    own = (_steps(plan), _notes(plan, missing), _attempts(plan))
    sections = tuple(one for one in own if one is not None)
    if comparison is None:
        words = plan.verdict or next_text(plan)
        return Report(
            title=plan.name, headline=words, subject=subject, sections=sections, footer=footer
        )
    return replace(
        comparison,
        title=plan.name,
        subject=(*subject, *comparison.subject),
        sections=(*sections, *comparison.sections),
        footer=footer,
    )


def _steps(plan: Plan) -> Section:
    rows = []
    for place, stage in enumerate(plan.stages):
        done = plan.done[place] if place < len(plan.done) else None
        rows.append(
            (
                str(place + 1),
                stage_text(plan, stage),
                state_of(plan, place),
                stamp(done.at) if done else "",
                (done.run or "") if done else "",
                done.note if done else "",
            )
        )
    return Section("Step by step", (Table(_HEAD, tuple(rows), left=len(_HEAD)),))


def _notes(plan: Plan, missing: str) -> Section | None:
    said = [*plan.notes, *([missing] if missing else [])]
    return Section("Notes", tuple(map(Text, said))) if said else None


def _attempts(plan: Plan) -> Section | None:
    """The runs that do not count: never dropped silently."""
    if not plan.attempts:
        return None
    stages = plan.stages
    rows = tuple(
        (
            one.run,
            stage_text(plan, stages[one.stage]) if 0 <= one.stage < len(stages) else "",
            one.why,
        )
        for one in plan.attempts
    )
    block: Block = Table(("Run", "Of the step", "Why"), rows, left=3)
    return Section("What does not count", (block,))
