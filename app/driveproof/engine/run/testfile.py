# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The test file: without a name from the start, so that no death of ours can leave it behind.

Where a file cannot be opened again without a name it has one, in a folder that a guard removes.
"""

from __future__ import annotations

import contextlib
import errno
import mmap
import os
import stat
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

from driveproof.domain.errors import Advice, DriveproofError, MachineError, Remedy
from driveproof.domain.run.failed_io import LOOK_AT_IT, known_failure, of_place
from driveproof.engine.run.own_names import PREFIX, is_orphan, new_name
from driveproof.engine.run.tasks import holding
from driveproof.engine.run.tasks.holding import HeldFolder
from driveproof.system.kernel.answering import BRIEF, require_answer
from driveproof.system.kernel.file_flags import set_nocow
from driveproof.system.kernel.mounts import PROC_SELF, filesystem_traits, mount_of

_NO_TMPFILE = {errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT, errno.ENOSYS}
# Direct I/O needs memory on a sector's border; a page is enough for every block device.
_PROBE = 4096
_LESS = (512, 1024, 2048)  # sectors that are smaller


def sweep_leftovers(folder: str | os.PathLike[str], proc: Path = PROC_SELF) -> int:
    """Remove the test files and the folders of tasks that a kill left in `folder`; how many there
    were.

    Only regular files and folders of ours, with our kind of name, made on this machine by a process
    that is gone. A process of another PID namespace seems gone, and so does one of a machine with a
    copy of our machine-id: a folder is only taken where nobody holds it, and never on a network
    file system, whose locks say nothing of other machines. (A file has its name for an instant, and
    nobody needs it after that.) What cannot be read or removed is left as it is.
    """
    removed = 0
    with contextlib.suppress(OSError), _opened(folder) as above:
        for entry in _orphans(above):
            with contextlib.suppress(OSError):
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.name, dir_fd=above)
                    removed += 1
                elif not _is_shared(folder, proc):
                    removed += _sweep_folder(os.fspath(folder), above, entry.name)
    return removed


def left_on_network(folder: str | os.PathLike[str], proc: Path = PROC_SELF) -> list[str]:
    """The folders of tasks that `sweep_leftovers` does not remove, because `folder` is on a
    network.
    """
    left: list[str] = []
    with contextlib.suppress(OSError), _opened(folder) as above:
        left += [
            os.fspath(Path(folder, entry.name))
            for entry in _orphans(above)
            if entry.is_dir(follow_symlinks=False)
        ]
    return sorted(left) if left and _is_shared(folder, proc) else []


@contextlib.contextmanager
def _opened(folder: str | os.PathLike[str]) -> Iterator[int]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _orphans(above: int) -> list[os.DirEntry[str]]:
    with os.scandir(above) as entries:
        return [
            entry
            for entry in entries
            if entry.name.startswith(PREFIX) and is_orphan(entry.name) and _ours(entry)
        ]


def _is_shared(folder: str | os.PathLike[str], proc: Path) -> bool:
    """Whether other machines may work in it; also where nothing says so."""
    try:
        return filesystem_traits(mount_of(folder, proc)).network
    except MachineError:
        return True


def _sweep_folder(folder: str, above: int, name: str) -> int:
    held = holding.take(folder, above, name)
    if held is None:
        return 0
    try:
        return int(holding.remove(held, attempts=1))
    finally:
        held.close()


def _ours(entry: os.DirEntry[str]) -> bool:
    try:
        facts = entry.stat(follow_symlinks=False)
    except OSError:
        return False
    kind = stat.S_ISREG(facts.st_mode) or stat.S_ISDIR(facts.st_mode)
    return kind and facts.st_uid == os.geteuid()


class TestFileRegistry:
    """Remembers, in a folder of the program's own state, where a named test file may still be.

    A file gets a name only on file systems without O_TMPFILE, for an instant; what a kill in that
    instant leaves is removed at the next start, whatever the folder.
    """

    __test__ = False  # not a test of pytest's

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, name: str, folder: str) -> None:
        """Remember that `name` is about to be made in `folder`. Raises MachineError."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = self._folder / name
            with path.open("xb") as file:
                file.write(os.fsencode(Path(folder).resolve()))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise MachineError(
                "{path} cannot be written: {reason}.", path=self._folder, reason=error.strerror
            ) from error

    def remove(self, name: str) -> None:
        """Forget it: the name is gone."""
        with contextlib.suppress(OSError):
            (self._folder / name).unlink()

    def sweep(self) -> int:
        """Remove every test file that is remembered and whose program is gone; how many. Those on
        a server that is away are left for another time.
        """
        removed = 0
        with contextlib.suppress(OSError):
            for path in sorted(self._folder.glob(f"{PREFIX}*")):
                if not is_orphan(path.name):
                    continue
                with contextlib.suppress(OSError, MachineError):
                    folder = os.fsdecode(path.read_bytes())
                    require_answer(folder, BRIEF)
                    removed += sweep_leftovers(folder)
                    # A medium that is away just now may still hold the file.
                    if Path(folder).is_dir() and not (Path(folder) / path.name).exists():
                        path.unlink()
        return removed


