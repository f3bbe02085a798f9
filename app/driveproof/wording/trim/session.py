# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM in words: what it would do and free, its progress, its result and its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from driveproof.domain.comparison.sentences import sentences
from driveproof.domain.drive.drive import DeviceKind
from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError
from driveproof.domain.statement import Statement
from driveproof.domain.text import shown
from driveproof.domain.trim.evidence import Evidence
from driveproof.domain.trim.free_space import EstimateReason, FreeSpace
from driveproof.domain.trim.job import (
    ACCEPTED,
    CANCELLED,
    DATA_GONE,
    DEVICE_SAYS,
    PROVED,
    REFUTED,
    SECTOR,
    KeptTrim,
    Outcome,
    Preview,
    Progress,
    Proof,
    ProofVerdict,
    Tier,
    TrimStep,
)
from driveproof.domain.trim.path import BLOCK, DiscardPath, LayerKind, PathLayer
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face
from driveproof.wording.say import say_texts, worded
from driveproof.wording.trim.path import layer_facts, layer_name, layer_remedy
from driveproof.wording.units import format_duration, format_percent, format_size, group_digits

_OWN = frozenset({"filesystem", "mount"})
_MOST_POINTS = 4
"""The number of other mount points that are named: there may be hundreds (containers)."""
_WHOLLY = 0.99

EVIDENCE: Mapping[Enum, str] = {
    Evidence.QUOTED: "{text}",
    Evidence.FAILED: "{error}",
    Evidence.CANCELLED_EARLY: N_("Cancelled early: more may have followed."),
    Evidence.NOTHING_COUNTS: N_("No layer counts discards."),
    Evidence.REPORTED: N_("{filesystem} reports {sectors} sectors trimmed."),
    Evidence.REPORTED_WHOLE: N_("{filesystem} reports its whole length, {sectors} sectors."),
    Evidence.COUNTED: N_("Sectors counted: {layers}."),
    Evidence.OTHERS_MAY: N_("Other programs may have discarded, too."),
    Evidence.NOTHING_FREE: N_("Nothing is free."),
    Evidence.NOTHING_FITS: N_(
        "Largest free range {largest}, below the device's minimum ({shortest})."
    ),
    Evidence.REMEMBERED: N_("{filesystem} skips what it trimmed since it was mounted."),
    Evidence.NOTHING_FOUND: N_("There was nothing new to trim."),
    Evidence.RANGES_UNKNOWN: N_("{filesystem} does not report its free ranges."),
    Evidence.MAYBE_TOO_SHORT: N_(
        "Largest free range {largest}, below the device's minimum ({shortest})."
    ),
    Evidence.NO_DISCARD: N_("The file system sent no discard."),
    Evidence.NOT_AS_FAR_AS: N_("TRIM does not reach {names}."),
    Evidence.SOME_COUNTED_NOTHING: N_(
        "{names} recorded no discards: nothing free there, or TRIM does not reach it."
    ),
    Evidence.ONLY_PART: N_("Only {arrived} of {wanted} arrived."),
    Evidence.TO_THE_SECTOR: N_("Every layer counted all of it."),
    Evidence.ALL_OF_IT: N_("Every layer counted all of it."),
    Evidence.SHORT_LEFT_OUT: N_("Ranges below the device's minimum are skipped."),
    Evidence.REST_REMEMBERED: N_("{filesystem} skips what it trimmed since it was mounted."),
    Evidence.NO_USE_REPORTED: N_("The drive does not report its used space."),
    Evidence.IN_USE: N_("Used space: {before} before, {after} after."),
    Evidence.NOTHING_NEW: N_("There was nothing new to trim."),
    Evidence.NOT_TELLING: N_("Many drives always report their whole size."),
    Evidence.NOT_ASKED: N_("Not requested."),
    Evidence.BLOCKS: N_(
        "Of {sectors} sectors of random data (read from {where}): {zeros} zeros, {same}"
        " unchanged, {other} different."
    ),
    Evidence.PROMISE_LOOP: N_("The device guarantees zeros after TRIM."),
    Evidence.PROMISE_RZAT: N_("The device guarantees zeros after TRIM."),
    Evidence.NOT_DISCARDED: N_("They were not discarded."),
    Evidence.PIECES_TOO_SHORT: N_("Some may be too short for the device to discard."),
    Evidence.USED_AGAIN: N_("The file system may have reused some."),
    Evidence.OUT_OF_REACH: N_(
        "The data is not readable, but the drive does not guarantee that it is gone."
    ),
    Evidence.NO_PROMISE: N_("The drive does not guarantee what reads after TRIM return."),
}
"""Evidence.FREE, MEASURE and COMPARED are worded by evidence_text: a plural, a command, and the
sentence of a comparison."""
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
_OUTCOMES = (
    (ACCEPTED, REFUTED, N_("The TRIM did not reach the drive.")),
    (DATA_GONE, REFUTED, N_("Trimmed, but the deleted data is still there.")),
    (DEVICE_SAYS, REFUTED, N_("Trimmed, but the drive reports no change.")),
    (DATA_GONE, PROVED, N_("{size} trimmed, and the deleted data is gone.")),
    (DEVICE_SAYS, PROVED, N_("{size} trimmed, confirmed by the drive.")),
    (ACCEPTED, PROVED, N_("{size} trimmed, accepted by every layer.")),
)


