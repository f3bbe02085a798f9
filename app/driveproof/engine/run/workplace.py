# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder of ours with named files, and the child that removes it whoever of us is killed."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict

from driveproof.domain.errors import Advice, DriveproofError, MachineError
from driveproof.domain.notes import Note
from driveproof.engine.run.own_names import new_name
from driveproof.engine.run.target import MeasuredFolder
from driveproof.engine.run.task_process import task_command
from driveproof.engine.run.tasks import holding
from driveproof.engine.run.tasks.holding import HeldFolder
from driveproof.engine.run.testfile import (
    TestFileRegistry,
    explain_error,
    left_on_network,
    needs_name,
)

_LOOK = 0.05
_PATIENT, _HURRIED = 60.0, 1.5
"""Seconds that the end of a run waits until its folders are removed, and that a cancel does. A
server that is away, or ten thousand files on it, take longer; nobody has to wait for that."""
_AGAIN = 30
"""How often what a server does not let go of is tried again, a second apart."""


class Workplace:
    """The folders of a run, one in each of `places`, and their guard.

    The guard is a process of its own. It removes them as soon as nobody holds `descriptors` any
    more: we, and every child that was given them.
    """

    def __init__(
        self,
        places: Sequence[MeasuredFolder],
        registry: TestFileRegistry,
        cancelled: Callable[[], bool],
    ) -> None:
        """Make the folders and start the guard. Raises DriveproofError."""
        self._registry, self._cancelled = registry, cancelled
        self._network = any(place.traits.network for place in places)
        self.folders: tuple[HeldFolder, ...] = ()
        try:
            for place in places:
                self._make(place)
            self._guard = _started(self.folders, _AGAIN if self._network else 0)
        except BaseException:  # a bug of ours, or the end of the program, leaves no folder either
            with contextlib.suppress(DriveproofError):
                self._remove()
            raise

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What a child that works in the folders has to inherit."""
        assert self._guard.stdin is not None
        every = (number for held in self.folders for number in held.descriptors)
        return (*every, self._guard.stdin.fileno())

    def _make(self, place: MeasuredFolder) -> None:
        """A folder of ours, remembered before it is made: a kill leaves it for the next start."""
        name, folder = new_name(), place.folder
        self._registry.add(name, folder)
        try:
            # No sweep looks for what is ours on a network: there the guard is all there is.
            made = holding.make(folder, name, whosever=place.traits.network)
        except holding.OtherOwnerError as error:
            self._registry.remove(name)
            raise MachineError(
                "You do not have permission to use {path}.",
                path=folder,
                advice=Advice("Choose another folder."),
            ) from error
        except OSError as error:
            self._registry.remove(name)
            raise explain_error(error, folder) from error
        self.folders = (*self.folders, made)

    def leave(self) -> tuple[Note, ...]:
        """Have everything removed, once; who works there has to be ended before. What is said of
        it where that takes long. Raises MachineError where it is not possible.
        """
        if not self.folders:
            return ()
        assert self._guard.stdin is not None
        self._guard.stdin.close()
        if not self._waited():
            return self._let_go()
        self._remove()
        return ()

    def _waited(self) -> bool:
        """Whether the guard has ended, in the time that somebody waits for it."""
        begun, hurried = time.monotonic(), None
        while self._guard.poll() is None:
            now = time.monotonic()
            if hurried is None and self._cancelled():
                hurried = now
            if now - begun > _PATIENT or (hurried is not None and now - hurried > _HURRIED):
                return False
            time.sleep(_LOOK)
        return True

    def _let_go(self) -> tuple[Note, ...]:
        """The guard goes on without us."""
        said = tuple(
            Note(
                "{path} remains; the next start removes it.",
                path=held.path,
            )
            for held in self.folders
        )
        self._close()
        return said

    def _remove(self) -> None:
        """Remove what the guard has left, if it was killed. Raises MachineError where a folder
        stays.
        """
        left = [held for held in self.folders if not self._removed(held)]
        failures = [self._stays(held) for held in left]
        self._close()
        if failures:
            raise failures[0]

    def _removed(self, held: HeldFolder) -> bool:
        gone = holding.is_gone(held) or holding.remove(held, attempts=2)
        if gone:
            self._registry.remove(held.name)
        return gone

    def _close(self) -> None:
        folders, self.folders = self.folders, ()
        for held in folders:
            held.close()

    def _stays(self, held: HeldFolder) -> MachineError:
        if not holding.is_there(held):
            return MachineError(
                "{path} was moved during the run; the empty folder {place} remains.",
                path=held.path,
                place=holding.now_at(held),
            )
        if self._network:
            return MachineError(
                "{path} remains.",
                path=held.path,
                advice=Advice("Try again."),
            )
        return MachineError("{path} remains; the next start removes it.", path=held.path)


class Home:
    """Where the test files of a folder have names: in a workplace of ours, or nowhere."""

    def __init__(self, workplace: Workplace | None) -> None:
        self._workplace = workplace
        self.folder = workplace.folders[0] if workplace else None
        """The folder for them, None where they need no names."""

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What a child that works with the files has to inherit."""
        return self._workplace.descriptors if self._workplace else ()

    def leave(self) -> tuple[Note, ...]:
        """As a workplace is left."""
        return self._workplace.leave() if self._workplace else ()


@contextlib.contextmanager
def named_in(
    place: MeasuredFolder | None, registry: TestFileRegistry, cancelled: Callable[[], bool]
) -> Iterator[Home]:
    """A home for the test files in a folder, as far as they need one. Raises DriveproofError."""
    if place is None or not needs_name(place.folder, registry):
        yield Home(None)
        return
    home = Home(Workplace([place], registry, cancelled))
    try:
        yield home
    finally:
        with contextlib.suppress(DriveproofError):
            home.leave()


def _started(folders: Sequence[HeldFolder], again: int) -> subprocess.Popen[bytes]:
    """The guard. Raises MachineError."""
    try:
        return subprocess.Popen(
            task_command("guard", json.dumps([[asdict(held) for held in folders], again])),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={"PATH": os.defpath, "LC_ALL": "C"},
            cwd="/",
            pass_fds=[number for held in folders for number in held.descriptors],
            start_new_session=True,  # Ctrl-C is meant for us
        )
    except OSError as error:
        raise MachineError(
            "{path} cannot be started: {error}.", path=sys.executable, error=error.strerror
        ) from error


def stays_on_network(place: MeasuredFolder) -> list[Note]:
    """What is left of earlier runs where other computers may be at work: that is not removed."""
    return [
        Note(
            "{path} is from an earlier run. Remove it if no other computer uses it.",
            path=path,
        )
        for path in left_on_network(place.folder)
    ]
