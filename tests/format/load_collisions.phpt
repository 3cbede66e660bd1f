--TEST--
Names and keys of meta that are made to collide in PHP's hash are refused, and as many others are loaded
--FILE--
<?php
/* Of 2 ** $bits names, all with one hash in PHP, or all with their number behind. */
function names(int $bits, bool $collide): array
{
	for ($i = 0; $i < 1 << $bits; $i++) {
		$name = 'f';
		for ($bit = 0; $bit < $bits; $bit++) {
			$name .= $i >> $bit & 1 ? 'Ez' : 'FY';
		}
		$names[] = $collide ? $name : "$name$i";
	}
	return $names;
}

function load(array $names, array $meta = ['url' => '/']): string
{
	$count = count($names) + 1;
	$same = fn(?int $value) => array_fill(0, $count, $value);
	xhprof_enable();
	$run = json_decode(xhprof_stop()->export('json'), true); // what a run has beside its tables
	$run['functions'] = ['name' => ['main()', ...$names], 'file' => $same(null), 'line' => $same(0)];
	$run['pairs'] = ['caller' => [...array_fill(0, $count - 1, 0), null],
		'caller_level' => $same(0), 'callee' => [...range(1, $count - 1), 0],
		'callee_level' => $same(0), 'calls' => $same(1), 'wall_ns' => $same(0)];
	$run['meta'] = $meta;
	try {
		return count(XHProf\Profile::load('data:,' . rawurlencode(json_encode($run)))->functions()) . ' functions';
	} catch (RuntimeException $error) {
		return strrchr($error->getMessage(), ':');
	}
}

echo 'others ', load(names(13, false)), "\n";
echo 'few that collide ', load(names(6, true)), "\n";
echo 'many that collide ', load(names(7, true)), "\n";
echo 'keys ', load(['f'], ['url' => '/', 'get' => array_fill_keys(names(12, true), 1)]), "\n";
echo 'too many keys ', load(['f'], ['url' => '/', 'get' => array_fill_keys(names(13, false), 1)]), "\n";
?>
--EXPECT--
others 8193 functions
few that collide 65 functions
many that collide : it is JSON, but not a run of xhprof, or incomplete
keys 2 functions
too many keys : it is JSON, but not a run of xhprof, or incomplete
