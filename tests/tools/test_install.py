# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installing gives a working program; removing restores the tree to the last file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
SITE = Path(sys.prefix) / "lib" / f"python3.{sys.version_info[1]}" / "site-packages"


def make(*arguments: str, umask: int = 0o077) -> subprocess.CompletedProcess[str]:
    """Runs make as the most careless caller would: with a umask that hides everything."""
    return subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=CHECKOUT,
        umask=umask,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )


def install(destdir: Path, prefix: str = "/usr/local") -> None:
    done = make("install", f"DESTDIR={destdir}", f"PREFIX={prefix}", "LIBRARIES=bundled")
    assert done.returncode == 0, done.stderr


def everything(folder: Path) -> dict[str, bytes | None]:
    found: dict[str, bytes | None] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        found[name] = path.read_bytes() if path.is_file() else None
    return found


OTHERS = (
    "usr/local/bin/other",
    "usr/local/share/icons/hicolor/scalable/apps/other.svg",
    "usr/local/lib/other/driveproof",
)


def lay_out(destdir: Path) -> None:
    """Other people's files, where ours go."""
    for name in OTHERS:
        file = destdir / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("not ours")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A staging folder with an installation beside foreign files; tests must not change it."""
    folder = tmp_path_factory.mktemp("installed") / "stage area"
    lay_out(folder)
    install(folder)
    return folder


@pytest.fixture
def destdir(installed: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed by installing and removing; the files themselves are linked."""
    folder = tmp_path / "stage area"
    shutil.copytree(installed, folder, copy_function=os.link)
    return folder


def test_removing_restores_the_tree(destdir: Path, tmp_path: Path) -> None:
    assert (destdir / "usr/local/share/applications").is_dir()
    types = destdir / "usr/local/share/mime"
    assert [path.name for path in types.iterdir()] == ["packages"]  # nothing derived in a stage
    # Installing again, as an upgrade does, must not lose the list of what the first one made.
    install(destdir)
    done = make("uninstall", f"DESTDIR={destdir}")
    assert done.returncode == 0, done.stderr
    lay_out(tmp_path / "before")
    assert everything(destdir) == everything(tmp_path / "before")


def test_what_others_put_beside_ours_stays(destdir: Path) -> None:
    note = destdir / "usr/local/share/doc/driveproof/note.txt"
    note.write_text("mine")
    assert make("uninstall", f"DESTDIR={destdir}").returncode == 0
    assert note.read_text() == "mine"
    assert [path.name for path in note.parent.iterdir()] == ["note.txt"]


def test_everybody_can_read_it_and_only_the_launcher_runs(installed: Path) -> None:
    root = installed / "usr/local"
    listed = (root / "lib/driveproof/installed").read_text().splitlines()
    files = [line.removeprefix("file ") for line in listed if line.startswith("file ")]
    assert "bin/driveproof" in files
    for name in files:
        mode = (root / name).stat().st_mode & 0o7777
        assert mode in {0o644, 0o755}, name
    ours = [root / name for name in files if not name.startswith("lib/driveproof/libraries/")]
    assert [each.name for each in ours if each.stat().st_mode & 0o111] == ["driveproof"]
    for line in listed:
        if line.startswith("folder "):
            assert (root / line.removeprefix("folder ")).stat().st_mode & 0o777 == 0o755, line


