#!/bin/sh
# phpstan on the command line tool, on fleet/ and on integrations/: their phpstan.neon say how strictly. Silent when it finds nothing.
# Usage: tools/phpstan.sh [--get | --where]
#   --get   only fetches it, by composer, once and outside of the checkout; where that fails it says why and fails
#   --where prints where it is, or will be: tests/cli/run_phpstan.phpt has it in XHPROF_TEST_PHPSTAN
set -eu
top=$(cd "$(dirname "$0")/.." && pwd -P)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/xhprof-tests/phpstan
phpstan=$cache/vendor/bin/phpstan

# Composer may fail at the very end, at its lock file, which nobody needs: the program is there, or is not.
get() {
	[ ! -e "$phpstan" ] || return 0
	command -v composer >/dev/null || { echo 'no composer; on Debian: apt-get install composer'; return 1; }
	mkdir -p "$cache"
	echo '{"config": {"lock": false}}' >"$cache/composer.json"
	composer require --working-dir="$cache" --dev --no-interaction --quiet phpstan/phpstan:2.3.5 >"$cache/log" 2>&1 || :
	[ -e "$phpstan" ] || { echo "composer does not get phpstan; all of it is in $cache/log"; return 1; }
}

case ${1-} in
	'') ;;
	--get) get; exit ;;
	--where) echo "$phpstan"; exit ;;
	*) sed -n '3,5s/^# //p' "$0" >&2; exit 2 ;;
esac
why=$(get) || { echo "phpstan: skipped, $why"; exit 0; }
# A copy at one place, and a folder for each configuration: phpstan then knows what it has analysed, from whichever checkout.
tree=$cache/tree
exec 9>"$cache/lock"
flock 9
rm -rf "$tree"
mkdir -p "$tree"
cp -R "$top/cli" "$top/fleet" "$top/integrations" "$top/xhprof.stub.php" "$tree"
analyse() {
	name=$1
	shift
	mkdir -p "$cache/known/$name"
	found=$(TMPDIR=$cache/known/$name php -d memory_limit=1G "$phpstan" analyse -c "$tree/$name/phpstan.neon" "$@" \
		--no-progress --error-format=raw 2>&1) || {
		echo "$found" | sed "s|$tree/||g" >&2
		exit 1
	}
}
analyse cli
analyse fleet
if packages=$("$top/tools/frameworks.sh" 2>&1); then
	analyse integrations -a "$packages/vendor/autoload.php"
else
	echo "phpstan: integrations/ skipped, $packages"
fi