class TestFile:
    """A file of `size` bytes in `folder` without a name, reached through `descriptor` only; with
    `inside` a named one in this folder of ours, which a guard removes.

    A context manager: it is gone when the last process that has it open is.
    """

    __test__ = False  # not a test of pytest's

    def __init__(
        self,
        folder: str,
        size: int,
        registry: TestFileRegistry,
        *,
        nocow: bool = False,
        inside: HeldFolder | None = None,
    ) -> None:
        """Make it; with `nocow` without copy-on-write, which only btrfs takes.

        Raises MachineError, in words, when the folder does not take it.
        """
        self.folder = folder
        self.size = size
        try:
            self.descriptor = new_file(folder, registry, inside)
        except OSError as error:
            raise explain_error(error, folder) from error
        try:
            # While it is empty: later the flag is refused (btrfs(5), "nodatacow").
            if nocow and not set_nocow(self.descriptor):
                raise MachineError(
                    "{folder} is not on btrfs: copy-on-write cannot be disabled.",
                    folder=folder,
                    advice=Advice("Choose a folder on btrfs."),
                )
            os.ftruncate(self.descriptor, size)
        except OSError as error:
            self.close()
            if error.errno == errno.EFBIG:
                raise MachineError(
                    "The file is too large for the file system.",
                    advice=Advice(Remedy.CHOOSE_SMALLER_FILE),
                ) from error
            raise explain_error(error, folder) from error
        except MachineError:
            self.close()
            raise

    @property
    def path(self) -> str:
        """How a child that inherits the descriptor opens it."""
        return f"/proc/self/fd/{self.descriptor}"

    def empty(self, size: int) -> None:
        """Give back what it takes; it then has `size` bytes that nobody has written.

        Raises MachineError, in words, when the folder does not take that.
        """
        try:
            os.ftruncate(self.descriptor, 0)
            os.ftruncate(self.descriptor, size)
        except OSError as error:
            raise explain_error(error, self.folder) from error

    def verify(self) -> None:
        """Raise MachineError if anything that was written to it did not reach the drive.

        The kernel tells each open file once of a write-back that failed (fsync(2)), whoever wrote.
        """
        try:
            os.fsync(self.descriptor)
        except OSError as error:
            number = error.errno or 0
            known = None if of_place(number) else known_failure(number)
            raise known or MachineError(
                "The drive did not accept all data.", advice=LOOK_AT_IT
            ) from error

    def takes_direct(self, block: int = _PROBE) -> bool:
        """Whether O_DIRECT works here, in blocks of so many bytes: tried with one aligned write, as
        opening is no proof.
        """
        try:
            handle = os.open(self.path, os.O_RDWR | os.O_DIRECT | os.O_CLOEXEC)
        except OSError as error:
            if error.errno == errno.EINVAL:
                return False
            raise explain_error(error, self.folder) from error
        try:
            with mmap.mmap(-1, _PROBE) as memory:
                memory.write(os.urandom(_PROBE))
                return os.pwrite(handle, memoryview(memory)[:block], 0) == block
        except OSError as error:
            if error.errno in {errno.EINVAL, errno.EOPNOTSUPP}:
                return False
            raise explain_error(error, self.folder) from error
        finally:
            close_quietly(handle)

    def least_direct(self) -> int:
        """The fewest bytes that O_DIRECT takes at once here, where it works at all."""
        return next((block for block in _LESS if self.takes_direct(block)), _PROBE)

    def close(self) -> None:
        """Close it; calling it twice is harmless."""
        descriptor, self.descriptor = self.descriptor, -1
        if descriptor >= 0:
            close_quietly(descriptor)

    def __enter__(self) -> TestFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def close_quietly(descriptor: int) -> None:
    """Close a file of which nothing is needed any more. The kernel closes it whatever it answers
    (close(2)): a server or a program of FUSE that is gone makes it an error.
    """
    with contextlib.suppress(OSError):
        os.close(descriptor)


