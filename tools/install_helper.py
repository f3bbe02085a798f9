# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts the files of the privileged helper where only root can change them, and removes them.

    install_helper.py install|uninstall [--prefix /usr/local] [--destdir DIR] [--jeepney FOLDER]

PREFIX/lib/driveproof-helper holds what runs as root: the helper's own modules, jeepney and the
launcher. polkit, the bus and systemd read only a few fixed folders: there go five more files.
jeepney is copied from .venv, or imported from FOLDER, as a distribution's package does. Standard
library only: it runs with the system's Python.
"""

from __future__ import annotations

import argparse
import compileall
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from py_compile import PycInvalidationMode

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGE = CHECKOUT / "app" / "driveproof"
PACKAGING = CHECKOUT / "packaging"
BUS_NAME = "io.github.driveproof.Helper1"
MARKER = "installed"
LINKS = 40


class RefusedError(Exception):
    """Why it cannot be done, with advice; `status` is that of the process."""

    def __init__(self, message: str, status: int = 4) -> None:
        super().__init__(message)
        self.status = status


class Places:
    """Where each file goes in the installed system. Raises RefusedError for an unfit prefix."""

    def __init__(self, prefix: Path) -> None:
        if not re.fullmatch(r"/[A-Za-z0-9._+/-]*", str(prefix)) or ".." in prefix.parts:
            raise RefusedError(
                "PREFIX has to be an absolute path of letters, digits and . _ + -, because systemd,"
                f" the bus and Python read it: {prefix} will not do.",
                3,
            )
        self.own = prefix / "lib/driveproof-helper"
        # Both dbus-daemon and systemd read these; no other prefix.
        shared = prefix if prefix in (Path("/usr"), Path("/usr/local")) else Path("/usr/local")
        policies = Path("/usr/share" if prefix == Path("/usr") else "/etc") / "dbus-1/system.d"
        self.launcher = self.own / "driveproof-helper"
        self.outside = {
            # The only folder that polkit before version 124 reads.
            Path("/usr/share/polkit-1/actions"): "polkit/io.github.driveproof.helper1.policy",
            policies: f"dbus/{BUS_NAME}.conf",
            shared / "share/dbus-1/system-services": f"dbus/{BUS_NAME}.service.in",
            shared / "lib/systemd/system": "systemd/driveproof-helper.service.in",
            prefix / "share/man/man8": "man/driveproof-helper.8",
        }

    def outside_files(self) -> list[Path]:
        """What is not in the helper's own folder."""
        return [
            folder / Path(name).name.removesuffix(".in") for folder, name in self.outside.items()
        ]

    def texts(self, jeepney: Path | None) -> dict[Path, bytes]:
        """Every file with its content. Raises RefusedError without jeepney."""
        found = {}
        for source in [PACKAGE / "__init__.py", *sorted((PACKAGE / "helper").glob("*.py"))]:
            place = self.own / "driveproof" / source.relative_to(PACKAGE)
            found[place] = source.read_bytes()
        if jeepney is None:
            found |= self._jeepney()
        words = {
            "@LAUNCHER@": self.launcher, "@PACKAGE@": self.own, "@LIBRARIES@": jeepney or self.own
        }  # fmt: skip
        sources = ["helper/driveproof-helper.in", *self.outside.values()]
        for place, name in zip([self.launcher, *self.outside_files()], sources, strict=True):
            text = (PACKAGING / name).read_text("utf-8")
            for word, path in words.items():
                text = text.replace(word, str(path))
            found[place] = text.encode()
        return found

    def _jeepney(self) -> dict[Path, bytes]:
        sites = sorted((CHECKOUT / ".venv/lib").glob("python3*/site-packages"))
        if not sites or not (sites[-1] / "jeepney").is_dir():
            raise RefusedError("the library jeepney is not in .venv: run make setup first.", 3)
        files = [
            *(sites[-1] / "jeepney").rglob("*.py"),
            *sites[-1].glob("jeepney-*.dist-info/**/LICENSE*"),
        ]
        inside = self.own / "jeepney"
        return {
            inside / (each.relative_to(sites[-1] / "jeepney") if each.suffix else each.name):
            each.read_bytes() for each in sorted(files) if "tests" not in each.parts
        }  # fmt: skip


