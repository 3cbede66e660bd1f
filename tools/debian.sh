# shellcheck shell=bash
# For php-chroot.sh and php-zts.sh to source: the cache, and Debian as this machine's apt sees it.

cache=${XHPROF_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/xhprof}

die() { echo "$0: $*" >&2; exit 1; }

# Waits while another run makes the same thing; the lock is let go when the script ends.
lock() {
	mkdir -p "$cache"
	exec 9>"$cache/$1.lock"
	flock 9
}

need_packages() {
	dpkg -s "$@" >/dev/null 2>&1 && return
	[ "$(id -u)" = 0 ] || die "as root, install first: $*"
	apt-get -qq update >&2
	DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@" >/dev/null
}

# Lines "TYPE URI SUITE main" (TYPE: deb or deb-src) for SUITE and its security updates, from the
# mirrors that apt is configured to use for the running system.
debian_sources() {
	# shellcheck disable=SC2016 # apt's variables
	local format='$(REPO_URI) $(CODENAME)' running
	# shellcheck source=/dev/null
	running=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
	apt-get indextargets --format "$format" 'Created-By: Packages' 'Origin: Debian' 2>/dev/null | sort -u |
		while read -r uri codename; do
			case $codename in
				"$running") echo "$1 $uri $2 main" ;;
				"$running-security") [ "$2" = sid ] || echo "$1 $uri $2-security main" ;;
			esac
		done
}

# The suite that has a version of PHP; fails where none has.
suite_of_php() {
	case $1 in
		8.2) echo bookworm ;;
		8.4) echo trixie ;;
		8.5 | 8.6) echo sid ;;
		*) return 1 ;;
	esac
}

# Puts Debian's source package of PHP into the working folder: of VERSION ("8.2"), or else the newest that
# the running system has, and the newest of its revisions whose files the mirror has. It may list a
# security update without keeping its source. The deb-src lines stay with us; the machine's apt is left
# as it is.
fetch_php_source() {
	local apt=(-q -o "Dir::Etc::sourcelist=$PWD/list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$PWD/lists"
		-o Acquire::Check-Valid-Until=false -o APT::Sandbox::User=root) name=php${1-} suite=${2-} version
	# shellcheck source=/dev/null
	[ -n "$suite" ] || suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
	[ -n "$(debian_sources deb-src "$suite")" ] || apt-get -qq update
	debian_sources deb-src "$suite" >list
	[ -s list ] || die "apt is not set up for Debian here"
	# What experimental has is not in sid.
	[ "$suite" != sid ] || sed 's/ sid / experimental /' list >list.exp
	[ "$suite" != sid ] || cat list.exp >>list
	mkdir -p lists/partial
	apt-get "${apt[@]}" update
	[ "$name" != php ] || name=$(apt-cache pkgnames php | sed -n 's/^\(php[0-9.]*\)-cli$/\1/p' | sort -V | tail -n 1)
	for version in $(apt-cache "${apt[@]}" showsrc "$name" | sed -n 's/^Version: //p' | sort -rV | uniq); do
		apt-get "${apt[@]}" source --download-only "$name=$version" && return
		rm -f "$name"_*
	done
	die "the mirror has no source of $name"
}
