# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM in words: what it would do and free, its progress, its result and its evidence."""

from __future__ import annotations

from driveproof.domain.drive.drive import DeviceKind
from driveproof.domain.text import shown
from driveproof.domain.trim.free_space import EstimateReason, FreeSpace
from driveproof.domain.trim.job import (
    CANCELLED,
    PROVED,
    REFUTED,
    KeptTrim,
    Outcome,
    Preview,
    Progress,
    Proof,
    ProofVerdict,
    Tier,
    TrimStep,
)
from driveproof.domain.trim.path import DiscardPath
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face
from driveproof.wording.finding import findings_text
from driveproof.wording.say import say_text
from driveproof.wording.units import format_duration, format_percent, format_size, group_digits

_MOST_POINTS = 4
"""The number of other mount points that are named: there may be hundreds (containers)."""
_WHOLLY = 0.99

_ESTIMATES = {
    EstimateReason.CANNOT_TELL: N_("{filesystem} does not report its free ranges."),
    EstimateReason.ONLY_ROOT: N_("Only root may read its free ranges."),
    EstimateReason.FOLDER_CLOSED: N_("Its folder cannot be read."),
}
_STEPS = {
    TrimStep.MOUNTING: N_("Mounting"),
    TrimStep.UNMOUNTING: N_("Unmounting"),
    TrimStep.MARKING: N_("Writing and deleting a marked file of 4 MiB"),
    TrimStep.LOOKING: N_("Reading the free space"),
    TrimStep.TRIMMING: N_("Trimming"),
    TrimStep.SETTLING: N_("Waiting for the counters"),
}
_TIERS = {
    Tier.ACCEPTED: N_("Accepted by every layer"),
    Tier.DEVICE_SAYS: N_("Used space of the drive"),
    Tier.DATA_GONE: N_("Deleted data"),
    Tier.EFFECT: N_("Write speed"),
}
_PROOFS = {
    ProofVerdict.PROVED: N_("proved"),
    ProofVerdict.REFUTED: N_("refuted"),
    ProofVerdict.INCONCLUSIVE: N_("inconclusive"),
    ProofVerdict.NOT_TRIED: N_("not tried"),
}

# Before it


def method(preview: Preview) -> str:
    """How it is trimmed."""
    return "FITRIM" if preview.mount is not None else _("mount, FITRIM, unmount")


def what_happens(preview: Preview) -> list[str]:
    """The steps to come, in order."""
    said = []
    if preview.mount is None:
        text = _("UDisks2 mounts {device}, which may write to it, and unmounts it afterwards.")
        said.append(text.format(device=shown(preview.device)))
    said.append(_("The file system tells the drive which blocks are free."))
    return said


def what_is_lost(path: DiscardPath) -> list[str]:
    """What cannot be undone."""
    said = [_("Deleted files can usually no longer be recovered.")]
    if any(layer.kind == DeviceKind.CRYPT for layer in path.layers):
        said.append(_("The drive then shows which blocks are free."))
    return said


def preview_notes(preview: Preview) -> list[str]:
    """That a TRIM is of more than what was named, and that it leaves something out."""
    return [*_scope(preview), *_too_short(preview.free)]


def _scope(preview: Preview) -> list[str]:
    """The note for a folder, a bind mount or a subvolume; nothing where the whole file system is
    visible.
    """
    mount = preview.mount
    if mount is None or (mount.root == "/" and not preview.inside):
        return []
    devices = ", ".join(f"/dev/{shown(name.replace('!', '/'))}" for name in preview.lies_on)
    said = [
        _("TRIM covers all of the file system on {devices}, not only {target}.").format(
            devices=devices or shown(mount.source), target=shown(preview.target)
        )
    ]
    elsewhere = sorted(preview.chain.elsewhere, key=lambda one: one.root != "/")
    paths = list(dict.fromkeys(shown(one.path) for one in elsewhere))
    if mount.root != "/" and paths:
        points = [*paths[:_MOST_POINTS], *("…" for _more in paths[_MOST_POINTS:][:1])]
        said.append(_("It is also mounted at {points}.").format(points=", ".join(points)))
    return said


def _too_short(free: FreeSpace | None) -> list[str]:
    """That some of the free space, or all of it, cannot be discarded."""
    if free is None or not free.too_short:
        return []
    return [
        _("{size} skipped: in ranges below the device's minimum of {shortest}.").format(
            size=format_size(free.too_short), shortest=format_size(free.shortest)
        )
    ]


def free_words(preview: Preview) -> str:
    """How much is free; "" where that is not known."""
    free = preview.free
    if free is None or free.estimate:
        return amount(preview)
    if not free.ranges:
        return _("nothing is free")
    return ngettext("{size} in {count} range", "{size} in {count} ranges", free.ranges).format(
        size=format_size(free.bytes), count=group_digits(free.ranges)
    )


