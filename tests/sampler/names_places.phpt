--TEST--
Samples name closures and anonymous classes by file and line, where the profile of calls does
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
namespace Some\Space;

function leaf() { \xhprof_sample(); }
class Report
{
	function slow() { return function () { leaf(); }; }
	function fast($inner) { return fn() => $inner(); }
}
function makes($x)
{
	return $x ? new class { function m() { leaf(); } } : new class extends Report { function m() { leaf(); } };
}
function again($n, $f) { $n > 0 ? $f($n, $f) : leaf(); }
function program()
{
	$report = new Report;
	$report->fast($report->slow())();
	makes(0)->m();
	makes(1)->m();
	again(2, function ($n, $f) { again($n - 1, $f); });
	(function () { leaf(); })();
}

/* Those that have a place. */
function marked(array $keys): array
{
	$names = array_unique(array_merge(...array_map(fn(string $key) => explode('==>', $key), $keys)));
	$names = preg_grep('/\{closure|@anonymous/', $names);
	sort($names);

	return $names;
}

function by_calls(string $stop, array $options = []): array
{
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, $options);
	program();
	$result = $stop();
	return marked(array_keys(is_array($result) ? $result : $result->pairs()));
}

function by_samples(string $stop, array $options = []): array
{
	xhprof_sample_enable(['clock' => 'custom'] + $options);
	program();
	$result = $stop();
	return marked(is_array($result)
		? array_merge(...array_map(fn($path) => array_column($path['frames'], 'function'), $result['paths']))
		: array_keys($result->pairs()));
}

var_dump(by_samples('xhprof_stop') === by_calls('xhprof_stop'), count(by_samples('xhprof_stop')));
foreach (['engine', 'location'] as $setting) {
	var_dump(by_samples('xhprof_disable', ['closure_names' => $setting]) === by_calls('xhprof_disable',
		['closure_names' => $setting]));
}
var_dump(by_samples('xhprof_disable', ['closure_names' => 'location']) === by_samples('xhprof_stop'));

echo "-- ignored by its name and by the engine's\n";
$names = by_samples('xhprof_stop');
$one = array_values(preg_grep('/^class@anonymous/', $names))[0];
echo preg_replace('~:.*?(\w+\.php)~', ':$1', $one), "\n";
echo count(by_samples('xhprof_stop', ['ignored_functions' => ['/^class@anonymous:.*::m$/']])) - count($names), "\n";
echo count(by_samples('xhprof_stop', ['ignored_functions' => ['class@anonymous::m']])) - count($names), "\n";
?>
--EXPECT--
bool(true)
int(7)
bool(true)
bool(true)
bool(true)
-- ignored by its name and by the engine's
class@anonymous:names_places.php:12::m
-1
-1
