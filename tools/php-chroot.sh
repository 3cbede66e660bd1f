#!/bin/bash
# A Debian chroot with one version of PHP, made once (about a minute) and kept outside the checkout.
# Usage: tools/php-chroot.sh VERSION               prints its path
#        tools/php-chroot.sh VERSION COMMAND...    runs COMMAND in it; the checkout is there, read-only,
#                                                  at /src, where COMMAND starts, and /tmp is empty
# VERSION is 8.1 or 8.3 (Ubuntu's jammy and noble, from XHPROF_UBUNTU_MIRROR), 8.2 (bookworm), 8.4 (trixie), 8.5
# or 8.6 (experimental). Remove the folder to renew it.
set -eu
# shellcheck source=tools/debian.sh
. "$(dirname "$0")/debian.sh"

version=${1-}
suite=$(suite_of_php "$version") || { sed -n '2,7s/^# //p' "$0" >&2; exit 2; }
shift
root=$cache/chroot-$version
top=$(cd "$(dirname "$0")/.." && pwd -P)
[ "$(id -u)" = 0 ] || die "only root can make or enter a chroot"

# Runs in the new system, where apt is still set up.
install_php() {
	export DEBIAN_FRONTEND=noninteractive LC_ALL=C
	base="php$1-cli php$1-dev php$1-sqlite3"
	# shellcheck disable=SC2086 # lists of names
	if ! apt-get -qq install -y $base >/dev/null; then
		# Experimental may want what is not there (yet). Install what can be and unpack the rest: the
		# command line needs little.
		for name in $(apt-cache depends --important $base "php$1-common" "php$1-opcache" "php$1-readline" 2>/dev/null |
				sed -n 's/.*Depends: \([a-z].*\)/\1/p' | sort -u) $base; do
			apt-get -qq install -y "$name" >/dev/null 2>&1 || (
				cd /tmp && apt-get -qq -o APT::Sandbox::User=root download "$name" && dpkg -x "$name"_*.deb /
			) || :
		done
		ldconfig
		for name in php phpize php-config; do
			[ -e "/usr/bin/$name" ] || ln -s "$name$1" "/usr/bin/$name"
		done
	fi
	"php$1" -n -v >/dev/null || exit 1
	# Ubuntu's phpize asks for /usr/bin/sed, which is in /bin where the two are not merged.
	[ -e /usr/bin/sed ] || ln -s /bin/sed /usr/bin/sed
	# What tests only use where it is there.
	for name in ccache curl php$1-cgi php$1-curl php$1-xml php$1-mbstring php$1-xdebug php$1-tideways; do
		apt-get -qq install -y "$name" >/dev/null 2>&1 || echo "no $name" >&2
	done
	# Other profilers are loaded by the tests that want them.
	phpdismod xdebug tideways 2>/dev/null || :
}

make_chroot() {
	need_packages mmdebstrap debian-archive-keyring util-linux
	case $suite in
		jammy | noble) ubuntu_sources "$suite" >"$root.list" ;;
		*)
			[ -n "$(debian_sources deb "$suite")" ] || apt-get -qq update >&2
			debian_sources deb "$suite" >"$root.list"
			;;
	esac
	[ -s "$root.list" ] || die "apt is not set up for Debian here"
	if [ "$suite" = sid ]; then
		sed 's/ sid / experimental /' "$root.list" >"$root.exp"
		cat "$root.exp" >>"$root.list"
	fi
	rm -rf --one-file-system "$root.new"
	# shellcheck disable=SC2016 # for the shell that the hook runs in
	# A mirror may be a frozen copy, whose files have run out.
	mmdebstrap --quiet --mode=root --variant=apt --include=gcc,libc6-dev,make,zlib1g-dev \
		--aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
		--customize-hook='chroot "$1" bash -eu -c "$INSTALL"' \
		"$suite" "$root.new" - <"$root.list" >&2
	mkdir -p "$root.new/src"
	echo "127.0.0.1 localhost" >"$root.new/etc/hosts"
	rm -f "$root.list" "$root.exp"
	mv "$root.new" "$root"
}

if [ ! -d "$root" ]; then
	lock "chroot-$version"
	INSTALL="$(declare -f install_php); install_php $version"
	export INSTALL
	[ -d "$root" ] || make_chroot
fi
[ $# -gt 0 ] || { echo "$root"; exit; }

# In a name space of its own: no mount and no process is left behind.
export root top LC_ALL=C.UTF-8
# shellcheck disable=SC2016 # for the inner shell
exec unshare --mount --pid --fork --kill-child sh -euc '
	mount -t proc proc "$root/proc"
	mount --rbind /dev "$root/dev"
	mount --bind /sys "$root/sys" || : # says whether a counter of the CPU can be trusted
	mount -t tmpfs tmpfs "$root/tmp"
	mount --bind "$top" "$root/src"
	mount -o remount,ro,bind "$root/src"
	exec chroot "$root" sh -c "cd /src && exec \"\$@\"" sh "$@"
' sh "$@"
