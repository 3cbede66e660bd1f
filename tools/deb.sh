#!/bin/bash
# Builds Debian's packages, php8.2-xhprof and its source, for the PHP of php-config: in build/deb. What makes
# them is packaging/debian. With --check it installs the package in a chroot (tools/php.sh), profiles
# a script by it, switches it off and on, removes it, and sees what is left. Needs dpkg-dev, debhelper, dh-php.
# Usage: tools/deb.sh [--check]
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
# shellcheck source=tools/needs.sh
. "$here/needs.sh"
# shellcheck source=tools/debian.sh
. "$here/debian.sh"

top=$(dirname "$here") work=$(dirname "$here")/build/deb check=no
case ${1-} in
	'') ;;
	--check) check=yes ;;
	*) sed -n '5s/^# //p' "$0" >&2; exit 2 ;;
esac
release=$(php-config --version | cut -d. -f1,2)
version=$(sed -n 's/^#define PHP_XHPROF_VERSION "\(.*\)"/\1/p' "$top/php_xhprof.h" | tr - '~')
package=php$release-xhprof source=php-xhprof-$version

# The source as it would be released, and what Debian adds.
make_source() {
	rm -rf "$work"
	mkdir -p "$work/$source"
	(cd "$top" && list_sources "$work" | tr '\n' '\0' | xargs -0 tar -c --ignore-failed-read) | tar -x -C "$work/$source"
	tar -czf "$work/php-xhprof_$version.orig.tar.gz" -C "$work" "$source"
	cp -r "$top/packaging/debian" "$work/$source/debian"
	cd "$work/$source/debian"
	mv modules "$package.php"
	mv documents "$package.docs"
	echo debian/xhprof.1 >"$package.manpages"
	sed -i "s/@PHP@/$release/g" control rules
	printf 'php-xhprof (%s-1) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' "$version" \
		"$(sed -n 's/^Maintainer: //p' control)" "$(date -R)" >changelog
	cd ..
}

# In the chroot: /src is the checkout. Fails with the first that is not as it should be.
check_package() {
	# shellcheck disable=SC2016 # PHP's variables
	local script='function f($x) { return $x; } xhprof_enable(); f(1); echo xhprof_disable()["main()==>f"]["ct"], "\n";'
	set -x
	dpkg -i /src/build/deb/"$1"_*.deb
	[ "$(php -r "$script")" = 1 ]
	echo '<?php function f() {} f(); f();' >/tmp/script.php
	[ -f /usr/share/man/man1/xhprof.1.gz ]
	xhprof run --out /tmp/run.json -- /tmp/script.php
	xhprof top /tmp/run.json --json | grep -q '"f"'
	xhprof ship --help | grep -q 'xhprof ship --to URL'
	phpdismod xhprof
	! php -m | grep -qx xhprof || return 1
	phpenmod xhprof
	php -m | grep -qx xhprof
	dpkg --purge "$1"
	! php -m | grep -qx xhprof || return 1
	[ -z "$(find /etc/php /usr/lib/php /usr/share /usr/bin -name '*xhprof*' ! -name '*tideways*')" ]
}

need_packages dpkg-dev debhelper dh-php fakeroot
make_source
dpkg-buildpackage -us -uc >"$work/build.log" 2>&1 || { tail -n 40 "$work/build.log" >&2; die "all of it is in $work/build.log"; }
ls -1 "$work"/*.deb "$work"/*.dsc
if command -v lintian >/dev/null; then
	lintian --tag-display-limit 0 --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs,bad-distribution-in-changes-file \
		--allow-root "$work"/*.changes
fi
[ $check = no ] || "$here/php.sh" "$release" bash -euc "$(declare -f check_package); check_package $package"
