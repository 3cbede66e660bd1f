--TEST--
Pages of runs have all of them, and what is no page is an answer with a policy
--EXTENSIONS--
zlib
--INI--
xhprof.exclude_uri=/health
--FILE--
<?php
require __DIR__ . '/unit.inc';
require __DIR__ . '/../advise_runs.inc';

use XHProf\Cli\Code\Files;
use XHProf\Cli\Page\Insights;
use XHProf\Cli\Page\Page;
use XHProf\Cli\Page\PagePart;
use XHProf\Cli\Page\RunPart;
use XHProf\Cli\Page\SourceBlock;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Serve\Reply;
use XHProf\Cli\Serve\SavedReport;

date_default_timezone_set('UTC');
$folder = unit_folder();
$decoded = static fn (string $block): array => json_decode(gzdecode(base64_decode($block, true)), true);

/* A run. */
$run = pairs_run(['main()==>f' => [2, 30], 'f==>g' => [4, 10], 'main()' => [1, 100]], ['url' => '/x',
	'SERVER' => ['REQUEST_METHOD' => 'GET'], 'xhprof' => ['method' => 'GET']]);
$part = new RunPart($run, 'a title');
$head = $part->head();
same('its head', ['a title', 'gzip', 3, 3, '/x'], [$head['title'], $part->coding(), $head['functions'], $head['pairs'],
	$head['meta']['url']]);
same('what it measured', [['wall'], ['wall time']], [$part->metricIds(), $part->metricNames()]);
$blocks = iterator_to_array($part->blocks());
same('its functions', ['g', 'f', 'main()'], array_values(array_intersect(['g', 'f', 'main()'],
	$decoded($blocks['functions'])['name'])));
$whole = (string) $run->export('html');
same('around them is the viewer', [true, true], [$part->before() !== '' && str_starts_with($whole, $part->before()),
	strlen($part->after()) > 0 && str_ends_with($whole, $part->after())]);
same('and again', $blocks, iterator_to_array($part->blocks()));
same('a part of a page', true, $part instanceof PagePart);
same('other names', ['g', 'h', 'main()'], array_values(array_intersect(['g', 'h', 'f', 'main()'],
	$decoded(iterator_to_array($part->renamed(['f' => 'h'])->blocks())['functions'])['name'])));
same('none', $part, $part->renamed([]));
same('with the request', ['GET', 'GET'], [$part->head()['meta']['xhprof']['method'],
	$part->head()['meta']['SERVER']['REQUEST_METHOD']]);
same('without it', [false, false, '/x'], [isset(($meta = $part->withoutRequest()->head()['meta'])['xhprof']['method']),
	isset($meta['SERVER']['REQUEST_METHOD']), $meta['url']]);
$set = RunSet::ofRun($run);
$set->add(pairs_run(['main()' => [1, 300]]));
$set->add(pairs_run(['main()' => [1, 200]]));
$head = (new RunPart($set->profile(), 'x', $set))->head();
same('a set', [3, 200_000], [$head['set']['runs'], $head['set']['totals']->wall['median'] ?? null]);
same('one run is no set', [false, 1], [isset((new RunPart($run, 'x', RunSet::ofRun($run)))->head()['set']),
	$part->set()->count()]);

/* Findings and queries, and the source of lines. */
$asking = planned_run(call('main()', 1, 1, [call('App::list', 1, 1, [call("PDO::query#SELECT a FROM b WHERE c = ?",
	60, 6)], ['file' => '/srv/src/a.php'])], ['file' => '/srv/i.php']));
$insights = new Insights($asking, 'RUN');
$head = $insights->head();
same('a finding', [['query-in-loop', 6_000_000, 60]], array_map(static fn (array $one): array => [$one['id'],
	$one['cost_ns'], $one['calls']], $head['advice']['findings']));
same('where', ['main()', 'App::list'], array_slice($head['advice']['findings'][0]['path'], 0, 2));
same('queries', [1, true, false, 60, [['App::list', 60]]], [$head['queries'],
	($queries = json_decode($insights->queries(),
	true))['has_paths'], $insights->isLeftOut(), $queries['queries'][0]['calls'],
	array_map(static fn (array $caller): array =>
	[$caller['function'], $caller['calls']], $queries['queries'][0]['callers'])]);
same('of a run without', [null, ['advice']], [(new Insights($run, 'RUN'))->queries(), array_keys((new Insights($run,
	'RUN'))->head())]);
same('several runs have no findings', ['queries' => 1], (new Insights($asking->merge($asking), 'RUN'))->head());
$with = new RunPart($asking, 'x', null, new SourceBlock($asking, new Files([], 0.0)), $insights);
same('their blocks', [true, true, 'queries'], [isset(($blocks = iterator_to_array($with->blocks()))['queries']),
	isset($blocks['source']), array_key_first($blocks)]);

/* A run that a framework shows. */
ini_set('xhprof.output_dir', $folder);
$run->export('json', "$folder/0123456789abcdef.xhprof.json");
same('no run', [null, null, null], all_of(SavedReport::html(...), ['fedcba9876543210', '../a', '']));
same('a page', true, str_contains((string) SavedReport::html('0123456789abcdef'),
	'<script type="application/json" id="xhprof">'));
same('its pages are left out, once', '/health */_xhprof/*', ini_get('xhprof.exclude_uri'));
file_put_contents("$folder/0123456789abcdef.xhprof.json", '{');
same('a damaged one', null, SavedReport::html('0123456789abcdef'));
same('in words', true, str_starts_with(SavedReport::missing('0123456789abcdef'),
	'The run 0123456789abcdef is not in xhprof.output_dir.'));
ini_set('xhprof.output_dir', '/nothing');
same('no folder', null, SavedReport::html('0123456789abcdef'));

/* Answers. */
$echoed = static function (callable $do): string {
	ob_start();
	$do();

	return ob_get_clean();
};
same('a page is what it is', '<p>', $echoed(static fn () => Reply::html('<p>')));
same('why there is none', 1, preg_match('~<h1>No &lt;b&gt;</h1><p>Look</p><p><a href="/&quot;">~',
	$echoed(static fn () => Reply::fail(404, 'no <b>', 'look', '/"'))));
same('nobody is told the way', 0, preg_match('/<a /', $echoed(static fn () => Reply::fail(404, 'no', 'look'))));
same('a report', true, str_contains($echoed(static fn () => Reply::report(Page::ofRun($part))), 'id="xhprof"'));

finish();
?>
--EXPECT--
all as expected
