# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run --overwrite-device`: names what would be lost, and confirms before and after."""

from __future__ import annotations

from driveproof.cli.asking import agrees, ask, can_ask, tell, warn_of_others
from driveproof.cli.early_end import cancelling
from driveproof.cli.output import say
from driveproof.composition.application import Application
from driveproof.composition.overwriting import new_discard, plan_overwrite
from driveproof.domain.errors import Advice, DriveproofError, RefusedError, Remedy
from driveproof.domain.profile.filesystems import Afterwards
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import Run
from driveproof.engine.run.overwrite import WritePlan
from driveproof.wording.areas import overwritten_part
from driveproof.wording.catalogue import _
from driveproof.wording.device_use import unseen_use_text
from driveproof.wording.drive import endurance_text
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.filesystems import afterwards_words, made_words
from driveproof.wording.units import format_bound, format_size, format_size_bound


def confirmed(
    app: Application, profile: Profile, path: str, *, length: int | None, yes: bool
) -> WritePlan:
    """The plan, once the person has confirmed it. Raises RefusedError without confirmation."""
    plan = plan_overwrite(app, profile, path, length=length)
    if yes:
        return plan
    if not can_ask():
        raise RefusedError("{summary}", summary=summary(plan), advice=Advice(Remedy.CONFIRM))
    for line in facts(plan):
        tell(line)
    question = (
        _("Type {phrase} (the last characters of its serial number) to overwrite it: ")
        if plan.of_serial
        else _("Type {phrase} (its name) to overwrite it: ")
    )
    if not plan.matches(ask(question.format(phrase=plan.phrase))):
        raise RefusedError("The text does not match. Nothing was written.")
    return plan


def summary(plan: WritePlan) -> str:
    """One sentence: which device, and what happens to it."""
    target = plan.target
    what = [
        target.model or _("a device without a model"),
        _("serial {serial}").format(serial=target.serial or _("unknown")),
        format_size(target.size or 0),
    ]
    holds = f" ({', '.join(plan.holds)})" if plan.holds else ""
    said = _(
        "This would destroy what is on {device}: {facts}. At most {size} would be written in at"
        " most {duration}, {share}."
    )
    if plan.profile.formats:
        said += " " + (
            _("In the end it would have an empty partition table.")
            if plan.afterwards is Afterwards.TABLE
            else _("In the end it would be empty, without a file system.")
        )
    return said.format(
        device=f"{plan.claim.path}{holds}",
        facts=", ".join(what),
        size=format_size_bound(plan.bytes_written),
        duration=format_bound(plan.profile.seconds),
        share=endurance_text(plan.share),
    )


def facts(plan: WritePlan) -> list[str]:
    """The same as a list of facts, for the person who is about to type the answer."""
    target = plan.target
    rows = [
        (_("Model"), target.model or _("unknown")),
        (_("Serial"), target.serial or _("unknown")),
        (_("Size"), format_size(target.size or 0)),
        (_("On it"), ", ".join(plan.holds) or _("nothing that is known")),
        (_("Overwritten"), overwritten_part(plan.profile, plan.length, target.size)),
        (
            _("Written"),
            _("at most {size}, {share}").format(
                size=format_size_bound(plan.bytes_written), share=endurance_text(plan.share)
            ),
        ),
        (_("Time"), _("at most {duration}").format(duration=format_bound(plan.profile.seconds))),
    ]
    rows.append((_("Not known"), unseen_use_text(plan.claim.path)))
    if plan.profile.formats:
        rows.append((_("Made on it"), made_words(plan.profile)))
        rows.append((_("Afterwards"), afterwards_words(plan.afterwards)))
    title = _("What is on {device} will be lost.").format(device=plan.claim.path)
    return [title, *(f"  {name:<12} {value}" for name, value in rows)]


def trim_afterwards(app: Application, plan: WritePlan, run: Run, *, wanted: bool) -> int:
    """Offer to TRIM what was written, or do it when it is `wanted`; returns the exit status."""
    length = plan.written(run)
    if not length:
        return 0
    if not wanted:
        if not can_ask():
            return 0
        question = _("TRIM what was written (the first {size})?")
        if not agrees(question.format(size=format_size(length))):
            return 0
    session = new_discard(app, plan, length)
    try:
        warn_of_others(app, plan.path, _("Trim all the same?"))
        with cancelling(session):
            done = session.run()
    except DriveproofError as error:
        say(message_and_advice(error, Face.TERMINAL))
        return error.exit_status
    text = _("TRIM: {size} of {device} discarded.")
    say(text.format(size=format_size(done), device=plan.claim.path))
    return 0