def new_file(folder: str, registry: TestFileRegistry, inside: HeldFolder | None = None) -> int:
    """A new empty file as a descriptor to read and write: without a name in `folder`, or with one
    `inside` a folder of ours. Raises OSError, and MachineError when it cannot be remembered.
    """
    if inside is None:
        return _open_unlinked(folder, registry)
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    return os.open(f"{os.urandom(4).hex()}.data", flags, 0o600, dir_fd=inside.descriptor)


def needs_name(folder: str, registry: TestFileRegistry) -> bool:
    """Whether a file in `folder` can only be opened again while it has a name, as on SMB, where the
    server deletes it with the last handle, or cannot lose it while it is open. Tried with an empty
    file. Raises DriveproofError.
    """
    try:
        descriptor = _open_unlinked(folder, registry)
    except _StaysNamedError:
        return True
    except OSError as error:
        raise explain_error(error, folder) from error
    try:
        return not all(map(_opens_again, repeat(descriptor), _AS_FIO))
    finally:
        close_quietly(descriptor)


_AS_FIO = (os.O_RDONLY, os.O_RDWR, os.O_RDONLY | os.O_DIRECT, os.O_RDWR | os.O_DIRECT)


def _opens_again(descriptor: int, flags: int) -> bool:
    try:
        os.close(os.open(f"/proc/self/fd/{descriptor}", flags | os.O_CLOEXEC))
    except OSError as error:
        return error.errno == errno.EINVAL  # no direct I/O, which is another matter
    return True


class _StaysNamedError(OSError):
    """An open file does not lose its name."""


def _open_unlinked(folder: str, registry: TestFileRegistry) -> int:
    """A new empty file without a name, as a descriptor to read and write. Raises OSError, and
    MachineError when it cannot be remembered.
    """
    try:
        # O_EXCL here means that nobody can give it a name later (open(2)).
        return os.open(
            folder, os.O_TMPFILE | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, stat.S_IRUSR | stat.S_IWUSR
        )
    except OSError as error:
        if error.errno not in _NO_TMPFILE or not Path(folder).is_dir():
            raise
    name = new_name()
    registry.add(name, folder)
    path = Path(folder, name)
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except OSError:
        registry.remove(name)
        raise
    try:
        path.unlink(missing_ok=True)  # another start of ours may have swept it already
    except OSError as error:
        close_quietly(descriptor)
        # If that is refused too, it is remembered and removed at the next start.
        path.unlink(missing_ok=True)
        registry.remove(name)
        raise _StaysNamedError(error.errno, error.strerror, os.fspath(path)) from error
    registry.remove(name)
    return descriptor


def explain_error(error: OSError, folder: str) -> DriveproofError:
    """What an OSError about the test folder means, in a sentence, with what to do."""
    if error.errno == errno.EROFS:
        return MachineError(
            "{path} is mounted read-only.",
            path=folder,
            advice=Advice("Choose another folder."),
        )
    if error.errno in {errno.EACCES, errno.EPERM}:
        return MachineError(
            "You do not have permission to use {path}.",
            path=folder,
            advice=Advice("Choose another folder."),
        )
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return MachineError(
            "The file system is full.",
            advice=Advice(Remedy.FREE_SPACE_OR_SMALLER_FILE),
        )
    if error.errno == errno.ENOENT and Path(folder).is_dir():
        return MachineError(
            "{path} is not a folder.",
            path=folder,
            advice=Advice("Choose another folder."),
        )
    if error.errno in {errno.ENOENT, errno.ENOTDIR}:
        return MachineError(
            "{path} does not exist.",
            path=folder,
            advice=Advice("Choose a folder."),
        )
    return known_failure(error.errno or 0) or MachineError(
        "The test file in {folder} failed: {value}.", folder=folder, value=error.strerror or error
    )
