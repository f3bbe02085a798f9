# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of a check of capacity that keeps them: named, in a folder of their own.

The folder is reached by one descriptor, and what is in it by names of ours below that: no link is
followed, whoever may write there. A marker says whose folder it is and how its files are cut, and a
small file how much of them is on the drive for certain. Blocks follow from the number of the check
(helper/self_describing.py), so that nothing else is needed to go on.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import stat
from pathlib import Path

from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError
from driveproof.domain.profile.checks import CHECK_BLOCK
from driveproof.domain.run.kept import KeptFolder, number_of
from driveproof.engine.run.testfile import close, explain

MARKER = "driveproof.json"
PROGRESS = "written"
_DATA = re.compile(r"[0-9]{4}\.data")
_MOST_MARKER = 4096  # bytes; ours has a hundred
_DIGITS = 20
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK


class KeptFiles:
    """An open folder of a check; nobody else works on it until it is closed.

    `each` is the length of a file in bytes, `durable` how much of all of them is on the drive for
    certain, `held` how much they take now.
    """

    def __init__(self, path: str, descriptor: int, marker: int, number: int, each: int) -> None:
        self.path, self.number, self.each = path, number, each
        self._descriptor, self._marker = descriptor, marker
        self.durable = _progress(descriptor)
        self.held = _size(descriptor)
        self.new = False

    @classmethod
    def make(cls, path: str, number: int, each: int) -> KeptFiles:
        """A new folder with its marker. Raises DriveproofError."""
        try:
            Path(path).mkdir(mode=0o700)
            descriptor = os.open(path, _FOLDER)
            try:
                flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | _FILE
                marker = os.open(MARKER, flags, 0o600, dir_fd=descriptor)
                try:
                    said = {"driveproof": "capacity", "number": f"{number:016x}", "each": each}
                    os.write(marker, f"{json.dumps(said)}\n".encode())
                    os.fsync(marker)
                    os.fsync(descriptor)
                finally:
                    os.close(marker)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise explain(error, str(Path(path).parent)) from error
        made = cls.open(path)
        made.new = True
        return made

    @classmethod
    def open(cls, path: str) -> KeptFiles:
        """A folder that is there. Raises MachineError where it is not one of ours with all that is
        needed to go on, RefusedError where another process works on it.
        """
        try:
            descriptor = _opened(path)
        except OSError as error:
            raise _unfit(path, error.strerror or str(error)) from error
        marker = -1
        try:
            marker = _own_file(MARKER, os.O_RDWR, descriptor)
            _lock(marker, path)
            number, each = _marked(marker)
            if number != number_of(Path(path).name):
                raise ValueError("number")
            return cls(path, descriptor, marker, number, each)
        except (OSError, ValueError, TypeError, KeyError) as error:
            _close(descriptor, marker)
            reason = (error.strerror if isinstance(error, OSError) else None) or MARKER
            raise _unfit(path, reason) from error
        except DriveproofError:
            _close(descriptor, marker)
            raise

    def data(self, number: int) -> int:
        """The file of this number, made where it is not there, as a descriptor. Raises OSError."""
        name = f"{number:04}.data"
        flags = os.O_RDWR | _FILE
        try:
            return _own_file(name, os.O_RDWR, self._descriptor)
        except FileNotFoundError:
            made = os.open(name, flags | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=self._descriptor)
        with contextlib.suppress(OSError):  # not every file system can; the data say it anyway
            os.fsync(self._descriptor)
        return made

    def keep(self, written: int) -> None:
        """Remember that so many bytes are on the drive. Raises OSError."""
        flags = os.O_RDWR | os.O_CREAT | _FILE
        file = os.open(PROGRESS, flags, 0o600, dir_fd=self._descriptor)
        try:
            _check(file)
            os.pwrite(file, f"{written:0{_DIGITS}}\n".encode(), 0)
            os.fsync(file)
        finally:
            os.close(file)
        self.durable = written

    def close(self) -> None:
        """Release it for others; calling it twice is harmless."""
        descriptor, marker = self._descriptor, self._marker
        self._descriptor = self._marker = -1
        _close(descriptor, marker)


def look(path: str, *, registered: bool = False) -> KeptFolder | None:
    """A folder of ours as it is now, None where there is none: its marker has to say so, unless it
    is `registered`, as a drive that loses data may have lost the marker.
    """
    number = number_of(Path(path).name)
    if number is None:
        return None
    try:
        descriptor = _opened(path)
    except OSError:
        return None
    try:
        if not registered and not _has_marker(descriptor, number):
            return None
        return KeptFolder(path, number, _size(descriptor))
    except OSError:
        return None
    finally:
        os.close(descriptor)


