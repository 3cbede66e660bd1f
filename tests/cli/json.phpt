--TEST--
--json is the same numbers for programs
--FILE--
<?php
require __DIR__ . '/cli.inc';

/* Keys and types, of the first of a list. */
function shape(mixed $value): mixed
{
	if (!is_array($value)) {
		return get_debug_type($value);
	}
	return array_is_list($value) ? array_map(shape(...), array_slice($value, 0, 1)) : array_map(shape(...), $value);
}

$a = canned('a.xhprof');
$b = canned('b.xhprof', 2);
$script = own_file('script.tmp',
	'<?php strrev("a"); fwrite(STDERR, "mine\n"); for ($i = 0; $i < 1000000; $i++); // main() first');
foreach ([['top', $a], ['show', $a, '--function', 'f'], ['diff', $a, $b, '--fail-if', 'wt>+1%'], ['merge', $a, $b,
	'--out', own_file('c.xhprof')], ['run', '--flags=none', '--out', own_file('d.xhprof'), $script]] as $arguments) {
	$result = cli([$arguments[0], '--json', ...array_slice($arguments, 1)]);
	$text = $arguments[0] === 'run' ? substr(strstr($result['err'], "\n"), 1) : $result['out'];
	$data = json_decode($text, true, 32, JSON_THROW_ON_ERROR);
	// since PHP 8.3
	unset($data['summary']['gc']['collector_ns'], $data['summary']['gc']['destructor_ns'],
		$data['summary']['gc']['free_ns']);
	echo $data['schema'], ' ', $data['version'], ' ', json_encode(shape($data)), "\n\n";
}
?>
--EXPECT--
xhprof-top 1 {"schema":"string","version":"int","file":"string","summary":{"mode":"string","started":"float","wall_ns":"int","cpu_ns":"int","memory_bytes":"int","peak_bytes":"int","calls":"int","functions":"int","pairs":"int","nodes":"int","own_cost_ns":"int","runs":"int","unrecorded_calls":"int","truncated_calls":"int"},"meta":"null","functions":[{"name":"string","calls":"int","wall_ns":"int","cpu_ns":"int","memory_bytes":"int","peak_bytes":"int","own_wall_ns":"int","own_cpu_ns":"int","own_memory_bytes":"int","own_peak_bytes":"int","min_wall_ns":"null","max_wall_ns":"null","file":"null","line":"null"}]}

xhprof-show 1 {"schema":"string","version":"int","file":"string","function":{"name":"string","calls":"int","wall_ns":"int","cpu_ns":"int","memory_bytes":"int","peak_bytes":"int","own_wall_ns":"int","own_cpu_ns":"int","own_memory_bytes":"int","own_peak_bytes":"int","min_wall_ns":"null","max_wall_ns":"null","file":"null","line":"null"},"recursive_calls":"int","callers":[{"name":"string","calls":"int","wall_ns":"int","cpu_ns":"int","memory_bytes":"int","peak_bytes":"int"}],"callees":[{"name":"string","calls":"int","wall_ns":"int","cpu_ns":"int","memory_bytes":"int","peak_bytes":"int"}]}

xhprof-diff 1 {"schema":"string","version":"int","before":"string","after":"string","runs":{"before":"int","after":"int"},"words":"string","verdict":{"metric":"string","change":"int","interval":"null","causes":[{"function":"string","caller":"string","instead_of":"null","change":"int","interval":"null","calls":"int","sure":"bool","functions":["string"]}],"rest":"int","rest_interval":"null"},"comparable":"bool","differences":[],"sampled_differently":"string","renamed":[],"worse":"bool","unclear":"bool","thresholds":[{"text":"string","before":"int","after":"int","broken":"bool","interval":"null","relative":"null"}],"totals":[{"metric":"string","key":"string","before":"int","after":"int","interval":"null","relative":"null"}],"functions":[{"name":"string","change":{"calls":"int","wall_ns":"int","cpu_ns":"int","memory_bytes":"int","peak_bytes":"int","own_wall_ns":"int","own_cpu_ns":"int","own_memory_bytes":"int","own_peak_bytes":"int","file":"null","line":"null"},"interval":"null","before":{"calls":"int","wall_ns":"int","cpu_ns":"int","memory_bytes":"int","peak_bytes":"int","own_wall_ns":"int","own_cpu_ns":"int","own_memory_bytes":"int","own_peak_bytes":"int","min_wall_ns":"null","max_wall_ns":"null","file":"null","line":"null"},"after":{"calls":"int","wall_ns":"int","cpu_ns":"int","memory_bytes":"int","peak_bytes":"int","own_wall_ns":"int","own_cpu_ns":"int","own_memory_bytes":"int","own_peak_bytes":"int","min_wall_ns":"null","max_wall_ns":"null","file":"null","line":"null"}}]}

xhprof-merge 1 {"schema":"string","version":"int","format":"string","file":"string","summary":{"mode":"string","started":"float","wall_ns":"int","cpu_ns":"int","memory_bytes":"int","peak_bytes":"int","calls":"int","functions":"int","pairs":"int","nodes":"int","own_cost_ns":"int","runs":"int","unrecorded_calls":"int","truncated_calls":"int"}}

xhprof-run 1 {"schema":"string","version":"int","format":"string","file":"string","summary":{"mode":"string","started":"float","wall_ns":"int","calls":"int","functions":"int","pairs":"int","nodes":"int","own_cost_ns":"int","runs":"int","unrecorded_calls":"int","truncated_calls":"int","gc":{"runs":"int","collected":"int","threshold_before":"int","threshold":"int","roots_before":"int","roots":"int"}},"meta":{"url":"string","get":[],"env":[],"SERVER":{"REQUEST_TIME":"int","REQUEST_TIME_FLOAT":"float"},"simple_url":"string","request_ts_micro":{"sec":"int","usec":"int"},"request_ts":{"sec":"int","usec":"int"},"request_date":"string","xhprof":{"reason":"string","command":["string"],"status":"int","failed":"bool","php":"string","sapi":"string","hook":"string","opcache":"bool","jit":"bool","patterns":"int","machine":"string"}},"functions":[{"name":"string","calls":"int","wall_ns":"int","own_wall_ns":"int","min_wall_ns":"int","max_wall_ns":"int","file":"null","line":"null"}]}
