#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs a command on this checkout in a fresh, minimal Debian that has git and make and no more:
#
#     sudo tools/clean-chroot.sh bookworm 'make run && make run'
#     sudo tools/clean-chroot.sh --as sudoer trixie make test
#
# The base system is built once with mmdebstrap and kept as a tarball; every call unpacks its own
# copy and removes it at the end. Mounts and processes live in namespaces of their own, so that the
# kernel takes them away whatever happens. What the host needs to reach its package archives (APT's
# Acquire settings, pip's configuration, proxies, CA certificates) is taken along; nothing is named
# here.
set -euo pipefail

usage() {
    cat <<'USAGE'
usage: tools/clean-chroot.sh [options] SUITE COMMAND...

  --as WHO        root (default), sudoer (a user with sudo) or user (one without)
  --head          the last commit instead of the files as they are now
  --keep DIR      unpack into DIR and leave it there; an existing DIR is used again
  --out DIR       afterwards, copy new files of the checkout's folder to DIR
  --new-base      build the base system again

Environment: DRIVEPROOF_MIRROR     archive to build from (else the host's own, else mmdebstrap's)
             DRIVEPROOF_CHROOTS    where base tarballs are kept (else a folder in the cache)
USAGE
}

die() { echo "clean-chroot: $1" >&2; exit "${2:-3}"; }

who=root head=no keep='' out='' new_base=no
while [ $# -gt 0 ]; do
    case $1 in
        --as) who=${2:?}; shift 2 ;;
        --head) head=yes; shift ;;
        --keep) keep=${2:?}; shift 2 ;;
        --out) out=${2:?}; shift 2 ;;
        --new-base) new_base=yes; shift ;;
        -h | --help) usage; exit 0 ;;
        -*) usage >&2; exit 2 ;;
        *) break ;;
    esac
done
[ $# -ge 2 ] || { usage >&2; exit 2; }
case $who in root | sudoer | user) ;; *) usage >&2; exit 2 ;; esac
suite=$1; shift

[ "$(id -u)" = 0 ] || die 'this needs root: run it with sudo.' 4
for tool in mmdebstrap unshare tar git; do
    command -v "$tool" >/dev/null || die "$tool is missing: apt-get install mmdebstrap util-linux tar git"
done

checkout=$(cd "$(dirname "$0")/.." && pwd)
bases=${DRIVEPROOF_CHROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/driveproof-chroots}
base=$bases/$suite.tar

# APT's own words for proxies, certificates and the like.
acquire_settings() { apt-config dump 2>/dev/null | grep '^Acquire::' || true; }

# The archive this host uses for its own release, in whatever format its sources are written.
host_mirror() {
    local codename
    codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    apt-get indextargets --no-release-info --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' \
        2>/dev/null | awk -v release="$codename" '$1 == release { print $2; exit }'
}

build_base() {
    local options mirror partial
    mkdir -p "$bases"
    options=$(mktemp) partial=$base.$$
    acquire_settings >"$options"
    mirror=${DRIVEPROOF_MIRROR:-}
    # Another family's archive would not have the release.
    if [ -z "$mirror" ] && grep -qx 'ID=debian' /etc/os-release; then mirror=$(host_mirror); fi
    echo "clean-chroot: building the base system for $suite" >&2
    mmdebstrap --quiet --variant=minbase --include=git,make --aptopt="$options" --format=tar \
        "$suite" "$partial" ${mirror:+"$mirror"} </dev/null || { rm -f "$partial" "$options"; return 1; }
    rm -f "$options"
    mv "$partial" "$base"
}

if [ $new_base = yes ] || [ ! -s "$base" ]; then
    build_base || die "mmdebstrap could not make $suite: see above."
fi

if [ -n "$keep" ]; then
    mkdir -p "$keep"
    root=$(cd "$keep" && pwd)
else
    root=$(mktemp -d "${TMPDIR:-/var/tmp}/driveproof-chroot.XXXXXX")
    trap 'rm -rf --one-file-system -- "$root"' EXIT
fi
fresh=no
[ -e "$root/etc/os-release" ] || { tar -xpf "$base" -C "$root" --exclude='./dev/*'; fresh=yes; }
home=/root
[ "$who" = root ] || home=/home/tester
mkdir -p "$root$home"

