# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether mapped devices (LVM, LUKS) below a target are what they were as the run began."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.quantity import Bytes, OneOf
from driveproof.system.kernel.stack import Mapped, mapped
from driveproof.system.kernel.sysfs import Sysfs


class MappedDevices:
    """What the mapped devices among the layers of a target consist of, from now on."""

    def __init__(self, layers: Iterable[str], sysfs: Sysfs) -> None:
        self._sysfs = sysfs
        found = ((name, mapped(name, sysfs)) for name in layers)
        self._before = {name: made for name, made in found if made is not None}
        self._changed: dict[str, Note] = {}

    def look(self, test: str) -> None:
        """Compare them now, after a repeat of this test; the first change of each counts."""
        for name, before in self._before.items():
            if name in self._changed:
                continue
            now = mapped(name, self._sysfs)
            if now is not None and (now.size, now.below) != (before.size, before.below):
                self._changed[name] = _note(test, before, now)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What was another one until the last look."""
        return tuple(self._changed.values())


def _note(test: str, before: Mapped, now: Mapped) -> Note:
    device = f"/dev/mapper/{now.name}"
    moved = before.below != now.below
    return Note(
        "{device} changed from {before} to {now} during {test}.",
        device=device,
        test=test,
        before=OneOf(before.below or ("-",)) if moved else Bytes(before.size or 0, binary=True),
        now=OneOf(now.below or ("-",)) if moved else Bytes(now.size or 0, binary=True),
        kind=NoteKind.DOUBT,
    )
