# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guest's image and our packages for it, both cached and built if missing.

The image contains what our packages need, not the packages: changed code makes new packages, which
takes seconds, and only a changed recipe or dependency rebuilds the image. Two runs at the same time
wait for each other; the next run removes what a killed one left half done.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).parents[2]
RECIPE = Path(__file__).parent / "guest"
SIZE = "3G"  # of the root file system; sparse


class Suite(NamedTuple):
    """A release of Debian, and whether its guest has all that our packages need.

    Otherwise it gets the helper's own files, as `make install-helper` installs them, for the tests
    of its sandbox.
    """

    name: str
    whole: bool


TRIXIE = Suite("trixie", whole=True)
BOOKWORM = Suite("bookworm", whole=False)
# The contents of the image. The agent and everything else that runs in the guest comes with each
# boot.
INGREDIENTS = (
    RECIPE / "furnish.sh", RECIPE / "kernel.py", RECIPE / "packages.txt",
    PROJECT / "packaging" / "debian" / "control", PROJECT / "tools" / "clean-chroot.sh",
)  # fmt: skip


class CannotMakeError(Exception):
    """The image or the packages could not be built; the last lines of the output."""


class Image(NamedTuple):
    """A prepared guest: the files that QEMU starts, and what to install of ours.

    `packages` are Debian's, or an archive of files; one named compiled.tar has their bytecode.
    """

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
    """The folder of all cached files."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "driveproof" / "hardware"


@contextmanager
def locked() -> Iterator[Path]:
    """The cache's folder, locked for this process."""
    folder = cache()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


@contextmanager
def image(suite: Suite = TRIXIE) -> Iterator[Image]:
    """The image, which nobody removes while the block lasts. Raises CannotMakeError."""
    with locked() as folder:
        furnished = _kept(
            folder, f"image-{suite.name}-{_digest(suite, INGREDIENTS)}",
            lambda target: _furnish(suite, target),
        )  # fmt: skip
        made = _digest(suite, [RECIPE / "compiled.sh", *(PROJECT / name for name in _sources())])
        if suite.whole:
            ours = _kept(
                folder, f"packages-{suite.name}-{made}",
                lambda target: _package(suite, furnished, target),
            )  # fmt: skip
        else:
            ours = _kept(folder, f"helper-{suite.name}-{made}", _stage)
        yield Image(furnished, sorted([*ours.glob("*.deb"), *ours.glob("*.tar")]))


def _digest(suite: Suite, files: tuple[Path, ...] | list[Path]) -> str:
    total = hashlib.sha256(f"{suite.name} {SIZE}".encode())
    for file in files:
        if file.is_file():
            total.update(str(file.relative_to(PROJECT)).encode() + b"\0" + file.read_bytes())
    return total.hexdigest()[:16]


def _sources() -> list[str]:
    """All files that a package is built from."""
    said = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others",
         "--exclude-standard", "--", ".", ":!tests", ":!.ci", ":!flatpak"],
        cwd=PROJECT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return sorted(set(said.split("\0")) - {""})


def _kept(cache: Path, name: str, make: Callable[[Path], None]) -> Path:
    """The folder of that name, created if missing; others of its kind are removed."""
    wanted = cache / name
    if wanted.is_dir():
        return wanted
    kind = name.rpartition("-")[0]
    for old in (*cache.glob(f"{kind}-*"), *cache.glob("partial-*")):
        shutil.rmtree(old)
    partial = cache / f"partial-{name}"
    partial.mkdir()
    make(partial)
    partial.rename(wanted)
    return wanted


def _furnish(suite: Suite, target: Path) -> None:
    builder = target / "builder"
    builder.mkdir()
    (builder / "furnish-here").touch()
    purpose = "whole" if suite.whole else "sandbox"
    _in_chroot(suite, builder, f"tests/hardware/guest/furnish.sh {purpose}")
    for name in ("vmlinux", "initrd"):
        (builder / "boot" / name).rename(target / name)
    _run(
        "mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-E", "root_owner=0:0",
        "-d", str(builder), str(target / "disk"), SIZE,
    )  # fmt: skip


def _stage(target: Path) -> None:
    """An archive of the helper's files, by their place in the guest."""
    tree = target / "tree"
    _run(
        sys.executable, "-EsB", str(PROJECT / "tools" / "install_helper.py"), "install",
        "--prefix", "/usr", "--destdir", str(tree),
    )  # fmt: skip
    _run("tar", "-C", str(tree), "--owner=0", "--group=0", "-cf", str(target / "helper.tar"), ".")


def _package(suite: Suite, furnished: Path, target: Path) -> None:
    """Built like tools/test-package.sh does, in the system on which the packages will run."""
    built = furnished / "builder" / "packages"
    shutil.rmtree(built, ignore_errors=True)
    vendor = furnished / "builder" / "vendor"
    shutil.rmtree(vendor, ignore_errors=True)
    _run(str(PROJECT / "tools" / "vendor.sh"), str(vendor))
    _in_chroot(
        suite, furnished / "builder",
        # Its unit tests are those of `make test`.
        "DEB_BUILD_OPTIONS=nocheck DEB_BUILD_PROFILES=nocheck"
        " tools/build-deb.sh --vendor /vendor /packages &&"
        " tests/hardware/guest/compiled.sh /packages",
    )  # fmt: skip
    for made in (*built.glob("*.deb"), built / "compiled.tar"):
        shutil.copy(made, target)


def _in_chroot(suite: Suite, folder: Path, command: str) -> None:
    try:
        _run(str(PROJECT / "tools" / "clean-chroot.sh"), "--keep", str(folder), suite.name, command)
    finally:
        # Its copy of the checkout, which it would otherwise use again.
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
