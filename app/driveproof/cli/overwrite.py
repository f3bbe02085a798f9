# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run --overwrite-device`: says what would be lost, and asks before and after."""

from __future__ import annotations

import sys

from driveproof.cli.output import printable, say
from driveproof.composition.root import Application
from driveproof.domain.drive.endurance import share_text
from driveproof.domain.errors import Advice, DriveproofError, RefusedError, Remedy
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import Run
from driveproof.engine.run.overwrite import WritePlan
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.units import format_bound, format_size, format_size_bound


def confirmed(
    app: Application, profile: Profile, path: str, *, length: int | None, yes: bool
) -> WritePlan:
    """The plan, once somebody has said that it may be. Raises RefusedError when nobody did."""
    plan = app.plan_overwrite(profile, path, length=length)
    if yes:
        return plan
    if not _can_ask():
        raise RefusedError("{summary}", summary=summary(plan), advice=Advice(Remedy.CONFIRM))
    for line in facts(plan):
        _tell(line)
    of_serial = "the last characters of its serial number" if plan.of_serial else "its name"
    if not plan.matches(_ask(f"Type {plan.phrase} ({of_serial}) to overwrite it: ")):
        raise RefusedError("That is something else: nothing was written.")
    return plan


def summary(plan: WritePlan) -> str:
    """One sentence: which device, and what becomes of it."""
    target = plan.target
    what = [target.model or "a device without a model", f"serial {target.serial or 'unknown'}"]
    what.append(format_size(target.size or 0))
    holds = f" ({', '.join(plan.holds)})" if plan.holds else ""
    return (
        f"This would destroy what is on {plan.claim.path}{holds}: {', '.join(what)}. At most"
        f" {format_size_bound(plan.bytes_written)} would be written in at most"
        f" {format_bound(plan.profile.seconds)}, {share_text(plan.share)}."
    )


def facts(plan: WritePlan) -> list[str]:
    """The same, a line each, for somebody who is about to type the answer."""
    target = plan.target
    rows = [
        ("Model", target.model or "unknown"),
        ("Serial", target.serial or "unknown"),
        ("Size", format_size(target.size or 0)),
        ("On it", ", ".join(plan.holds) or "nothing that is known"),
        ("Overwritten", f"the first {format_size(plan.length)}"),
        ("Written", f"at most {format_size_bound(plan.bytes_written)}, {share_text(plan.share)}"),
        ("Time", f"at most {format_bound(plan.profile.seconds)}"),
    ]
    if plan.length == target.size:
        rows[4] = ("Overwritten", "all of it")
    title = f"What is on {plan.claim.path} will be lost."
    return [title, *(f"  {name:<12} {value}" for name, value in rows)]


def trim_afterwards(app: Application, plan: WritePlan, run: Run, *, wanted: bool) -> int:
    """Offer to TRIM what was written, or do it when it is `wanted`; the exit status of that."""
    length = plan.written(run)
    if not length:
        return 0
    if not wanted:
        if not _can_ask():
            return 0
        answer = _ask(f"TRIM what was written (the first {format_size(length)})? [y/N] ")
        if answer.strip().casefold() not in {"y", "yes"}:
            return 0
    try:
        done = app.discard(plan, length)
    except DriveproofError as error:
        say(message_and_advice(error, Face.TERMINAL))
        return error.exit_status
    say(f"TRIM: {format_size(done)} of {plan.claim.path} discarded.")
    return 0


def _can_ask() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def _tell(text: str, end: str = "\n") -> None:
    sys.stderr.write(printable(text, sys.stderr.encoding or "ascii") + end)
    sys.stderr.flush()


def _ask(question: str) -> str:
    """The line that is typed; "" at the end of the input."""
    _tell(question, end="")
    return sys.stdin.readline()
