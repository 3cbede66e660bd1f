#!/bin/sh
# Makes each *_arginfo.h from its *.stub.php with PHP's own generator, without network, and the stubs for IDEs by
# tools/gen-cli-docs.php.
#   tools/gen-arginfo.sh          writes them
#   tools/gen-arginfo.sh --check  fails if those in the tree are not what the stubs give
# The committed files come from PHP 8.2's generator: what newer ones write differs in form, and
# 8.1 could not compile it. With another PHP --check compares the stub's hash alone.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/tools/needs.sh"
release=$(php -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')

php -n "$top/tools/gen-cli-docs.php" "$@"
if [ "${1-}" = --check ]; then
	for stub in "$top"/*.stub.php; do
		hash=$(sed -n 's/^ \* Stub hash: \([0-9a-f]*\).*/\1/p' "${stub%.stub.php}_arginfo.h")
		[ "$hash" = "$(sha1sum "$stub" | cut -d' ' -f1)" ] ||
			die "the arginfo of ${stub##*/} is older than it is; run tools/gen-arginfo.sh"
	done
	[ "$release" = 8.2 ] || exit 0
else
	[ "$release" = 8.2 ] || die "needs PHP 8.2 (Debian 12) to write; this is $release"
fi

generator=$(php-config8.2 --extension-dir)/build/gen_stub.php
parser=$(php -n -r 'echo stream_resolve_include_path("PhpParser/autoload.php");')
[ -e "$generator" ] || die "no $generator; apt-get install php8.2-dev"
[ -n "$parser" ] || die "PHP-Parser is missing; apt-get install php-parser"

# The generator would fetch the parser's release that it names; the packaged one in its place,
# laid out as the generator expects it, keeps it off the network.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$generator" "$top"/*.stub.php "$work"
# shellcheck disable=SC2016 # the dollar is PHP's
wanted=$(sed -n 's/^ *\$version = "\(.*\)";/\1/p' "$generator")
mkdir -p "$work/PHP-Parser-$wanted/lib"
ln -s "$(dirname "$parser")" "$work/PHP-Parser-$wanted/lib/PhpParser"
for stub in "$top"/*.stub.php; do
	name=$(basename "$stub" .stub.php)_arginfo.h
	# Deprecations of the parser's age are none of ours.
	php -d error_reporting='E_ALL & ~E_DEPRECATED' "$work/gen_stub.php" -f "$work/${stub##*/}" >/dev/null
	[ -s "$work/$name" ] || die "gen_stub.php wrote no $name"
	if [ "${1-}" = --check ]; then
		diff -u "$top/$name" "$work/$name" >&2 || die "$name was changed by hand; run tools/gen-arginfo.sh"
	else
		cp "$work/$name" "$top/$name"
	fi
done
