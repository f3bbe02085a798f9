# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The installed helper: where its files go, their owners and contents, and their removal."""

from __future__ import annotations

import ast
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import jeepney
import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
BUS_NAME = "io.github.driveproof.Helper1"
OWN = "lib/driveproof-helper"
NOBODY = 65534
POLICY = "usr/share/polkit-1/actions/io.github.driveproof.helper1.policy"


def make(*arguments: str, checkout: Path = CHECKOUT, **options: int) -> str:
    """What make wrote, both ways; with a umask that hides everything from others."""
    done = subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=checkout, umask=0o077, text=True, check=False, timeout=240,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options,
    )  # fmt: skip
    refused = "install: " in done.stdout
    assert (done.returncode != 0) == refused, done.stdout
    return done.stdout


def everything(folder: Path) -> dict[str, bytes | None]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def lay_out(folder: Path) -> None:
    """A staging folder, in which polkit has files of others."""
    other = folder / "usr/share/polkit-1/actions/other.policy"
    other.parent.mkdir(parents=True)
    other.write_text("not ours")


@pytest.fixture
def stage(tmp_path: Path) -> Path:
    folder = tmp_path / "stage area"
    lay_out(folder)
    return folder


def test_every_file_is_the_installers_and_nobody_else_can_write(stage: Path) -> None:
    make("install-helper", f"DESTDIR={stage}")
    found = [path for path in stage.rglob("*") if path.name != "other.policy"]
    assert len(found) > 60
    for path in found:
        status = path.lstat()
        if "polkit-1" in path.parts and path.is_dir():
            continue  # there already
        # No x: Python is told to read them.
        wanted = 0o755 if path.is_dir() else 0o644
        assert stat.S_IMODE(status.st_mode) == wanted, path
        assert (status.st_uid, status.st_gid) == (os.geteuid(), os.getegid()), path