# --- what the host needs to reach its archives ---------------------------------------------------
settings=()
acquire_settings >"$root/etc/apt/apt.conf.d/90host"
cp -L /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
cp -L /etc/hosts "$root/etc/hosts" 2>/dev/null || true
for file in /usr/local/share/ca-certificates/*.crt; do
    [ -e "$file" ] && install -Dm644 "$file" "$root$file"
done
for file in /etc/pip.conf "${XDG_CONFIG_HOME:-$HOME/.config}/pip/pip.conf" "$HOME/.pip/pip.conf"; do
    [ -e "$file" ] || continue
    case $file in
        /etc/*) install -Dm644 "$file" "$root$file" ;;
        *) install -Dm644 "$file" "$root$home/.config/pip/pip.conf" ;;
    esac
done
while IFS='=' read -r name value; do
    case $name in
        *_proxy | *_PROXY | PIP_*) ;;
        SSL_CERT_FILE | REQUESTS_CA_BUNDLE | CURL_CA_BUNDLE | GIT_SSL_CAINFO) ;;
        *) continue ;;
    esac
    case $name in
        PIP_CERT | SSL_CERT_FILE | *_CA_BUNDLE | GIT_SSL_CAINFO)
            # A copy under another name: the package ca-certificates writes its own bundle.
            [ -f "$value" ] || continue
            install -Dm644 "$value" "$root/etc/host-ca/$name.crt"
            value=/etc/host-ca/$name.crt ;;
        PIP_FIND_LINKS)
            [ -d "$value" ] || continue
            mkdir -p "$root$value" && cp -a "$value/." "$root$value/" ;;
    esac
    settings+=("$name=$value")
done < <(env)

# --- the checkout --------------------------------------------------------------------------------
work=$root$home/driveproof
if [ ! -e "$work" ]; then
    git -c safe.directory='*' clone --quiet --no-hardlinks -- "$checkout" "$work"
fi
if [ $head = no ]; then
    git -C "$work" ls-files -z | (cd "$work" && xargs -0 -r rm -f --)
    git -c safe.directory='*' -C "$checkout" ls-files -z --cached --others --exclude-standard |
        (cd "$checkout" && while IFS= read -r -d '' name; do
            [ -e "$name" ] || [ -L "$name" ] || continue
            printf '%s\0' "$name"
        done | tar --null --files-from=- -cf -) | tar -xf - -C "$work"
fi
marker=$root/tmp/.before
touch "$marker"

# --- who -----------------------------------------------------------------------------------------
enter=()
if [ "$who" != root ]; then
    chroot "$root" id tester >/dev/null 2>&1 || chroot "$root" useradd -M -s /bin/bash tester
    chroot "$root" chown -R tester: "$home"
    enter=(setpriv --reuid=tester --regid=tester --init-groups)
fi
prepare=
if [ "$who" = sudoer ] && [ $fresh = yes ]; then
    prepare='apt-get -qq update && apt-get -qq install -y --no-install-recommends sudo &&
        echo "tester ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/tester'
fi

# --- go ------------------------------------------------------------------------------------------
status=0
account=tester
[ "$who" != root ] || account=root
clean=(/usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
    "TERM=${TERM:-dumb}" ${CI:+CI="$CI"} "${settings[@]}")
# shellcheck disable=SC2016
PREPARE=$prepare unshare --mount --pid --fork --kill-child bash -euc '
    root=$1; shift
    # A mount of its own, so that "/" is in the mount table as on any machine.
    mount --bind "$root" "$root"
    cd "$root"
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs -o mode=755 tmpfs "$root/run"
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
    [ -z "$PREPARE" ] || DEBIAN_FRONTEND=noninteractive chroot "$root" sh -c "$PREPARE" \
        >"$root/tmp/prepare.log" 2>&1 </dev/null || { cat "$root/tmp/prepare.log" >&2; exit 3; }
    exec chroot "$root" "$@"
' inside "$root" "${enter[@]}" "${clean[@]}" HOME="$home" USER="$account" \
    bash -c 'cd "$HOME/driveproof" && eval "$*"' command "$@" || status=$?

if [ -n "$out" ]; then
    mkdir -p "$out"
    find "$work" -maxdepth 1 -type f -newer "$marker" -exec cp -t "$out" -- {} +
fi
exit $status
