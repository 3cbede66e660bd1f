#!/bin/sh
# Builds xhprof and profiles a real program with it: nikic's PHP-Parser, as it reads and prints
# again its own largest source file: prints a table, and writes a report with the flame graph.
# Installs what the machine lacks (Debian, Ubuntu), but of xhprof nothing: that and the report
# stay in build/try, and no configuration of PHP is touched.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/tools/needs.sh"

need_php
need php-parser has_php_parser
install_lacking
check_php

echo "Building xhprof, a minute or two ..." >&2
module=$("$top/tools/build.sh" "$top/build/try" --phpize "$(phpize_of_php)")

# Without php.ini, so that what this machine loads besides, another xhprof even, is out of the way.
set -- -n -d extension="$module"
php -n -r 'exit(extension_loaded("tokenizer") ? 0 : 1);' || set -- "$@" -d extension=tokenizer
exec php "$@" "$top/examples/php-parser.php" "$top/build/try/report.html"
