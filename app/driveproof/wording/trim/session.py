# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM in words: what it would do and free, its progress, its result and its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from driveproof.domain.drive.drive import DeviceKind, Mount
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
from driveproof.wording.comparison.headline import headline_text
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face, worded
from driveproof.wording.trim.path import layer_facts, layer_name, layer_remedy
from driveproof.wording.units import format_duration, format_percent, format_size, group_digits

_OWN = frozenset({"filesystem", "mount"})
_MOST_POINTS = 4
"""The number of other mount points that are named: there may be hundreds (containers)."""
_WHOLLY = 0.99

EVIDENCE: Mapping[Enum, str] = {
    Evidence.QUOTED: "{text}",
    Evidence.FAILED: "{error}",
    Evidence.CANCELLED_EARLY: N_(
        "But it was cancelled before the counters had settled, and more may have come."
    ),
    Evidence.NOTHING_COUNTS: N_(
        "No layer counts discards: disks in memory (zram) do not, others need Linux 4.18."
    ),
    Evidence.REPORTED: N_("{filesystem} reports {sectors} sectors trimmed."),
    Evidence.REPORTED_WHOLE: N_(
        "{filesystem} reports {sectors} sectors trimmed (the whole length, whatever is free)."
    ),
    Evidence.COUNTED: N_("Sectors counted: {layers}."),
    Evidence.OTHERS_MAY: N_("Other programs may have discarded at the same time."),
    Evidence.NOTHING_FREE: N_("Nothing is free, so there was nothing to trim."),
    Evidence.NOTHING_FITS: N_(
        "There was nothing that could be discarded: the largest of {ranges} free ranges has"
        " {largest}, and the device discards {shortest} at once."
    ),
    Evidence.REMEMBERED: N_(
        "0 sectors, and that is no failure: {filesystem} remembers what it has trimmed since it was"
        " mounted, and nothing has become free since."
    ),
    Evidence.NOTHING_FOUND: N_("{filesystem} found nothing to trim: 0 sectors."),
    Evidence.RANGES_UNKNOWN: N_(
        "{filesystem} does not report what it trimmed, and its free ranges are not known: they may"
        " all be too short."
    ),
    Evidence.MAYBE_TOO_SHORT: N_(
        "But its largest free range has {largest}, and the device discards {shortest} at once:"
        " there may have been nothing that it could take."
    ),
    Evidence.NO_DISCARD: N_("No discard came out of the file system."),
    Evidence.NOT_AS_FAR_AS: N_("It does not get as far as {names}."),
    Evidence.SOME_COUNTED_NOTHING: N_(
        "{names} counted nothing: either nothing that is free lies there, or it does not get as"
        " far."
    ),
    Evidence.ONLY_PART: N_("Only {arrived} of {wanted} arrived."),
    Evidence.TO_THE_SECTOR: N_("They agree to the sector."),
    Evidence.ALL_OF_IT: N_("Every layer counted all of it."),
    Evidence.SHORT_LEFT_OUT: N_("Ranges that are too short for the device are left out."),
    Evidence.REST_REMEMBERED: N_(
        "The rest {filesystem} has trimmed since it was mounted, and leaves out."
    ),
    Evidence.NO_USE_REPORTED: N_(
        "The drive does not report how much of it is in use; only NVMe drives can."
    ),
    Evidence.IN_USE: N_("The drive reports in use: {before} before, {after} after."),
    Evidence.NOTHING_NEW: N_("There was nothing new to trim."),
    Evidence.NOT_TELLING: N_(
        "Many drives always report their whole size here, and blocks may have been free already."
    ),
    Evidence.NOT_ASKED: N_("Not asked for."),
    Evidence.BLOCKS: N_(
        "Of {sectors} sectors that held random data, read from {where}: {zeros} are zeros now,"
        " {same} still hold it, {other} hold something else."
    ),
    Evidence.PROMISE_LOOP: N_(
        "A loop device promises zeros: a discard punches a hole into its file."
    ),
    Evidence.PROMISE_RZAT: N_("The drive promises zeros after a TRIM (RZAT)."),
    Evidence.NOT_DISCARDED: N_("So they were not discarded."),
    Evidence.PIECES_TOO_SHORT: N_(
        "Some of them lie in pieces that may be too short for the device to discard."
    ),
    Evidence.USED_AGAIN: N_("The file system may have used some of them again."),
    Evidence.OUT_OF_REACH: N_(
        "The drive does not promise that trimmed blocks stay so: the data is out of reach now, but"
        " whether it is gone could not be determined."
    ),
    Evidence.NO_PROMISE: N_(
        "The drive promises nothing about what is read there after a TRIM, so this proves nothing."
    ),
}
"""Evidence.FREE, MEASURE and COMPARED are worded by evidence_text: a plural, a command, and the
sentence of a comparison."""
_ESTIMATES = {
    EstimateReason.CANNOT_TELL: N_("{filesystem} does not report its free ranges"),
    EstimateReason.ONLY_ROOT: N_("only root may read its free ranges"),
    EstimateReason.FOLDER_CLOSED: N_("its folder may not be read"),
}
_STEPS = {
    TrimStep.MOUNTING: N_("Mounting it: a password may be asked for"),
    TrimStep.UNMOUNTING: N_("Unmounting it"),
    TrimStep.MARKING: N_("Writing a marked file of 4 MiB and deleting it"),
    TrimStep.LOOKING: N_("Reading the free space; then a password may be asked for"),
    TrimStep.TRIMMING: N_("The file system tells the drive what is free"),
    TrimStep.SETTLING: N_("Waiting until the counters have settled"),
}
_TIERS = {
    Tier.ACCEPTED: N_("Taken by every layer"),
    Tier.DEVICE_SAYS: N_("The drive says so"),
    Tier.DATA_GONE: N_("Data gone"),
    Tier.EFFECT: N_("Effect"),
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
    (DEVICE_SAYS, REFUTED, N_("Trimmed, but the drive says otherwise.")),
    (DATA_GONE, PROVED, N_("{size} trimmed, and the data is gone.")),
    (DEVICE_SAYS, PROVED, N_("{size} trimmed, and the drive says so.")),
    (ACCEPTED, PROVED, N_("{size} trimmed: every layer took them.")),
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
            "A TRIM would not reach the drive: {layer} blocks it ({facts}).",
            layer=layer_name(worst),
            facts=layer_facts(worst),
            advice=Advice("{remedy}", remedy=remedy) if remedy else None,
        )
    if mount is None and not filesystem:
        return MachineError(
            "{target} holds no file system that could be mounted.",
            target=path.target,
            advice=Advice("Name a mount point, or a device with a file system."),
        )
    if mount is not None and not devices:
        return MachineError(
            "No block device is known below {path}.",
            path=mount.path,
            advice=Advice("Only a file system on a drive of this machine can be trimmed."),
        )
    if mount is not None and mount.read_only:
        return RefusedError(
            "{path} is mounted read-only.",
            path=mount.path,
            advice=Advice("Mount it for writing first: 'mount -o remount,rw' as root."),
        )
    return None


