<?php
declare(strict_types=1);

/*
 * Does the command read files of other tools, as those have them in their own tests? Reads each with xhprof top, and
 * prints a table. It is a fault if one is refused that its own tool reads, or if one is read that is of another format.
 *
 * Usage: php -d extension=.../xhprof.so bench/fixtures.php [FOLDER]
 *   FOLDER has checkouts by the names of their repositories; the default is $XHPROF_FIXTURES. Git gets others, into a
 *   folder that goes at the end; what it cannot get is skipped by name.
 */
require __DIR__ . '/../cli/autoload.php';

use XHProf\Cli\Process\Php;
use XHProf\Cli\Process\SafeFolder;

/*
 * By repository: patterns of files, and the format that they must be read as, or behind "-" the reason why they must be
 * refused. The first pattern that fits counts.
 */
const FIXTURES = [
	'jlfwong/speedscope' => [
		'sample/profiles/speedscope/invalid/out-of-order*' => '-damaged',
		'sample/profiles/speedscope/*' => 'speedscope',
		'sample/profiles/stackcollapse/*utf16*' => '-UTF-16, which only speedscope reads',
		'sample/profiles/stackcollapse/*invalids*' => '-lines without numbers',
		'sample/profiles/stackcollapse/*' => 'folded',
		'sample/profiles/callgrind/*subposition*' => '-costs relative to others, which only speedscope reads',
		'sample/profiles/callgrind/*' => 'callgrind',
		'sample/profiles/pprof/*' => 'pprof',
		'sample/profiles/node/*.cpuprofile' => '-of Chrome before 58',
		'sample/profiles/*.cpuprofile' => 'cpuprofile',
		'sample/profiles/*' => '-another format',
	],
	'brendangregg/FlameGraph' => ['test/results/*' => 'folded', 'test/perf-*' => '-another format'],
	'jonhoo/inferno' => [
		'tests/data/diff-folded/bad_*' => '-damaged',
		'tests/data/diff-folded/results/*' => '-a difference',
		'tests/data/flamegraph/differential/*' => '-a difference',
		'tests/data/flamegraph/bad-lines/*' => '-damaged',
		'tests/data/*/empty.txt' => '-empty',
		'tests/data/*/no-events-*' => '-empty',
		'tests/data/*.svg' => '-another format',
		'tests/data/diff-folded/*' => 'folded',
		'tests/data/*/results/*' => 'folded',
		'tests/data/flamegraph/*.map' => '-another format',
		'tests/data/flamegraph/nameattr/*' => '-another format',
		'tests/data/flamegraph/*' => 'folded',
	],
	'google/pprof' => [
		'internal/driver/testdata/*.callgrind' => 'callgrind',
		'internal/driver/testdata/*_no_samples_type' => 'pprof',
		'internal/driver/testdata/*.crash' => 'pprof',
		'internal/report/testdata/sample.cpu' => 'pprof',
		'profile/testdata/*' => '-pprof before protocol buffers',
	],
	'grafana/pyroscope' => [
		'pkg/adhocprofiles/testdata/*.pprof' => 'pprof',
		'pkg/og/convert/jfr/testdata/*.labels.pb.gz' => '-another format',
		'pkg/og/convert/jfr/testdata/*.pb.gz' => 'pprof',
	],
	'parca-dev/parca' => [
		'pkg/*/testdata/*_delta.pb.gz' => '-a difference',
		'pkg/*/testdata/*.pb.gz' => 'pprof',
		'pkg/*/testdata/*.pprof' => 'pprof',
	],
	'jrfonseca/gprof2dot' => [
		'tests/callgrind/*' => 'callgrind',
		'tests/collapse/*' => 'folded',
		'tests/json/*' => '-another format',
	],
	'mayflower/PHP_CachegrindParser' => ['Examples/cachegrind.out.491' => 'callgrind'],
	'perftools/xhgui' => ['tests/fixtures/*.json' => '-several runs in a list'],
	'firefox-devtools/profiler' => [
		'src/test/fixtures/upgrades/*.cpuprofile' => 'cpuprofile',
		'src/test/fixtures/upgrades/flamegraph.txt' => 'folded',
		'src/test/fixtures/upgrades/*' => '-another format',
	],
];

