--TEST--
The page and --fold give code to the same packages, also Composer's own; the collector has its colour, and the terminal's advice
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

/* Of a run that an older version saved: paths as the autoloader had them. */
$root = '/srv/shop/';
$functions = ['main()' => null, 'Shop\Index::show' => 'src/Index.php',
	'Composer\Autoload\ClassLoader::loadClass' => 'vendor/composer/ClassLoader.php',
	'load::lib/Parser.php' => 'vendor/composer/../nikic/php-parser/lib/Parser.php',
	'PhpParser\Parser::parse' => 'vendor/nikic/php-parser/lib/Parser.php',
	'Twig::render' => 'vendor/composer/../../vendor/twig/twig//src/./Twig.php', '{gc}' => null, 'strlen' => null,
	'prepend' => '/etc/prepend/all.php', 'Shop\Cart::total' => 'src/Cart.php', 'load::shop/index.php' => 'index.php'];
$count = count($functions);
$nodes = ['parent' => [null], 'function' => [0], 'level' => array_fill(0, $count, 0),
	'line' => array_fill(0, $count, 1), 'calls' => array_fill(0, $count, 1),
	'min_wall_ns' => array_fill(0, $count, 1000), 'max_wall_ns' => array_fill(0, $count, 1000),
	'wall_ns' => [1000 * $count]];
$pairs = array_fill_keys(['caller', 'caller_level', 'callee', 'callee_level', 'calls', 'wall_ns'], []);
for ($i = 1; $i < $count; $i++) {
	$nodes['parent'][] = 0;
	$nodes['function'][] = $i;
	$nodes['wall_ns'][] = 1000;
	foreach (['caller' => 0, 'caller_level' => 0, 'callee' => $i, 'callee_level' => 0, 'calls' => 1,
		'wall_ns' => 1000] as $key => $value) {
		$pairs[$key][] = $value;
	}
}
foreach (['caller' => null, 'caller_level' => 0, 'callee' => 0, 'callee_level' => 0, 'calls' => 1,
	'wall_ns' => 1000 * $count] as $key => $value) {
	$pairs[$key][] = $value;
}
$file = page_file('run.json', json_encode(['format' => 'xhprof', 'version' => 1, 'mode' => 'tree',
	'started_ns' => 5, 'unrecorded_calls' => 0, 'truncated_calls' => 0, 'call_cost_ps' => 7, 'runs' => 1,
	'gc_runs' => 3, 'gc_collected' => 100000, 'gc_threshold_before' => 10001, 'gc_threshold' => 10001,
	'gc_roots_before' => 0, 'gc_roots' => 0, 'functions' => ['name' => array_keys($functions), 'file' =>
		array_values(array_map(fn($file) => $file === null || $file[0] === '/' ? $file : $root . $file, $functions)),
		'line' => array_fill(0, $count, 1)], 'pairs' => $pairs, 'nodes' => $nodes]));
$profile = XHProf\Profile::load($file);
tool_json(['report', $file, '--out', $html = page_file('run.html')]);
$folded = preg_grep('/^\[/', array_keys($profile->reduce(['fold' => 'vendor/*/*'])->functions()));
sort($folded);
echo '--fold: ', implode(' ', $folded), "\n";
echo preg_grep('/WeakReference/', explode("\n", top_of($file))) === [] ? "NO ADVICE\n" : "the terminal has advice\n";

function top_of(string $file): string
{
	return (string) shell_exec(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n', ...(module_path() === null
		? [] : ['-d', 'extension=' . module_path()]), __DIR__ . '/../../../cli/bin/xhprof', 'top', $file])));
}

echo in_browser(<<<'JS'
	const page = await browser.open(data);
	/* The names of the frames below main(), as a screen reader hears them. */
	const frames = async (fragment) => {
		await show(page, fragment);
		await page.evaluate(() => document.activeElement.blur());
		const names = new Set();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('ArrowDown');
		for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowLeft');
		for (let i = 0; i < 12; i++) {
			await settled(page);
			names.add((await page.locator('.flame-view [role=status]').innerText()).split(', own')[0]);
			await page.keyboard.press('ArrowRight');
		}
		await page.keyboard.press('ArrowUp');
		await page.keyboard.press('ArrowUp');
		return [...names].sort();
	};
	console.log('the page:', (await frames('#flame;fold=vendor')).filter((name) => name[0] === '[').join(' '));
	console.log('by package:', (await frames('#flame;by=package')).join(' '));
	console.log((await page.locator('.warnings li').first().innerText()).replace(/\n.*/, ''));
	await show(page, '#flame');
	const colourOf = (find) => page.evaluate((find) => {
		const canvas = document.querySelector('.flame canvas');
		const [r, g, b] = canvas.getContext('2d').getImageData((find + 0.9) / 10 * canvas.width * 10 / 11, 18 + 2, 1, 1).data;
		return `rgb(${r}, ${g}, ${b})`;
	}, find);
	await page.keyboard.press('?');
	const legend = await page.evaluate(() => [...document.querySelectorAll('.owners li')].map((row) => [row.textContent.trim(), getComputedStyle(row.querySelector('.swatch')).backgroundColor]));
	console.log('drawn as the legend has it:', (await colourOf(5)) === legend.find(([text]) => /garbage/.test(text))[1]);
	await show(page, '#functions');
	console.log('files:', (await page.locator('.col-place .cut-name').allInnerTexts()).map((text) => text.replace(/\n/g, '')).filter(Boolean).sort().join(' '));
	console.log(faults(page));
	JS, $html);
?>
--EXPECT--
--fold: [vendor/composer] [vendor/nikic/php-parser] [vendor/twig/twig]
the terminal has advice
the page: [vendor/composer] [vendor/nikic/php-parser] [vendor/twig/twig]
by package: PHP [vendor/composer] [vendor/nikic/php-parser] [vendor/twig/twig] own code {gc}
⚠ garbage collection 9.1 %: cyclic references keep it busy: use WeakReference for references to a parent
drawn as the legend has it: true
files: /etc/prepend/all.php:1 index.php:1 src/Cart.php:1 src/Index.php:1 vendor/composer/ClassLoader.php:1 vendor/nikic/php-parser/lib/Parser.php:1 vendor/nikic/php-parser/lib/Parser.php:1 vendor/twig/twig/src/Twig.php:1
quiet
