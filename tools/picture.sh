#!/bin/bash
# Makes docs/report.png, the picture of a report in README.md: of nikic's PHP-Parser, as it reads and prints its own sources.
# Usage: tools/picture.sh MODULE      needs php-parser, chromium, node and what tools/test.sh gets from npm
set -eu

[ $# = 1 ] || { sed -n '3s/^# //p' "$0" >&2; exit 2; }
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/program.php" <<'END_OF_PHP'
<?php
use PhpParser\{NodeTraverser, NodeVisitor\NameResolver, ParserFactory, PrettyPrinter\Standard};

function reprint(string $file): string
{
	$factory = new ParserFactory();
	$parser = method_exists($factory, 'createForHostVersion') ? $factory->createForHostVersion() : $factory->create(ParserFactory::PREFER_PHP7);
	$traverser = new NodeTraverser();
	$traverser->addVisitor(new NameResolver());
	return (new Standard())->prettyPrintFile($traverser->traverse($parser->parse(file_get_contents($file))));
}

$autoload = stream_resolve_include_path('PhpParser/autoload.php');
require $autoload;
$files = glob(dirname($autoload) . '/{,*/}*.php', GLOB_BRACE);
usort($files, fn($a, $b) => filesize($b) <=> filesize($a));
xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY | XHPROF_FLAGS_ALLOC);
foreach (array_slice($files, 0, 12) as $file) {
	reprint($file);
}
xhprof_stop()->export('html', $argv[1], ['url' => 'reprint.php src/*.php', 'xhprof' => ['php' => PHP_VERSION, 'host' => 'build-2']]);
END_OF_PHP
tokenizer=$(php -n -r 'exit(extension_loaded("tokenizer") ? 0 : 1);' || echo "-d extension=tokenizer")
# shellcheck disable=SC2086 # an option, or nothing
php -n $tokenizer -d extension="$1" "$work/program.php" "$work/report.html"
cat >"$work/picture.mjs" <<END_OF_JS
import { settled, test } from 'file://$top/tests/format/page/browser.mjs';
await test(async (browser) => {
	const page = await browser.open('$work/report.html', {
		height: 720,
		fragment: '#flame;fold=php;fn=' + encodeURIComponent('PhpParser\\\\Lexer::getNextToken'),
	});
	await settled(page);
	await page.screenshot({ path: '$top/docs/report.png' });
	if (page.faults.length > 0) console.log(page.faults.join('\\n'));
});
END_OF_JS
node "$work/picture.mjs"
[ "$(stat -c %s "$top/docs/report.png")" -lt 200000 ] || { echo "$0: docs/report.png is larger than 200 KB" >&2; exit 1; }