def test_the_units_of_the_watch_are_valid_and_start_this_program(
    installed: Path, tmp_path: Path
) -> None:
    units = installed / "usr/local/lib/systemd/user"
    started = '"/usr/local/bin/driveproof"'
    service = (units / "driveproof-watch.service").read_text("utf-8")
    assert f"\nExecStart={started} watch --once\n" in service
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not installed")
    # The program is only staged: another one that is there stands in for it.
    copies = [tmp_path / name for name in ("driveproof-watch.service", "driveproof-watch.timer")]
    copies[0].write_text(service.replace(started, "/bin/true"), "utf-8")
    shutil.copy(units / copies[1].name, copies[1])
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    done = subprocess.run(
        [tool, "verify", "--user", "--man=no", *map(str, copies)],
        env={**os.environ, "XDG_RUNTIME_DIR": str(runtime)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    # What it does not know it ignores, and says so with status 0.
    assert "driveproof" not in done.stderr


def test_the_units_of_the_machines_watch_are_valid_and_hardened(
    installed: Path, tmp_path: Path
) -> None:
    units = installed / "usr/local/lib/systemd/system"
    started = '"/usr/local/bin/driveproof"'
    service = (units / "driveproof-watch-system.service").read_text("utf-8")
    assert f"\nExecStart={started} watch --once --quiet\n" in service
    # dbus-daemon refuses a dynamic user, and UDisks2 is on the bus.
    assert "\nUser=driveproof-watch\n" in service and "\nDynamicUser" not in service
    users = (installed / "usr/local/lib/sysusers.d/driveproof-watch.conf").read_text("utf-8")
    assert "\nu driveproof-watch - " in users
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not installed")
    copies = [tmp_path / f"driveproof-watch-system.{kind}" for kind in ("service", "timer")]
    copies[0].write_text(service.replace(started, "/bin/true"), "utf-8")
    shutil.copy(units / copies[1].name, copies[1])
    for words in (
        ["verify", "--man=no", *map(str, copies)],
        ["security", "--offline=yes", "--threshold=10", str(copies[0])],
    ):
        done = subprocess.run(
            [tool, *words], capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "driveproof" not in done.stderr


def test_the_installed_program_runs_by_itself(tmp_path: Path) -> None:
    install(tmp_path, "/opt/drive proof")
    launcher = tmp_path / "opt/drive proof/bin/driveproof"
    private = tmp_path / "opt/drive proof/lib/driveproof"
    before = everything(private)
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(tmp_path / "home"),
        # A hostile environment: none of it may change what runs.
        "PYTHONPATH": str(CHECKOUT / "tests"),
        "PYTHONSTARTUP": "/nonexistent",
    }
    done = subprocess.run(
        [launcher, "profiles"],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "quick" in done.stdout
    assert everything(private) == before, "running it wrote into its own folder"


def test_bundled_libraries_are_found_before_the_systems(installed: Path, tmp_path: Path) -> None:
    private = installed / "usr/local/lib/driveproof"
    code = (
        f"import sys; sys.path[:0] = [{str(private)!r}, {str(private / 'libraries')!r}]\n"
        "import driveproof, jeepney, numpy\n"
        "from PySide6 import QtGui, QtSvg, QtWidgets\n"
        "application = QtWidgets.QApplication([])\n"
        "label = QtWidgets.QLabel('drawn')\n"
        "assert not label.grab().isNull()\n"
        "assert b'svg' in QtGui.QImageReader.supportedImageFormats()\n"
        "for module in (driveproof, jeepney, numpy, QtWidgets):\n"
        "    print(module.__file__)\n"
    )
    done = subprocess.run(
        ["/usr/bin/python3", "-I", "-B", "-c", code],
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert all(line.startswith(str(private)) for line in done.stdout.splitlines())


CHOOSE = """
import sys
sys.path[:0] = ["tools", *sys.argv[2:]]
from libraries import choose_libraries
found = choose_libraries(sys.argv[1])
print(found and (found.site.name, found.whole))
"""


def choice(python: str, wanted: str, *folders: Path) -> str:
    words = [python, "-B", *(["-I", "-S"] if folders else []), "-c", CHOOSE, wanted]
    done = subprocess.run(
        [*words, *map(str, folders)], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


REFRESH = """
import sys
from pathlib import Path
sys.path.insert(0, "tools")
from install import APP_ID, TYPES, refresh_types
from tree import Tree
tree = Tree(Path(sys.argv[1]), "", "lib/driveproof")
tree.copy(Path("packaging/mime") / f"{APP_ID}.xml", f"{TYPES}/packages/{APP_ID}.xml")
refresh_types(tree, staged=False)
print(sorted(path.name for path in (tree.root / TYPES).iterdir()))
(tree.root / TYPES / "packages" / f"{APP_ID}.xml").unlink()
refresh_types(tree, staged=False)
print((tree.root / TYPES).exists())
"""


def test_the_desktop_learns_the_types_of_files_and_forgets_them(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", REFRESH, str(tmp_path)],
        cwd=CHECKOUT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    derived, left = done.stdout.splitlines()[-2:]
    assert "'packages'" in derived
    assert ("'mime.cache'" in derived) == (shutil.which("update-mime-database") is not None)
    assert left == "False"


def test_what_is_wanted_is_bundled_though_the_system_has_it() -> None:
    assert choice(sys.executable, "auto") == "None"
    assert choice(sys.executable, "bundled") == "('site-packages', True)"


def test_only_what_no_distribution_has_is_carried(tmp_path: Path) -> None:
    """As on Debian 13, whose pyqtgraph is too old."""
    versions = {
        "PySide6": "6.8.2", "numpy": "2.2.4", "colorama": "0.4.6", "jeepney": "0.9.0",
        "platformdirs": "4.3.7", "jinja2": "3.1.6", "pyqtgraph": "0.13.7",
    }  # fmt: skip
    for name, version in versions.items():
        about = tmp_path / f"{name}-{version}.dist-info" / "METADATA"
        about.parent.mkdir()
        about.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    package = tmp_path / "PySide6"
    package.mkdir()
    for module in ("__init__", "QtWidgets", "QtSvg", "QtOpenGL", "QtOpenGLWidgets"):
        (package / f"{module}.py").touch()
    for wanted in ("system", "auto"):
        assert choice("/usr/bin/python3", wanted, tmp_path) == "('site-packages', False)"
    (package / "QtOpenGL.py").unlink()
    assert choice("/usr/bin/python3", "auto", tmp_path) == "('site-packages', True)"


def test_nothing_is_installed(tmp_path: Path) -> None:
    done = make("uninstall", f"DESTDIR={tmp_path}")
    assert done.returncode != 0
    assert "nothing is installed" in done.stderr


@pytest.mark.parametrize("kind", ["file", "folder"])
@pytest.mark.parametrize("named", ["../../../victim", "share/../../../../victim", "{victim}"])
def test_a_list_that_names_what_is_not_ours_is_not_followed(
    kind: str, named: str, destdir: Path
) -> None:
    victim = destdir.parent / "victim"
    victim.write_text("kept") if kind == "file" else victim.mkdir()
    listed = destdir / "usr/local/lib/driveproof/installed"
    lines = listed.read_text()
    listed.unlink()  # the others have it too
    listed.write_text(f"{lines}{kind} {named.format(victim=victim)}\n")
    before = everything(destdir)
    done = make("uninstall", f"DESTDIR={destdir}")
    assert done.returncode != 0
    assert named.format(victim=victim) in done.stderr
    assert victim.exists()
    assert everything(destdir) == before


def test_a_link_that_others_can_make_is_not_followed(destdir: Path) -> None:
    share, elsewhere = destdir / "usr/local/share", destdir.parent / "elsewhere"
    share.chmod(0o775)
    (share / "doc").rename(elsewhere)
    (share / "doc").symlink_to(elsewhere)
    before = everything(elsewhere)
    done = make("uninstall", f"DESTDIR={destdir}")
    assert done.returncode != 0
    assert "is a link" in done.stderr
    assert everything(elsewhere) == before


def test_relative_prefix_is_refused(tmp_path: Path) -> None:
    done = make("install", f"DESTDIR={tmp_path}", "PREFIX=usr")
    assert done.returncode != 0
    assert "absolute" in done.stderr
    assert not any(tmp_path.iterdir())
