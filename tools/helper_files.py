# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the privileged helper where only root can change it, and its files where daemons read
them.

PREFIX/lib/driveproof-helper holds what runs as root: the helper's own modules, jeepney, the
launcher, and the list "installed", from which everything is removed again. polkit, the bus and
systemd read only a few fixed folders, so some files go outside of the prefix.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

from libraries import InstallError, jeepney_folder
from tree import Tree

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGE = CHECKOUT / "app" / "driveproof"
PACKAGING = CHECKOUT / "packaging"
PRIVATE = "lib/driveproof-helper"
BUS_NAME = "io.github.driveproof.Helper1"
# The only folder that polkit before version 124 reads.
POLKIT = Path("/usr/share/polkit-1/actions")
# Both dbus-daemon and systemd read it; no other prefix.
SHARED = (Path("/usr"), Path("/usr/local"))
LINKS = 40


class RefusedPlaceError(InstallError):
    """The helper must not be installed there."""

    status = 4


def helper_tree(prefix: Path, destdir: str) -> Tree:
    """Below DESTDIR, not the prefix, because some files are outside of the prefix."""
    if not prefix.is_absolute():
        raise InstallError(f"PREFIX has to be an absolute path, not {prefix}.")
    return Tree(Path("/"), destdir, _name(prefix / PRIVATE))


def _name(path: Path) -> str:
    return str(path).lstrip("/")


class HelperFiles:
    """The helper's files, by their place in the installed system. Raises InstallError."""

    def __init__(self, prefix: Path, libraries: str) -> None:
        if not re.fullmatch(r"[A-Za-z0-9._+/-]+", str(prefix)) or ".." in prefix.parts:
            raise RefusedPlaceError(
                "the path of the helper may hold nothing but letters, digits and . _ + -, "
                f"because systemd, the bus and Python read it: {prefix} will not do."
            )
        self.own = prefix / PRIVATE
        self.texts: dict[Path, bytes] = {}
        for source in [PACKAGE / "__init__.py", *sorted((PACKAGE / "helper").glob("*.py"))]:
            self._take(source, self.own / "driveproof" / source.relative_to(PACKAGE))
        self.libraries = self._take_jeepney(libraries)
        self._take_packaging(prefix)

    def _take(self, source: Path, target: Path) -> None:
        self.texts[target] = source.read_bytes()

    def _take_jeepney(self, libraries: str) -> Path:
        """The folder with jeepney: the distribution's own if required, otherwise a copy."""
        folder = jeepney_folder(libraries)
        if libraries == "system":
            return folder.parent
        for source in sorted(folder.rglob("*.py")):
            inside = source.relative_to(folder)
            if "tests" not in inside.parts:
                self._take(source, self.own / "jeepney" / inside)
        for source in sorted(folder.parent.glob("jeepney-*.dist-info/**/LICENSE*")):
            self._take(source, self.own / "jeepney" / source.name)
        return self.own

    def _take_packaging(self, prefix: Path) -> None:
        launcher = self.own / "driveproof-helper"
        shared = prefix if prefix in SHARED else SHARED[1]
        bus_policies = Path("/usr/share" if prefix == SHARED[0] else "/etc") / "dbus-1/system.d"
        services = shared / "share/dbus-1/system-services"
        man = PACKAGING / "man/driveproof-helper.8"
        for source, target in (
            (PACKAGING / "helper/driveproof-helper.in", launcher),
            (PACKAGING / "polkit/io.github.driveproof.helper1.policy", POLKIT),
            (PACKAGING / f"dbus/{BUS_NAME}.conf", bus_policies),
            (PACKAGING / f"dbus/{BUS_NAME}.service.in", services),
            (PACKAGING / "systemd/driveproof-helper.service.in", shared / "lib/systemd/system"),
            (man, prefix / "share/man/man8"),
        ):
            text = source.read_text("utf-8")
            if source.suffix == ".in":
                text = text.replace("@LAUNCHER@", str(launcher))
                text = text.replace("@PACKAGE@", str(self.own))
                text = text.replace("@LIBRARIES@", str(self.libraries))
            place = target if target == launcher else target / source.name.removesuffix(".in")
            self.texts[place] = text.encode()

    def check(self, tree: Tree, staged: bool) -> None:
        """Raises RefusedPlaceError where users other than root could change what runs as root, and
        where another installation has put the same file.
        """
        if not staged:
            if os.geteuid() != 0:
                raise RefusedPlaceError("it has to be root's, and this is not run as root.")
            for folder in {path.parent for path in self.texts} | {self.libraries}:
                check_folder(folder)
        earlier = Tree(tree.root, "", tree.private)
        earlier.load()
        for path in self.texts:
            target = tree.root / _name(path)
            ours = _name(path) in earlier.files or path.is_relative_to(self.own)
            if target.exists() and not ours:
                raise RefusedPlaceError(
                    f"{target} belongs to another installation: remove that first."
                )

    def put(self, tree: Tree) -> None:
        try:
            for path, text in self.texts.items():
                tree.add(_name(path), text)
                if path.suffix == ".py":
                    tree.compile(_name(path))
        finally:
            # An interrupted installation can be removed too.
            tree.save()

    def outside(self, prefix: Path) -> list[Path]:
        return [path for path in self.texts if not path.is_relative_to(prefix)]


def check_folder(folder: Path) -> None:
    """Raises RefusedPlaceError unless only root can change the contents of the folder or replace
    it.

    Each folder on the way, and the target of each link, must belong to root.
    """
    waiting = list(reversed(folder.parts[1:]))
    here = Path("/")
    links = 0
    while True:
        try:
            status = here.lstat()
        except FileNotFoundError:
            return
        if stat.S_ISLNK(status.st_mode) and status.st_uid == 0 and links < LINKS:
            links += 1
            target = here.readlink()
            waiting += reversed([part for part in target.parts if part != "/"])
            here = Path("/") if target.is_absolute() else here.parent
        elif status.st_uid != 0 or status.st_mode & 0o022 or not stat.S_ISDIR(status.st_mode):
            raise RefusedPlaceError(
                f"others than root can write to {here}, and what runs as root must not be there. "
                "Use a PREFIX whose folders are root's alone: as a rule /usr/local, always /usr."
            )
        if not waiting:
            return
        part = waiting.pop()
        # All links are resolved here: its parent is the folder above.
        here = here.parent if part == ".." else here / part


def remove_helper(tree: Tree, staged: bool) -> bool:
    """Removes what the list names; False if there is none. Raises RefusedPlaceError."""
    if not tree.load():
        return False
    if not staged and os.geteuid() == 0:
        # A list that others can write could name anything.
        check_folder((tree.root / tree.manifest).parent)
    tree.remove()
    return True


def tell_the_daemons() -> None:
    """Make the daemons reload: dbus-daemon does not watch a folder that did not exist when it
    started.

    Nothing here may fail the installation: the next boot has the same effect.
    """
    commands = []
    if Path("/run/systemd/system").is_dir():
        commands.append(["systemctl", "daemon-reload"])
    if Path("/run/dbus/system_bus_socket").exists():
        bus = "org.freedesktop.DBus"
        call = ["dbus-send", "--system", "--print-reply", f"--dest={bus}"]
        commands.append([*call, "/org/freedesktop/DBus", f"{bus}.ReloadConfig"])
    for command in commands:
        if shutil.which(command[0]):
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
            if done.returncode:
                print(f"install: {' '.join(command)} failed: {done.stderr}", file=sys.stderr)
