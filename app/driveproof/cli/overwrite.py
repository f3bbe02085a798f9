# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run --overwrite-device`: names what would be lost, and confirms before and after."""

from __future__ import annotations

from driveproof.cli.asking import agrees, ask, can_ask, tell, warn_of_others
from driveproof.cli.early_end import cancelling
from driveproof.cli.output import say
from driveproof.composition.application import Application
from driveproof.composition.overwriting import new_discard, plan_overwrite
from driveproof.domain.drive.device_use import UNSEEN_USE
from driveproof.domain.drive.endurance import share_say
from driveproof.domain.errors import Advice, DriveproofError, RefusedError, Remedy
from driveproof.domain.profile.filesystems import AFTERWARDS, made_in_turn
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile_cost import overwritten_part
from driveproof.domain.run.run import Run
from driveproof.domain.text import shown
from driveproof.engine.run.overwrite import WritePlan
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.say import say_text
from driveproof.wording.units import format_bound, format_size, format_size_bound


def confirmed(
    app: Application, profile: Profile, path: str, *, length: int | None, yes: bool
) -> WritePlan:
    """The plan, once the person has confirmed it. Raises RefusedError without confirmation."""
    plan = plan_overwrite(app, profile, path, length=length)
    if yes:
        return plan
    for line in facts(plan):
        tell(line)
    if not can_ask():
        raise RefusedError(
            "Not confirmed. Nothing was changed.",
            advice=Advice(Remedy.CONFIRM),
        )
    question = _("Overwrite {path}?").format(path=shown(plan.path))
    typed = ask(_("{question} Type {word}: ").format(question=question, word=plan.phrase))
    if not plan.matches(typed):
        raise RefusedError("Not confirmed. Nothing was changed.")
    return plan


def facts(plan: WritePlan) -> list[str]:
    """What happens to which device, for the person who is about to type the answer."""
    target = plan.target
    rows = [
        (_("Model"), target.model or _("unknown")),
        (_("Serial number"), target.serial or _("unknown")),
        (_("Size"), format_size(target.size or 0)),
        (_("Contents"), ", ".join(plan.holds) or _("none found")),
        (_("Overwritten"), say_text(overwritten_part(plan.profile, plan.length, target.size))),
        (
            _("Written"),
            _("at most {size}, {share}").format(
                size=format_size_bound(plan.bytes_written), share=say_text(share_say(plan.share))
            ),
        ),
        (_("Time"), _("at most {amount}").format(amount=format_bound(plan.profile.seconds))),
    ]
    rows.append((_("Not checked"), say_text(UNSEEN_USE)))
    if plan.profile.formats:
        rows.append((_("Created"), say_text(made_in_turn(plan.profile))))
        rows.append((_("Afterwards"), say_text(AFTERWARDS[plan.afterwards])))
    title = _("All data on {device} will be lost.").format(device=plan.claim.path)
    return [title, *(f"  {name:<12} {value}" for name, value in rows)]


def trim_afterwards(app: Application, plan: WritePlan, run: Run, *, wanted: bool) -> int:
    """Offer to TRIM what was written, or do it when it is `wanted`; returns the exit status."""
    length = plan.written(run)
    if not length:
        return 0
    if not wanted:
        if not can_ask():
            return 0
        question = _("TRIM the overwritten {size}?")
        if not agrees(question.format(size=format_size(length))):
            return 0
    session = new_discard(app, plan, length)
    try:
        warn_of_others(app, plan.path)
        with cancelling(session):
            done = session.run()
    except DriveproofError as error:
        say(message_and_advice(error, Face.TERMINAL))
        return error.exit_status
    trimmed = _("{size} trimmed").format(size=format_size(done))
    say(_("{name}: {text}.").format(name=plan.claim.path, text=trimmed))
    return 0
