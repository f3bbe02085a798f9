# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How to install a missing package on this distribution."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import driveproof
from driveproof.domain.errors import Advice, MachineError

_SOURCES = Path(driveproof.__file__).resolve().parents[2]
_COMMANDS = {
    "debian": "sudo apt install",
    "ubuntu": "sudo apt install",
    "fedora": "sudo dnf install",
    "rhel": "sudo dnf install",
    "arch": "sudo pacman -S",
    "suse": "sudo zypper install",
    "opensuse": "sudo zypper install",
}


def install_command(package: str, os_release: Path = Path("/etc/os-release")) -> str:
    """The command that installs a package, for a person to type; "" on an unknown system."""
    facts: dict[str, str] = {}
    try:
        for line in os_release.read_text("utf-8", "replace").splitlines():
            key, _, value = line.partition("=")
            facts[key.strip()] = value.strip().strip("\"'")
    except OSError:
        return ""
    for name in [facts.get("ID", ""), *facts.get("ID_LIKE", "").split()]:
        command = _COMMANDS.get(name) or _COMMANDS.get(name.split("-")[0])
        if command:
            return f"{command} {package}"
    return ""


def install_advice(package: str, os_release: Path = Path("/etc/os-release")) -> Advice:
    """How to get a package: its `command` value can be copied."""
    command = install_command(package, os_release)
    if command:
        return Advice("Run: {command}", command=command)
    return Advice("Install the package {package}.", package=package)


def library_advice(
    library: str, package: str, *, own: bool = sys.prefix != sys.base_prefix
) -> Advice:
    """How to get a Python library, which the distribution has as a package. `own`: this program
    runs in a virtual environment, which sees no packages of the distribution.
    """
    if own:
        command = shlex.join((sys.executable, "-m", "pip", "install", library))
        return Advice("Run: {command}", command=command)
    return install_advice(package)


def helper_advice(sources: Path = _SOURCES) -> Advice:
    """How to get the privileged helper: from the checkout that runs this, else as a package."""
    if (sources / "Makefile").is_file() and (sources / "tools/install_helper.py").is_file():
        command = f"sudo make -C {shlex.quote(str(sources))} install-helper"
        return Advice("Run: {command}", command=command)
    return install_advice("driveproof-helper")


def not_installed() -> MachineError:
    """The message where the privileged helper is not installed."""
    return MachineError("Driveproof's helper is not installed.", advice=helper_advice())
