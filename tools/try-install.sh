#!/bin/bash
# Installs xhprof by the lines of docs/install.md in fresh, bare systems, and tries doctor, run and report there.
# Usage: tools/try-install.sh [SUITE...]     bookworm and trixie (Debian 12, 13), jammy and noble (Ubuntu 22.04, 24.04)
# Default: bookworm trixie. Ubuntu's mirror is XHPROF_UBUNTU_MIRROR. Needs root and mmdebstrap; takes minutes each.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd -P)

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
[ $# -gt 0 ] || set -- bookworm trixie
for suite in "$@"; do
	echo "== $suite"
	"$top/tools/bare.sh" "$suite" "run() {
			printf '%s\n' \"\$1\" >/tmp/lines.sh
			bash -eux /tmp/lines.sh >/tmp/lines.log 2>&1 || { tail -n 30 /tmp/lines.log; exit 1; }
		}
		run $(printf %q "$install")
		grep -A9 '^xhprof is configured' /tmp/lines.log; grep '^Installing' /tmp/lines.log; $try
		run $(printf %q "$remove"); $gone"
done
