<?php
/**
 * Runs random programs (generate.php) under the profiler, each in every mode, and compares with what
 * the model says. See tools/fuzz.sh.
 *
 * Usage: php run.php --so PATH --dir DIR [--php PATH] [--seeds A-B] [--modes ex,observer,...]
 *                    [--without FEATURE,...] [--stop N] [--each N] [--reduce]
 */

const JIT = ['opcache', 'opcache.jit_buffer_size=32M', 'opcache.jit=tracing', 'opcache.jit_hot_loop=2',
	'opcache.jit_hot_func=2', 'opcache.jit_hot_return=2', 'opcache.jit_hot_side_exit=2'];
const MODES = [
	'ex' => ['xhprof.hook=ex'],
	'observer' => ['xhprof.hook=observer'],
	'ex+opcache' => ['xhprof.hook=ex', 'opcache'],
	'observer+opcache' => ['xhprof.hook=observer', 'opcache'],
	'observer+jit' => ['xhprof.hook=observer', ...JIT],
	// A module built with --enable-xhprof-fake-clock takes this from its environment.
	'ex+tree' => ['xhprof.hook=ex', 'XHPROF_TEST_TREE=1'],
	'observer+tree' => ['xhprof.hook=observer', 'XHPROF_TEST_TREE=1'],
	'ex+alloc' => ['xhprof.hook=ex', 'XHPROF_TEST_ALLOC=full'],
	'observer+jit+alloc' => ['xhprof.hook=observer', ...JIT, 'XHPROF_TEST_ALLOC=full'],
	'ex+tree+sampled' => ['xhprof.hook=ex', 'XHPROF_TEST_TREE=1', 'XHPROF_TEST_ALLOC=sampled'],
];

/** What a command printed, its exit code, and its errors. */
function execute(array $command, array $environment = []): array
{
	// What is too deep for the C stack is not recorded with the hook "ex", and that is as it should be.
	$process = proc_open(['sh', '-c', 'ulimit -s 262144; exec timeout 60 "$@"', 'sh', ...$command],
		[['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', $errors = tempnam(sys_get_temp_dir(), 'fuzz'), 'w']],
		$pipes, null, $environment + getenv());
	$output = stream_get_contents($pipes[1]);
	$code = proc_close($process);
	$text = file_get_contents($errors);
	unlink($errors);

	return [$output, $code, $text];
}

function switches(string $mode): array
{
	$switches = [];
	foreach (MODES[$mode] as $setting) {
		if ($setting === 'opcache') {
			if (PHP_VERSION_ID < 80500) {
				array_push($switches, '-d', 'zend_extension=opcache');
			}
			// Files are cached at once, and so optimized. None is found in another run.
			array_push($switches, '-d', 'opcache.enable_cli=1', '-d', 'opcache.file_update_protection=0');
		} elseif (!str_starts_with($setting, 'XHPROF_')) {
			array_push($switches, '-d', $setting);
		}
	}
	if (!str_contains($mode, 'jit') && str_contains($mode, 'opcache')) {
		array_push($switches, '-d', 'opcache.jit=disable', '-d', 'opcache.jit_buffer_size=0');
	}

	return $switches;
}

/** What of a mode is in the environment. */
function environment(string $mode): array
{
	$environment = [];
	foreach (preg_grep('~^XHPROF_~', MODES[$mode]) as $setting) {
		[$name, $value] = explode('=', $setting);
		$environment[$name] = $value;
	}

	return $environment;
}

/** What is wrong with the rows of a run, or an empty string. */
function compare(array $expected, array $rows): string
{
	if (PHP_VERSION_ID >= 80400) {
		$names = preg_replace('~\{closure:(?:[^{}]|(?R))*:(\d+)\}~', '{closure:$1}', array_keys($rows));
		$rows = array_combine($names, $rows);
	}
	$got = array_map(fn($row) => $row['ct'], $rows);
	if (isset($expected['unordered'])) {
		unset($expected['unordered']);
		ksort($expected);
		ksort($got);
	}
	if ($got === $expected) {
		return conserve($rows);
	}
	$text = '';
	foreach ($expected + $got as $key => $_) {
		if (($expected[$key] ?? 0) !== ($got[$key] ?? 0)) {
			$text .= sprintf("  %-60s expected %d, got %d\n", $key, $expected[$key] ?? 0, $got[$key] ?? 0);
		}
	}
	if ($text === '') {
		$want = array_keys($expected);
		foreach (array_keys($got) as $i => $key) {
			if ($key !== $want[$i]) {
				return "  order: row $i is $key, expected {$want[$i]}\n";
			}
		}
	}

	return $text;
}

/** What was freed was allocated first; what is left is alive. */
function balance(string $key, array $row): string
{
	if (!isset($row['own_na']) || $row['own_nf'] >= 0 && $row['own_nf'] <= $row['own_na']
		&& $row['own_fb'] >= 0 && $row['own_lb'] === $row['own_ab'] - $row['own_fb'] && $row['own_lb'] >= 0) {
		return '';
	}

	return "  $key allocated {$row['own_ab']} "
		. "bytes in {$row['own_na']} blocks, freed {$row['own_fb']} in {$row['own_nf']}"
		. " and left {$row['own_lb']}\n";
}

