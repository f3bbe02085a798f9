# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A profile as a fio job file: its tests with the arguments that Driveproof gives to fio."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping

from driveproof.domain.access import COLD, DIRECT, WARM, Engine
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.work import FileOperation
from driveproof.domain.text import visible
from driveproof.export.text.command import NAME
from driveproof.fio.command import FioTarget, prepare
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.profile import run_title, test_words
from driveproof.wording.units import NARROW, format_size

DEVICE = "/dev/DEVICE"
"""Stands for the device of a profile that has no test file; fio must not make a file there."""
WIDTH = 98
# What says how fio reports, and what belongs to a file without a name.
_COMMAND_LINE = ("name", "eta", "output-format", "status-interval")
_NO_NAME = ("allow_file_create",)
_WHOLE = ("size", "offset_increment")
_ONE_FILE = ("filename", "offset_increment")
_NOT_IN_NAMES = re.compile(r"[\[\];#\s]+")


def job_file_text(profile: Profile, engine: Engine | None = None) -> str:
    """The job file; `engine` is that of tests above queue depth 1 whose profile names none.

    Raises UsageError for a profile whose tests fio's job files cannot say.
    """
    profile = profile.through_cache()
    tests = [phase for phase in profile.phases if phase.tool == Tool.FIO]
    if not tests:
        raise UsageError("{title} cannot be a fio job file.", title=profile.title)
    if not has_trait(profile.method, Trait.JOB_FILE):
        raise UsageError(
            "{title} cannot be a fio job file.",
            title=profile.title,
            advice=Advice("Each result shows its commands."),
        )
    parts = [_options(profile, phase, engine) for phase in tests]
    common = _common([options for part in parts for options in part])
    names = _section_names(profile, tests)
    lines = [f"# {line}" for line in _head(profile)]
    lines += ["", "[global]", *_lines(common)]
    for number, (name, part) in enumerate(zip(names, parts, strict=True)):
        for place, options in enumerate(part):
            own = {key: value for key, value in options.items() if key not in common}
            title = name if len(part) == 1 else f"{name}, {place + 1}"
            alone = number and not place  # the second of two jobs goes with the first
            lines += ["", f"[{title}]", *(["stonewall"] if alone else []), *_lines(own)]
    return "\n".join(lines) + "\n"


def _options(profile: Profile, phase: Phase, engine: Engine | None) -> list[dict[str, str]]:
    """What fio gets for the first repeat of a test, for each of its jobs."""
    whole = profile.needs_root
    place = FioTarget(
        DEVICE if whole else NAME,
        phase.block_size * phase.jobs if whole else profile.size,
        phase.direct and profile.cache == DIRECT,
        {COLD: True, WARM: False}.get(profile.cache),
    )
    unwanted = (*_COMMAND_LINE, *(_WHOLE if whole else _NO_NAME))
    if phase.asked.files > 1:  # fio makes one for each job, as long as none has a name
        unwanted = (*unwanted, *_ONE_FILE)
    shared: dict[str, str] = {}
    sections: list[dict[str, str]] = []
    for word in prepare(phase, place, engine=engine)[1:]:
        key, value = word.removeprefix("--").split("=", 1)
        if key == "name":
            sections.append(dict(shared))
        elif key not in unwanted:
            (sections[-1] if sections else shared)[key] = value
    if "exitall" in shared:  # the next tests are to follow all the same
        for options in sections:
            options["exit_what"] = "stonewall"
    return sections


def _common(sections: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """What all tests have alike."""
    first, *others = sections
    return {
        key: value
        for key, value in first.items()
        if all(other.get(key) == value for other in others)
    }


def _lines(options: Mapping[str, str]) -> list[str]:
    return [f"{key}={value}" for key, value in options.items()]


def _section_names(profile: Profile, tests: Iterable[Phase]) -> list[str]:
    """Each once: fio reports them, and they are the tests' titles when the file is read again."""
    found: list[str] = []
    for phase in tests:
        words = test_words(phase.title, phase.direction, profile.name).replace(NARROW, " ")
        name = _NOT_IN_NAMES.sub(" ", visible(words)).strip()[:70] or phase.direction
        name = f"test {name}" if name.startswith("global") else name
        unique, number = name, 2
        while unique in found:
            unique, number = f"{name} ({number})", number + 1
        found.append(unique)
    return found


def _head(profile: Profile) -> list[str]:
    """What the file is, and what of the profile it cannot say."""
    title = visible(run_title(profile.title, profile.name, profile.cache).replace(NARROW, " "))
    said = [_("Driveproof profile: {title}").format(title=title)]
    said.append(
        ngettext(
            "Driveproof runs each test {count} time, fio once.",
            "Driveproof runs each test {count} times, fio once.",
            profile.repeats,
        ).format(count=profile.repeats)
    )
    if warmup := max(phase.warmup for phase in profile.phases if phase.tool == Tool.FIO):
        said.append(
            _("The runtime includes the warm-up of up to {seconds} s.").format(
                seconds=f"{warmup:g}"
            )
        )
    if profile.needs_root:
        said.append(_("Replace {device}, and run it as root.").format(device=DEVICE))
    else:
        said.append(
            _("Run it in a folder of the drive. Afterwards remove {name} ({size}).").format(
                name=NAME, size=format_size(profile.size, binary=True).replace(NARROW, " ")
            )
        )
    if any(phase.tool is not Tool.FIO for phase in profile.phases):
        said.append(_("Without the tests of hdparm."))
    if has_trait(profile.method, Trait.UNDER_SCHEDULERS):
        said.append(_("Set each scheduler yourself."))
    if profile.cache == WARM:
        said.append(_("Read the file once first: Driveproof measures it in memory."))
    if any(phase.operation is FileOperation.WRITE for phase in profile.phases):
        said.append(_("Driveproof creates a new file for each first write, fio does not."))
    said.append("fio --output-format=json+ FILE")
    return [line for text in said for line in textwrap.wrap(text, WIDTH)]