def install(places: Places, destdir: str, jeepney: Path | None) -> None:
    texts = places.texts(jeepney)
    if not destdir:
        if os.geteuid() != 0:
            raise RefusedError("it has to be root's, and this is not run as root: use sudo.")
        for folder in {path.parent for path in texts} | ({jeepney} if jeepney else set()):
            check_folder(folder)
    if not staged(destdir, places.own / MARKER).exists():
        for path in places.outside_files():
            if staged(destdir, path).exists():
                raise RefusedError(f"{path} belongs to another installation: remove that first.")
    shutil.rmtree(staged(destdir, places.own), ignore_errors=True)
    texts[places.own / MARKER] = b"".join(f"{path}\n".encode() for path in texts)
    for path, text in texts.items():
        put(staged(destdir, path), text)
    # The helper writes no bytecode.
    compileall.compile_dir(
        staged(destdir, places.own), quiet=1, stripdir=destdir or None,
        prependdir="/" if destdir else None, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
    )  # fmt: skip
    print(f"Installed the helper for tests of whole devices in {places.own}, and", end=" ")
    print(*places.outside_files(), sep=", ")


def uninstall(places: Places, destdir: str) -> None:
    if not staged(destdir, places.own / MARKER).exists():
        raise RefusedError(f"there is no helper of make install-helper in {places.own}.", 3)
    if not destdir:
        check_folder(places.own)
    for path in places.outside_files():
        staged(destdir, path).unlink(missing_ok=True)
    shutil.rmtree(staged(destdir, places.own))
    print(f"Removed the helper from {places.own}.")


def staged(destdir: str, path: Path) -> Path:
    # Not joined with "/": an absolute second part would throw DESTDIR away.
    return Path(f"{destdir}{path}")


def put(target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    # A new file replaces the old one: a running helper keeps the one it has open.
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".new-", delete=False) as file:
        file.write(content)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(target)


def check_folder(folder: Path) -> None:
    """Raises RefusedError unless only root can change the contents of the folder or replace it.

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
            raise RefusedError(
                f"others than root can write to {here}, and what runs as root must not be there. "
                "Use a PREFIX whose folders are root's alone: as a rule /usr/local, always /usr."
            )
        if not waiting:
            return
        part = waiting.pop()
        # All links are resolved here: its parent is the folder above.
        here = here.parent if part == ".." else here / part


def tell_the_daemons() -> None:
    """Make them read their folders again: dbus-daemon does not watch one that did not exist.

    Nothing here may fail the installation: the next boot has the same effect.
    """
    bus = "org.freedesktop.DBus"
    call = ["dbus-send", "--system", "--print-reply", f"--dest={bus}"]
    for where, command in (
        ("/run/systemd/system", ["systemctl", "daemon-reload"]),
        ("/run/dbus/system_bus_socket", [*call, "/org/freedesktop/DBus", f"{bus}.ReloadConfig"]),
    ):
        if Path(where).exists() and shutil.which(command[0]):
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
            if done.returncode:
                print(f"install: {' '.join(command)} failed: {done.stderr}", file=sys.stderr)


def main() -> int:
    parser = argparse.ArgumentParser(prog="install_helper.py", description=__doc__.splitlines()[0])
    parser.add_argument("action", choices=["install", "uninstall"])
    parser.add_argument("--prefix", type=Path, default=Path("/usr/local"))
    parser.add_argument("--destdir", default="")
    parser.add_argument("--jeepney", type=Path)
    options = parser.parse_args()
    # Everybody must be able to read it, whatever root's umask.
    os.umask(0o022)
    try:
        places = Places(options.prefix)
        if options.action == "install":
            install(places, options.destdir, options.jeepney)
        else:
            uninstall(places, options.destdir)
    except RefusedError as error:
        print(f"install: {error}", file=sys.stderr)
        return error.status
    except PermissionError as error:
        print(f"install: {error.filename} cannot be written: use sudo make.", file=sys.stderr)
        return 4
    if not options.destdir:
        tell_the_daemons()
    return 0


if __name__ == "__main__":
    sys.exit(main())
