# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which Python libraries the program needs, whether the system has them, which files they are."""

from __future__ import annotations

import configparser
import importlib.metadata
import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
MODULES = ("PySide6.QtWidgets", "PySide6.QtSvg")
# What the wheels carry for people who develop with Qt or draw with QML, and we never load.
UNPACKED = "shiboken6/files.dir"
UNUSED = re.compile(
    r"^PySide6/(Qt/(qml|libexec|metatypes|plugins/(designer|qmltooling|sqldrivers"
    r"|vectorimageformats|egldeviceintegrations|wayland-graphics-integration-server))/"
    r"|Qt/plugins/.*/lib(qtvirtualkeyboardplugin|qpdf)\.so$"
    r"|(scripts|typesystems|include|glue|doc|support/generate)/|[^/]*\.pyi$|(lupdate|lrelease"
    r"|designer|linguist|assistant|qmlls|qmllint|qmlformat|balsam|balsamui|svgtoqml)$)"
    r"|^PySide6/(Qt/lib/lib)?Qt6?(Qml|Quick|Labs|Designer|Lottie|Help|Sql|UiTools|WaylandCompositor)"
    r"|/tests?/|\.(pyx|pxd|h|hpp|c|a)$"
)


class InstallError(Exception):
    """What stops an installation, as one sentence with what to do."""

    status = 3


def requirements() -> list[str]:
    """The requirement lines of setup.cfg that hold for this Python (our markers are simple)."""
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
    """The name of a requirement, and its conditions."""
    match = re.match(r"[A-Za-z0-9_.-]+", requirement)
    if match is None:
        raise InstallError(f"this requirement has no name: {requirement}")
    return match[0], requirement[match.end() :]


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def unsatisfied(paths: list[str] | None = None, only: str = "") -> list[str]:
    """The requirements that no distribution on the paths meets (the system's own when None);
    of one library if `only` names it.
    """
    bad = []
    for line in requirements():
        name, conditions = _split(line)
        if only and name != only:
            continue
        found = _find(name, paths)
        version = _version(found.version) if found else ()
        for operator, limit in re.findall(r"(>=|!=)\s*([0-9.]+)", conditions):
            wanted = _version(limit)
            if not found or not (version >= wanted if operator == ">=" else version != wanted):
                bad.append(line)
                break
    if paths is None and not only:
        # Distributions cut PySide6 into packages, of which some may be missing.
        bad += [module for module in MODULES if not bad and not importlib.util.find_spec(module)]
    return bad


def _find(name: str, paths: list[str] | None) -> importlib.metadata.Distribution | None:
    # Debian names the whole of PySide6 in one distribution where the wheels are in parts.
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


def wanted_files(site: Path) -> Iterator[str]:
    """The files of the libraries, relative to the folder, without what we never load."""
    for distribution in closure([str(site)]):
        for file in distribution.files or []:
            name = file.as_posix()
            if name.startswith("../") or "__pycache__" in name or UNUSED.search(name):
                continue
            if (site / name).is_file():
                yield name
    # What tools/setup.sh let PySide6 unpack is in no list of files.
    for path in sorted((site / UNPACKED).rglob("*.py")):
        yield path.relative_to(site).as_posix()


def venv_site() -> Path | None:
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    site = CHECKOUT / ".venv" / "lib" / version / "site-packages"
    return site if site.is_dir() else None


def choose_libraries(wanted: str) -> Path | None:
    """The folder to bundle from, or None for the system's libraries."""
    missing = unsatisfied()
    if wanted == "system" and missing:
        raise InstallError(
            f"the system's Python does not have: {', '.join(missing)}. "
            "Install them from the distribution, or use LIBRARIES=bundled."
        )
    if wanted == "system" or (wanted == "auto" and not missing):
        return None
    site = venv_site()
    if site is None or unsatisfied([str(site)]):
        raise InstallError(
            f"the system's Python does not have {', '.join(missing) or 'the libraries'}, and .venv "
            f"has none for Python {sys.version_info[0]}.{sys.version_info[1]}: "
            "run make setup first."
        )
    return site


def jeepney_folder(wanted: str) -> Path:
    """Where jeepney is, for the helper, which needs no other library."""
    found = None if unsatisfied(None, "jeepney") else _find("jeepney", None)
    if wanted != "bundled" and found:
        return Path(str(found.locate_file("jeepney")))
    site = venv_site()
    if wanted != "system" and site and not unsatisfied([str(site)], "jeepney"):
        return site / "jeepney"
    raise InstallError(
        "the helper needs the Python library jeepney: run make setup first, "
        "or install the distribution's python3-jeepney."
    )
