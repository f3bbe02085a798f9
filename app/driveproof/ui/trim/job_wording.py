# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM in words: what it would free, how far it is, what came of it."""

from __future__ import annotations

from driveproof.domain.trim.job import (
    ACCEPTED,
    CANCELLED,
    DATA_GONE,
    DEVICE_SAYS,
    EFFECT,
    INCONCLUSIVE,
    LOOKING,
    MARKING,
    MOUNTING,
    NOT_TRIED,
    PROVED,
    REFUTED,
    SETTLING,
    TRIMMING,
    UNMOUNTING,
    KeptTrim,
    Outcome,
    Preview,
    Progress,
    Proof,
)
from driveproof.ui.theme.text import label, shown
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.units import format_duration, format_percent, format_size

_PLACE = 18  # characters of a path on a button
_WHOLLY = 0.99


def short(place: str) -> str:
    """A path for a button, foreign text: its end says more than its beginning."""
    text = shown(place)
    return label(text if len(text) <= _PLACE else "…" + text[-_PLACE:])


def amount(preview: Preview) -> str:
    """How much would be freed; "" where nobody knows."""
    free = preview.free
    if free is None:
        return ""
    size = format_size(free.bytes)
    return _("about {0}").format(size) if free.estimate else size


def promise(preview: Preview, *, narrow: bool = False) -> str:
    """What the button will do, after a question; `narrow` leaves out what the page says as well."""
    place = short(preview.place)
    if preview.mount is None:
        if narrow:
            return _("Mount and &trim…")
        return _("Mount and &trim {0}…").format(place)
    if narrow:
        return _("&Trim {0}…").format(amount(preview))
    return _("&Trim {0} of {1}…").format(amount(preview), place)


def free_facts(preview: Preview) -> list[tuple[str, str]]:
    """How much is free, in how many pieces, and who says so."""
    free = preview.free
    if free is None:
        words = _("known once it is mounted, which a TRIM does for itself")
        return [(_("Free"), words)]
    size = amount(preview)
    if free.share is not None:
        size = _("{free}, {share} of {total}").format(
            free=size, share=format_percent(free.share), total=format_size(free.total)
        )
    if free.estimate:
        why = shown(free.why) or _("nobody tells its ranges")
        size = _("{0} (an estimate: {1})").format(size, why)
    facts = [(_("Free"), size)]
    if free.ranges is not None:
        facts.append((_("Ranges"), str(free.ranges)))
    if free.largest:
        facts.append((_("The largest"), format_size(free.largest)))
    facts.append((_("Read from"), free.source))
    return facts


def bar_words(preview: Preview) -> str:
    """The picture, for who does not see it."""
    free = preview.free
    if free is None or not free.bins:
        return ""
    empty = sum(share > _WHOLLY for share in free.bins)
    words = _(
        "Free space from the beginning to the end of {0}: of {1} equal parts {2} are wholly free.",
    )
    return words.format(shown(preview.device), len(free.bins), empty)


def question(preview: Preview) -> str:
    """What the confirmation asks."""
    if preview.mount is None:
        return _("Mount {0}, trim it and unmount it?").format(shown(preview.device))
    return _("Trim the free space of {0}?").format(shown(preview.place))


def answer(preview: Preview) -> str:
    """The button that says yes."""
    if preview.mount is None:
        return _("Mount and &trim now")
    return _("&Trim {0} now").format(amount(preview))


def where(preview: Preview) -> str:
    """The file system in a line."""
    kind = shown(preview.filesystem) or _("a file system")
    return _("{0} on {1}, by {2}").format(kind, shown(preview.device), preview.method)


def step_words(progress: Progress) -> str:
    """What is done now."""
    return {
        MOUNTING: _("Mounting it: a password may be asked for"),
        UNMOUNTING: _("Unmounting it"),
        MARKING: _("Writing a marked file of 4 MiB and deleting it"),
        LOOKING: _("Looking where it is free; then a password may be asked for"),
        TRIMMING: _("The file system tells the drive what is free"),
        SETTLING: _("Waiting until the counters have settled"),
    }.get(progress.step, progress.step)


