#!/bin/sh
# Makes xhprof_arginfo.h from xhprof.stub.php with PHP's own generator, without network.
#   tools/gen-arginfo.sh          writes xhprof_arginfo.h
#   tools/gen-arginfo.sh --check  fails if the one in the tree is not what the stub gives
# The committed file comes from PHP 8.2's generator: what newer ones write differs in form, and
# 8.1 could not compile it. With another PHP --check compares the stub's hash alone.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/tools/needs.sh"
stub=$top/xhprof.stub.php
header=$top/xhprof_arginfo.h
release=$(php -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')

if [ "${1-}" = --check ]; then
	hash=$(sed -n 's/^ \* Stub hash: \([0-9a-f]*\).*/\1/p' "$header")
	[ "$hash" = "$(sha1sum "$stub" | cut -d' ' -f1)" ] ||
		die "xhprof_arginfo.h is older than xhprof.stub.php; run tools/gen-arginfo.sh"
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
cp "$generator" "$stub" "$work"
# shellcheck disable=SC2016 # the dollar is PHP's
wanted=$(sed -n 's/^ *\$version = "\(.*\)";/\1/p' "$generator")
mkdir -p "$work/PHP-Parser-$wanted/lib"
ln -s "$(dirname "$parser")" "$work/PHP-Parser-$wanted/lib/PhpParser"
# Deprecations of the parser's age are none of ours.
php -d error_reporting='E_ALL & ~E_DEPRECATED' "$work/gen_stub.php" -f "$work/xhprof.stub.php" >/dev/null
made=$work/xhprof_arginfo.h
[ -s "$made" ] || die "gen_stub.php wrote nothing"

if [ "${1-}" = --check ]; then
	diff -u "$header" "$made" >&2 || die "xhprof_arginfo.h was changed by hand; run tools/gen-arginfo.sh"
else
	cp "$made" "$header"
fi