def estimate_reason(preview: Preview) -> str:
    """Why the free ranges are not known."""
    why = preview.free.why if preview.free else None
    if why is None:
        return ""
    return _(_ESTIMATES[why]).format(filesystem=shown(preview.filesystem))


def amount(preview: Preview) -> str:
    """How much would be freed; "" where that is not known."""
    free = preview.free
    if free is None:
        return ""
    size = format_size(free.bytes)
    return _("about {amount}").format(amount=size) if free.estimate else size


def free_facts(preview: Preview) -> list[tuple[str, str]]:
    """How much is free, in how many pieces, and what reports it, as rows."""
    free = preview.free
    if free is None:
        return [(_("Free"), _("unknown"))]
    size = amount(preview)
    if free.share is not None:
        size = _("{size}, {share} of {total}").format(
            size=size, share=format_percent(free.share), total=format_size(free.total)
        )
    facts = [(_("Free"), size)]
    if free.estimate and (why := estimate_reason(preview)):
        facts.append((_("Estimated because"), why))
    if free.ranges is not None:
        facts.append((_("Ranges"), group_digits(free.ranges)))
    if free.largest:
        facts.append((_("Largest"), format_size(free.largest)))
    facts.append((_("Source"), free.source))
    return facts


def free_picture(preview: Preview) -> str:
    """The picture of the free space, for readers who cannot see it."""
    free = preview.free
    if free is None or not free.bins:
        return ""
    return ngettext(
        "{count} of {parts} equal parts of {device} is free.",
        "{count} of {parts} equal parts of {device} are free.",
        count := sum(share > _WHOLLY for share in free.bins),
    ).format(device=shown(preview.device), parts=len(free.bins), count=count)


def question(preview: Preview) -> str:
    """The question of the confirmation."""
    if preview.mount is None:
        return _("Mount, trim and unmount {device}?").format(device=shown(preview.device))
    return _("Trim the free space of {place}?").format(place=shown(preview.place))


def where(preview: Preview) -> str:
    """The file system in a line."""
    return _("{filesystem} on {path}").format(
        filesystem=shown(preview.filesystem) or _("a file system"),
        path=shown(preview.device),
    )


# While it runs


def step_words(progress: Progress) -> str:
    """What is done now."""
    return _(_STEPS[progress.step])


def progress_words(progress: Progress, expected: int | None) -> str:
    """How many bytes, of how many."""
    if progress.step != TrimStep.TRIMMING:
        return ""
    done = format_size(progress.trimmed)
    if not expected:
        return _("{size} trimmed").format(size=done)
    return _("{size} of {total} trimmed").format(size=done, total=format_size(expected))


def left_words(progress: Progress) -> str:
    """The remaining time, "" where that is not known."""
    if progress.remaining is None:
        return ""
    return _("{time} left").format(time=format_duration(progress.remaining))


# After it


def outcome_title(outcome: Outcome) -> str:
    """The answer in a sentence."""
    return say_text(outcome.say)


def tier_title(tier: Tier) -> str:
    """What a tier looks at."""
    return _(_TIERS[tier])


def proof_word(verdict: ProofVerdict) -> str:
    """What a tier shows."""
    return _(_PROOFS[verdict])


def evidence_text(proof: Proof, face: Face = Face.TERMINAL) -> str:
    """What a tier rests on."""
    return findings_text(proof.evidence, face)


def layer_counts(outcome: Outcome) -> list[tuple[str, str]]:
    """What every layer counted, as rows."""
    return [
        (
            shown(layer.name),
            _("keeps no count") if layer.discarded is None else format_size(layer.discarded),
        )
        for layer in outcome.layers
    ]


def kept_fact(kept: KeptTrim) -> tuple[str, str]:
    """One of those before, as a row."""
    when = date_and_time(kept.started, weekday=True)
    words = _("{size} of {place} ({filesystem})").format(
        size=format_size(kept.discarded),
        place=shown(kept.place),
        filesystem=shown(kept.filesystem),
    )
    # Translators: {trim} is an amount and a place: "4 GB of /home (ext4)"
    if kept.status == CANCELLED:
        return when, _("{trim}, cancelled").format(trim=words)
    for verdict, text in (
        (REFUTED, _("{trim}; refuted: {tiers}")),
        (PROVED, _("{trim}; proved: {tiers}")),
    ):
        tiers = [tier_title(proof.tier) for proof in kept.proof if proof.verdict == verdict]
        if tiers:
            return when, text.format(trim=words, tiers=", ".join(tiers))
    return when, words
