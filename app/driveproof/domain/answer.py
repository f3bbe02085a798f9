# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a measurement, a comparison or a look at a drive found, once: faces render this alone."""

from __future__ import annotations

from msgspec import Struct

from driveproof.domain.figure import (
    Block,
    Changes,
    Fact,
    Facts,
    Findings,
    Grid,
    Plot,
    Positions,
    Rows,
    Table,
    Text,
)
from driveproof.domain.quantity import Seconds
from driveproof.domain.run.run import CANCELLED, FAILED, Run
from driveproof.domain.say import Say


class Answer(Struct, frozen=True):
    """The answer in sentences, which follow each other, and the blocks below them.

    Without a sentence nothing was measured that answers the question. A `bad` one is that of a
    drive that fails, lost data or is not what it claims to be, and of a comparison that is slower
    than it may be: the exit status is 1.
    """

    sentences: tuple[Say, ...]
    blocks: tuple[Block, ...]
    bad: bool = False

    @property
    def tables(self) -> tuple[Table, ...]:
        """Its tables from top to bottom, with those of rows and grids."""
        return tuple(
            block if isinstance(block, Table) else block.table
            for block in self.blocks
            if isinstance(block, Table | Rows | Changes | Grid)
        )

    @property
    def rows(self) -> Rows | None:
        """The table that is drawn as bars; None where there is none."""
        return next((block for block in self.blocks if isinstance(block, Rows)), None)

    @property
    def grids(self) -> tuple[Grid, ...]:
        """Its grids from top to bottom."""
        return tuple(block for block in self.blocks if isinstance(block, Grid))

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Its single values from top to bottom."""
        groups = (block for block in self.blocks if isinstance(block, Facts))
        return tuple(fact for group in groups for fact in group.facts)

    @property
    def plots(self) -> tuple[Plot, ...]:
        """Its plots from top to bottom."""
        return tuple(block for block in self.blocks if isinstance(block, Plot))

    @property
    def positions(self) -> tuple[Positions, ...]:
        """What was found along the drive, in the order of the tests."""
        return tuple(block for block in self.blocks if isinstance(block, Positions))

    @property
    def findings(self) -> tuple[Findings, ...]:
        """Its groups of findings from top to bottom."""
        return tuple(block for block in self.blocks if isinstance(block, Findings))

    @property
    def changes(self) -> Changes | None:
        """The table that is drawn as changes; None where there is none."""
        return next((block for block in self.blocks if isinstance(block, Changes)), None)

    def table(self, key: str) -> Table:
        """A table by its key. Raises KeyError for one that it has not."""
        if (table := self.known(key)) is None:
            raise KeyError(key)
        return table

    def known(self, key: str) -> Table | None:
        """The table of this key, None where there is none."""
        return next((table for table in self.tables if table.key == key), None)

    @property
    def measured(self) -> bool:
        """Whether there is anything in them."""
        rows = (*(one.rows for one in self.tables), *(one.findings for one in self.findings))
        return bool(self.facts) or any(rows)

    @property
    def notes(self) -> tuple[Say, ...]:
        """How to take the figures."""
        return tuple(block.say for block in self.blocks if isinstance(block, Text))

    @property
    def map_notes(self) -> tuple[Say, ...]:
        """How to read the map of a check."""
        mapped = any(found.areas for found in self.positions)
        return (Say("Each cell shows its worst state."),) if mapped else ()


def headline(run: Run, answer: Answer) -> tuple[Say, ...]:
    """What a run found, and how it ended."""
    said = answer.sentences
    if run.status == CANCELLED:
        taken = Seconds(run.seconds) if run.seconds >= 1 else Say("less than a second")
        return Say("Cancelled after {duration}.", duration=taken), *said
    if run.status == FAILED:
        return Say("Not finished."), *said
    return said or (Say("Nothing was measured."),)