/** Callees never take more than their caller. */
function conserve(array $rows): string
{
	$own = $callees = [];
	foreach ($rows as $key => $row) {
		if (($text = balance($key, $row)) !== '') {
			return $text;
		}
		[$caller, $callee] = str_contains($key, '==>') ? explode('==>', $key) : [null, $key];
		foreach (['wt', 'cpu'] as $metric) {
			if (!isset($row[$metric])) {
				continue;
			}
			if ($row[$metric] < 0) {
				return "  $key has a $metric of {$row[$metric]}\n";
			}
			$own[$callee][$metric] = ($own[$callee][$metric] ?? 0) + $row[$metric];
			$callees[$caller][$metric] = ($callees[$caller][$metric] ?? 0) + $row[$metric];
		}
	}
	unset($callees['']);
	foreach ($callees as $caller => $sums) {
		foreach ($sums as $metric => $sum) {
			if ($sum > ($own[$caller][$metric] ?? -1)) {
				return "  callees of $caller took a $metric of $sum, itself "
					. ($own[$caller][$metric] ?? 'nothing') . "\n";
			}
		}
	}

	return '';
}

function check(array $expected, string $output, int $code, string $errors): string
{
	// What debug and sanitized PHPs say.
	if (preg_match('~^.*(?: leaks? |Assertion |runtime error:|AddressSanitizer).*~m', $errors . $output, $match)) {
		return "  {$match[0]}\n";
	}
	if ($code !== 0 && $code !== 255) { // 255: an exception that nobody caught
		return "  exit code $code\n" . substr($errors . $output, -700) . "\n";
	}
	if (!preg_match('~^<<<(.*)>>>$~ms', $output, $match) || ($results = @unserialize($match[1])) === false) {
		return "  no result\n" . substr($output, -700) . "\n";
	}
	if (count($results) !== count($expected)) {
		return sprintf("  expected %d runs, got %d\n", count($expected), count($results));
	}
	foreach ($expected as $i => $pairs) {
		$text = compare($pairs, $results[$i]);
		if ($text !== '') {
			return "  run $i:\n$text";
		}
	}

	return '';
}


/** Makes a program and tells what fails: mode => text. */
function attempt(int $seed, array $skip = []): array
{
	global $php, $dir, $modes, $options, $rows, $statements, $crashed, $each;
	$common = ['-n', '-d', 'zend.exception_ignore_args=1', '-d', 'html_errors=0', '-d', 'memory_limit=512M',
		'-d', 'fiber.stack_size=256M'];

	$generate = new Generate($seed, $dir, explode(',', $options['without'] ?? ''), array_flip($skip));
	$generate->run();
	$statements = $generate->statements;
	$expected = [];
	foreach (['', 'opcache'] as $kind) {
		if ($expected && !str_contains(file_get_contents("$dir/$seed.model.php"), 'M::load')) {
			$expected[$kind] = $expected[''];
			break;
		}
		[$output, $code, $errors] = execute([$php, ...$common, "$dir/$seed.model.php", $kind]);
		// PHP itself crashed, or ran out of memory or time, without the extension.
		if (!in_array($code, [0, 99, 255], true) || str_contains($output . $errors, 'Allowed memory size')) {
			$crashed++;
			return [];
		}
		if (!preg_match('~^(a:.*)\n~m', $output, $match)) {
			return ['model' => "  exit code $code\n" . substr($output . $errors, -1000) . "\n"];
		}
		$expected[$kind] = unserialize($match[1]);
	}
	$rows += array_sum(array_map('count', $expected['']));
	$failed = [];
	foreach ($modes as $number => $mode) {
		if (($number + $seed * $each) % count($modes) >= $each) {
			continue;
		}
		$result = execute([$php, ...$common, '-d', "extension={$options['so']}", ...switches($mode), "$dir/$seed.php"],
			environment($mode));
		$text = check($expected[preg_match('~opcache|jit~', $mode) ? 'opcache' : ''], ...$result);
		if ($text !== '') {
			$failed[$mode] = $text;
		}
	}

	return $failed;
}

function show(int $seed, array $failed): void
{
	foreach ($failed as $mode => $text) {
		echo "seed $seed, $mode:\n$text";
	}
}

/** Leaves out what is not needed for the failure. */
function reduce(int $seed): void
{
	global $statements;
	$first = attempt($seed);
	if (!$first) {
		echo "seed $seed does not fail\n";
		return;
	}
	$kept = range(1, $statements);
	$skip = [];
	for ($size = intdiv(count($kept), 2); $size >= 1; $size = intdiv($size, 2)) {
		foreach (array_chunk($kept, $size) as $chunk) {
			$failed = attempt($seed, array_merge($skip, $chunk));
			if ($failed && !isset($failed['model'])) {
				array_push($skip, ...$chunk);
			}
		}
		$kept = array_values(array_diff($kept, $skip));
	}
	show($seed, attempt($seed, $skip));
	echo "skipped: ", implode(',', $skip), "\n";
}

$options = getopt('', ['so:', 'dir:', 'php:', 'seeds:', 'modes:', 'without:', 'stop:', 'each:', 'reduce']);
require __DIR__ . '/generate.php';
$php = $options['php'] ?? PHP_BINARY;
$dir = $options['dir'];
if (!is_dir($dir)) {
	echo "$dir is no folder\n";
	exit(2);
}
$modes = explode(',', $options['modes'] ?? implode(',', array_keys(MODES)));
$range = explode('-', $options['seeds'] ?? '1-300');
$from = (int) $range[0];
$to = (int) ($range[1] ?? $from);
$failures = $rows = $programs = $crashed = 0;
$statements = 0;
$each = (int) ($options['each'] ?? count($modes));

if (isset($options['reduce'])) {
	reduce($from);
	exit(1);
}
for ($seed = $from; $seed <= $to && $failures < (int) ($options['stop'] ?? 1); $seed++) {
	$programs++;
	$failed = attempt($seed);
	show($seed, $failed);
	if ($failed) {
		$failures++;
	} else {
		array_map('unlink', glob("$dir/$seed.*"));
	}
}
printf("%d programs, %d rows, %d modes: %d failed%s\n", $programs, $rows, count($modes), $failures,
	$crashed ? ", $crashed end PHP without the extension" : '');
exit($failures ? 1 : 0);
