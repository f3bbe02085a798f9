# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path in words: its verdict, every layer, what trims when, and a drive in a line."""

from __future__ import annotations

from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.text import shown
from driveproof.domain.trim.drive import DriveTrim
from driveproof.domain.trim.path import (
    BLOCK,
    COSTS,
    PART,
    PASS,
    QUESTIONS,
    DiscardPath,
    PathLayer,
    PathVerdict,
    PeriodicTrim,
)
from driveproof.wording.catalogue import N_, _
from driveproof.wording.dates import date_and_time
from driveproof.wording.finding import finding_text, findings_text, to_do_text
from driveproof.wording.say import say_text

_KINDS = {
    "filesystem": N_("File system"),
    "mount": N_("Mount"),
    "partition": N_("Partition"),
    "crypt": N_("Encryption"),
    "lvm": N_("Logical volume"),
    "md": N_("RAID"),
    "dm": N_("Device mapper"),
    "multipath": N_("Multipath"),
    "bcache": N_("Cache"),
    "loop": N_("Loop device"),
    "bridge": N_("Bridge"),
    "zram": N_("Memory"),
    "drive": N_("Drive"),
    "disk": N_("Disk"),
}

# One path


def verdict_word(verdict: PathVerdict) -> str:
    """What a layer does with a TRIM."""
    words = {PASS: _("passes"), BLOCK: _("blocks"), PART: _("passes in part")}
    return words.get(verdict, _("unknown"))


def kind_title(kind: str) -> str:
    """What a layer is."""
    return _(_KINDS[kind]) if kind in _KINDS else shown(kind)


def layer_facts(layer: PathLayer) -> str:
    """What was found about a layer, in one line."""
    return "; ".join(say_text(one) for fact in layer.facts for one in fact.say)


def layer_remedy(layer: PathLayer) -> str:
    """What would change a layer that blocks, "" for nothing."""
    return "" if layer.remedy is None else to_do_text(layer.remedy)


def layer_cost(layer: PathLayer) -> str:
    """The cost of the remedy, "" where there is none."""
    return "" if layer.cost is None else say_text(COSTS[layer.cost])


def layer_question(layer: PathLayer) -> str:
    """What root could find out about a layer, "" for nothing."""
    return "" if layer.root is None else say_text(QUESTIONS[layer.root])


def root_questions(path: DiscardPath) -> list[str]:
    """What root could find out about all layers, once each."""
    return list(dict.fromkeys(filter(None, map(layer_question, path.layers))))


def layer_as_text(layer: PathLayer, number: int, count: int) -> str:
    """A layer, for readers who cannot see the picture."""
    return _("Layer {number} of {count}, {kind} {name}: {verdict}. {facts}").format(
        number=number,
        count=count,
        kind=kind_title(layer.kind),
        name=say_text(layer.label),
        verdict=verdict_word(layer.verdict),
        facts=layer_facts(layer),
    )


def path_notes(path: DiscardPath) -> list[str]:
    """The notes below the layers."""
    return list(map(finding_text, path.notes))


# What trims by itself


def continuous_fact(path: DiscardPath) -> str:
    """The mount option that controls continuous discard, "" where there is none."""
    if path.continuous_option:
        return shown(path.continuous_option)
    return ""


def by_itself(path: DiscardPath) -> str:
    """Whether anything trims this mount automatically, in a sentence; "" without a mount."""
    return "" if path.by_itself is None else say_text(path.by_itself)


def periodic_facts(path: DiscardPath) -> list[tuple[str, str]]:
    """The timer, this mount in its list, and continuous discard, as rows."""
    facts: list[tuple[str, str]] = []
    periodic, unknown = path.periodic, _("unknown")
    if periodic is not None:
        facts.append(("fstrim.timer", _timer(periodic)))
        for title, moment in ((_("Last run"), periodic.last), (_("Next run"), periodic.next)):
            if moment is not None:
                facts.append((title, date_and_time(moment, weekday=True)))
        listed = {True: _("yes"), False: _("no"), None: unknown}[periodic.listed]
        facts.append((_("Covered by the timer"), listed))
        if why := findings_text(periodic.why):
            facts.append((_("Reason"), why))
    option = continuous_fact(path)
    if path.continuous is not None or option:
        word = {True: _("on"), False: _("off"), None: unknown}[path.continuous]
        facts.append((_("Continuous TRIM"), f"{word} ({option})" if option else word))
    if periodic is not None and periodic.source:
        facts.append((_("Source"), shown(periodic.source)))
    return facts


def _timer(periodic: PeriodicTrim) -> str:
    if periodic.installed is False:
        return _("not installed")
    runs = periodic.enabled if periodic.active is None else periodic.active
    return {True: _("on"), False: _("off"), None: _("unknown")}[runs]


# A whole drive


def drive_sentence(trim: DriveTrim) -> str:
    """The TRIM state of a whole drive, "" until it is known."""
    return "" if trim.say is None else say_text(trim.say)


def header_words(trim: DriveTrim, device: BlockDevice) -> str:
    """For the line of facts below a drive's name; what is unknown is left out."""
    label = trim.label(device)
    return "" if label is None else say_text(label)
