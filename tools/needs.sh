# shellcheck shell=sh
# Sourced by try.sh and test.sh: installs what they need and the machine lacks, nothing else.
# Where nothing is lacking, apt is not called at all, so there is no network needed either.

lacking=

die() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

# need PACKAGE COMMAND...: the package is lacking unless the command succeeds.
need() {
	package=$1
	shift
	"$@" >/dev/null 2>&1 || lacking="$lacking $package"
}

has() {
	command -v "$1"
}

has_libc_headers() {
	echo '#include <stdio.h>' | cc -E -
}

# What it takes to build an extension for the php of this machine, or for the distribution's.
need_php() {
	release=$(php -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;' 2>/dev/null) || release=
	need php-cli has php
	need "php$release-dev" has_phpize "$release"
	need gcc has cc
	need libc6-dev has_libc_headers
	need make has make
}

# phpize and php-config for exactly that release: those of another one build, but do not load.
has_phpize() {
	phpize=$(command -v "phpize$1" || command -v phpize) &&
		[ "$("$(dirname "$phpize")/php-config${phpize##*/phpize}" --version)" = \
			"$(php -n -r 'echo PHP_VERSION;')" ]
}

install_lacking() {
	[ -n "$lacking" ] || return 0
	has apt-get >/dev/null || die "needs$lacking (or what your system calls them); install them and try again"
	if [ "$(id -u)" -eq 0 ]; then
		sudo=
	else
		sudo=sudo
		has sudo >/dev/null || die "needs$lacking; run as root: apt-get install$lacking"
	fi

	echo "Installing$lacking ..." >&2
	log=$(mktemp)
	# shellcheck disable=SC2086 # a list of packages
	set -- $lacking
	# An update may fail for a source we do not need. What matters is whether the install works.
	$sudo env DEBIAN_FRONTEND=noninteractive sh -c '
		apt-get -q -o DPkg::Lock::Timeout=300 update
		apt-get -q -o DPkg::Lock::Timeout=300 -y --no-install-recommends install "$@"' \
		sh "$@" >"$log" 2>&1 </dev/null || {
		tail -n 20 "$log" >&2
		die "could not install$lacking (all of the output: $log)"
	}
	rm -f "$log"
	lacking=
}
