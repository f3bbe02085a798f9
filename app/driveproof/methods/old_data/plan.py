# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads of files of six ages, in rounds: how much of each, and which ages there are."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct, structs

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.method import Trait
from driveproof.domain.profile.choice import Choice
from driveproof.domain.profile.declared import sized
from driveproof.domain.profile.phase import LAYOUT_RATE, Phase, Tool
from driveproof.domain.profile.profile import CostBounds, Profile
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.file_ages import AGED_BLOCK, Age
from driveproof.domain.say import Say, Title

REPEATS = 8
PAUSE = 0.5
"""Seconds between two ages: reading old data heats a controller, which then slows down (an 840 EVO
at 52 degrees Celsius read data of four weeks at 177 MB/s, at 32 degrees at 289; pcper.com,
September 2014).
"""
SEARCH = 60.0
"""Seconds that files are looked for at most."""
_FASTEST = 14e9
TRAITS = frozenset(
    {
        *(Trait.FOLDER, Trait.NO_DEVICE, Trait.SHUFFLED, Trait.NO_FILE),
        *(Trait.OWN_SECONDS, Trait.NO_EXPERIMENT),
    }
)

_TITLES = {
    Age.WEEK: Title("Files under 1 week old"),
    Age.MONTH: Title("Files 1 week to 1 month old"),
    Age.QUARTER: Title("Files 1 to 3 months old"),
    Age.YEAR: Title("Files 3 to 12 months old"),
    Age.TWO_YEARS: Title("Files 1 to 2 years old"),
    Age.OLDER: Title("Files over 2 years old"),
}


class Plan(Struct, frozen=True):
    """`sample` bytes of each age are read in each repeat; `ages` are those of which there are
    enough files.
    """

    sample: Annotated[
        int,
        sized(2**24, 2**28, AGED_BLOCK),
        Choice(
            Say("&Read of each age"),
            Say("old-data: bytes of each age in each repeat"),
            proposed=(2**25, 2**26, 2**27, 2**28),
        ),
    ] = 2**26
    ages: frozenset[Age] = frozenset(Age)

    @property
    def size(self) -> int:
        """It has no test file."""
        return 0

    @property
    def phases(self) -> tuple[Phase, ...]:
        """One for each age; the seconds are those of a slow drive."""
        return tuple(self._phase(age) for age in Age if age in self.ages)

    def _phase(self, age: Age) -> Phase:
        return Phase(
            title=_TITLES[age],
            direction=Direction.READ,
            # As in the samples of a scan: what is read at once lies in a row.
            pattern=Pattern.SEQUENTIAL,
            block_size=AGED_BLOCK,
            queue_depth=1,
            warmup=0.0,
            seconds=self.sample / LAYOUT_RATE,
            limit=self.sample,
            tool=Tool.PLACES,
            variant=f"files {age}",
            once=True,
        )

    def cost(self, profile: Profile) -> CostBounds:
        """Nothing is written; files are looked for before."""
        rounds = profile.repeats
        steps = len(profile.phases) * rounds
        pauses = profile.pause * max(0, steps - 1)
        fewest = steps * self.sample / _FASTEST
        return CostBounds((fewest, SEARCH + pauses + steps * self.sample / LAYOUT_RATE))

    @property
    def does(self) -> Say:
        """What it reads."""
        return Say("{size} of your files of each age", size=Bytes(self.sample, binary=True))

    def check_drive(self, speed: SpeedClass) -> None:
        """Raises MachineError for a hard disk, whose outer half is faster whatever is on it."""
        if speed is SpeedClass.DISK:
            raise MachineError(
                "On a hard disk the position decides how fast a file is read, not its age.",
                advice=Advice("Use {name}.", name="scan"),
            )

    def of_ages(self, ages: frozenset[Age]) -> Plan:
        """For a folder that has enough files of these ages."""
        return structs.replace(self, ages=ages)


def age_of_test(name: str) -> Age | None:
    """The age of the files of a test, by its name; None for any other test."""
    word = name.removeprefix("files ")
    return Age(word) if name.startswith("files ") and word in tuple(Age) else None
