# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of a TRIM in words: layers, what trims by itself, and one line for a whole drive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QTime

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.trim.path import BLOCK, PASS, DiscardPath, PathLayer, PeriodicTrim
from driveproof.ui.theme.text import shown

_MOST = 6  # mounts of one drive that its one line is made of

translate = QCoreApplication.translate


def verdict_word(verdict: str) -> str:
    """What a layer does with a TRIM."""
    return {
        PASS: translate("Trim", "passes"),
        BLOCK: translate("Trim", "blocks"),
    }.get(verdict, translate("Trim", "unknown"))


def kind_title(kind: str) -> str:
    """What a layer is."""
    return {
        "filesystem": translate("Trim", "File system"),
        "mount": translate("Trim", "Mount"),
        "partition": translate("Trim", "Partition"),
        "crypt": translate("Trim", "Encryption"),
        "lvm": translate("Trim", "Logical volume"),
        "md": translate("Trim", "RAID"),
        "dm": translate("Trim", "Device mapper"),
        "multipath": translate("Trim", "Multipath"),
        "bcache": translate("Trim", "Cache"),
        "loop": translate("Trim", "Loop device"),
        "bridge": translate("Trim", "Bridge"),
        "zram": translate("Trim", "Memory"),
        "drive": translate("Trim", "Drive"),
        "disk": translate("Trim", "Disk"),
    }.get(kind, shown(kind).capitalize())


def moment(when: datetime) -> str:
    """Day and time in the person's own way and zone."""
    local = when.astimezone()
    locale = QLocale()
    day = locale.toString(QDate(local.year, local.month, local.day), "ddd d MMM yyyy")
    return f"{day}, {locale.toString(QTime(local.hour, local.minute), 'HH:mm')}"


def by_itself(chain: DiscardPath) -> str:
    """Whether anything trims this mount without being asked, in a sentence; "" without a mount."""
    if chain.mount is None:
        return ""
    periodic = chain.periodic or PeriodicTrim()
    place = shown(chain.mount.path)
    runs = periodic.active if periodic.active is not None else periodic.enabled
    if chain.verdict == BLOCK:
        return translate("Trim", "Whatever asks for it: as the way is, it does not get through.")
    parts = []
    if chain.continuous:
        parts.append(translate("Trim", "files are trimmed as they are deleted"))
    if runs and periodic.listed:
        parts.append(translate("Trim", "the timer trims {0}").format(place))
    if parts:
        words = translate("Trim", ", and ").join(parts)
        return words[0].upper() + words[1:] + "."
    if chain.continuous is None or runs is None or (runs and periodic.listed is None):
        return translate("Trim", "Whether anything trims {0} by itself is not known.").format(place)
    return translate("Trim", "Nothing trims {0} by itself.").format(place)


def periodic_facts(chain: DiscardPath) -> list[tuple[str, str]]:
    """The timer, this mount in its list, and continuous discard."""
    facts: list[tuple[str, str]] = []
    periodic = chain.periodic
    if periodic is not None:
        facts.append((translate("Trim", "fstrim.timer"), _timer(periodic)))
        if periodic.last is not None:
            facts.append((translate("Trim", "Last run"), moment(periodic.last)))
        elif periodic.enabled is not None:
            facts.append((translate("Trim", "Last run"), translate("Trim", "none known")))
        if periodic.next is not None:
            facts.append((translate("Trim", "Next run"), moment(periodic.next)))
        listed = {
            True: translate("Trim", "Yes."),
            False: translate("Trim", "No."),
            None: translate("Trim", "Not known."),
        }[periodic.listed]
        why = shown(periodic.why)
        facts.append((translate("Trim", "In its list"), f"{listed} {why}".strip()))
    if chain.continuous is not None or chain.continuous_fact:
        word = {
            True: translate("Trim", "on"),
            False: translate("Trim", "off"),
            None: translate("Trim", "not known"),
        }[chain.continuous]
        fact = shown(chain.continuous_fact)
        facts.append((translate("Trim", "Continuous"), f"{word} ({fact})" if fact else word))
    if periodic is not None and periodic.source:
        facts.append((translate("Trim", "Read from"), shown(periodic.source)))
    return facts


def _timer(periodic: PeriodicTrim) -> str:
    if periodic.installed is None and periodic.enabled is None and periodic.active is None:
        return translate("Trim", "not known")
    if periodic.installed is False:
        return translate("Trim", "not installed")
    words = {
        True: translate("Trim", "enabled"),
        False: translate("Trim", "not enabled"),
    }.get(periodic.enabled, translate("Trim", "installed"))  # type: ignore[arg-type]
    if periodic.active is not None and periodic.active != bool(periodic.enabled):
        running = (
            translate("Trim", "but running now")
            if periodic.active
            else translate("Trim", "but not running")
        )
        words = f"{words}, {running}"
    return words


def wishes(chain: DiscardPath) -> list[str]:
    """What root would find out more, once each."""
    return list(dict.fromkeys(shown(layer.root) for layer in chain.layers if layer.root))


def layer_as_text(layer: PathLayer, number: int, count: int) -> str:
    """A layer for who does not see it."""
    return translate("Trim", "Layer {0} of {1}, {2} {3}: {4}. {5}").format(
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
        words = translate("Trim", "TRIM gets through from all {0} mounted file systems.")
        return DriveTrim(PASS, words.format(len(chains)))
    partly = any(chain.verdict == PASS for chain in chains)
    sentence = shown(worst.sentence)
    if len({chain.sentence for chain in chains}) > 1:
        sentence = translate("Trim", "From {0}: {1}").format(shown(worst.target), sentence)
    return DriveTrim(worst.verdict, sentence, partly)


def header_words(trim: DriveTrim, device: BlockDevice) -> str:
    """For the line of facts below a drive's name; what is not known is not said there."""
    if trim.verdict == PASS:
        if device.media in {"ssd", "flash"}:
            return translate("Trim", "TRIM reaches the flash")
        return translate("Trim", "TRIM gets through")
    if trim.verdict == BLOCK and trim.partly:
        return translate("Trim", "TRIM gets through in part")
    if trim.verdict == BLOCK and not device.rotational:
        return translate("Trim", "TRIM does not get through")
    return ""
