#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes this machine ready: distribution packages, .venv, and this checkout installed in it.
#
#   tools/setup.sh run | test | hardware   install what is missing; does nothing when nothing is
#   tools/setup.sh missing run | test | hardware   only name the missing packages, one a line
#
# On Debian and its relatives packages are installed with apt-get; elsewhere they are named, with the
# command. Exit status: 0 ready, 2 wrong usage, 3 something is missing and was not installed.
set -euo pipefail
cd "$(dirname "$0")/.."

# Everything is looked for below this folder; tests point it at made file trees.
sysroot=${DRIVEPROOF_SYSROOT:-}
python=${PYTHON:-/usr/bin/python3}
venv=.venv

say() { printf 'setup: %s\n' "$*" >&2; }
die() { say "$1"; [ $# -lt 2 ] || printf '       %s\n' "${@:2}" >&2; exit 3; }

# --- which distribution --------------------------------------------------------------------------
system_name='this system'

distribution_family() {  # sets family and system_name
    local id='' id_like='' name='' word
    family=unknown
    [ ! -r "$sysroot/etc/os-release" ] || {
        id=$(. "$sysroot/etc/os-release" && echo "${ID:-}")
        id_like=$(. "$sysroot/etc/os-release" && echo "${ID_LIKE:-}")
        name=$(. "$sysroot/etc/os-release" && echo "${PRETTY_NAME:-${NAME:-}}")
    }
    system_name=${name:-this system}
    for word in $id $id_like; do
        case $word in
            debian | ubuntu) family=debian ;;
            fedora | rhel | centos) family=fedora ;;
            arch) family=arch ;;
            suse | opensuse*) family=suse ;;
            *) continue ;;
        esac
        return 0
    done
}

# --- what is missing -----------------------------------------------------------------------------
library_folders=()

find_library_folders() {
    local triplet
    triplet=$(uname -m)-linux-gnu
    if [ -d "$sysroot/usr/lib/$triplet" ]; then
        library_folders=("/usr/lib/$triplet" "/lib/$triplet")
    elif [ -d "$sysroot/usr/lib64" ]; then
        library_folders=(/usr/lib64)
    else
        library_folders=(/usr/lib)
    fi
    library_folders+=("/usr/local/lib/$triplet" /usr/local/lib64 /usr/local/lib)
}

have() {  # kind what
    local folder
    case $1 in
        program)
            if [ -z "$sysroot" ] && command -v "$2" >/dev/null; then return 0; fi
            for folder in /usr/local/bin /usr/bin /bin /usr/local/sbin /usr/sbin /sbin; do
                [ ! -x "$sysroot$folder/$2" ] || return 0
            done ;;
        library)
            for folder in "${library_folders[@]}"; do
                [ ! -e "$sysroot$folder/$2" ] || return 0
            done ;;
        path) compgen -G "$sysroot$2" >/dev/null && return 0 ;;
        *) die "tools/dependencies.tsv has a line of unknown kind \"$1\"." ;;
    esac
    return 1
}

# Sets missing_packages (as in the table, with alternatives) and missing_things.
find_missing() {
    local purpose kind what debian fedora arch suse package
    missing_packages=() missing_things=()
    while read -r purpose kind what debian fedora arch suse; do
        case $purpose in
            '' | '#'*) continue ;;
            run) ;;
            *) [ "$purpose" = "$1" ] || continue ;;
        esac
        ! have "$kind" "$what" || continue
        missing_things+=("$what")
        case $family in
            debian) package=$debian ;;
            fedora) package=$fedora ;;
            arch) package=$arch ;;
            suse) package=$suse ;;
            *) continue ;;
        esac
        [[ " ${missing_packages[*]} " == *" $package "* ]] || missing_packages+=("$package")
    done <tools/dependencies.tsv
}

# --- installing ----------------------------------------------------------------------------------
as_root() {  # the command that makes us root, or nothing when we are; fails when there is none
    [ "$(id -u)" != 0 ] || return 0
    command -v sudo >/dev/null || return 1
    # Without a terminal nobody could type a password.
    if [ -t 0 ]; then echo sudo; else echo 'sudo -n'; fi
}

known_to_apt() { apt-cache show --no-all-versions "$1" >/dev/null 2>&1; }

