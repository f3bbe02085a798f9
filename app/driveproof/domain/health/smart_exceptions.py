# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values that are false alarms: on certain drives, and of a sensor that there is not."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Annotated

import msgspec

from driveproof.domain.codec import Decoder
from driveproof.domain.health.glossary import attribute_title
from driveproof.domain.health.report import COUNTERS, NOW, Health, ThresholdState
from driveproof.domain.health.snapshot import AFTER, HealthSnapshot
from driveproof.domain.notes import Note, sentence_note
from driveproof.domain.quantity import Age, Celsius
from driveproof.domain.say import Say

_Text = Annotated[str, msgspec.Meta(min_length=1)]


class Drop(StrEnum):
    """What is not counted; the words of resources/smart-exceptions.toml."""

    THRESHOLD = "threshold"
    COUNT = "count"


class SmartException(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A false alarm, and the drives that have it (resources/smart-exceptions.toml has the keys)."""

    models: Annotated[tuple[_Text, ...], msgspec.Meta(min_length=1)]
    drop: Drop
    why: _Text
    source: _Text
    firmware: tuple[_Text, ...] = ()
    attribute: int | None = None
    counter: str = ""
    value: int | None = None
    zero: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError for what would drop nothing, or a counter that there is not."""
        counts = self.drop is Drop.COUNT
        if counts != bool(self.counter) or counts != (self.value is not None):
            raise ValueError(f"{self.models[0]}: a count has a counter and a value")
        if unknown := {self.counter, *self.zero} - {"", *COUNTERS}:
            raise ValueError(f"{self.models[0]}: no counter: {', '.join(sorted(unknown))}")

    def of(self, model: str, firmware: str) -> bool:
        """Whether it is that of a drive."""
        return any(fnmatchcase(model, pattern) for pattern in self.models) and (
            not self.firmware or any(fnmatchcase(firmware, pattern) for pattern in self.firmware)
        )

    def without(self, health: Health) -> Health:
        """The health without the false alarm, with a note on it; the same where there is none."""
        if self.drop is Drop.COUNT:
            return self._without_count(health)
        return self._without_threshold(health)

    def _without_count(self, health: Health) -> Health:
        others = (getattr(health, name) for name in self.zero)
        if getattr(health, self.counter) != self.value or any(others):
            return health
        said = Say("{name}: {text}", name=COUNTERS[self.counter], text=self.value)
        counter: dict[str, object] = {self.counter: None}
        return replace(health, notes=(*health.notes, self._note(said)), **counter)  # type: ignore[arg-type]

    def _without_threshold(self, health: Health) -> Health:
        """Without the drive's own verdict too, which follows from its thresholds.

        Where a source has no attributes at all, that one may be of this one. Where none of them is
        at its threshold, the drive has another reason.
        """
        failed = [row for row in health.attributes if row.failed == NOW]
        mine = [row for row in failed if self.attribute in {None, row.id}]
        unseen = health.passed is False and not health.attributes
        if len(mine) < len(failed) or not (mine or unseen):
            return health
        name = attribute_title(mine[0].id, mine[0].name) if len(mine) == 1 else Say("Thresholds")
        rows = (
            replace(row, failed=ThresholdState.NEVER) if row in mine else row
            for row in health.attributes
        )
        if self.attribute is None:  # a verdict by them would be none
            rows = (replace(row, threshold=None) for row in rows)
        return replace(
            health,
            attributes=tuple(rows),
            passed=health.passed or None,
            prefail_reached=False,
            notes=(*health.notes, self._note(name)),
        )

    def _note(self, what: Say | str) -> Note:
        return Note("Not counted: {what}. {reason}", what=what, reason=sentence_note(self.why))


_TABLE: Decoder[tuple[SmartException, ...]] = Decoder(tuple[SmartException, ...], 2**20)


def read_exceptions(text: str) -> tuple[SmartException, ...]:
    """Those of a file as resources/smart-exceptions.toml. Raises ValueError for a broken one."""
    return _TABLE.convert(tomllib.loads(text)["exception"])


def without_false_alarms(health: Health, known: Iterable[SmartException]) -> Health:
    """The health without what is known to be a false alarm of its drive."""
    model, firmware = health.model.strip(), health.firmware.strip()
    for one in known:
        if one.of(model, firmware):
            health = one.without(health)
    return health


SENSOR_TIME = timedelta(days=1)
"""For how long a temperature has to stay the same before it is none; our own choice."""
_ENOUGH_READINGS = 4


def without_dead_sensor(health: Health, same: Sequence[HealthSnapshot]) -> Health:
    """The health without a temperature that never changes, with a note on it.

    `same` are the kept readings with the temperature of `health`, where no kept reading has
    another. A drive without a sensor reports the same in each, for more than a day and under load:
    one of the readings has to be from the end of a run.
    """
    celsius = health.temperature
    if celsius is None or len(same) < _ENOUGH_READINGS:
        return health
    time = health.taken - min(one.taken for one in same)
    if time <= SENSOR_TIME or not any(one.reason == AFTER for one in same):
        return health
    note = Note(
        "Not counted: {what}. {reason}",
        what=Say("{name}: {text}", name=Say("Temperature"), text=Celsius(celsius)),
        reason=Say(
            "It stayed the same for {time}, also under load: the drive has no sensor.",
            time=Age(time.total_seconds()),
        ),
    )
    return replace(health, temperature=None, notes=(*health.notes, note))