def remove(path: str, *, registered: bool = False) -> bool:
    """Delete our files in a folder of ours, and the folder; whether it is gone, which it is not
    where others have put something in. Raises MachineError where it is not ours or not removable,
    RefusedError where a check works on it.
    """
    if look(path, registered=registered) is None:
        raise _unfit(path, MARKER)
    marker = -1
    try:
        descriptor = _opened(path)
        try:
            with contextlib.suppress(FileNotFoundError):
                marker = _own_file(MARKER, os.O_RDWR, descriptor)
                _lock(marker, path)
            # The marker goes last: what a kill leaves of the folder is still known as ours.
            for name in sorted(_names(descriptor), key=lambda name: (name == MARKER, name)):
                if _is_ours(name) and _regular(os.lstat(name, dir_fd=descriptor)):
                    os.unlink(name, dir_fd=descriptor)
            left = _names(descriptor)
        finally:
            _close(descriptor, marker)
        if left:
            return False
        Path(path).rmdir()
    except OSError as error:
        raise MachineError(
            "{folder} cannot be removed: {reason}.",
            folder=path,
            reason=error.strerror or str(error),
        ) from error
    return True


def _opened(path: str) -> int:
    """The folder itself, which is this person's. Raises OSError."""
    descriptor = os.open(path, _FOLDER)
    if os.fstat(descriptor).st_uid != os.geteuid():
        os.close(descriptor)
        raise PermissionError(1, os.strerror(1))
    return descriptor


def _own_file(name: str, flags: int, folder: int) -> int:
    file = os.open(name, flags | _FILE, dir_fd=folder)
    try:
        _check(file)
    except OSError:
        os.close(file)
        raise
    return file


def _check(file: int) -> None:
    """Raises OSError for what is no regular file of this person's, or has another name as well:
    somebody might have linked a file here that is to be kept.
    """
    facts = os.fstat(file)
    if not _regular(facts) or facts.st_nlink != 1 or facts.st_uid != os.geteuid():
        raise PermissionError(1, os.strerror(1))


def _regular(facts: os.stat_result) -> bool:
    return stat.S_ISREG(facts.st_mode)


def _is_ours(name: str) -> bool:
    return name in {MARKER, PROGRESS} or _DATA.fullmatch(name) is not None


def _lock(marker: int, path: str) -> None:
    try:
        fcntl.flock(marker, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise RefusedError(
            "Another check works on {folder}.", folder=path, advice=Advice("Wait for its end.")
        ) from error


def _marked(marker: int) -> tuple[int, int]:
    """Number and length of a file, as the marker has them. Raises OSError, or what int does."""
    said = json.loads(os.pread(marker, _MOST_MARKER, 0))
    if not isinstance(said, dict) or said["driveproof"] != "capacity":
        raise ValueError("marker")
    number, each = int(said["number"], 16), int(said["each"])
    if each < CHECK_BLOCK or each % CHECK_BLOCK:
        raise ValueError("each")
    return number, each


def _has_marker(folder: int, number: int) -> bool:
    try:
        marker = _own_file(MARKER, os.O_RDONLY, folder)
    except OSError:
        return False
    try:
        return _marked(marker)[0] == number
    except (OSError, ValueError, TypeError, KeyError):
        return False
    finally:
        os.close(marker)


def _progress(folder: int) -> int:
    """Bytes that are on the drive for certain; 0 where that is not known."""
    try:
        file = _own_file(PROGRESS, os.O_RDONLY, folder)
    except OSError:
        return 0
    try:
        written = int(os.pread(file, _DIGITS, 0))
    except (OSError, ValueError):
        return 0
    finally:
        os.close(file)
    return max(0, written - written % CHECK_BLOCK)


def _names(folder: int) -> list[str]:
    return os.listdir(folder)


def _size(folder: int) -> int:
    """Bytes of the data files."""
    found = 0
    for name in _names(folder):
        if _DATA.fullmatch(name):
            facts = os.lstat(name, dir_fd=folder)
            found += facts.st_size if _regular(facts) else 0
    return found


def _close(*descriptors: int) -> None:
    for each in descriptors:
        if each >= 0:
            close(each)


def _unfit(path: str, reason: str) -> MachineError:
    return MachineError(
        "{folder} is not a folder that a check of capacity of yours can go on with: {reason}.",
        folder=path,
        reason=reason,
        advice=Advice("Where the drive has lost what was in it, remove it and check anew."),
    )
