# shellcheck shell=bash disable=SC2034,SC2154
# For scripts that build and run on other PHPs than "php". Sourced, by bash under set -eu, with debian.sh and "here", the folder of tools.

# find_php PHP: makes it if need be. PHP is a version: this machine's, if it has that, else one in a chroot; zts, zts-8.4 or asan:
# built here, with threads. Sets at, a command that runs others where it is; tools and builds, the folders of our tools and of builds as
# seen from there, which are this checkout's own; php and phpize. Fails where it is not to be had.
find_php() {
	local prefix id options=()
	id=$(printf %s "$here" | cksum | cut -d' ' -f1)
	at=() tools=$here builds=$cache/build/$id php=php phpize=phpize
	case $1 in
		zts-*) options=(--version "${1#zts-}") ;;
		asan) options=(--sanitize) ;;
		zts) ;;
		*)
			php=php$1 phpize=phpize$1
			! command -v "$phpize" >/dev/null || return 0
			"$here/php-chroot.sh" "$1" >/dev/null || return 1
			at=("$here/php-chroot.sh" "$1") tools=tools builds=/build/$id
			return 0
			;;
	esac
	prefix=$("$here/php-zts.sh" "${options[@]}") || return 1
	at=(env "PATH=$prefix/bin:$PATH") phpize=$prefix/bin/phpize
}
