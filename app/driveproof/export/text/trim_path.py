# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of a TRIM as text for the terminal: the verdict, every layer, and what trims when."""

from __future__ import annotations

from datetime import datetime

from driveproof.domain.text import visible
from driveproof.domain.trim.path import DiscardPath, PathLayer, PeriodicTrim
from driveproof.export.text.layout import WIDTH, plain, wrapped
from driveproof.wording.dates import stamp

_KINDS = {
    "filesystem": "File system",
    "partition": "Partition",
    "crypt": "dm-crypt",
    "lvm": "Logical volume",
    "md": "RAID",
    "dm": "Device mapper",
    "multipath": "Multipath",
    "bcache": "bcache",
    "loop": "Loop device",
    "drive": "Drive",
}
_INDENT = " " * 9  # under the words beside pass, block, unknown


def chain_text(chain: DiscardPath, *, width: int | None = None, encoding: str = "utf-8") -> str:
    """The answer first, then the layers from top to bottom; safe to print."""
    columns = width or WIDTH
    lines = wrapped(visible(chain.sentence), columns, encoding=encoding)
    for layer in chain.layers:
        lines += ["", *_layer(layer, columns, encoding)]
    said = [*_when(chain), *chain.notes]
    if said:
        lines.append("")
    for sentence in said:
        lines += wrapped(visible(sentence), columns, encoding=encoding, indent="  ")
    return "\n".join(lines)


def _layer(layer: PathLayer, width: int, encoding: str) -> list[str]:
    called = layer.name
    if layer.kind == "mount":
        called = "Mount options"
    elif layer.kind != "bridge":  # it says itself what it is
        called = f"{_KINDS.get(layer.kind, layer.kind)} {called}"
    device = f" ({layer.device})" if _adds(layer) else ""
    lines = [plain(visible(f"{layer.verdict:<9}{called}{device}"), encoding)]
    details = (
        ("", layer.fact),
        ("Read from: ", layer.source),
        ("What would change it: ", layer.remedy),
        ("What that costs: ", layer.cost),
        ("Root could tell: ", layer.root),
    )
    for label, text in details:
        if text:
            words = wrapped(visible(label + text), width - len(_INDENT), encoding=encoding)
            lines += [_INDENT + line for line in words]
    return lines


def _adds(layer: PathLayer) -> bool:
    """Whether the kernel's name says more than the name does."""
    return bool(layer.device) and layer.device not in layer.name


def _when(chain: DiscardPath) -> list[str]:
    said = []
    if chain.continuous is not None:
        word = "on" if chain.continuous else "off"
        said.append(f"Continuous TRIM: {word} ({chain.continuous_fact}).")
    if chain.periodic is not None:
        said.append(f"Periodic TRIM: {_timer(chain.periodic)}")
    return said


def _timer(periodic: PeriodicTrim) -> str:
    if periodic.installed is None or periodic.installed is False:
        return periodic.why or "not known."
    state = "not known" if periodic.enabled is None else "off"
    if periodic.enabled:
        state = "on" if periodic.active else "enabled, but not running"
    times = [
        f"{word} {_moment(moment)}"
        for word, moment in (("last run", periodic.last), ("next run", periodic.next))
        if moment is not None
    ]
    if periodic.last is None:
        times.insert(0, "never run yet")
    return f"fstrim.timer is {state}; {', '.join(times)}. {periodic.why}".strip()


def _moment(moment: datetime) -> str:
    return stamp(moment)
