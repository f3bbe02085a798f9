# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which Python libraries the program needs, whether the system has them, and their files.

libraries.py vendor FOLDER    copy what our packages carry from .venv into FOLDER
"""

from __future__ import annotations

import configparser
import importlib.metadata
import importlib.util
import operator
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).resolve().parent.parent
# pyqtgraph imports the last two.
MODULES = ("PySide6.QtWidgets", "PySide6.QtSvg", "PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets")
# Debian 12's fails with PySide6, Debian 13's depends on scipy, and both are older than the charts
# need. It is pure Python, so every Python can use the same files.
CARRIED = ("pyqtgraph",)
# Parts of the wheels for Qt development or QML that we never load; pyqtgraph's colour maps have
# licences of their own.
UNPACKED = "shiboken6/files.dir"
UNUSED = re.compile(
    r"^PySide6/(Qt/(qml|libexec|metatypes|plugins/(designer|qmltooling|sqldrivers"
    r"|vectorimageformats|egldeviceintegrations|wayland-graphics-integration-server))/"
    r"|Qt/plugins/.*/lib(qtvirtualkeyboardplugin|qpdf)\.so$"
    r"|(scripts|typesystems|include|glue|doc|support/generate)/|[^/]*\.pyi$|(lupdate|lrelease"
    r"|designer|linguist|assistant|qmlls|qmllint|qmlformat|balsam|balsamui|svgtoqml)$)"
    r"|^PySide6/(Qt/lib/lib)?Qt6?(Qml|Quick|Labs|Designer|Lottie|Help|Sql|UiTools|WaylandCompositor)"
    r"|^pyqtgraph/(examples|colors/maps)/"
    r"|/tests?/|\.(pyx|pxd|h|hpp|c|a)$"
)


class InstallError(Exception):
    """What prevents an installation, as one sentence with advice."""

    status = 3


class Libraries(NamedTuple):
    """The libraries installed beside the program: a whole folder, or only the carried ones."""

    site: Path
    whole: bool


def requirements() -> list[str]:
    """The requirement lines of setup.cfg that apply to this Python (our markers are simple)."""
    config = configparser.ConfigParser(interpolation=None)
    config.read(CHECKOUT / "setup.cfg")
    wanted = []
    for line in config["options"]["install_requires"].strip().splitlines():
        text, _, marker = line.strip().partition(";")
        match = re.fullmatch(r'\s*python_version\s*(<|>=)\s*"3\.(\d+)"\s*', marker)
        if match:
            older = sys.version_info[:2] < (3, int(match[2]))
            if older != (match[1] == "<"):
                continue
        elif marker.strip():
            raise InstallError(f"tools/install.py does not understand this marker: {marker}")
        if text and not text.startswith("#"):
            wanted.append(text.strip())
    return wanted


def _split(requirement: str) -> tuple[str, str]:
    """The name of a requirement, and its version conditions."""
    match = re.match(r"[A-Za-z0-9_.-]+", requirement)
    if match is None:
        raise InstallError(f"this requirement has no name: {requirement}")
    return match[0], requirement[match.end() :]


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


COMPARISONS = {">=": operator.ge, "!=": operator.ne, "<": operator.lt}


def unsatisfied(paths: list[str] | None = None, only: tuple[str, ...] = ()) -> list[str]:
    """The requirements that no distribution on the paths meets (None: the system's own).

    `only` limits them to these libraries.
    """
    bad = []
    for line in requirements():
        name, conditions = _split(line)
        if only and name not in only:
            continue
        found = _find(name, paths)
        version = _version(found.version) if found else ()
        for sign, limit in re.findall(r"(>=|!=|<)\s*([0-9.]+)", conditions):
            if not found or not COMPARISONS[sign](version, _version(limit)):
                bad.append(line)
                break
    if paths is None and not only:
        bad += [] if bad else _missing_modules()
    return bad


def _missing_modules() -> list[str]:
    """Distributions split PySide6 into packages, some of which may be missing."""
    return [module for module in MODULES if not importlib.util.find_spec(module)]


def _find(name: str, paths: list[str] | None) -> importlib.metadata.Distribution | None:
    # Debian names all of PySide6 as one distribution; the wheels are several.
    names = [name, "PySide6"] if name == "PySide6-Essentials" else [name]
    for each in names:
        for found in importlib.metadata.distributions(name=each, path=paths or sys.path):
            return found
    return None


def closure(paths: list[str]) -> Iterator[importlib.metadata.Distribution]:
    """Every distribution that the requirements pull in (no extras)."""
    waiting = [_split(line)[0] for line in requirements()]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in seen:
            continue
        seen.add(key)
        found = _find(name, paths)
        if found is None:
            raise InstallError(f"{name} is not in .venv: run make setup first.")
        yield found
        for line in found.requires or []:
            if "extra ==" not in line:
                waiting.append(_split(line)[0])


def wanted_files(libraries: Libraries) -> Iterator[str]:
    """Their files, relative to the folder, without those that we never load."""
    site = libraries.site
    paths = [str(site)]
    for distribution in closure(paths) if libraries.whole else _carried(paths):
        for file in distribution.files or []:
            name = file.as_posix()
            if name.startswith("../") or "__pycache__" in name or UNUSED.search(name):
                continue
            if (site / name).is_file():
                yield name
    if not libraries.whole:
        return
    # No list of files contains what tools/setup.sh let PySide6 unpack.
    for path in sorted((site / UNPACKED).rglob("*.py")):
        yield path.relative_to(site).as_posix()


def venv_site() -> Path | None:
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    site = CHECKOUT / ".venv" / "lib" / version / "site-packages"
    return site if site.is_dir() else None


def _carried(paths: list[str]) -> Iterator[importlib.metadata.Distribution]:
    for name in CARRIED:
        if found := _find(name, paths):
            yield found


def choose_libraries(wanted: str) -> Libraries | None:
    """What to copy, or None if the system has everything.

    A distribution's source package has the carried libraries in vendor/, beside the program.
    """
    vendor = CHECKOUT / "vendor"
    missing = unsatisfied()
    if wanted != "bundled" and not missing and not vendor.is_dir():
        return None
    others = tuple(_split(line)[0] for line in requirements())
    absent = unsatisfied(None, tuple(name for name in others if name not in CARRIED))
    absent += [] if absent else _missing_modules()
    if wanted == "system" and absent:
        raise InstallError(
            f"the system's Python does not have: {', '.join(absent)}. "
            "Install them from the distribution, or use LIBRARIES=bundled."
        )
    site = venv_site()
    if wanted == "bundled" or absent:
        if site is None or unsatisfied([str(site)]):
            raise InstallError(
                f"the system's Python does not have {', '.join(missing) or 'the libraries'}, and "
                f".venv has none for Python {sys.version_info[0]}.{sys.version_info[1]}: "
                "run make setup first."
            )
        return Libraries(site, whole=True)
    for folder in (vendor, site):
        if folder and not unsatisfied([str(folder)], CARRIED):
            return Libraries(folder, whole=False)
    raise InstallError(
        f"there is no {' or '.join(CARRIED)} that fits, neither in the system nor in .venv: "
        "run make setup first."
    )


def vendor(target: Path) -> None:
    """Copy the carried libraries, for a package that is built without .venv and without network."""
    site = venv_site()
    if site is None or unsatisfied([str(site)], CARRIED):
        raise InstallError(f"there is no {' or '.join(CARRIED)} in .venv: run make setup first.")
    libraries = Libraries(site, whole=False)
    for name in wanted_files(libraries):
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(site / name, file)


def jeepney_folder(wanted: str) -> Path:
    """The folder of jeepney for the helper, which needs no other library."""
    found = None if unsatisfied(None, ("jeepney",)) else _find("jeepney", None)
    if wanted != "bundled" and found:
        return Path(str(found.locate_file("jeepney")))
    site = venv_site()
    if wanted != "system" and site and not unsatisfied([str(site)], ("jeepney",)):
        return site / "jeepney"
    raise InstallError(
        "the helper needs the Python library jeepney: run make setup first, "
        "or install the distribution's python3-jeepney."
    )


def main() -> int:
    if len(sys.argv) != 3 or sys.argv[1] != "vendor":
        print(__doc__, file=sys.stderr)
        return 2
    try:
        vendor(Path(sys.argv[2]))
    except InstallError as error:
        print(f"libraries: {error}", file=sys.stderr)
        return error.status
    return 0


if __name__ == "__main__":
    sys.exit(main())
