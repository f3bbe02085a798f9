# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the program below a prefix without network, and removes exactly what it installed.

    install.py install   --prefix /usr/local [--destdir DIR] [--libraries auto|system|bundled]
    install.py uninstall --prefix /usr/local [--destdir DIR]
    install.py install-helper | uninstall-helper ...    the same for the privileged helper alone

Where the Python libraries come from:
    system    the distribution's packages, which the launcher's /usr/bin/python3 imports
    bundled   copied from .venv (make it with `make setup`) to PREFIX/lib/driveproof/libraries
    auto      system if every one of them is there in a version that fits, otherwise bundled
pyqtgraph is carried: where the system has none that fits it is always copied (from vendor/ in a
source package, else from .venv).

PREFIX/lib/driveproof/installed lists every file and every folder that was made; uninstall reads
nothing else. The helper (tools/helper_files.py) has a list of its own, and is left out where others
than root could change it. Standard library only: it runs with the system's Python.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from helper_files import HelperFiles, helper_tree, remove_helper, tell_the_daemons
from libraries import CARRIED, InstallError, Libraries, choose_libraries, wanted_files
from tree import Tree

CHECKOUT = Path(__file__).resolve().parent.parent
APP_ID = "io.github.driveproof.Driveproof"
TYPES = "share/mime"
# What update-mime-database makes of the packages beside it (the specification's names).
DERIVED = (
    "XMLnamespaces", "aliases", "generic-icons", "globs", "globs2", "icons", "magic", "mime.cache",
    "subclasses", "treemagic", "types", "version", "application/x-gnome-disks-benchmark.xml",
    "application/x-fio+json.xml",
)  # fmt: skip
PRIVATE = "lib/driveproof"
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
sys.path[:0] = [str(private), str(private / "libraries")]

from driveproof.__main__ import main  # noqa: E402

sys.exit(main())
"""


def put_libraries(tree: Tree, libraries: Libraries) -> None:
    for name in wanted_files(libraries):
        tree.copy(libraries.site / name, f"{PRIVATE}/libraries/{name}")
        if name.endswith(".py"):
            tree.compile(f"{PRIVATE}/libraries/{name}")


def put_program(tree: Tree, prefix: Path, bundled_for: tuple[int, int] | None) -> None:
    package = CHECKOUT / "app" / "driveproof"
    # Resources are a link in the checkout; the installation has a copy in its place.
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
    tree.copy(packaging / f"mime/{APP_ID}.xml", f"{TYPES}/packages/{APP_ID}.xml")
    for name in ("README.md", "CHANGELOG.md", "LICENSE"):
        tree.copy(CHECKOUT / name, f"share/doc/driveproof/{name}")
    sys.path[:0] = [str(CHECKOUT / "app"), str(packaging)]
    import generated  # noqa: PLC0415 - of the paths above

    from driveproof.cli.arguments import parser  # noqa: PLC0415 - of the paths above

    tree.add(generated.MAN_PAGE, generated.man_page(parser()).encode())
    # In systemd's quotes, backslash, quotes and % mean something.
    quoted = re.sub(r'(["\\\\])', r"\\\1", f"{prefix}/bin/driveproof")
    program = quoted.replace("%", "%%")
    # Each is off until somebody switches its timer on.
    for name, whose in (("driveproof-watch", "user"), ("driveproof-watch-system", "system")):
        service = (packaging / f"systemd/{name}.service.in").read_text("utf-8")
        units = f"lib/systemd/{whose}"
        tree.add(f"{units}/{name}.service", service.replace("@PROGRAM@", program).encode())
        tree.copy(packaging / f"systemd/{name}.timer", f"{units}/{name}.timer")
    sysusers = "lib/sysusers.d/driveproof-watch.conf"
    tree.copy(packaging / "systemd/driveproof-watch.sysusers", sysusers)
    tree.add("bin/driveproof", LAUNCHER.format(bundled_for=bundled_for).encode(), 0o755)


def install(options: argparse.Namespace) -> None:
    staged = bool(options.destdir)
    tree = Tree(options.prefix, options.destdir, PRIVATE)
    helper = helper_tree(options.prefix, options.destdir)
    libraries = choose_libraries(options.libraries)
    files, why_not = None, ""
    try:
        files = HelperFiles(options.prefix, options.libraries)
        files.check(helper, staged)
    except InstallError as error:
        files, why_not = None, str(error)
    # Removed before either is installed: otherwise each would keep the other's folders.
    remove_helper(Tree(helper.root, "", helper.private), staged)
    earlier = Tree(tree.root, "", PRIVATE)
    if earlier.load():
        earlier.remove()
    try:
        version = sys.version_info[:2] if libraries and libraries.whole else None
        put_program(tree, options.prefix, version)
        if libraries:
            put_libraries(tree, libraries)
    finally:
        # An interrupted installation can be removed too.
        tree.save()
    refresh_icons(tree)
    refresh_types(tree, staged=staged)
    where = "the distribution's Python libraries"
    if libraries:
        what = "libraries" if libraries.whole else f"{where} and {', '.join(CARRIED)}"
        where = f"{what} copied from {libraries.site}"
    print(f"Installed {tree.root / 'bin/driveproof'} ({where}).")
    if files:
        put_helper(files, helper, options)
    else:
        print(f"install: The helper for raw-disk tests is left out: {why_not}", file=sys.stderr)


def put_helper(files: HelperFiles, helper: Tree, options: argparse.Namespace) -> None:
    files.put(helper)
    if not options.destdir:
        tell_the_daemons()
    print(f"Installed the helper for raw-disk tests in {files.own}.")
    outside = files.outside(options.prefix)
    if outside:
        print(f"Outside of {options.prefix}, because they are read nowhere else:")
        print("\n".join(f"  {path}" for path in outside))


def install_helper(options: argparse.Namespace) -> None:
    staged = bool(options.destdir)
    helper = helper_tree(options.prefix, options.destdir)
    files = HelperFiles(options.prefix, options.libraries)
    files.check(helper, staged)
    remove_helper(Tree(helper.root, "", helper.private), staged)
    put_helper(files, helper, options)


def uninstall(options: argparse.Namespace) -> None:
    tree = Tree(options.prefix, options.destdir, PRIVATE)
    had_program = tree.load()  # a list that is refused leaves all as it is
    had_helper = uninstall_helper(options)
    if had_program:
        tree.remove()
        refresh_icons(tree)
        refresh_types(tree, staged=bool(options.destdir))
        tree.remove_empty_folders()  # of those in which the desktop had derived something
        print(f"Removed Driveproof from {tree.root}.")
    elif not had_helper:
        raise InstallError(f"nothing is installed: there is no {tree.root / tree.manifest}.")


def uninstall_helper(options: argparse.Namespace) -> bool:
    helper = helper_tree(options.prefix, options.destdir)
    if not remove_helper(helper, bool(options.destdir)):
        return False
    if not options.destdir:
        tell_the_daemons()
    print(f"Removed the helper from {helper.root / helper.private}.")
    return True


def refresh_icons(tree: Tree) -> None:
    """Update the desktop's icon cache, if there is one: only then does a new name appear."""
    theme = tree.root / "share/icons/hicolor"
    tool = shutil.which("gtk-update-icon-cache")
    if tool and (theme / "icon-theme.cache").exists():
        subprocess.run([tool, "-q", "-t", "-f", str(theme)], check=False)


