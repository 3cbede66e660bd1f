#!/bin/sh
# phpstan on the command line tool, on fleet/ and on integrations/: their phpstan.neon say how strictly. Silent when it finds nothing.
# Usage: tools/phpstan.sh [--get | --where | --frameworks | --where-frameworks]
#   --get   only fetches it, by composer, once and outside of the checkout; where that fails it says why and fails
#   --where prints where it is, or will be: tests/cli/run_phpstan.phpt has it in XHPROF_TEST_PHPSTAN
#   --frameworks  fetches the packages that integrations/ are for, and prints their folder: tests/integrations has it in
#                 XHPROF_TEST_PHPUNIT and XHPROF_TEST_SYMFONY. --where-frameworks only prints it
set -eu
top=$(cd "$(dirname "$0")/.." && pwd -P)
. "$top/tools/needs.sh"
caches=${XDG_CACHE_HOME:-$HOME/.cache}/xhprof-tests
cache=$caches/phpstan
phpstan=$cache/vendor/bin/phpstan
packages='phpunit/phpunit:^10.5 psr/http-server-middleware:^1.0 symfony/framework-bundle:^6.4 symfony/twig-bundle:^6.4
	symfony/web-profiler-bundle:^6.4'
frameworks=$caches/frameworks-$(echo "$packages" | cksum | cut -d ' ' -f 1)

get() {
	get_by_composer "$cache" vendor/bin/phpstan '' phpstan/phpstan:2.3.5
}

# By the oldest PHP that the extension is for.
get_frameworks() {
	# shellcheck disable=SC2086 # a list
	get_by_composer "$frameworks" vendor/autoload.php ', "platform": {"php": "8.1.0"}' $packages
}

case ${1-} in
	'') ;;
	--get) get; exit ;;
	--where) echo "$phpstan"; exit ;;
	--where-frameworks) echo "$frameworks"; exit ;;
	--frameworks) get_frameworks >&2; echo "$frameworks"; exit ;;
	*) sed -n '3,7s/^# //p' "$0" >&2; exit 2 ;;
esac
why=$(get) || { echo "note: $why, skipped: phpstan"; exit 0; }
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
if why=$(get_frameworks); then
	analyse integrations -a "$frameworks/vendor/autoload.php"
else
	echo "note: $why, skipped: integrations"
fi
