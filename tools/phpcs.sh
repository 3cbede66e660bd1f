#!/bin/sh
# PHP_CodeSniffer on our PHP but for tests: tools/phpcs.xml has the rules. Silent when it finds nothing.
# Usage: tools/phpcs.sh [--fix | --get]
#   --fix  changes what it can, and names the rest
#   --get  only fetches it, by composer, once and outside of the checkout; where that fails it says why and fails
set -eu
top=$(cd "$(dirname "$0")/.." && pwd -P)
. "$top/tools/needs.sh"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/xhprof-tests/phpcs
bin=$cache/vendor/bin

get() {
	php -r 'exit(extension_loaded("simplexml") && extension_loaded("xmlwriter") ? 0 : 1);' ||
		{ echo 'PHP has no simplexml or no xmlwriter; on Debian: apt-get install php-xml'; return 1; }
	get_by_composer "$cache" vendor/bin/phpcs '' squizlabs/php_codesniffer:4.0.4
}

case ${1-} in
	'' | --fix) ;;
	--get) get; exit ;;
	*) sed -n '3,5s/^# //p' "$0" >&2; exit 2 ;;
esac
why=$(get) || { echo "note: $why, skipped: phpcs"; exit 0; }
[ "${1-}" != --fix ] || php -d memory_limit=1G "$bin/phpcbf" -q --standard="$top/tools/phpcs.xml" >/dev/null 2>&1 || :

# What it knows of files that have not changed, a file for each checkout: it has their paths.
known=$cache/known/$(echo "$top" | cksum | tr -d ' ')
mkdir -p "$cache/known"
find "$cache/known" -type f -mtime +30 -delete
found=$(php -d memory_limit=1G "$bin/phpcs" -q --standard="$top/tools/phpcs.xml" --cache="$known" --report=emacs 2>&1) || {
	echo "$found" >&2
	exit 1
}