/* The checkout of a repository; null: git does not get it. */
function checkout(string $repository, string $given, string $own): ?string
{
	$name = basename($repository);
	if ($given !== '' && is_dir("$given/$name")) {
		return "$given/$name";
	}
	// Of large repositories only the folders that are meant.
	$folders = array_map(static fn (string $pattern): string => '/' . dirname(strtok($pattern, '*') . 'x') . '/',
		array_keys(FIXTURES[$repository]));
	[$url, $folder] = array_map(escapeshellarg(...), ["https://github.com/$repository", "$own/$name"]);
	exec('(export GIT_TERMINAL_PROMPT=0; '
		. "timeout 300 git clone -q --depth 1 --filter=blob:none --no-checkout $url $folder && "
		. "git -C $folder sparse-checkout set --no-cone "
		. implode(' ', array_map(escapeshellarg(...), array_unique($folders)))
		. " && timeout 600 git -C $folder checkout -q) >/dev/null 2>&1", $said, $status);

	return $status === 0 ? "$own/$name" : null;
}

/* @return array<string, string> files below a checkout to what is expected of them */
function fixtures(string $folder, string $repository): array
{
	$found = [];
	$files = new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS);
	foreach (new RecursiveIteratorIterator($files) as $file) {
		$path = substr((string) $file, strlen($folder) + 1);
		foreach (str_starts_with($path, '.git/') || !$file->isFile() ? []
			: FIXTURES[$repository] as $pattern => $expected) {
			if (fnmatch($pattern, $path)) {
				$found[$path] = $expected;
				break;
			}
		}
	}
	ksort($found);

	return $found;
}

/*
 * @return array{string|null, string} the format that a file was read as; null: it was refused. And its numbers, or why.
 */
function read(string $file): array
{
	$command = [PHP_BINARY, ...Php::options(), '-d', 'memory_limit=2G', dirname(__DIR__) . '/cli/bin/xhprof', 'top',
		'--json', '--limit', '1', '--', $file];
	exec('timeout 120 ' . implode(' ', array_map(escapeshellarg(...), $command)) . ' 2>&1', $lines, $status);
	$said = json_decode(implode("\n", $lines), true);
	$run = $said['summary'] ?? null;
	if ($status !== 0 || $run === null) {
		$why = preg_replace('/^xhprof: .*?(?: cannot be read as a profile)?: /', '', $lines[0] ?? "status $status");

		return [in_array($status, [1, 2], true) ? null : "status $status", substr((string) $why, 0, 80)];
	}

	return [$said['meta']['xhprof']['read']['format'] ?? '?',
		(isset($run['samples']) ? "$run[samples] samples" : "$run[calls] calls")
		. ", $run[wall_ns] ns"];
}

/* What folded stacks add up to, if that is not what was read. */
function missing(string $file, string $said): string
{
	preg_match_all('/^[^#\n].* (\d+(?:\.\d*)?)\s*$/m', (string) file_get_contents($file), $numbers);
	$sum = array_sum(array_map(static fn (string $number): float => round((float) $number), $numbers[1]));

	return (float) $said === $sum ? '' : "; the file has $sum";
}

$own = SafeFolder::make('xhprof-fixtures-');
register_shutdown_function(static fn () => exec('rm -rf ' . escapeshellarg($own)));
$counts = ['read' => 0, 'refused' => 0, 'FAULT' => 0];
$skipped = [];
foreach (array_keys(FIXTURES) as $repository) {
	$folder = checkout($repository, rtrim($argv[1] ?? (string) getenv('XHPROF_FIXTURES'), '/'), $own);
	$folder === null ? $skipped[] = $repository : print("\n$repository\n");
	foreach ($folder === null ? [] : fixtures($folder, $repository) as $path => $expected) {
		[$format, $said] = read("$folder/$path");
		$said .= $format === 'folded' ? missing("$folder/$path", $said) : '';
		$isGood = $format === null ? $expected[0] === '-'
			: $format === $expected && !str_contains($said, '; the file has');
		$verdict = !$isGood ? 'FAULT' : ($format === null ? 'refused' : 'read');
		$counts[$verdict]++;
		$note = $expected[0] === '-' ? ' (' . substr($expected, 1) . ')' : ($isGood ? '' : " (expected: $expected)");
		printf("%-8s%-12s%s: %s%s\n", $verdict, $format ?? '-', $path, $said, $note);
	}
}
echo $skipped === [] ? '' : "\nskipped, as git does not get them: " . implode(', ', $skipped) . "\n";
echo "\n$counts[read] read, $counts[refused] refused as expected, $counts[FAULT] faults\n";
exit($counts['FAULT'] === 0 ? 0 : 1);
