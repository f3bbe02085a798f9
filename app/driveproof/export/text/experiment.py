# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A session for the terminal: its steps, what came of each, and what is next."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.experiment.experiment import Plan
from driveproof.export.json.experiment import DONE, LEFT_OUT, NOW, state_of
from driveproof.export.text.layout import WIDTH, one_line, plain, table, wrapped
from driveproof.wording.dates import stamp
from driveproof.wording.experiment import action_text, next_text, stage_text

_MARKS = {DONE: "done", NOW: "next", LEFT_OUT: "-"}


def session_text(
    plan: Plan, *, verdict: bool = True, width: int | None = None, encoding: str = "utf-8"
) -> str:
    """The whole of it, without the comparison; `verdict`: with its sentence."""
    width = WIDTH if width is None else width
    target, profile = plan.target, plan.profile
    lines = [f"Session {plan.id}: {plan.name} ({plan.status})"]
    lines.append(f"{profile.name} on {target.path}, {target.drive}")
    rows = []
    for place, stage in enumerate(plan.stages):
        done = plan.done[place] if place < len(plan.done) else None
        when = stamp(done.at) if done else ""
        told = "; ".join(one for one in (done.run, done.note) if one) if done else ""
        mark = _MARKS.get(state_of(plan, place), "")
        rows.append([f"{place + 1}.", one_line(stage_text(plan, stage)), mark, when,
                     one_line(told)])  # fmt: skip
    lines = [one_line(line) for line in lines]
    lines += ["", *(f"  {line}" for line in table(rows, (1, 2, 3, 4), encoding=encoding)), ""]
    said = [f"Note: {note}" for note in plan.notes]
    said += [f"Does not count: {one.run} ({one.why.rstrip('.')})." for one in plan.attempts]
    if not plan.verdict:
        said.append(next_text(plan))
    elif verdict:
        said.append(plan.verdict)
    for text in said:
        lines += wrapped(one_line(text), width, encoding=encoding, indent="  ")
    return "\n".join(plain(line, encoding) for line in lines)


def sessions_table(plans: Sequence[Plan], *, encoding: str = "utf-8") -> str:
    """One line each."""
    if not plans:
        return "No session yet. 'driveproof session new --help' says how to begin one."
    rows: list[tuple[str, ...]] = [("ID", "Begun", "State", "Name", "Target", "Action")]
    for plan in plans:
        stage = plan.stage
        state = plan.status if stage is None else f"next: {stage.step}"
        rows.append(
            (
                plan.id,
                stamp(plan.created),
                state,
                one_line(plan.name),
                one_line(plan.target.path),
                one_line(action_text(plan)),
            )
        )
    return "\n".join(table(rows, range(6), encoding=encoding))