def refresh_types(tree: Tree, *, staged: bool) -> None:
    """Let the desktop know the types of files; what it derived goes with the last package."""
    types = tree.root / TYPES
    if staged or not types.is_dir():
        return  # a package manager's trigger does it where the files come to
    if not any((types / "packages").glob("*.xml")):
        for name in DERIVED:
            (types / name).unlink(missing_ok=True)
        for kind in ("application", "packages"):
            if (types / kind).is_dir() and not any((types / kind).iterdir()):
                (types / kind).rmdir()
        if not any(types.iterdir()):
            types.rmdir()
        return
    tool = shutil.which("update-mime-database")
    if tool:
        # It would complain about a prefix where no desktop looks.
        environment = os.environ | {"XDG_DATA_DIRS": str(tree.root / "share")}
        subprocess.run([tool, str(types)], check=False, env=environment)


def only_helper_away(options: argparse.Namespace) -> None:
    if not uninstall_helper(options):
        raise InstallError(f"the helper is not installed below {options.prefix}.")


ACTIONS = {
    "install": install,
    "uninstall": uninstall,
    "install-helper": install_helper,
    "uninstall-helper": only_helper_away,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="install.py", description=__doc__.splitlines()[0])
    parser.add_argument("action", choices=list(ACTIONS))
    parser.add_argument("--prefix", type=Path, required=True)
    parser.add_argument("--destdir", default="")
    parser.add_argument("--libraries", choices=["auto", "system", "bundled"], default="auto")
    options = parser.parse_args()
    # Everybody must be able to read it, whatever root's umask.
    os.umask(0o022)
    try:
        ACTIONS[options.action](options)
    except InstallError as error:
        print(f"install: {error}", file=sys.stderr)
        return error.status
    except PermissionError as error:
        print(f"install: {error.filename} cannot be written: use sudo make.", file=sys.stderr)
        return 4
    return 0


if __name__ == "__main__":
    sys.exit(main())
