# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of an installation, with the list from which exactly these are removed again."""

from __future__ import annotations

import errno
import os
import py_compile
import stat
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path, PurePosixPath

from libraries import InstallError


class ForgedListError(InstallError):
    """The list of what was installed names what no installation of ours puts anywhere."""

    status = 4


class Tree:
    """Our files below DESTDIR + PREFIX, and their list in the folder `private`, which is ours
    alone.
    """

    def __init__(self, prefix: Path, destdir: str, private: str) -> None:
        if not prefix.is_absolute():
            raise InstallError(f"PREFIX has to be an absolute path, not {prefix}.")
        # Not joined with "/": an absolute second part would throw DESTDIR away.
        self.root = Path(destdir + str(prefix)) if destdir else prefix
        self.private = private
        self.manifest = f"{private}/installed"
        self.files: list[str] = []
        self.folders: list[str] = []

    def _make_folder(self, folder: Path) -> None:
        missing = []
        while not folder.exists():
            missing.append(folder)
            folder = folder.parent
        for made in reversed(missing):
            made.mkdir()
            made.chmod(0o755)
            # Folders above the prefix (such as DESTDIR itself) are listed too: we created them.
            self.folders.append(os.path.relpath(made, self.root))

    def add(self, name: str, content: bytes, mode: int = 0o644) -> None:
        target = self.root / name
        self._make_folder(target.parent)
        # A new file replaces the old one: a running program keeps the one it has open.
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".new-", delete=False) as file:
            file.write(content)
        Path(file.name).chmod(mode)
        Path(file.name).replace(target)
        self.files.append(name)

    def copy(self, source: Path, name: str) -> None:
        mode = 0o755 if os.access(source, os.X_OK) and source.suffix != ".py" else 0o644
        self.add(name, source.read_bytes(), mode)

    def compile(self, name: str) -> None:
        """Compile now, so that root's later runs create no unlisted files."""
        target = self.root / name
        cached = py_compile.compile(
            str(target),
            dfile=str(Path("/") / name),
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            quiet=2,
        )
        if cached:
            folder = Path(cached).parent
            listed = os.path.relpath(folder, self.root)
            if listed not in self.folders:
                folder.chmod(0o755)
                self.folders.append(listed)
            self.files.append(os.path.relpath(cached, self.root))

    def save(self) -> None:
        lines = [f"folder {name}" for name in self.folders]
        lines += [f"file {name}" for name in [*self.files, self.manifest]]
        self.add(self.manifest, ("\n".join(lines) + "\n").encode())

    def load(self) -> bool:
        """Read the list of an earlier installation; False if there is none.

        Raises ForgedListError for a name outside of the prefix: where others can write, others may
        have written it, and root removes what it names.
        """
        try:
            lines = (self.root / self.manifest).read_text().splitlines()
        except FileNotFoundError:
            return False
        folders = [line[7:] for line in lines if line.startswith("folder ")]
        files = [line[5:] for line in lines if line.startswith("file ")]
        # The prefix and the folders above it are ours where we made them.
        names = [*files, *(name for name in folders if not _above(name))]
        for name in names:
            path = PurePosixPath(name)
            if path.is_absolute() or ".." in path.parts or not path.parts:
                raise ForgedListError(
                    f"{self.root / self.manifest} names {name}, which Driveproof does not install."
                    " Somebody has changed this list, so nothing was removed. Remove the files by"
                    " hand."
                )
        self.folders, self.files = folders, files
        return True

    def remove(self) -> None:
        """Raises ForgedListError for a link on the way that others can have made."""
        for name in self.files:
            with suppress(FileNotFoundError), self._folder_of(name) as (folder, last):
                os.unlink(last, dir_fd=folder)
        for name in self.folders:
            if PurePosixPath(name).name == "__pycache__" and name.startswith(f"{self.private}/"):
                # Written by another Python when root ran the program.
                with suppress(FileNotFoundError), self._folder_of(f"{name}/any") as (folder, _any):
                    for cached in os.listdir(folder):  # noqa: PTH208 - pathlib knows no open folder
                        if cached.endswith(".pyc"):
                            os.unlink(cached, dir_fd=folder)
        self.remove_empty_folders()

    def remove_empty_folders(self) -> None:
        """The deepest first; folders with other files in them stay."""
        for name in sorted(self.folders, key=_depth, reverse=True):
            try:
                if _above(name):
                    Path(os.path.normpath(self.root / name)).rmdir()
                else:
                    with self._folder_of(name) as (folder, last):
                        os.rmdir(last, dir_fd=folder)
            except OSError as error:
                if error.errno not in {errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR}:
                    raise

    @contextmanager
    def _folder_of(self, name: str) -> Iterator[tuple[int, str]]:
        """The open folder that holds `name`, and its name in there. Raises FileNotFoundError.

        It is opened folder by folder, so that nobody swaps one for a link meanwhile. A link is
        followed where only root and we can have made it.
        """
        *above, last = PurePosixPath(name).parts
        with ExitStack() as opened:
            here = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY)
            opened.callback(os.close, here)
            for part in above:
                flags = os.O_RDONLY | os.O_DIRECTORY
                if not _ours_alone(here):
                    if _is_link(part, here):
                        raise ForgedListError(
                            f"{part}, on the way to {self.root / name}, is a link in a folder that"
                            " others can write to. The rest was not removed: remove the link first."
                        )
                    flags |= os.O_NOFOLLOW
                here = os.open(part, flags, dir_fd=here)
                opened.callback(os.close, here)
            yield here, last


def _above(name: str) -> bool:
    """Whether this is the prefix itself or a folder above it."""
    return set(PurePosixPath(name).parts) <= {".."}


def _is_link(name: str, folder: int) -> bool:
    return stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)


def _ours_alone(folder: int) -> bool:
    found = os.fstat(folder)
    return found.st_uid in {0, os.geteuid()} and not found.st_mode & 0o022


def _depth(relative: str) -> int:
    parts = Path(relative).parts
    return sum(-1 if part == ".." else 1 for part in parts if part != ".")
