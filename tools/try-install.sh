#!/bin/bash
# Installs xhprof by the lines of docs/install.md in fresh, bare systems, and tries doctor, run and report there.
# Usage: tools/try-install.sh [SUITE...]     bookworm and trixie (Debian 12, 13), jammy and noble (Ubuntu 22.04, 24.04)
# Default: bookworm trixie. Ubuntu's mirror is XHPROF_UBUNTU_MIRROR. Needs root and mmdebstrap; takes minutes each.
set -eu
# shellcheck source=tools/debian.sh
. "$(dirname "$0")/debian.sh"

top=$(cd "$(dirname "$0")/.." && pwd -P)
[ "$(id -u)" = 0 ] || die "only root can make or enter a chroot"
need_packages mmdebstrap debian-archive-keyring util-linux
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT

# The lines between "```sh" and "```" below the heading $1 of docs/install.md.
lines_of() {
	awk -v head="## $1" '$0 == head { on = 1; next } /^## / { on = 0 } on && /^```$/ { exit }
		on && code { print } on && /^```sh$/ { code = 1 }' "$top/docs/install.md"
}

# Nothing but what the system needs to install packages, and the checkout at /root/xhprof.
make_bare() {
	case $1 in
		jammy | noble) ubuntu_sources "$1" >"$work/list" ;;
		*) debian_sources deb "$1" >"$work/list" ;;
	esac
	[ -s "$work/list" ] || die "apt is not set up for $1 here"
	mmdebstrap --quiet --mode=root --variant=apt --include=sudo --skip=cleanup/apt \
		--aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
		--aptopt='APT::Sandbox::User "root"' "$1" "$work/root" - <"$work/list" >&2
	# As where systems are installed by their installer: phpize of jammy asks for /usr/bin/sed.
	[ -e "$work/root/usr/bin/sed" ] || ln -s /bin/sed "$work/root/usr/bin/sed"
	# A package that asks, as jammy's tzdata does, gets no answer.
	echo 'Defaults env_keep += DEBIAN_FRONTEND' >"$work/root/etc/sudoers.d/frontend"
	mkdir -p "$work/root/root/xhprof"
	(cd "$top" && git ls-files -z | xargs -0 tar -c --ignore-failed-read) | tar -x -C "$work/root/root/xhprof"
}

# In a name space of its own: no mount and no process is left behind.
enter() {
	# shellcheck disable=SC2016 # for the inner shells
	root=$work/root unshare --mount --pid --fork --kill-child sh -euc '
		mount -t proc proc "$root/proc"
		mount --rbind /dev "$root/dev"
		mount --bind /sys "$root/sys" || :
		exec chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
			LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive COLUMNS=80 bash -euc "cd /root/xhprof; $1"
	' sh "$1" </dev/null
}

# The next steps of a user.
# shellcheck disable=SC2016 # for the shell in the chroot
try='
	doctor=0
	xhprof doctor || doctor=$?
	[ $doctor = 0 ] || { echo "xhprof doctor ended with $doctor"; exit 1; }
	cat >/root/script.php <<-"END"
		<?php
		function fib($n) { return $n < 2 ? $n : fib($n - 1) + fib($n - 2); }
		echo fib(15), "\n";
	END
	xhprof run --out /root/run.json.gz -- /root/script.php
	xhprof report /root/run.json.gz --out /root/run.html
	grep -q "<!doctype html>" /root/run.html
	man=$(find / -xdev -name "xhprof.1*" -path "*man1*")
	echo "manual page: $man"
'

[ $# -gt 0 ] || set -- bookworm trixie
for suite in "$@"; do
	echo "== $suite"
	rm -rf --one-file-system "$work/root"
	make_bare "$suite"
	install=$(lines_of 'Debian and Ubuntu')
	[ -n "$install" ] || die "docs/install.md has no lines for Debian and Ubuntu"
	printf 'set -x\n%s\n' "$install" >"$work/root/root/install.sh"
	enter "bash -eu /root/install.sh >/tmp/install.log 2>&1 || { tail -n 30 /tmp/install.log; exit 1; }
		grep -A9 '^xhprof is configured' /tmp/install.log; grep '^Installing' /tmp/install.log; $try"
done
