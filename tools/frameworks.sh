#!/bin/sh
# The packages that integrations/ are for, by composer, once and outside of the checkout: for tests/integrations and phpstan.
# Usage: tools/frameworks.sh [--where]
#   Prints the folder of vendor/; where composer does not get them it says why and fails
#   --where   only prints it
set -eu
[ $# = 0 ] || [ "$*" = --where ] || { sed -n '3,5s/^# //p' "$0" >&2; exit 2; }

packages='phpunit/phpunit:^10.5 psr/http-server-middleware:^1.0 symfony/framework-bundle:^6.4 symfony/twig-bundle:^6.4
	symfony/web-profiler-bundle:^6.4'
folder=${XDG_CACHE_HOME:-$HOME/.cache}/xhprof-tests/frameworks-$(echo "$packages" | cksum | cut -d ' ' -f 1)
if [ $# = 1 ] || [ -e "$folder/vendor/autoload.php" ]; then
	echo "$folder"
	exit
fi
command -v composer >/dev/null || { echo 'no composer; on Debian: apt-get install composer' >&2; exit 1; }
mkdir -p "$folder"
# By the oldest PHP that the extension is for.
echo '{"config": {"lock": false, "platform": {"php": "8.1.0"}}}' >"$folder/composer.json"
# shellcheck disable=SC2086 # a list
composer require --working-dir="$folder" --no-interaction --quiet $packages >"$folder/log" 2>&1 || :
[ -e "$folder/vendor/autoload.php" ] || { echo "composer does not get them; all of it is in $folder/log" >&2; exit 1; }
echo "$folder"
