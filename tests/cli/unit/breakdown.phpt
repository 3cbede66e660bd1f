--TEST--
Queries, waits and call paths of a run have parts that are all of it
--FILE--
<?php
require __DIR__ . '/unit.inc';
require __DIR__ . '/../advise_runs.inc';

use XHProf\Cli\Breakdown\Library;
use XHProf\Cli\Breakdown\PathNode;
use XHProf\Cli\Breakdown\PathTree;
use XHProf\Cli\Breakdown\Queries;
use XHProf\Cli\Breakdown\Query;
use XHProf\Cli\Breakdown\QueryPath;
use XHProf\Cli\Breakdown\Waits;

/* Call paths. */
$node = new PathNode();
$node->add(['a', 'b'], 5);
$node->add(['a'], 3);
$node->add(['c'], 4);
$node->add([], 1);
same('a path has its callees and its own', [13, 1, 8, 3, 5], [$node->wallNs, $node->ownNs, $node->callees['a']->wallNs,
	$node->callees['a']->ownNs, $node->callees['a']->callees['b']->ownNs]);
same('callees and own are all', $node->wallNs,
	$node->ownNs + array_sum(array_map(static fn (PathNode $callee): int => $callee->wallNs, $node->callees)));
same('the largest first', ['a', 'c'], array_keys($node->largest(4)));
same('of a least time', ['a'], array_keys($node->largest(5)));
$lines = (new PathTree(stacks_run(['main();a;b' => 60, 'main();c' => 36, 'main();d' => 4])))->lines();
same('lines: a call with one callee that matters is in its line, and less than 5 % is left out', [[0, ['main()'], 100],
	[1, ['a', 'b'], 60], [1, ['c'], 36]],
	array_map(static fn (array $line): array => [$line['depth'], $line['functions'], intdiv($line['wall_ns'],
		10_000_000)], $lines));
same('exactly 5 % is shown', 3, count((new PathTree(stacks_run(['main();a' => 95, 'main();d' => 5])))->lines()));

/* Queries. */
$sql = 'SELECT a FROM b WHERE c = ?';
$queries = new Queries(planned_run(call('main()', 1, 1, [call('App::a', 2, 1, [call("PDO::query#$sql", 6, 12)],
	['file' => '/srv/src/a.php']), call('App::b', 1, 1,
	[call('Orm::find', 4, 1, [call("PDO::query#$sql", 4, 2), call('PDO::query#SELECT 1; SELECT 2', 1, 5),
		call('PDO::exec', 3, 1)], ['file' => '/srv/vendor/x/orm/Orm.php'])], ['file' => '/srv/src/b.php'])],
		['file' => '/srv/i.php'])));
same('with most time first', ["sql $sql", 'sql SELECT 1; SELECT 2'], array_keys($queries->all));
$query = $queries->all["sql $sql"];
same('its calls and time', [10, 14_000_000], [$query->calls, $query->wallNs]);
same('its callers, past the library', [['App::a', 6, 12_000_000], ['App::b', 4, 2_000_000]],
	array_map(static fn (array $caller): array => [$caller['function'], $caller['calls'], $caller['wall_ns']],
	$query->callers()));
same('they are all of it', [$query->calls, $query->wallNs], [array_sum(array_column($query->callers(), 'calls')),
	array_sum(array_column($query->callers(), 'wall_ns'))]);
same('texts that were not recorded', [['PDO::exec' => 3], null, true], [$queries->withoutText, $queries->whyNone(),
	$queries->hasPaths]);
$nested = new Queries(planned_run(call('main()', 1, 1, [call('redis#GET k', 1, 1, [call('PDO::query#GET k', 1, 5)]),
	call('PDOStatement::execute#q', 1, 1, [call('mysqli::query#q', 1, 5)]),
	call('Redis::get#GET k', 1, 1, [call('PDO::query#GET k', 1, 5)])])));
same('sent on: counted where it is sent first; what has the same text and asks another service is not', [
	'sql GET k' => 2, 'redis GET k' => 1, 'sql q' => 1], array_map(static fn (Query $query): int => $query->calls,
	$nested->all));
same('statements', [1, 2, 1, 1], array_map(static fn (array $one): int => (new Query(...$one))->statements(), [['sql',
	'SELECT 1;'], ['sql', 'A; B ;'], ['sql', 'SELECT `a;b`'], ['http', 'http://x/;y;z']]));