def progress_words(progress: Progress, expected: int | None) -> str:
    """How many bytes, of how many."""
    if progress.step != TRIMMING:
        return ""
    done = format_size(progress.trimmed)
    if not expected:
        return _("{0} trimmed").format(done)
    return _("{0} of {1} trimmed").format(done, format_size(expected))


def left_words(progress: Progress) -> str:
    """How long still."""
    if progress.remaining is None:
        return ""
    return _("{0} left").format(format_duration(progress.remaining))


def outcome_title(outcome: Outcome) -> tuple[str, str]:
    """The answer in a sentence, and the theme's colour for it."""
    size = format_size(outcome.discarded)
    verdicts = {proof.tier: proof.verdict for proof in outcome.proof}
    if outcome.status == CANCELLED:
        words = _("Cancelled: {0} were trimmed, and stay so.").format(size)
        return words, "text"
    answers = (
        (ACCEPTED, REFUTED, _("The TRIM did not reach the drive.")),
        (DATA_GONE, REFUTED, _("Trimmed, but the deleted data is still there.")),
        (DEVICE_SAYS, REFUTED, _("Trimmed, but the drive says otherwise.")),
        (DATA_GONE, PROVED, _("{0} trimmed, and the data is gone.")),
        (DEVICE_SAYS, PROVED, _("{0} trimmed, and the drive says so.")),
        (ACCEPTED, PROVED, _("{0} trimmed: every layer took them.")),
    )
    for tier, verdict, words in answers:
        if verdicts.get(tier) == verdict:
            return words.format(size), "bad" if verdict == REFUTED else "text"
    if not outcome.discarded:
        return _("There was nothing new to trim."), "text"
    return _("{0} trimmed; that they arrived is not proved.").format(size), "text"


def tier_title(tier: str) -> str:
    """What a tier looks at."""
    return {
        ACCEPTED: _("Accepted"),
        DEVICE_SAYS: _("The drive says so"),
        DATA_GONE: _("Data gone"),
        EFFECT: _("Effect"),
    }.get(tier, shown(tier))


def proof_word(verdict: str) -> tuple[str, str]:
    """What a tier found, and the theme's colour for it."""
    return {
        PROVED: (_("proved"), "good"),
        REFUTED: (_("refuted"), "bad"),
        INCONCLUSIVE: (_("inconclusive"), "muted"),
        NOT_TRIED: (_("not tried"), "muted"),
    }.get(verdict, (shown(verdict), "muted"))


def evidence(proof: Proof, *, offers: bool) -> str:
    """What a tier rests on; with `offers` the button below measures what the next TRIM brings."""
    if offers and proof.tier == EFFECT and proof.verdict == NOT_TRIED:
        return _(
            "Shows when the same is measured before and after: a drive that was short of free"
            " blocks writes faster then. This TRIM is done; measure around the next one.",
        )
    return shown(proof.evidence)


def layer_facts(outcome: Outcome) -> list[tuple[str, str]]:
    """What every layer counted."""
    return [
        (
            shown(layer.name),
            _("keeps no count") if layer.discarded is None else format_size(layer.discarded),
        )
        for layer in outcome.layers
    ]


def kept_fact(kept: KeptTrim) -> tuple[str, str]:
    """One of those before, in a line."""
    words = _("{0} of {1} ({2})").format(
        format_size(kept.discarded), shown(kept.place), shown(kept.filesystem)
    )
    if kept.status == CANCELLED:
        return date_and_time(kept.started, weekday=True), _("{0}, cancelled").format(words)
    proved = [tier_title(proof.tier) for proof in kept.proof if proof.verdict == PROVED]
    refuted = [tier_title(proof.tier) for proof in kept.proof if proof.verdict == REFUTED]
    if refuted:
        words = _("{0}; refuted: {1}").format(words, ", ".join(refuted))
    elif proved:
        words = _("{0}; proved: {1}").format(words, ", ".join(proved))
    return date_and_time(kept.started, weekday=True), words