def method(preview: Preview) -> str:
    """How it is trimmed."""
    if preview.mount is not None:
        return _("FITRIM of the mounted file system")
    return _("mount, FITRIM of the mounted file system, unmount")


def what_happens(preview: Preview) -> list[str]:
    """The steps to come, in order."""
    said = []
    if preview.mount is None:
        said.append(
            _(
                "{device} is mounted for it by UDisks2, and unmounted afterwards. Mounting writes"
                " to it: a journal that was left open is written back."
            ).format(device=shown(preview.device))
        )
    free = _("its free blocks") if preview.free is None else free_words(preview)
    said.append(
        _(
            "The file system itself tells the drive which blocks are free (FITRIM): {free}."
            " Files can be used meanwhile, and none is touched."
        ).format(free=free)
    )
    said.append(_("It can be cancelled at any time; what was trimmed until then stays trimmed."))
    return said


def what_is_lost(path: DiscardPath) -> list[str]:
    """What cannot be undone."""
    said = [
        _(
            "Files that were deleted before cannot be recovered by any program afterwards: their"
            " blocks are what is given back."
        )
    ]
    if any(layer.kind == DeviceKind.CRYPT for layer in path.layers):
        said.append(
            _(
                "On an encrypted drive the pattern of free blocks becomes visible to whoever gets"
                " hold of it."
            )
        )
    if any(layer.kind == DeviceKind.LOOP for layer in path.layers):
        said.append(_("The file under the loop device gets holes where blocks are free."))
    return said


