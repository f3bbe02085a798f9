# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guest's image and our packages for it, both kept below the cache and made when they miss.

The image holds what our packages need, not the packages: changed code makes new packages, which
takes seconds, and only a changed recipe or dependency makes the image again. Two runs at once wait
for each other; what a killed one left half done is taken away by the next.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).parents[2]
RECIPE = Path(__file__).parent / "guest"
SUITE = "trixie"
SIZE = "3G"  # of the root file system; sparse
# What the image is made of. The agent and what else runs in the guest comes with each boot.
INGREDIENTS = (
    RECIPE / "furnish.sh", RECIPE / "kernel.py", RECIPE / "packages.txt",
    PROJECT / "packaging" / "debian" / "control", PROJECT / "tools" / "clean-chroot.sh",
)  # fmt: skip


class CannotMakeError(Exception):
    """The image or the packages could not be made; the last lines of what was said."""


class Image(NamedTuple):
    """A furnished guest: files that QEMU starts, and the packages that it shall install."""

    folder: Path
    packages: list[Path]

    @property
    def disk(self) -> Path:
        """The root file system."""
        return self.folder / "disk"

    @property
    def kernel(self) -> Path:
        """Uncompressed, for PVH."""
        return self.folder / "vmlinux"

    @property
    def initrd(self) -> Path:
        """What mounts the root file system."""
        return self.folder / "initrd"


def cache() -> Path:
    """Where all of it is kept."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "driveproof" / "hardware"


@contextmanager
def locked() -> Iterator[Path]:
    """The cache's folder, to ourselves."""
    folder = cache()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


@contextmanager
def image() -> Iterator[Image]:
    """The image, which nobody takes away as long as the block lasts. Raises CannotMakeError."""
    with locked() as folder:
        furnished = _kept(folder, f"image-{_digest(INGREDIENTS)}", _furnish)
        sources = [PROJECT / name for name in _sources()]
        packages = _kept(
            folder, f"packages-{_digest(sources)}", lambda target: _package(furnished, target)
        )
        yield Image(furnished, sorted(packages.glob("*.deb")))


def _digest(files: tuple[Path, ...] | list[Path]) -> str:
    total = hashlib.sha256(f"{SUITE} {SIZE}".encode())
    for file in files:
        if file.is_file():
            total.update(str(file.relative_to(PROJECT)).encode() + b"\0" + file.read_bytes())
    return total.hexdigest()[:16]


def _sources() -> list[str]:
    """Everything that a package is built from."""
    said = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others",
         "--exclude-standard", "--", ".", ":!tests", ":!.ci", ":!flatpak"],
        cwd=PROJECT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return sorted(set(said.split("\0")) - {""})


def _kept(cache: Path, name: str, make: Callable[[Path], None]) -> Path:
    """The folder of that name, made unless it is there; others of its kind are taken away."""
    wanted = cache / name
    if wanted.is_dir():
        return wanted
    kind = name.partition("-")[0]
    for old in (*cache.glob(f"{kind}-*"), *cache.glob("partial-*")):
        shutil.rmtree(old)
    partial = cache / f"partial-{name}"
    partial.mkdir()
    make(partial)
    partial.rename(wanted)
    return wanted


def _furnish(target: Path) -> None:
    builder = target / "builder"
    builder.mkdir()
    (builder / "furnish-here").touch()
    _in_chroot(builder, "tests/hardware/guest/furnish.sh")
    for name in ("vmlinux", "initrd"):
        (builder / "boot" / name).rename(target / name)
    _run(
        "mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-E", "root_owner=0:0",
        "-d", str(builder), str(target / "disk"), SIZE,
    )  # fmt: skip


def _package(furnished: Path, target: Path) -> None:
    """Built as tools/test-package.sh does it, in the system that they are going to run on."""
    built = furnished / "builder" / "packages"
    shutil.rmtree(built, ignore_errors=True)
    _in_chroot(furnished / "builder", "tools/build-deb.sh /packages")
    for package in built.glob("*.deb"):
        shutil.copy(package, target)


def _in_chroot(folder: Path, command: str) -> None:
    try:
        _run(str(PROJECT / "tools" / "clean-chroot.sh"), "--keep", str(folder), SUITE, command)
    finally:
        # Its copy of the checkout, which it would use again.
        shutil.rmtree(folder / "root" / "driveproof", ignore_errors=True)


def _run(*command: str) -> None:
    try:
        done = subprocess.run(
            command, cwd=PROJECT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
        )  # fmt: skip
    except OSError as error:
        raise CannotMakeError(f"{command[0]} could not be started: {error.strerror}") from error
    if done.returncode:
        last = "\n".join(done.stdout.splitlines()[-30:])
        raise CannotMakeError(f"{' '.join(command)} ended with {done.returncode}:\n{last}")
