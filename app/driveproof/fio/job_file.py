# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads somebody's fio job file as a profile; runs nothing and opens nothing.

fio itself cannot be asked: `fio --parse-only` opens files that a pattern names and starts a shell
for arithmetic (seen with fio 3.33). So the file is read here by an allow-list (job_options.py), and
fio gets the command that we make from the profile. What it may have is in job_grammar.py,
what that means for a test in job_reader.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from driveproof.domain.access import COLD, DIRECT
from driveproof.domain.errors import UsageError
from driveproof.domain.notes import Note
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.shipped import SHIPPED
from driveproof.domain.run.work import marks
from driveproof.domain.text import visible
from driveproof.fio import job_options as options
from driveproof.fio.job_grammar import Grammar, Section, groups_of
from driveproof.fio.job_problems import LONGEST_TITLE, Problems, no_section
from driveproof.fio.job_reader import TestReader

_MIB = 2**20
_NOT_A_NAME = re.compile(r"[^a-z0-9]+")


def read_job_file(text: str, source: str, environment: Mapping[str, str] | None = None) -> Profile:
    """The profile that does what the job file `source` says, with notes on what is otherwise.

    `environment` has the variables that the file may name. Raises UsageError that names file, line
    and option, and says what to do; everything that is wrong is in it, the first in front.
    """
    problems = Problems(source)
    grammar = Grammar(problems, environment or {})
    sections = grammar.sections(text)
    groups = groups_of(sections, problems)
    alone = len(groups) == 1
    readers = [TestReader(group, problems, alone=alone) for group in groups]
    phases = [reader.phase() for reader in readers]
    cached = {reader.direct for reader in readers}
    problems.raise_any()
    if len(cached) > 1:
        raise UsageError("{source}: use direct=1 in all sections or in none.", source=source)
    if not sections:
        raise no_section(source)
    size = -(-max(reader.total for reader in readers) // _MIB) * _MIB
    phases = [
        replace(phase, extent=0 if reader.total == size else reader.total)
        for phase, reader in zip(phases, readers, strict=True)
    ]
    notes = [*_said(sections, grammar), *(note for reader in readers for note in reader.notes)]
    notes += [
        Note("[{name}] asks for {options}.", name=phase.title, options=", ".join(asked))
        for phase in phases
        if (asked := marks(phase.asked.judged(phase.direction)))
    ]
    stem = source.rpartition("/")[2]
    return Profile(
        name=_name(stem),
        title=visible(stem)[:LONGEST_TITLE].strip() or "fio",
        question=_question(sections),
        phases=tuple(_told_apart(phases)),
        size=size,
        repeats=1,
        cache=DIRECT if True in cached else COLD,
        as_written=True,
        notes=tuple(dict.fromkeys(notes)),
    )


def _said(sections: Sequence[Section], grammar: Grammar) -> Iterable[Note]:
    """What of the whole file is done otherwise than fio would."""
    names = dict.fromkeys(name for section in sections for name in section.values)
    ours = [name for name in names if name in options.OURS]
    left = [name for name in names if name in options.LEFT]
    if ours:
        yield _left_out(ours)
    if left:
        yield Note(
            "Ignored options: {options}.",
            options=", ".join(left),
        )
    if grammar.expanded:
        yield Note(
            "From the environment: {values}.",
            values=", ".join(
                f"{name}={visible(value)}" for name, value in grammar.expanded.items()
            ),
        )
    for name in dict.fromkeys(grammar.made_only):
        yield Note("[{name}] is skipped (create_only).", name=name)


def _left_out(names: Sequence[str]) -> Note:
    return Note(
        "Options set by Driveproof: {options}.",
        options=", ".join(names),
    )


def _question(sections: Sequence[Section]) -> str:
    """What the file says about itself."""
    for section in sections:
        if (found := section.values.get("description")) and found.text:
            return visible(found.text)[:300]
    return ""


def _name(stem: str) -> str:
    """A name that a profile may have, and none of ours."""
    stem = stem.rpartition(".")[0] or stem
    name = _NOT_A_NAME.sub("-", stem.lower()).strip("-")[:34].strip("-") or "fio"
    return f"{name}-job" if name in SHIPPED else name


def _told_apart(phases: Sequence[Phase]) -> Iterable[Phase]:
    """Sections of one name are numbered; tests with the same settings carry that of theirs, as
    those of an imported file do.
    """
    taken: set[str] = set()
    names = [phase.name for phase in phases]
    for phase in phases:
        title, number = phase.title, 2
        while title in taken:
            title, number = f"{phase.title} ({number})", number + 1
        taken.add(title)
        variant = title if names.count(phase.name) > 1 else ""
        yield replace(phase, title=title, variant=variant)
