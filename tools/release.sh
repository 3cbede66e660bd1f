#!/bin/bash
# Makes what a release has, of the last commit: the sources as a .tar.gz, PECL's package with its package.xml, and xhprof.phar.
# Usage: tools/release.sh [VERSION]      VERSION: fails unless the sources say the same
# The files are in build/release. Needs git and php-pear. tools/deb.sh makes Debian's packages.
set -eu

cd "$(dirname "$0")/.."
version=$(sed -n 's/^#define PHP_XHPROF_VERSION "\(.*\)"/\1/p' php_xhprof.h)
[ "${1-$version}" = "$version" ] || { echo "$0: php_xhprof.h says $version, not $1" >&2; exit 1; }
release=$PWD/build/release
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

rm -rf "$release"
mkdir -p "$release"
git archive --prefix="xhprof-$version/" HEAD | gzip -n >"$release/xhprof-$version.tar.gz"
git archive HEAD | tar -x -C "$work"
tools/package-xml.sh >"$work/package.xml"
# pear looks for the files next to package.xml.
(cd "$work" && pear package package.xml >"$work.log" 2>&1) || { cat "$work.log" >&2; exit 1; }
rm -f "$work.log"
# Not to be taken for the plain sources, which it is named like.
for file in "$work"/xhprof-*.tgz; do
	cp "$file" "$release/pecl-$(basename "$file")"
done
php -d phar.readonly=0 "$work/tools/phar.php" "$release/xhprof.phar" >/dev/null
ls -1 "$release"