def preview_notes(preview: Preview) -> list[str]:
    """That a TRIM is of more than what was named, and that it leaves something out."""
    return [*_scope(preview), *_too_short(preview.free)]


def _scope(preview: Preview) -> list[str]:
    """The note for a folder, a bind mount or a subvolume; nothing where the whole file system is
    visible.
    """
    mount = preview.mount
    if mount is None:
        return []
    target, point, part = shown(preview.target), shown(mount.path), shown(mount.root)
    if mount.root == "/":
        if not preview.inside:
            return []
        text = _(
            "{target} is on the file system that is mounted at {point}: a TRIM is of all of it."
        )
        return [text.format(target=target, point=point)]
    subvolume = f"subvol={mount.root}" in mount.options
    if preview.inside and subvolume:
        text = _(
            "{target} is on {point}, which shows only the subvolume {part} of its file system."
        )
    elif preview.inside:
        text = _("{target} is on {point}, which shows only {part} of its file system.")
    elif subvolume:
        text = _("{point} shows only the subvolume {part} of its file system.")
    else:
        text = _("{point} shows only {part} of its file system.")
    devices = ", ".join(f"/dev/{shown(name.replace('!', '/'))}" for name in preview.lies_on)
    whole = _(
        "A TRIM is of all of the {filesystem} file system on {devices}, not only of what is below"
        " {point}."
    ).format(
        filesystem=shown(mount.filesystem), devices=devices or shown(mount.source), point=point
    )
    shows = text.format(target=target, point=point, part=part)
    return [f"{shows} {whole} {_mounted_elsewhere(preview.chain.elsewhere)}"]


def _mounted_elsewhere(mounts: tuple[Mount, ...]) -> str:
    """Mounts of the whole file system first."""
    paths = list(dict.fromkeys(one.path for one in sorted(mounts, key=lambda one: one.root != "/")))
    if not paths:
        return _("It is mounted nowhere else that can be seen from here.")
    points = ", ".join(map(shown, paths[:_MOST_POINTS]))
    more = len(paths) - _MOST_POINTS
    if more > 0:
        return _("It is mounted as well at {points} and {more} more.").format(
            points=points, more=more
        )
    return _("It is mounted as well at {points}.").format(points=points)


def _too_short(free: FreeSpace | None) -> list[str]:
    """That some of the free space, or all of it, cannot be discarded."""
    if free is None or not free.too_short:
        return []
    shortest = format_size(free.shortest)
    if not free.fitting:
        return [
            _(
                "Every free range is shorter than the {shortest} that the device discards at once,"
                " so a TRIM leaves all of them out."
            ).format(shortest=shortest)
        ]
    return [
        _(
            "{size} of it lie in ranges shorter than the {shortest} that the device discards at"
            " once: a TRIM leaves these out."
        ).format(size=format_size(free.too_short), shortest=shortest)
    ]


def free_words(preview: Preview) -> str:
    """How much is free; "" where that is not known."""
    free = preview.free
    if free is None:
        return ""
    if free.estimate:
        return _("about {size} (an estimate: {why})").format(
            size=format_size(free.bytes), why=estimate_reason(preview)
        )
    if not free.ranges:
        return _("nothing is free")
    return ngettext("{size} in {count} range", "{size} in {count} ranges", free.ranges).format(
        size=format_size(free.bytes), count=free.ranges
    )