same('cut', [true, false], [(new Query('sql', 'SELECT…'))->isCut(), (new Query('sql', 'SELECT'))->isCut()]);
$query = new Query('sql', 'q');
$query->add('PDO::query', 2, 10, 7, $path = new QueryPath('f', null, null, 'PDO::query#q', ['main()', 'f']));
$query->add('PDO::query', 3, 5, 4, new QueryPath('g', null, null, 'PDO::query#q', ['main()', 'g']));
$query->add('PDO::exec', 1, 5, null, new QueryPath('g', null, null, 'PDO::exec#q', ['main()', 'g']));
same('the longest', [7, ['PDO::query' => 5, 'PDO::exec' => 1], 2, 6], [$query->longestNs, $query->functions,
	$path->calls, $query->data()['calls']]);
same('the caller with most calls', ['g', 'f'], array_column($query->callers(), 'function'));
same('why there is none', ['samples have no texts: xhprof run --mode tree records them',
	'this run has no internal functions, which send queries: leave out no-builtins'],
	[(new Queries(stacks_run(['main();f' => 1])))->whyNone(), (new Queries(planned_run(call('main()', 1, 1, [call('f',
		1, 1, [], ['file' => '/a.php'])]))))->whyNone()]);

/* Waits of samples are all of their time. */
$waits = Waits::of($samples = stacks_run(['main();f' => 20, 'main();f;{tcp 127.0.0.1:1}' => 50,
	'main();{sleep}' => 30]));
same('by wait', ['tcp 127.0.0.1:1' => 500_000_000, 'sleep' => 300_000_000, Waits::UNNAMED => 200_000_000],
	array_map(static fn (array $row): int => $row['own_wall_ns'], $waits));
same('they are all', $samples->summary()['wall_ns'], array_sum(array_column($waits, 'own_wall_ns')));
$onCpu = XHProf\Profile::fromStacks([['frames' => ['main()', 'f'], 'samples' => 5, 'wall_ns' => 50, 'cpu_ns' => 30],
	['frames' => ['main()', '{sleep}'], 'samples' => 5, 'wall_ns' => 50, 'cpu_ns' => 0]]);
same('on a CPU', ['sleep' => [5, 50], Waits::RUNS => [5, 30], Waits::UNNAMED => [0, 20]],
	array_map(static fn (array $row): array => [$row['calls'], $row['own_wall_ns']], Waits::of($onCpu)));
xhprof_sample_enable(['clock' => 'custom', 'interval' => 1000]);
for ($i = 0; $i < 5; $i++) {
	xhprof_sample();
}
$custom = xhprof_stop();
same('xhprof_sample() leaves nothing to chance', [0.0, 0.0], [$custom->summary()['share_error_points'],
	max(array_column(Waits::of($custom), 'share_error_points'))]);

/* Waits: names in braces, but for work and closures; calls have none. */
$leaves = array_fill_keys(['{tcp 127.0.0.1:80}', '{sleep}', '{system call 5}', '{made tomorrow: x}', '{gc}', '{kernel}',
	'{xhprof}', 'sleep', '{closure}', '{closure:/a.php:3}', '{sleep', '{'], 1);
$rows = stacks_run($leaves)->functions();
same('waits', ['{tcp 127.0.0.1:80}', '{sleep}', '{system call 5}', '{made tomorrow: x}'],
	array_values(array_filter(array_keys($leaves), static fn (string $name): bool => $rows[$name]['is_wait'])));
same('of calls nothing is a wait', false, isset(planned_run(call('main()', 1, 1, [call('{sleep}', 1,
	1)]))->functions()['{sleep}']['is_wait']));
same('servers', ['unix /run/x', 'dns', 'file /a: b'], all_of(Waits::server(...), ['unix /run/x: SELECT 1: 2',
	'dns: a.b', 'file /a: b']));

/* Libraries. */
foreach (['/app/vendor/a/b/src/C.php' => true, 'vendor/a/b.php' => true, 'C:\app\vendor\a\b.php' => true,
	'/app/wp-includes/x.php' => true, '/app/src/vendors/x.php' => false, '/app/myvendor/x.php' => false,
	'/app/src/x.php' => false] as $name => $has) {
	same("Library::has($name)", $has, Library::has($name));
}
same('the package', ['/app/vendor/a/b', '/app/src/x.php', '/app/vendor/a'], [Library::part('/app/vendor/a/b/src/C.php'),
	Library::part('/app/src/x.php'), strtr(Library::part('/app/vendor/a'), [])]);
finish();
?>
--EXPECT--
all as expected
