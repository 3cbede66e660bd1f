#!/bin/sh
# Builds xhprof and profiles a real program with it: nikic's PHP-Parser, which reads its own largest source file and
# prints it again. The result is a table, and a report for the browser.
# Installs packages that the machine lacks (Debian, Ubuntu), but not xhprof itself: module, command and report stay in
# build/try, and no configuration of PHP is changed.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/tools/needs.sh"
dir=$top/build/try

need_php
need php-parser has_php_parser
install_lacking
check_php

echo "Building xhprof, a minute or two ..." >&2
module=$("$top/tools/build.sh" "$dir" --phpize "$(phpize_of_php)")

# The command with this module, for the user's own scripts.
quote() { printf "'"; printf %s "$1" | sed "s/'/'\\\\''/g"; printf "'"; }
php=$(command -v php)
{
	echo '#!/bin/sh'
	echo "exec $(quote "$php") -d extension=$(quote "$module") $(quote "$top/cli/bin/xhprof") \"\$@\""
} >"$dir/xhprof"
chmod +x "$dir/xhprof"

# Without php.ini, so that nothing else this machine loads, such as another xhprof, gets in the way. A function that
# this PHP lacks fails at once, and not at its first call.
set -- -n -d extension="$module"
php -n -r 'exit(extension_loaded("tokenizer") ? 0 : 1);' || set -- "$@" -d extension=tokenizer
LD_BIND_NOW=1 php "$@" "$top/cli/bin/xhprof" run --out "$dir/report.html" -- "$top/examples/php-parser.php"
cat <<END

The report has the flame graph: open $dir/report.html in a browser.
Your own script: $(quote "$dir/xhprof") run -- your-script.php
END
