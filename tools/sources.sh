# shellcheck shell=sh
# Sourced by build.sh and deb.sh: the files of the checkout, or of a release's sources, which have no git.

# list_sources [DIR]: tracked files and new ones that are not ignored; without git, all but what a build leaves, also
# in the absolute path DIR.
list_sources() {
	except="${1-$PWD/build}"
	if [ -e .git ] && command -v git >/dev/null; then
		git ls-files --cached --others --exclude-standard
	else
		find . \( -path ./build -o -path ./modules -o -path "./${except#"$PWD/"}" -o -name .libs -o -name node_modules \) \
			-prune -o -type f ! -name '*.o' ! -name '*.l[ao]' ! -name '*.dep' ! -name Makefile -print | sed 's|^\./||'
	fi
}
