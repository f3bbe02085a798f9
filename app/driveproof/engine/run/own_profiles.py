# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of a person's own profiles: written whole, removed, and put back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from driveproof.domain.errors import Advice, MachineError, UsageError
from driveproof.domain.profile.draft import Draft, TextDraft, checked_text, name_of, toml_text
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.shipped import SHIPPED
from driveproof.engine.run.profiles import LARGEST, file_of, shipped_file
from driveproof.export.files import write_data


class OwnProfileProblem(Enum):
    """What a caller reacts to."""

    TAKEN = "taken"
    """Another profile has this name: ask, and replace it."""


@dataclass(frozen=True, slots=True)
class ProfileChange:
    """What became of the files, so that it can be undone.

    `name` and `title` are those of the profile that is there now, "" after a removal; `before` are
    what was in the files, None for one that was not there.
    """

    name: str
    title: str
    before: tuple[tuple[str, bytes | None], ...]


class OwnProfiles:
    """The folder of a person's own profiles; all of it works on files, so call it in a thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def owns(self, name: str) -> bool:
        """Whether this is the name of a file there."""
        return self._path(name).is_file()

    def source(self, profile: Profile) -> str:
        """The text of the file of a profile, the program's own included. Raises MachineError, and
        UsageError for one that has no file.
        """
        if profile.name in SHIPPED:
            return shipped_file(profile.name)
        text = self._text(profile.name)
        if text is None:
            raise UsageError(
                "{title} cannot be edited.",
                title=profile.title,
                advice=Advice("Edit a copy."),
            )
        return text

    def broken_text(self, path: Path) -> str:
        """What a file says that is no profile, as far as it is text. Raises MachineError."""
        return self._text(path.stem) or ""

    def save(self, draft: Draft | TextDraft, *, replace: bool = False) -> ProfileChange:
        """Write the file of a draft; one that got another name leaves its former file.

        Raises UsageError for a draft that is not valid, and with the code TAKEN where another
        profile would be replaced; MachineError when the file cannot be written.
        """
        if isinstance(draft, TextDraft):
            found = checked_text(draft)
            text, name, title = draft.text, found.name, found.title
        else:
            text, name, title = toml_text(draft), name_of(draft), draft.title
        if name != draft.name and not replace and self.owns(name):
            raise UsageError(
                "{path} exists already.",
                path=name,
                code=OwnProfileProblem.TAKEN,
                advice=Advice("Choose another name."),
            )
        names = dict.fromkeys(one for one in (name, draft.name) if one)
        before = tuple((one, self._data(one)) for one in names)
        self._write(name, text)
        if draft.name and draft.name != name:
            self._remove(draft.name)
        return ProfileChange(name, title, before)

    def remove(self, profile: Profile) -> ProfileChange:
        """Remove the file of a profile. Raises MachineError."""
        before = ((profile.name, self._data(profile.name)),)
        self._remove(profile.name)
        return ProfileChange("", "", before)

    def undo(self, change: ProfileChange) -> None:
        """Put back what the files were. Raises MachineError."""
        for name, data in change.before:
            if data is None:
                self._remove(name)
            else:
                self._write(name, data)

    def _path(self, name: str) -> Path:
        return file_of(self._folder, name)

    def _text(self, name: str) -> str | None:
        """A file as far as it is a text that is no larger than a profile may be."""
        data = self._data(name, LARGEST)
        return None if data is None else data.decode("utf-8", "replace")

    def _data(self, name: str, most: int = -1) -> bytes | None:
        path = self._path(name)
        try:
            if not path.is_file():
                return None
            with path.open("rb") as file:
                return file.read(most)
        except OSError as error:
            raise MachineError(
                "{path} cannot be read: {reason}.", path=path, reason=error.strerror
            ) from error

    def _write(self, name: str, data: str | bytes) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise MachineError(
                "{path} cannot be written: {reason}.", path=self._folder, reason=error.strerror
            ) from error
        write_data(self._path(name), data)

    def _remove(self, name: str) -> None:
        path = self._path(name)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise MachineError(
                "{path} cannot be written: {reason}.", path=path, reason=error.strerror
            ) from error
