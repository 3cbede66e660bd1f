#!/bin/sh
# Writes package.xml, which PECL's installer reads, for the last commit, or for the sources where there is no git: to the
# standard output.
# Usage: tools/package-xml.sh [--check | --install]
#   --check     has pear validate it, and says nothing if it is good
#   --install   has pear pack it and pecl build and install it where PHP has its modules, profiles a script by
#               that and uninstalls it. Needs root, php-pear and php-dev
set -eu
top=$(cd "$(dirname "$0")/.." && pwd -P)
cd "$top"
# shellcheck source=tools/needs.sh
. tools/needs.sh
version=$(sed -n 's/^#define PHP_XHPROF_VERSION "\(.*\)"/\1/p' php_xhprof.h)
# "3.0.0-dev" is "3.0.0dev" for pear, and no stable release.
case $version in
	*-*) stability=devel ;;
	*) stability=stable ;;
esac
php=$(sed -n 's/.*"php": ">=\([0-9.]*\),<\([0-9.]*\)".*/\1 \2/p' composer.json)

# The sources as a tar file: what is committed, or what there is where there is no git.
sources() {
	if [ -e .git ] && command -v git >/dev/null; then
		git archive HEAD
	else
		list_sources "$PWD/build" | grep -v '^package.xml$' | tar -c -T -
	fi
}

# What pecl's package has: all sources but for what only contributors need.
contents() {
	sources | tar -t | grep -v -e '/$' -e '^\.' -e '^bench/' -e 'phpstan\.' -e 'phpcs\.'
}

role() {
	case $1 in
		tests/*) echo test ;;
		docs/* | examples/* | README.md | CHANGELOG.md | CONTRIBUTING.md | LICENSE) echo doc ;;
		# Together, as the command looks for the rest next to itself; and unread: pear knows PHP 5.
		cli/* | fleet/* | share/* | integrations/*) echo data ;;
		*) echo src ;;
	esac
}

write() {
	cat <<-END
		<?xml version="1.0" encoding="UTF-8"?>
		<package version="2.0" xmlns="http://pear.php.net/dtd/package-2.0"
		  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
		  xsi:schemaLocation="http://pear.php.net/dtd/package-2.0 http://pear.php.net/dtd/package-2.0.xsd">
		 <name>xhprof</name>
		 <channel>pecl.php.net</channel>
		 <summary>$(sed -n 's/.*"description": "\(A .*\)",/\1/p' composer.json)</summary>
		 <description>Which functions a PHP program calls, how often, from where, and what they cost.</description>
		 <lead>
		  <name>xhprof maintainers</name>
		  <user>xhprof</user>
		  <email>maintainers@xhprof.invalid</email>
		  <active>yes</active>
		 </lead>
		 <date>$(date -u +%Y-%m-%d)</date>
		 <version><release>$(echo "$version" | tr -d -)</release><api>3.0.0</api></version>
		 <stability><release>$stability</release><api>$stability</api></stability>
		 <license uri="https://www.apache.org/licenses/LICENSE-2.0">Apache-2.0</license>
		 <notes>See CHANGELOG.md.</notes>
		 <contents>
		  <dir name="/">
	END
	contents | while IFS= read -r file; do
		echo "   <file name=\"$file\" role=\"$(role "$file")\"/>"
	done
	cat <<-END
		  </dir>
		 </contents>
		 <dependencies>
		  <required>
		   <php><min>${php% *}.0</min><max>${php#* }.0</max><exclude>${php#* }.0</exclude></php>
		   <pearinstaller><min>1.10.0</min></pearinstaller>
		  </required>
		 </dependencies>
		 <providesextension>xhprof</providesextension>
		 <extsrcrelease/>
		</package>
	END
}

fail() { cat "$work/log" >&2; echo "$0: $1" >&2; exit 1; }

# All but the module goes to a folder of its own, and what pecl knows of it.
install() {
	pecl="pecl -C $work/system -c $work/user"
	module=$(php-config --extension-dir)/xhprof.so
	: >"$work/log"
	[ ! -e "$module" ] || fail "$module is there already"
	trap 'rm -rf "$work" "$module"' EXIT
	{
		pear config-create "$work/root" "$work/user"
		pear package package.xml
		# shellcheck disable=SC2086 # a command with its options
		printf '\n' | $pecl install xhprof-*.tgz
	} >"$work/log" 2>&1 || fail 'pecl does not install it'
	grep '^install ok' "$work/log" || fail 'pecl does not say that it is installed'
	# shellcheck disable=SC2016 # PHP's variable
	[ "$(php -n -d "extension=$module" -r 'function f($x) { return $x; }
		xhprof_enable(); f(1); echo xhprof_disable()["main()==>f"]["ct"];' 2>"$work/log")" = 1 ] || fail 'it does not profile'
	php -n "$work/root/pear/data/xhprof/cli/bin/xhprof" --help | grep -q 'xhprof ship' || fail 'the command is not there'
	# shellcheck disable=SC2086
	$pecl uninstall xhprof >"$work/log" 2>&1 || fail 'pecl does not uninstall it'
	grep '^uninstall ok' "$work/log" || fail 'pecl does not say that it is uninstalled'
	[ ! -e "$module" ] || fail "$module is left"
	left=$(find "$work/root" -type f -path '*xhprof*' ! -path '*/temp/*' ! -path '*/cache/*')
	[ -z "$left" ] || { echo "$left" >"$work/log"; fail 'something is left'; }
}

case ${1-} in
	'') write; exit ;;
	--check | --install) ;;
	*) sed -n '4,7s/^# //p' "$0" >&2; exit 2 ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# pear looks for the files next to it.
mkdir "$work/source"
sources | tar -x -C "$work/source"
write >"$work/source/package.xml"
cd "$work/source"
[ "$1" != --install ] || { install; exit; }
said=$(pear package-validate package.xml 2>&1) || :
case $said in
	*'0 error(s), 0 warning(s)'*) ;;
	*) echo "$said" >&2; exit 1 ;;
esac
