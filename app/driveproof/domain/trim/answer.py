# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was found of TRIM: whether it gets through, what one would free, and what one did."""

from __future__ import annotations

from collections.abc import Iterator

from driveproof.domain.answer import Answer
from driveproof.domain.errors import DriveproofError
from driveproof.domain.figure import Block, Cell, Column, Fact, Facts, Findings, Table, Text
from driveproof.domain.finding import Finding
from driveproof.domain.quantity import Bytes, Day, Seconds, Share
from driveproof.domain.say import Coded, Say
from driveproof.domain.trim.free_space import FreeSpace
from driveproof.domain.trim.job import PROOF_WORDS, REFUTED, Outcome, Preview, ProofCode
from driveproof.domain.trim.path import BLOCK, PATH_WORDS, DiscardPath, PeriodicTrim

_ON, _OFF = Coded("on", Say("on")), Coded("off", Say("off"))


def path_answer(path: DiscardPath) -> Answer:
    """Whether TRIM gets through, what each layer does, and what trims by itself."""
    notes = [one for note in path.notes for one in note.say]
    if path.for_root is not None:
        notes.append(path.for_root)
    blocks: tuple[Block, ...] = (layers(path), by_itself(path), *map(Text, notes))
    return Answer((path.say,), blocks, bad=path.verdict == BLOCK)


def layers(path: DiscardPath) -> Findings:
    """From the file system to the drive."""
    found = tuple(layer.finding for layer in path.layers)
    return Findings("layers", Say("Layer by layer"), found, tuple(PATH_WORDS.values()))


def by_itself(path: DiscardPath) -> Facts:
    """The timer, whether it trims this mount, and whether deleted files are trimmed at once."""
    return Facts(tuple(_by_itself(path)))


def _by_itself(path: DiscardPath) -> Iterator[Fact]:
    periodic = path.periodic
    if periodic is not None:
        yield Fact("timer", Say("{name}", name="fstrim.timer"), _timer(periodic))
        if periodic.last is not None:
            yield Fact("last_run", Say("Last run"), Day(periodic.last))
        if periodic.next is not None:
            yield Fact("next_run", Say("Next run"), Day(periodic.next))
        yield Fact("listed", Say("Covered by the timer"), periodic.listed)
        if why := tuple(one for finding in periodic.why for one in finding.say):
            yield Fact("reason", Say("Reason"), why[0] if len(why) == 1 else _both(*why[:2]))
    if path.continuous is not None or path.continuous_option:
        yield Fact("continuous", Say("Continuous TRIM"), _continuous(path))
    if periodic is not None and periodic.source:
        yield Fact("source", Say("Source"), periodic.source)


def _both(first: Say, second: Say) -> Say:
    return Say("{first} {second}", first=first, second=second)


def _timer(periodic: PeriodicTrim) -> Coded | None:
    if periodic.installed is False:
        return Coded("not-installed", Say("not installed"))
    if periodic.enabled and periodic.active is False:
        return Coded("idle", Say("enabled, but not running"))
    runs = periodic.enabled if periodic.active is None else periodic.active
    if runs is None:
        return None
    return _ON if runs else _OFF


def _continuous(path: DiscardPath) -> Cell:
    if path.continuous is None:
        return path.continuous_option
    state = _ON if path.continuous else _OFF
    if not path.continuous_option:
        return state
    return Say("{state} ({option})", state=state, option=path.continuous_option)


def preview_answer(preview: Preview) -> Answer:
    """Whether TRIM gets through, and what one would free, or why it is impossible."""
    blocks: list[Block] = [Facts(tuple(_before(preview)))]
    blocks += map(Text, preview.notes)
    if preview.refusal is not None:
        blocks.append(_said("refused", Say("Not possible"), preview.refusal))
    return Answer((preview.chain.say,), tuple(blocks), bad=preview.refusal is not None)


def _before(preview: Preview) -> Iterator[Fact]:
    """What would be trimmed, and how."""
    mount = preview.mount
    yield Fact("target", Say("Target"), preview.where)
    yield Fact("mount", Say("Mount point"), mount.path if mount else Say("not mounted"))
    yield Fact("method", Say("Method"), preview.method)
    yield from free_facts(preview)


def free_facts(preview: Preview) -> tuple[Fact, ...]:
    """How much is free, in how many pieces, and what reports it."""
    free = preview.free
    return tuple(_free(preview, free)) if free else (Fact("free", Say("Free"), None),)


def _free(preview: Preview, free: FreeSpace) -> Iterator[Fact]:
    size: Say | Bytes = free.amount
    if free.share is not None:
        share, total = Share(free.share), Bytes(free.total)
        size = Say("{size}, {share} of {total}", size=size, share=share, total=total)
    yield Fact("free", Say("Free"), size)
    if free.why is not None:
        yield Fact("estimated", Say("Estimated because"), preview.estimated(free.why))
    if free.ranges is not None:
        yield Fact("ranges", Say("Ranges"), free.ranges)
    if free.largest:
        yield Fact("largest", Say("Largest"), Bytes(free.largest))
    yield Fact("source", Say("Source"), free.source)


def outcome_answer(outcome: Outcome) -> Answer:
    """What was trimmed, what each layer counted, and what proves it; bad where it certainly did not
    reach the drive.
    """
    facts = (
        Fact("target", Say("Target"), outcome.preview.where),
        Fact("time", Say("Time"), Seconds(outcome.seconds)),
    )
    notes = map(Text, outcome.preview.notes)
    blocks: list[Block] = [Facts(facts), *notes, counts(outcome), proof(outcome)]
    if outcome.problems:
        blocks.append(_said("problems", Say("Problems"), *outcome.problems))
    bad = any(one.verdict == REFUTED for one in outcome.proof)
    return Answer((outcome.say,), tuple(blocks), bad=bad)


def counts(outcome: Outcome) -> Table:
    """What every layer counted."""
    columns = (Column("layer", Say("Layer")), Column("discarded", Say("Discarded")))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (one.name, None if one.discarded is None else Bytes(one.discarded))
        for one in outcome.layers
    )
    unknown = Say("Not counted")
    return Table("layers", Say("Discarded by layer"), columns, rows, unknown=unknown)


def proof(outcome: Outcome) -> Findings:
    """What each tier shows."""
    found = tuple(one.finding for one in outcome.proof)
    return Findings("proof", Say("Proof"), found, PROOF_WORDS)


def _said(key: str, title: Say, *errors: DriveproofError) -> Findings:
    """Errors with what to do, as each face has it."""
    found = (Finding(ProofCode.FAILED, (Say("{text}", text=one),)) for one in errors)
    return Findings(key, title, tuple(found))
