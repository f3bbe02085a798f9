# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of a TRIM in words: layers, what trims by itself, and one line for a whole drive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.trim.path import BLOCK, PASS, DiscardPath, PathLayer, PeriodicTrim
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time

_MOST = 6  # mounts of one drive that its one line is made of


def verdict_word(verdict: str) -> str:
    """What a layer does with a TRIM."""
    return {
        PASS: _("passes"),
        BLOCK: _("blocks"),
    }.get(verdict, _("unknown"))


def kind_title(kind: str) -> str:
    """What a layer is."""
    return {
        "filesystem": _("File system"),
        "mount": _("Mount"),
        "partition": _("Partition"),
        "crypt": _("Encryption"),
        "lvm": _("Logical volume"),
        "md": _("RAID"),
        "dm": _("Device mapper"),
        "multipath": _("Multipath"),
        "bcache": _("Cache"),
        "loop": _("Loop device"),
        "bridge": _("Bridge"),
        "zram": _("Memory"),
        "drive": _("Drive"),
        "disk": _("Disk"),
    }.get(kind, shown(kind).capitalize())


def by_itself(chain: DiscardPath) -> str:
    """Whether anything trims this mount without being asked, in a sentence; "" without a mount."""
    if chain.mount is None:
        return ""
    periodic = chain.periodic or PeriodicTrim()
    place = shown(chain.mount.path)
    runs = periodic.active if periodic.active is not None else periodic.enabled
    if chain.verdict == BLOCK:
        return _("Whatever asks for it: as the way is, it does not get through.")
    parts = []
    if chain.continuous:
        parts.append(_("files are trimmed as they are deleted"))
    if runs and periodic.listed:
        parts.append(_("the timer trims {0}").format(place))
    if parts:
        words = _(", and ").join(parts)
        return words[0].upper() + words[1:] + "."
    if chain.continuous is None or runs is None or (runs and periodic.listed is None):
        return _("Whether anything trims {0} by itself is not known.").format(place)
    return _("Nothing trims {0} by itself.").format(place)


def periodic_facts(chain: DiscardPath) -> list[tuple[str, str]]:
    """The timer, this mount in its list, and continuous discard."""
    facts: list[tuple[str, str]] = []
    periodic = chain.periodic
    if periodic is not None:
        facts.append((_("fstrim.timer"), _timer(periodic)))
        if periodic.last is not None:
            facts.append((_("Last run"), date_and_time(periodic.last, weekday=True)))
        elif periodic.enabled is not None:
            facts.append((_("Last run"), _("none known")))
        if periodic.next is not None:
            facts.append((_("Next run"), date_and_time(periodic.next, weekday=True)))
        listed = {
            True: _("Yes."),
            False: _("No."),
            None: _("Not known."),
        }[periodic.listed]
        why = shown(periodic.why)
        facts.append((_("In its list"), f"{listed} {why}".strip()))
    if chain.continuous is not None or chain.continuous_fact:
        word = {
            True: _("on"),
            False: _("off"),
            None: _("not known"),
        }[chain.continuous]
        fact = shown(chain.continuous_fact)
        facts.append((_("Continuous"), f"{word} ({fact})" if fact else word))
    if periodic is not None and periodic.source:
        facts.append((_("Read from"), shown(periodic.source)))
    return facts


def _timer(periodic: PeriodicTrim) -> str:
    if periodic.installed is None and periodic.enabled is None and periodic.active is None:
        return _("not known")
    if periodic.installed is False:
        return _("not installed")
    words = {
        True: _("enabled"),
        False: _("not enabled"),
    }.get(periodic.enabled, _("installed"))  # type: ignore[arg-type]
    if periodic.active is not None and periodic.active != bool(periodic.enabled):
        running = _("but running now") if periodic.active else _("but not running")
        words = f"{words}, {running}"
    return words


def wishes(chain: DiscardPath) -> list[str]:
    """What root would find out more, once each."""
    return list(dict.fromkeys(shown(layer.root) for layer in chain.layers if layer.root))


def layer_as_text(layer: PathLayer, number: int, count: int) -> str:
    """A layer for who does not see it."""
    return _("Layer {0} of {1}, {2} {3}: {4}. {5}").format(
        number, count, kind_title(layer.kind), shown(layer.name), verdict_word(layer.verdict),
        shown(layer.fact),
    )  # fmt: skip


# Which targets a drive has


def targets_of(device: BlockDevice, inventory: Inventory) -> list[str]:
    """What can be trimmed on a drive: mounted file systems, the largest first, then what is not
    mounted and holds nothing else; the device itself where there is nothing.
    """
    mounts = sorted(
        inventory.mounts_above(device), key=lambda pair: pair[1].size, reverse=True
    )  # stable: mounts of one device stay in their order
    paths = [mount.path for mount, _ in mounts]
    above = [layer.device for layer in inventory.above(device)]
    free = [each.path for each in above if not each.mounts and not inventory.children(each)]
    return list(dict.fromkeys([*paths, *free])) or [device.path]


def main_targets(device: BlockDevice, inventory: Inventory) -> list[str]:
    """Of these the ones that decide what is said of a whole drive."""
    mounts = inventory.mounts_above(device)
    return targets_of(device, inventory)[: min(_MOST, len(mounts)) or 1]


@dataclass(frozen=True)
class DriveTrim:
    """Verdict and sentence on a whole drive, "" until it is known; `partly` if TRIM gets through
    from some of its file systems.
    """

    verdict: str = ""
    sentence: str = ""
    partly: bool = False


def drive_verdict(chains: Sequence[DiscardPath]) -> DriveTrim:
    """What chains say together of the drive that they end on."""
    if not chains:
        return DriveTrim()
    bad = next((chain for chain in chains if chain.verdict == BLOCK), None)
    unknown = next((chain for chain in chains if chain.verdict != PASS), None)
    worst = bad or unknown
    if worst is None:
        if len(chains) == 1:
            return DriveTrim(PASS, shown(chains[0].sentence))
        words = _("TRIM gets through from all {0} mounted file systems.")
        return DriveTrim(PASS, words.format(len(chains)))
    partly = any(chain.verdict == PASS for chain in chains)
    sentence = shown(worst.sentence)
    if len({chain.sentence for chain in chains}) > 1:
        sentence = _("From {0}: {1}").format(shown(worst.target), sentence)
    return DriveTrim(worst.verdict, sentence, partly)


def header_words(trim: DriveTrim, device: BlockDevice) -> str:
    """For the line of facts below a drive's name; what is not known is not said there."""
    if trim.verdict == PASS:
        if device.media in {"ssd", "flash"}:
            return _("TRIM reaches the flash")
        return _("TRIM gets through")
    if trim.verdict == BLOCK and trim.partly:
        return _("TRIM gets through in part")
    if trim.verdict == BLOCK and not device.rotational:
        return _("TRIM does not get through")
    return ""
