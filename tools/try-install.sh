#!/bin/bash
# Installs xhprof by the lines of docs/install.md in fresh, bare systems, and tries doctor, run and report there.
# Usage: tools/try-install.sh [SUITE...]     bookworm and trixie (Debian 12, 13), jammy and noble (Ubuntu 22.04, 24.04)
#        tools/try-install.sh --run COMMAND [--user] [--git] [--keep DIR] SUITE     runs that line of bash in the checkout there
#   --user      as a user who is not root, has no password and may use sudo; the default is root
#   --git       the checkout is a clone; by default it has the tracked files only, as a tarball has
#   --keep DIR  the system is made in DIR, or the one that is there is used, and it stays
# Default: bookworm trixie. Ubuntu's mirror is XHPROF_UBUNTU_MIRROR. Needs root and mmdebstrap: half a minute for a system, minutes
# for an installation.
set -eu
# shellcheck source=tools/debian.sh
. "$(dirname "$0")/debian.sh"

top=$(cd "$(dirname "$0")/.." && pwd -P)
user=root git=no keep='' line=''
while [ $# -gt 0 ]; do
	case $1 in
		--run) line=$2; shift ;;
		--user) user=tester ;;
		--git) git=yes ;;
		--keep) keep=$(realpath -m "$2"); shift ;;
		-*) sed -n '3,9s/^# //p' "$0" >&2; exit 2 ;;
		*) break ;;
	esac
	shift
done
[ "$(id -u)" = 0 ] || die "only root can make or enter a chroot"

# Nothing but what a system needs to install packages.
make_system() {
	need_packages mmdebstrap debian-archive-keyring util-linux
	binary_sources "$suite" >"$root.list"
	[ -s "$root.list" ] || die "apt is not set up for $suite here"
	mmdebstrap --quiet --mode=root --variant=apt --include=sudo,passwd --skip=cleanup/apt \
		--aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
		--aptopt='APT::Sandbox::User "root"' "$suite" "$root" - <"$root.list" >&2
	rm -f "$root.list"
	# As where systems are installed by their installer: phpize of jammy asks for /usr/bin/sed.
	[ -e "$root/usr/bin/sed" ] || ln -s /bin/sed "$root/usr/bin/sed"
	echo '127.0.0.1 localhost' >"$root/etc/hosts"
	# A package that asks, as jammy's tzdata does, gets no answer.
	echo 'Defaults env_keep += DEBIAN_FRONTEND' >"$root/etc/sudoers.d/frontend"
	chroot "$root" useradd -m -s /bin/bash tester
	echo 'tester ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/tester"
	# A certificate authority of this machine's own, which downloads need here.
	[ -z "${NODE_EXTRA_CA_CERTS-}" ] || cp "$NODE_EXTRA_CA_CERTS" "$root/etc/extra-ca.crt"
}

# The checkout as it is now, with what is not committed.
copy_checkout() {
	rm -rf "${root:?}$home/xhprof"
	if [ $git = yes ]; then
		git clone -q "$top" "$root$home/xhprof"
	else
		mkdir -p "$root$home/xhprof"
		(cd "$top" && git ls-files -z | xargs -0 tar -c --ignore-failed-read) | tar -x -C "$root$home/xhprof"
	fi
	[ $user = root ] || chroot "$root" chown -R $user "$home/xhprof"
}

# run_in SUITE COMMAND: in such a system.
run_in() (
	suite=$1 command=$2
	work=$(mktemp -d)
	trap 'rm -rf --one-file-system "$work"' EXIT
	root=${keep:-$work/root}
	[ -d "$root/etc" ] || make_system
	home=/root
	[ $user = root ] || home=/home/$user
	copy_checkout

	environment=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "HOME=$home" LC_ALL=C.UTF-8
		DEBIAN_FRONTEND=noninteractive "COLUMNS=${COLUMNS-80}")
	[ ! -f "$root/etc/extra-ca.crt" ] || environment+=(NODE_EXTRA_CA_CERTS=/etc/extra-ca.crt SSL_CERT_FILE=/etc/extra-ca.crt)
	as=()
	[ $user = root ] || as=(setpriv --reuid "$user" --regid "$user" --init-groups)

	# A name space of its own leaves no mount and no process behind. The root is mounted, as that of any system is: else the suite
	# could not make such name spaces itself.
	export root home command
	# shellcheck disable=SC2016 # for the inner shell
	unshare --mount --pid --fork --kill-child sh -euc '
		mount --bind "$root" "$root"
		mount -t proc proc "$root/proc"
		mount --rbind /dev "$root/dev"
		mount -t tmpfs tmpfs "$root/dev/shm" || :
		mount --rbind /sys "$root/sys" || :
		chmod 1777 "$root/tmp"
		exec chroot "$root" "$@"
	' sh env -i "${environment[@]}" "${as[@]}" bash -euc "cd '$home/xhprof'; $command" </dev/null
)

# The lines between "```sh" and "```" below the heading $1 of docs/install.md.
lines_of() {
	awk -v head="## $1" '$0 == head { on = 1; next } /^## / { on = 0 } on && /^```$/ { exit }
		on && code { print } on && /^```sh$/ { code = 1 }' "$top/docs/install.md"
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

# remove prints nothing where each line of it works and php is as it was.
# shellcheck disable=SC2016 # for the shell in the chroot
gone='
	said=$(php -r "echo extension_loaded(\"xhprof\") ? \"still there\" : \"\";" 2>&1)
	[ -z "$said" ] || { echo "after removing it, php says: $said"; exit 1; }
'

install=$(lines_of 'Debian and Ubuntu')
remove=$(lines_of 'Remove')
if [ -z "$install" ] || [ -z "$remove" ]; then
	echo "$0: docs/install.md lacks lines to install or remove it" >&2
	exit 1
fi
if [ -n "$line" ]; then
	run_in "${1-bookworm}" "$line"
	exit
fi
[ $# -gt 0 ] || set -- bookworm trixie
for suite in "$@"; do
	echo "== $suite"
	run_in "$suite" "run() {
			printf '%s\n' \"\$1\" >/tmp/lines.sh
			bash -eux /tmp/lines.sh >/tmp/lines.log 2>&1 || { tail -n 30 /tmp/lines.log; exit 1; }
		}
		run $(printf %q "$install")
		grep -A9 '^xhprof is configured' /tmp/lines.log; grep '^Installing' /tmp/lines.log; $try
		run $(printf %q "$remove"); $gone"
done
