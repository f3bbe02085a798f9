# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the program below a prefix without network, and removes exactly what it installed.

    install.py install   --prefix /usr/local [--destdir DIR] [--libraries auto|system|bundled]
    install.py uninstall --prefix /usr/local [--destdir DIR]

Where the Python libraries come from:
    system    the distribution's packages, which the launcher's /usr/bin/python3 imports
    bundled   copied from .venv (make it with `make setup`) to PREFIX/lib/driveproof/libraries
    auto      system if every one of them is there in a version that fits, otherwise bundled

PREFIX/lib/driveproof/installed lists every file and every folder that was made; uninstall reads
nothing else. Standard library only: it runs with the system's Python, before anything is installed.
"""

from __future__ import annotations

import argparse
import os
import py_compile
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from libraries import InstallError, choose_libraries, wanted_files

CHECKOUT = Path(__file__).resolve().parent.parent
APP_ID = "io.github.driveproof.Driveproof"
PRIVATE = Path("lib/driveproof")
MANIFEST = PRIVATE / "installed"
LAUNCHER = """\
#!/usr/bin/python3 -I
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Isolated (-I): neither the caller's environment nor their own packages change what runs.
import sys
from pathlib import Path

private = Path(__file__).resolve().parent.parent / "lib" / "driveproof"
bundled_for = {bundled_for!r}
if bundled_for and sys.version_info[:2] != bundled_for:
    sys.exit(
        "driveproof: installed with libraries for Python {{}}.{{}}, and this system has {{}}.{{}}. "
        "Install it again: make setup && sudo make install".format(
            *bundled_for, *sys.version_info[:2]
        )
    )
sys.path[:0] = [str(private / "libraries")] if bundled_for else []
sys.path.insert(0, str(private))

from driveproof.__main__ import main  # noqa: E402

sys.exit(main())
"""


class Tree:
    """The files below DESTDIR + PREFIX that are ours, with the list that is kept of them."""

    def __init__(self, prefix: Path, destdir: str) -> None:
        if not prefix.is_absolute():
            raise InstallError(f"PREFIX has to be an absolute path, not {prefix}.")
        # Not joined with "/": an absolute second part would throw DESTDIR away.
        self.root = Path(destdir + str(prefix)) if destdir else prefix
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
            # Folders above the prefix (DESTDIR itself, say) are listed too: we made them.
            self.folders.append(os.path.relpath(made, self.root))

    def add(self, name: str, content: bytes, mode: int = 0o644) -> None:
        target = self.root / name
        self._make_folder(target.parent)
        # A new file in the place of the old one: a running program keeps the one it has.
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".new-", delete=False) as file:
            file.write(content)
        Path(file.name).chmod(mode)
        Path(file.name).replace(target)
        self.files.append(name)

    def copy(self, source: Path, name: str) -> None:
        mode = 0o755 if os.access(source, os.X_OK) and source.suffix != ".py" else 0o644
        self.add(name, source.read_bytes(), mode)

    def compile(self, name: str) -> None:
        """Compiles now, so that root's later runs leave no file that nobody lists."""
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
        lines += [f"file {name}" for name in [*self.files, str(MANIFEST)]]
        self.add(str(MANIFEST), ("\n".join(lines) + "\n").encode())

    def load(self) -> bool:
        """Reads the list of an earlier installation; False when there is none."""
        try:
            lines = (self.root / MANIFEST).read_text().splitlines()
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
            if folder.name == "__pycache__" and name.startswith(f"{PRIVATE}/"):
                # Another Python's, written when root ran the program.
                for cached in folder.glob("*.pyc"):
                    cached.unlink()
        # The deepest first; what somebody else put a file into stays.
        for name in sorted(self.folders, key=_depth, reverse=True):
            folder = Path(os.path.normpath(self.root / name))
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()


def _depth(relative: str) -> int:
    parts = Path(relative).parts
    return sum(-1 if part == ".." else 1 for part in parts if part != ".")