# Before it


def upper_layers(path: DiscardPath, devices: tuple[str, ...]) -> tuple[PathLayer, ...]:
    """The layers that a discard of the file system passes by itself.

    Below a loop device there is a file, and what holds it is trimmed for itself: that may block
    without any harm to what is freed here. `devices` are those that count discards.
    """
    found: list[PathLayer] = []
    for number, layer in enumerate(path.layers):
        own = path.mount is not None and number < len(_OWN) and layer.kind in _OWN
        if own or (layer.device in devices and layer.kind != LayerKind.FILESYSTEM):
            found.append(layer)
    return tuple(found)


def refusal(
    path: DiscardPath, devices: tuple[str, ...], filesystem: str, others: int = 0
) -> DriveproofError | None:
    """Why a TRIM is impossible, with what would change that; None where it is possible.

    `others` is how many devices lie side by side under the file system: there one that blocks does
    not stop the others.
    """
    mount = path.mount
    layers = upper_layers(path, devices)
    blocked = [layer for layer in layers if layer.verdict == BLOCK]
    whole = [layer for layer in blocked if layer.kind in _OWN]
    if whole or (blocked and others < 2):
        worst = (whole or blocked)[0]
        remedy = layer_remedy(worst)
        return MachineError(
            "{layer} blocks TRIM: {facts}.",
            layer=layer_name(worst),
            facts=layer_facts(worst),
            advice=Advice("{remedy}", remedy=remedy) if remedy else None,
        )
    if mount is None and not filesystem:
        return MachineError(
            "{target} has no file system.",
            target=path.target,
            advice=Advice("Choose a device or a mounted file system."),
        )
    if mount is not None and not devices:
        return MachineError(
            "No block device is known below {path}.",
            path=mount.path,
            advice=Advice("Choose a device or a mounted file system."),
        )
    if mount is not None and mount.read_only:
        return RefusedError(
            "{path} is mounted read-only.",
            path=mount.path,
            advice=Advice("Run 'mount -o remount,rw' as root first."),
        )
    return None


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
    size = format_size(outcome.discarded)
    if outcome.status == CANCELLED:
        return _("Cancelled: {size} were trimmed.").format(size=size)
    verdicts = {proof.tier: proof.verdict for proof in outcome.proof}
    for tier, verdict, text in _OUTCOMES:
        if verdicts.get(tier) == verdict:
            return _(text).format(size=size)
    if not outcome.discarded:
        return _("There was nothing new to trim.")
    return _("{size} trimmed, not proved.").format(size=size)


def tier_title(tier: Tier) -> str:
    """What a tier looks at."""
    return _(_TIERS[tier])


def proof_word(verdict: ProofVerdict) -> str:
    """What a tier shows."""
    return _(_PROOFS[verdict])


def evidence_text(proof: Proof, face: Face = Face.TERMINAL) -> str:
    """What a tier rests on."""
    return " ".join(_evidence(one, face) for one in proof.evidence)


def _evidence(one: Statement, face: Face) -> str:
    if one.code is Evidence.COMPARED:
        return say_texts(sentences(one["headline"]))
    if one.code is Evidence.MEASURE:
        return _measure(face)
    if one.code is Evidence.FREE:
        ranges = one.values["ranges"]
        assert isinstance(ranges, int)
        text = ngettext(
            "Free: {sectors} sectors in {ranges} range.",
            "Free: {sectors} sectors in {ranges} ranges.",
            ranges,
        )
        return text.format_map(one.values)
    # Counts as the kernel has them, without groups: people compare them with /sys.
    values = {
        name: str(value) if isinstance(value, int) else value for name, value in one.values.items()
    }
    if one.code is Evidence.COUNTED:
        layers = one.values["layers"]
        assert isinstance(layers, tuple)
        values["layers"] = ", ".join(f"{name} {count}" for name, count in layers)
    return worded(EVIDENCE[one.code], values)


def _measure(face: Face) -> str:
    if face is Face.WINDOW:
        return _("Run an experiment with TRIM.")
    return _("Run 'driveproof experiment new quick TARGET --action trim'.")


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


def sectors(size: int) -> int:
    """Bytes in the kernel's sectors."""
    return size // SECTOR