# The first alternative that this release has; the last one when it has none, so that APT says so.
choose() {
    local name
    for name in ${1//|/ }; do
        ! known_to_apt "$name" || break
    done
    echo "$name"
}

install_with_apt() {
    local become log entry packages=()
    if ! become=$(as_root); then
        for entry in "${missing_packages[@]}"; do packages+=("$(choose "$entry")"); done
        die "missing packages: ${#packages[@]}; installing them needs root." \
            "Ask an administrator to run:" \
            "apt-get install --no-install-recommends ${packages[*]}"
    fi
    log=$(mktemp "${TMPDIR:-/tmp}/driveproof-setup.XXXXXX.log")
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o 'DPkg::Lock::Timeout=300')
    say "missing packages: ${#missing_packages[@]}; installing${become:+ with sudo} from $system_name"
    # shellcheck disable=SC2086  # "sudo -n" is two words, and may be none
    if [ -n "$become" ] && ! $become true; then
        for entry in "${missing_packages[@]}"; do packages+=("$(choose "$entry")"); done
        die "sudo did not let us install them." \
            "Ask an administrator to run:" \
            "apt-get install --no-install-recommends ${packages[*]}"
    fi
    # A third-party source that fails is no reason to stop: the installation tells.
    # shellcheck disable=SC2086
    $become "${apt[@]}" update >"$log" 2>&1 </dev/null || say "apt-get update had errors: $log"
    for entry in "${missing_packages[@]}"; do packages+=("$(choose "$entry")"); done
    say "${packages[*]}"
    # shellcheck disable=SC2086
    if ! $become "${apt[@]}" install --yes --no-install-recommends "${packages[@]}" \
        >>"$log" 2>&1 </dev/null; then
        tail -n 15 "$log" >&2
        die "apt-get could not install the packages (everything it said: $log)." \
            "To try by hand: apt-get install --no-install-recommends ${packages[*]}"
    fi
    rm -f "$log"
}

install_packages() {
    find_missing "$1"
    [ ${#missing_things[@]} -gt 0 ] || return 0
    local names="${missing_packages[*]//|*/}" sudo='sudo '
    [ "$(id -u)" != 0 ] || sudo=
    case $family in
        debian) install_with_apt ;;
        fedora) die "on $system_name these packages are missing: $names" \
            "Install them with: ${sudo}dnf install $names" ;;
        arch) die "on $system_name these packages are missing: $names" \
            "Install them with: ${sudo}pacman -S --needed $names" ;;
        suse) die "on $system_name these packages are missing: $names" \
            "Install them with: ${sudo}zypper install $names" ;;
        *) die "how to install packages on $system_name is not known here." \
            "These are missing (programs, files and libraries): ${missing_things[*]}" ;;
    esac
    find_missing "$1"
    [ ${#missing_things[@]} -eq 0 ] || die "still missing after the installation: ${missing_things[*]}"
}

# --- the virtual environment ---------------------------------------------------------------------
check_python() {
    command -v "$python" >/dev/null || die "there is no $python." 'Set PYTHON to a Python 3.11 or newer.'
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        die "Driveproof needs Python 3.11 or newer, and $python is $("$python" -c \
            'import platform; print(platform.python_version())')." \
            'Debian 12 and Ubuntu 24.04 have one; or set PYTHON to a newer one.'
}

# What decides whether the environment has to be made again: where it is, its Python, and what the
# package asks for (not the settings of the linters, which share setup.cfg).
environment_key() {
    {
        pwd
        readlink -f "$venv/bin/python" 2>/dev/null || true
        awk '/^\[/ { wanted = /^\[(metadata|options)/ } wanted' setup.cfg
        cat pyproject.toml
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
    check_python
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

# --- what is asked -------------------------------------------------------------------------------
action=${1:-} purpose=${1:-}
[ "$action" != missing ] || purpose=${2:-}
case $purpose in
    run | test | hardware) ;;
    *) echo 'usage: tools/setup.sh [missing] run | test | hardware' >&2; exit 2 ;;
esac
distribution_family
find_library_folders
if [ "$action" = missing ]; then
    find_missing "$purpose"
    [ ${#missing_packages[@]} -eq 0 ] || printf '%s\n' "${missing_packages[@]}"
    exit 0
fi
install_packages "$purpose"
# The emulated drives are tested from the environment of the tests.
[ "$purpose" != hardware ] || purpose="test"
ready "$purpose" || {
    # Two at once (a second terminal) would spoil each other's environment.
    exec 9<.
    flock 9
    make_environment "$purpose"
}