def put_libraries(tree: Tree, site: Path) -> None:
    for name in wanted_files(site):
        tree.copy(site / name, f"{PRIVATE}/libraries/{name}")
        if name.endswith(".py"):
            tree.compile(f"{PRIVATE}/libraries/{name}")


def put_program(tree: Tree, bundled_for: tuple[int, int] | None) -> None:
    package = CHECKOUT / "app" / "driveproof"
    # Resources are a link in the checkout; here they are copied into their place.
    for folder, _, names in os.walk(package, followlinks=True):
        if folder.endswith("__pycache__"):
            continue
        for name in sorted(names):
            source = Path(folder) / name
            target = f"{PRIVATE}/driveproof/{source.relative_to(package).as_posix()}"
            tree.copy(source, target)
            if name.endswith(".py"):
                tree.compile(target)
    icons = CHECKOUT / "resources" / "icons"
    hicolor = "share/icons/hicolor"
    tree.copy(icons / f"{APP_ID}.svg", f"{hicolor}/scalable/apps/{APP_ID}.svg")
    tree.copy(icons / f"{APP_ID}-symbolic.svg", f"{hicolor}/symbolic/apps/{APP_ID}-symbolic.svg")
    packaging = CHECKOUT / "packaging"
    tree.copy(packaging / f"{APP_ID}.desktop", f"share/applications/{APP_ID}.desktop")
    tree.copy(packaging / f"{APP_ID}.metainfo.xml", f"share/metainfo/{APP_ID}.metainfo.xml")
    for name in ("README.md", "CHANGELOG.md", "LICENSE"):
        tree.copy(CHECKOUT / name, f"share/doc/driveproof/{name}")
    tree.add("bin/driveproof", LAUNCHER.format(bundled_for=bundled_for).encode(), 0o755)


def install(tree: Tree, libraries: str) -> None:
    site = choose_libraries(libraries)
    earlier = Tree(tree.root, "")
    if earlier.load():
        earlier.remove()
    try:
        put_program(tree, sys.version_info[:2] if site else None)
        if site:
            put_libraries(tree, site)
    finally:
        # An installation that broke off can be removed too.
        tree.save()
    refresh_icons(tree)
    where = f"libraries copied from {site}" if site else "the distribution's Python libraries"
    print(f"Installed {tree.root / 'bin/driveproof'} ({where}).")


def uninstall(tree: Tree) -> None:
    if not tree.load():
        raise InstallError(f"nothing is installed: there is no {tree.root / MANIFEST}.")
    tree.remove()
    refresh_icons(tree)
    print(f"Removed Driveproof from {tree.root}.")


def refresh_icons(tree: Tree) -> None:
    """Where the desktop keeps a cache of icon names, a new name shows only after this."""
    theme = tree.root / "share/icons/hicolor"
    tool = shutil.which("gtk-update-icon-cache")
    if tool and (theme / "icon-theme.cache").exists():
        subprocess.run([tool, "-q", "-t", "-f", str(theme)], check=False)


def main() -> int:
    parser = argparse.ArgumentParser(prog="install.py", description=__doc__.splitlines()[0])
    parser.add_argument("action", choices=["install", "uninstall"])
    parser.add_argument("--prefix", type=Path, required=True)
    parser.add_argument("--destdir", default="")
    parser.add_argument("--libraries", choices=["auto", "system", "bundled"], default="auto")
    options = parser.parse_args()
    # Everybody must be able to read it, also when root's umask says otherwise.
    os.umask(0o022)
    try:
        tree = Tree(options.prefix, options.destdir)
        if options.action == "install":
            install(tree, options.libraries)
        else:
            uninstall(tree)
    except InstallError as error:
        print(f"install: {error}", file=sys.stderr)
        return 3
    except PermissionError as error:
        print(f"install: {error.filename} cannot be written: use sudo make.", file=sys.stderr)
        return 4
    return 0


if __name__ == "__main__":
    sys.exit(main())