def estimate_reason(preview: Preview) -> str:
    """Why the free ranges are not known."""
    why = preview.free.why if preview.free else None
    if why is None:
        return _("its free ranges are not reported")
    return _(_ESTIMATES[why]).format(filesystem=shown(preview.filesystem))


def amount(preview: Preview) -> str:
    """How much would be freed; "" where that is not known."""
    free = preview.free
    if free is None:
        return ""
    size = format_size(free.bytes)
    return _("about {size}").format(size=size) if free.estimate else size


def free_facts(preview: Preview) -> list[tuple[str, str]]:
    """How much is free, in how many pieces, and what reports it, as rows."""
    free = preview.free
    if free is None:
        return [(_("Free"), _("known once it is mounted, which a TRIM does for itself"))]
    size = amount(preview)
    if free.share is not None:
        size = _("{size}, {share} of {total}").format(
            size=size, share=format_percent(free.share), total=format_size(free.total)
        )
    if free.estimate:
        size = _("{size} (an estimate: {why})").format(size=size, why=estimate_reason(preview))
    facts = [(_("Free"), size)]
    if free.ranges is not None:
        facts.append((_("Ranges"), group_digits(free.ranges)))
    if free.largest:
        facts.append((_("The largest"), format_size(free.largest)))
    facts.append((_("Read from"), free.source))
    return facts


def free_picture(preview: Preview) -> str:
    """The picture of the free space, for readers who cannot see it."""
    free = preview.free
    if free is None or not free.bins:
        return ""
    return _(
        "Free space from the beginning to the end of {device}: of {parts} equal parts {free} are"
        " wholly free."
    ).format(
        device=shown(preview.device),
        parts=len(free.bins),
        free=sum(share > _WHOLLY for share in free.bins),
    )


def question(preview: Preview) -> str:
    """The question of the confirmation."""
    if preview.mount is None:
        return _("Mount {device}, trim it and unmount it?").format(device=shown(preview.device))
    return _("Trim the free space of {place}?").format(place=shown(preview.place))


def where(preview: Preview) -> str:
    """The file system in a line."""
    return _("{filesystem} on {device}, by {method}").format(
        filesystem=shown(preview.filesystem) or _("a file system"),
        device=shown(preview.device),
        method=method(preview),
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
        return _("Cancelled: {size} were trimmed, and stay so.").format(size=size)
    verdicts = {proof.tier: proof.verdict for proof in outcome.proof}
    for tier, verdict, text in _OUTCOMES:
        if verdicts.get(tier) == verdict:
            return _(text).format(size=size)
    if not outcome.discarded:
        return _("There was nothing new to trim.")
    return _("{size} trimmed; that they arrived is not proved.").format(size=size)


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
        return headline_text(one["headline"])
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
        return _(
            "Shows when the same is measured before and after: a drive that was short of free"
            " blocks writes faster then. This TRIM is done; measure around the next one."
        )
    return _(
        "Measure with the same profile before and after a TRIM ('driveproof experiment new quick"
        " TARGET --action trim'): a drive that was short of free blocks writes faster then."
    )


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
    if kept.status == CANCELLED:
        return when, _("{trim}, cancelled").format(trim=words)
    proved = [tier_title(proof.tier) for proof in kept.proof if proof.verdict == PROVED]
    refuted = [tier_title(proof.tier) for proof in kept.proof if proof.verdict == REFUTED]
    if refuted:
        words = _("{trim}; refuted: {tiers}").format(trim=words, tiers=", ".join(refuted))
    elif proved:
        words = _("{trim}; proved: {tiers}").format(trim=words, tiers=", ".join(proved))
    return when, words


def sectors(size: int) -> int:
    """Bytes in the kernel's sectors."""
    return size // SECTOR
