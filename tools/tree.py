# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of an installation, with the list from which exactly these are removed again."""

from __future__ import annotations

import os
import py_compile
import tempfile
from pathlib import Path

from libraries import InstallError


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
        """Read the list of an earlier installation; False if there is none."""
        try:
            lines = (self.root / self.manifest).read_text().splitlines()
        except FileNotFoundError:
            return False
        self.folders = [line[7:] for line in lines if line.startswith("folder ")]
        self.files = [line[5:] for line in lines if line.startswith("file ")]
        return True

    def remove(self) -> None:
        for name in self.files:
            (self.root / name).unlink(missing_ok=True)
        for name in sorted(self.folders, key=lambda each: each.count("/"), reverse=True):
            folder = self.root / name
            if folder.name == "__pycache__" and name.startswith(f"{self.private}/"):
                # Written by another Python when root ran the program.
                for cached in folder.glob("*.pyc"):
                    cached.unlink()
        self.remove_empty_folders()

    def remove_empty_folders(self) -> None:
        """The deepest first; folders with other files in them stay."""
        for name in sorted(self.folders, key=_depth, reverse=True):
            folder = Path(os.path.normpath(self.root / name))
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()


def _depth(relative: str) -> int:
    parts = Path(relative).parts
    return sum(-1 if part == ".." else 1 for part in parts if part != ".")
