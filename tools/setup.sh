#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes this machine ready: packages of the distribution, .venv, and this checkout installed in it.
#
#   tools/setup.sh run | test | hardware     install what is missing; does nothing when nothing is
#
# Debian and its relatives get the packages with apt-get; elsewhere what is needed is listed, by Debian's
# names. Exit status: 0 ready, 2 wrong usage, 3 something is missing and was not installed.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-/usr/bin/python3}
venv=.venv

# What Driveproof starts or asks; our Debian packages depend on the same.
tools=(fio hdparm polkitd python3 python3-venv smartmontools udisks2 util-linux)
# What PySide6 does not bring (tools/qt-libraries.sh names what is still missing), and a font.
libraries=(fonts-dejavu-core libdbus-1-3 libdrm2 libegl1 libfontconfig1 libfreetype6 libgl1 libseccomp2
    libwayland-client0 libwayland-cursor0 libwayland-egl1 libx11-6 libx11-xcb1 libxcb-cursor0 libxcb-glx0
    libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-render0
    libxcb-shape0 libxcb-shm0 libxcb-sync1 libxcb-util1 libxcb-xfixes0 libxcb-xkb1 libxcb1
    libxkbcommon-x11-0 libxkbcommon0 xkb-data)
tests=(appstream btrfs-progs dbus dbus-broker dbus-daemon desktop-file-utils e2fsprogs fdisk fuse3 git gnuplot-nox
    groff-base libfaketime libnbd-bin libxml2-utils mount nbdkit openbox openssh-client openssh-server
    poppler-utils procps shared-mime-info shellcheck systemd udev x11-utils xclip xdotool xfsprogs xvfb zstd)
guests=(qemu-system-x86 mmdebstrap e2fsprogs git)
# What can be looked for where packages have other names.
programs=(fio hdparm smartctl udisksctl setpriv "$python")

say() { printf 'setup: %s\n' "$*" >&2; }
die() { say "$1"; [ $# -lt 2 ] || printf '       %s\n' "${@:2}" >&2; exit 3; }

purpose=${1:-}
case $purpose in
    run) needed=("${tools[@]}" "${libraries[@]}") ;;
    test) needed=("${tools[@]}" "${libraries[@]}" "${tests[@]}") ;;
    hardware) needed=("${tools[@]}" "${libraries[@]}" "${tests[@]}" "${guests[@]}") purpose="test" ;;
    *) echo 'usage: tools/setup.sh run | test | hardware' >&2; exit 2 ;;
esac

# --- packages ------------------------------------------------------------------------------------
is_debian() {
    [ -r "${OS_RELEASE:=/etc/os-release}" ] || return 1
    # shellcheck disable=SC1090 # it is a file of assignments
    (. "$OS_RELEASE" && [[ " ${ID:-} ${ID_LIKE:-} " =~ \ (debian|ubuntu)\  ]])
}

install_packages() {
    local missing become=() log apt
    mapfile -t missing < <(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${needed[@]}" 2>/dev/null |
        sed -n 's/ installed$//p' | sort -u | comm -13 - <(printf '%s\n' "${needed[@]}" | sort -u))
    [ ${#missing[@]} -gt 0 ] || return 0
    local by_hand="apt-get install --no-install-recommends ${missing[*]}"
    if [ "$(id -u)" != 0 ]; then
        # Without a terminal nobody could type a password.
        become=(sudo)
        [ -t 0 ] || become+=(-n)
        "${become[@]}" true || die "packages are missing, and installing them needs root. As root run:" "$by_hand"
    fi
    say "installing ${missing[*]}"
    log=$(mktemp "${TMPDIR:-/tmp}/driveproof-setup.XXXXXX.log")
    apt=("${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    # A third-party source that fails is no reason to stop: the installation tells.
    "${apt[@]}" update >"$log" 2>&1 </dev/null || say "apt-get update had errors: $log"
    if ! "${apt[@]}" install --yes --no-install-recommends "${missing[@]}" >>"$log" 2>&1 </dev/null; then
        tail -n 15 "$log" >&2
        die "apt-get could not install the packages (everything it said: $log). To try by hand, as root:" "$by_hand"
    fi
    rm -f "$log"
}

look_for_programs() {
    local name missing=()
    for name in "${programs[@]}"; do command -v "$name" >/dev/null || missing+=("$name"); done
    [ ${#missing[@]} -eq 0 ] || die "this is not Debian, and these programs are missing: ${missing[*]}" \
        "What is needed, by the names of Debian's packages:" "${needed[*]}"
}

# --- the virtual environment ---------------------------------------------------------------------
# What decides whether it has to be made again: where it is, its Python, and what the package asks for
# (not the settings of the linters, which share these files).
environment_key() {
    {
        pwd
        readlink -f "$venv/bin/python" 2>/dev/null || true
        awk '/^\[/ { wanted = /^\[(metadata|options)/ } wanted' setup.cfg
        awk '/^\[/ { wanted = /^\[build-system/ } wanted' pyproject.toml
        cat setup.py
    } | sha256sum
}

ready() {  # a test environment can run the program too
    [ -x "$venv/bin/python" ] || return 1
    local key stamp
    key=$(environment_key)
    for stamp in "$1" test; do
        [ ! -f "$venv/ready-$stamp" ] || [ "$(cat "$venv/ready-$stamp")" != "$key" ] || return 0
    done
    return 1
}

make_environment() {
    local what=.
    ! ready "$1" || return 0
    [ "$1" != test ] || what='.[test]'
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        die "Driveproof needs Python 3.11 or newer: set PYTHON to one. $python is $("$python" --version)."
    if [ -e "$venv" ] && [ ! -w "$venv" ]; then
        die "the folder $PWD/$venv belongs to $(stat -c %U "$venv") and is not up to date." \
            "Remove it first: sudo rm -r $PWD/$venv"
    fi
    # Another Python than the one it was made with, or one that was interrupted: from the beginning.
    if ! [ -x "$venv/bin/pip" ] || [ "$(readlink -f "$venv/bin/python")" != "$(readlink -f "$python")" ] ||
        ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then
        say "making $venv with $python"
        "$python" -m venv --clear "$venv" || die "$python could not make $PWD/$venv: see above."
    fi
    rm -f "$venv"/ready-*
    say "installing the Python libraries into $venv (once; about 300 MB)"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable "$what" </dev/null ||
        die 'pip could not install what setup.cfg asks for: see above.' \
            'It uses your own pip configuration (index, proxy, certificates): pip config list'
    # PySide6 carries a part of its Python in an archive that every start would unpack and compile
    # again; with SBK_EMBED=0 it puts the files beside itself, for good. A start takes 11 ms less.
    SBK_EMBED=0 "$venv/bin/python" -c '
import compileall, os, PySide6.QtCore, shiboken6
compileall.compile_dir(os.path.dirname(shiboken6.__file__), quiet=1)' ||
        say 'the start of the window will take a little longer (PySide6 could not unpack its files)'
    environment_key >"$venv/ready-$1"
}

if is_debian; then install_packages; else look_for_programs; fi
ready "$purpose" || {
    # Two at once (a second terminal) would spoil each other's environment.
    exec 9<.
    flock 9
    make_environment "$purpose"
}
