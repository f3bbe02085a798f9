# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the guided profiles: those that come with the program, people's own, and job files."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path

from driveproof.domain.errors import Advice, MachineError, UsageError
from driveproof.domain.pasted import decoded, plain_text
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.profile.shipped import SHIPPED
from driveproof.domain.quantity import Bytes

SUFFIX = ".toml"
BESIDE = "-own"
"""What the name of a person's profile ends with whose file has the name of a shipped one."""
LARGEST = 2**20


@dataclass(frozen=True, slots=True)
class BrokenProfile:
    """A file of the person's that is no profile, or not under its own name, and why."""

    path: Path
    problem: UsageError | MachineError


class Profiles:
    """The profiles of the program and those in a folder of the person, the latter by any name new.

    `folder` need not exist. A broken file of the person's own hides only itself: it is in
    `broken`, and asking for it by name raises. A file with the name of one of the program's is the
    profile NAME-own beside that one, and in `broken` too. `problems` is why, and what else could
    not be read.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self.problems: list[UsageError | MachineError] = []
        self.broken: list[BrokenProfile] = []

    def all(self) -> tuple[Profile, ...]:
        """Every profile that can be used, the program's own first."""
        self.problems, self.broken = [], []
        found = {name: shipped(name) for name in SHIPPED}
        for path in self._own():
            try:
                profile = self._read_own(path)
            except (UsageError, MachineError) as problem:
                self._hide(path, problem)
                continue
            if profile.name in SHIPPED:
                profile = replace(profile, name=f"{path.stem}{BESIDE}")
                self._hide(path, _taken(path, profile.name))
                if file_of(path.parent, profile.name) != path:
                    continue  # another file has that name too
            found[profile.name] = profile
        return tuple(found.values())

    def find(self, name: str) -> Profile:
        """The profile with this name. Raises UsageError when it does not exist or its file is
        invalid.
        """
        if name in SHIPPED and all(path.stem != name for path in self._own()):
            return shipped(name)  # without reading the others
        known = self.all()
        for profile in known:
            if profile.name == name:
                return profile
        for path in self._own():
            if path.stem == name:
                return self._read_own(path)
        names = [profile.name for profile in known]
        alike = get_close_matches(name.lower(), names, n=3)
        raise UsageError(
            "There is no profile '{name}'.",
            name=name,
            advice=Advice("Choose one of: {options}.", options=", ".join(alike))
            if alike
            else Advice("Choose one of: {options}.", options=", ".join(names)),
        )

    def _hide(self, path: Path, problem: UsageError | MachineError) -> None:
        self.problems.append(problem)
        self.broken.append(BrokenProfile(path, problem))

    def _own(self) -> list[Path]:
        if self._folder is None:
            return []
        try:
            if not self._folder.is_dir():
                return []
            return sorted(self._folder.glob(f"*{SUFFIX}"))
        except OSError as error:
            self.problems.append(
                MachineError(
                    "{path} cannot be read: {reason}.", path=self._folder, reason=error.strerror
                )
            )
            return []

    def _read_own(self, path: Path) -> Profile:
        return read_profile(_text_of(path), path.stem, str(path))


@cache
def shipped(name: str) -> Profile:
    """One that comes with the program; read once, as it does not change."""
    return read_profile(shipped_file(name), name, f"{name}{SUFFIX}")


def file_of(folder: Path, name: str) -> Path:
    """The file of a person's profile, whether it exists or not."""
    path = folder / f"{name}{SUFFIX}"
    other = name.removesuffix(BESIDE)
    if other in SHIPPED and not path.exists():
        beside = folder / f"{other}{SUFFIX}"
        return beside if beside.exists() else path
    return path


def shipped_file(name: str) -> str:
    """The text of a profile that comes with the program."""
    folder = resources.files("driveproof") / "resources" / "profiles"
    return (folder / f"{name}{SUFFIX}").read_text("utf-8")


def read_job(path: Path) -> Profile:
    """The profile that does what a fio job file says, with the variables of our environment.

    Raises MachineError when it cannot be read, UsageError for what it must not or cannot say.
    """
    from driveproof.fio.job_file import read_job_file  # noqa: PLC0415 - for a job file alone

    return read_job_file(plain_text(decoded(_bytes_of(path))), str(path), os.environ)


def _text_of(path: Path) -> str:
    try:
        return _bytes_of(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise MachineError("{path} cannot be read: {reason}.", path=path, reason=error) from error


def _bytes_of(path: Path) -> bytes:
    try:
        if not path.is_file():  # a named pipe would be waited for without end
            raise MachineError("{path} is not a file.", path=path)
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise MachineError("{path} cannot be read: {reason}.", path=path, reason=error) from error
    if len(data) > LARGEST:
        raise UsageError(
            "{path} is larger than {most}.",
            path=path,
            most=Bytes(LARGEST, binary=True),
            advice=Advice("Name a file."),
        )
    return data


def _taken(path: Path, name: str) -> UsageError:
    return UsageError(
        "{path} has the name of a built-in profile; it is called '{name}'.",
        name=name,
        path=path,
        advice=Advice("Choose another name."),
    )
