--TEST--
Where memory_limit is hit as a web request ends, the client gets the page that it gets without profiling, and the run is saved
--SKIPIF--
<?php require __DIR__ . '/../../helper.inc'; need_shutdown_after_memory_limit(); ?>
<?php
require __DIR__ . '/auto.inc';
if (cgi_binary() === null && fpm_binary() === null) die('skip no php-cgi and no php-fpm beside this PHP');
if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP');
if (!extension_loaded('session')) die('skip needs session');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';
require __DIR__ . '/fpm.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
$program = "$folder/page.php"; // php-fpm runs no .inc
copy(__DIR__ . '/end_limit.inc', $program);
$ways = ['shutdown function', 'destructor', 'output callback', 'session handler', 'handler of fatal errors'];
$by = array_filter(['php-cgi' => cgi_binary() === null ? null : 'by_cgi',
	'php-fpm' => fpm_binary() === null ? null : 'by_fpm']);

/* The pages of each way. */
function by_cgi(array $ways, array $settings): array
{
	return array_map(static fn (string $way) => cgi($GLOBALS['program'], $settings, ['QUERY_STRING' => $way]), $ways);
}

function by_fpm(array $ways, array $settings): array
{
	$pages = [];
	fpm($GLOBALS['folder'], $settings, static function (callable $get) use ($ways, &$pages): void {
		foreach ($ways as $way) {
			$pages[] = $get($GLOBALS['program'], ['QUERY_STRING' => $way]);
		}
	});

	return $pages;
}

foreach ($by as $name => $pages_by) {
	$plain = $pages_by($ways, ['xhprof.hook=' . xhprof_info()['hook']]);
	$with = $pages_by($ways,
		auto_settings("$folder/runs", 'xhprof.auto_mode=tree', 'xhprof.auto_formats=json', 'error_log=/dev/null'));
	foreach ($ways as $i => $way) {
		if ($plain[$i] !== $with[$i] || !str_contains($plain[$i], 'the page')) {
			echo "$name, $way: OTHER\n$plain[$i]\n---\n$with[$i]\n";
		}
	}
	$whole = array_filter(runs("$folder/runs"),
		static fn (XHProf\Profile $run) => isset($run->pairs()['main()==>work']));
	if (count($whole) !== count($ways)) {
		echo "$name: ", count($whole), " RUNS\n";
	}
	forget("$folder/runs");
}
?>
done
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/end_limit_web.tmp');
?>
--EXPECT--
done