def test_what_runs_as_root_is_little(stage: Path) -> None:
    make("install-helper", f"DESTDIR={stage}")
    own = stage / "usr/local" / OWN
    modules = {path.relative_to(own).as_posix() for path in own.rglob("*.py")}
    ours = {name for name in modules if not name.startswith("jeepney/")}
    source = CHECKOUT / "app/driveproof"
    assert ours == {"driveproof/__init__.py"} | {
        f"driveproof/helper/{path.name}" for path in (source / "helper").glob("*.py")
    }
    assert "jeepney/low_level.py" in modules
    assert not [name for name in modules if "test" in name]
    # Every import finds what it wants here, and nothing of the rest of the package.
    for name in ours:
        for node in ast.walk(ast.parse((own / name).read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("driveproof"):
                place = own / str(node.module).replace(".", "/")
                assert place.is_dir() or place.with_suffix(".py").is_file(), node.module


@pytest.mark.parametrize(
    ("prefix", "shared", "bus_policies"),
    [
        ("usr/local", "usr/local", "etc/dbus-1/system.d"),
        ("usr", "usr", "usr/share/dbus-1/system.d"),
        ("opt/proof", "usr/local", "etc/dbus-1/system.d"),
    ],
)
def test_each_file_is_where_it_is_read(
    prefix: str, shared: str, bus_policies: str, stage: Path
) -> None:
    said = make("install-helper", f"DESTDIR={stage}", f"PREFIX=/{prefix}")
    launcher = f"/{prefix}/{OWN}/driveproof-helper"
    service = f"{shared}/share/dbus-1/system-services/{BUS_NAME}.service"
    unit = f"{shared}/lib/systemd/system/driveproof-helper.service"
    bus_policy = f"{bus_policies}/{BUS_NAME}.conf"
    assert f"Exec=/usr/bin/python3 -I -S {launcher}\n" in (stage / service).read_text()
    assert f"ExecStart=/usr/bin/python3 -I -S {launcher}\n" in (stage / unit).read_text()
    assert f'"/{prefix}/{OWN}"' in (stage / launcher[1:]).read_text()
    for name in (service, unit, launcher[1:]):
        assert not re.search(r"@[A-Z]+@", (stage / name).read_text()), name
    packaging = CHECKOUT / "packaging"
    assert (stage / POLICY).read_bytes() == next((packaging / "polkit").iterdir()).read_bytes()
    assert (stage / bus_policy).read_bytes() == (packaging / f"dbus/{BUS_NAME}.conf").read_bytes()
    # It says which files are not where one would look for them.
    for name in (POLICY, bus_policy, service, unit):
        assert f" /{name}" in said


def test_the_installed_unit_is_valid_and_hardened(stage: Path) -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not installed")
    make("install-helper", f"DESTDIR={stage}")
    unit = str(stage / "usr/local/lib/systemd/system/driveproof-helper.service")
    for arguments in (
        ["verify", "--man=no", unit],
        ["security", "--offline=yes", "--threshold=25", unit],
    ):
        done = subprocess.run(
            [tool, *arguments], capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "driveproof" not in done.stderr


def test_removing_leaves_no_file(stage: Path) -> None:
    before = everything(stage)
    for target in ("install-helper", "install-helper", "uninstall-helper"):
        make(target, f"DESTDIR={stage}")
    files = {name: text for name, text in everything(stage).items() if text is not None}
    assert files == {name: text for name, text in before.items() if text is not None}
    assert not (stage / "usr/local" / OWN).exists()


def test_files_of_another_installation_stay(stage: Path) -> None:
    (stage / POLICY).write_text("the distribution's")
    before = everything(stage)
    said = make("install-helper", f"DESTDIR={stage}")
    assert f"/{POLICY} belongs to another installation: remove that first." in said
    assert everything(stage) == before


@pytest.mark.parametrize("prefix", ["/opt/drive proof", '/opt/"', "/opt/%h", "/opt/../usr", "usr"])
def test_a_path_that_somebody_would_read_as_another_is_refused(prefix: str, stage: Path) -> None:
    before = everything(stage)
    said = make("install-helper", f"DESTDIR={stage}", f"PREFIX={prefix}")
    assert "has to be an absolute path of letters" in said
    assert everything(stage) == before


def test_it_is_not_there(stage: Path) -> None:
    assert "there is no helper of make install-helper" in make(
        "uninstall-helper", f"DESTDIR={stage}"
    )


@pytest.fixture
def open_checkout() -> Iterator[Path]:
    """What installing the helper reads, in a place where every user can read it."""
    with tempfile.TemporaryDirectory(prefix="driveproof-test-") as name:
        folder = Path(name, "checkout")
        for part in ("tools", "packaging", "app/driveproof/helper"):
            shutil.copytree(
                CHECKOUT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__")
            )
        for part in ("Makefile", "app/driveproof/__init__.py"):
            shutil.copy2(CHECKOUT / part, folder / part)
        source = Path(jeepney.__file__).parent
        site = folder / f".venv/lib/python3.{sys.version_info[1]}/site-packages"
        for each in [source, *source.parent.glob("jeepney-*.dist-info")]:
            shutil.copytree(each, site / each.name)
        for path in [Path(name), *folder.rglob("*"), folder]:
            path.chmod(0o755)
        yield folder


def test_it_has_to_be_roots(open_checkout: Path) -> None:
    prefix = open_checkout.parent / "own"
    prefix.mkdir(mode=0o777)
    prefix.chmod(0o777)
    as_nobody = {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}
    said = make("install-helper", f"PREFIX={prefix}", checkout=open_checkout, **as_nobody)
    assert "it has to be root's, and this is not run as root" in said
    assert not any(prefix.iterdir())
    # Staging is nobody's business but the packager's.
    make("install-helper", f"DESTDIR={prefix}", checkout=open_checkout, **as_nobody)
    assert (prefix / POLICY).stat().st_uid == (NOBODY if as_nobody else os.geteuid())


def check_folder(folder: Path) -> str:
    """What tools/install_helper.py says against a folder."""
    code = (
        "import sys; from pathlib import Path; sys.path.insert(0, 'tools')\n"
        "from install_helper import RefusedError, check_folder\n"
        "try: check_folder(Path(sys.argv[1]))\n"
        "except RefusedError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-EsB", "-c", code, str(folder)],
        cwd=CHECKOUT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.root
def test_every_folder_on_the_way_has_to_be_roots() -> None:
    # Where nobody else can write, which anybody may in the /run of some machines.
    place = next(
        (each for each in ("/run", "/var/lib", "/opt") if not check_folder(Path(each))), ""
    )
    if not place:
        pytest.skip("no folder of this machine is root's alone")
    with tempfile.TemporaryDirectory(prefix="driveproof-test-", dir=place) as name:
        top = Path(name)
        top.chmod(0o755)
        for each in ("good/deep", "group/deep", "others/deep", "theirs/deep"):
            (top / each).mkdir(parents=True)
        (top / "group").chmod(0o775)
        (top / "others").chmod(0o1777)
        os.chown(top / "theirs", NOBODY, NOBODY)
        # A link of root's to a link in somebody's folder to a folder of root's.
        (top / "theirs/hop").symlink_to("../good")
        (top / "link").symlink_to("theirs/hop")
        (top / "fine").symlink_to("group/../good")
        (top / "round").symlink_to("round")
        (top / "straight").symlink_to("good/deep")
        for each in ("good/deep", "good/not/there/yet", "straight/new"):
            assert check_folder(top / each) == "", each
        for each, blamed in (
            ("group/deep", "group"),
            ("others/deep", "others"),
            ("theirs/deep", "theirs"),
            ("link/deep", "theirs"),
            ("fine/deep", "group"),
            ("round/deep", "round"),
        ):
            assert f"others than root can write to {top / blamed}," in check_folder(top / each)
    assert "can write to /tmp," in check_folder(Path("/tmp/anything"))
