--TEST--
Pyroscope's answers: a refused series does not hold up the others, and 422 of an outage is for later
--EXTENSIONS--
curl
zlib
--SKIPIF--
<?php
require __DIR__ . '/../../format/tools.inc';
require __DIR__ . '/../../format/program.inc';
if (!has_pprof()) die('skip built without zlib');
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../batch.inc';
require __DIR__ . '/../stub.inc';
use XHProf\Fleet\Agent\{BatchPart, Outcome};
use XHProf\Fleet\Destination\Destinations;

$stub = new Stub(fleet_folder(__FILE__));
putenv('XHPROF_SHIP_SECRET=s3cret');
$parts = array_map(fn (string $route): BatchPart => fleet_part(1, $route), ['/a', '/b', '/c']);
$refused = ['status' => 422, 'body' => '{"code":"invalid_argument","message":"pushing IngestInput-pprof '
	. 'failed invalid_argument: outside of ingestion window"}'];
$down = ['status' => 422,
	'body' => '{"code":"unknown","message":"pushing IngestInput-pprof failed unavailable: no healthy instance"}'];

function try_batch(string $what, array $answers, BatchPart ...$parts): void
{
	global $stub;
	static $done = 0;
	$stub->answer(...$answers);
	$to = Destinations::of("pyroscope+http://me@$stub->address/base/");
	echo "$what\n  ";
	show_outcome(outcome_of($to->send(batch(1, ...$parts))));
	foreach (array_slice($stub->requests(), $done) as $request) {
		parse_str(parse_url($request['target'], PHP_URL_QUERY), $query);
		echo '  ', strtok($request['target'], '?'), " $query[name] ",
			$request['headers']['authorization'] ?? 'no secret', "\n";
		$done++;
	}
}

try_batch('all are taken', [[]], ...$parts);
try_batch('one is refused', [[], $refused, []], ...$parts);
try_batch('an outage in the middle', [[], $down, []], ...$parts);
try_batch('too many', [['status' => 429, 'headers' => ['Retry-After' => '7']]], ...$parts);
putenv('XHPROF_SHIP_SECRET');
$pairs = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 5]]);
try_batch('one without call paths', [[]], new BatchPart(series(), 'trace', $pairs), $parts[0]);
try_batch('that one alone', [[]], new BatchPart(series(), 'trace', $pairs));
foreach (['', '?tenant=shop'] as $query) {
	echo Destinations::of("pyroscope+http://me@$stub->address/base/$query")
		->name() === "pyroscope+http://$stub->address/base/$query" ? 'named' : 'NOT named', " without its user\n";
}
?>
--EXPECT--
all are taken
  accepted
  /base/ingest shop{env=prod,host=web1,pool=www,php=8.2.36,route=/a} Basic bWU6czNjcmV0
  /base/ingest shop{env=prod,host=web1,pool=www,php=8.2.36,route=/b} Basic bWU6czNjcmV0
  /base/ingest shop{env=prod,host=web1,pool=www,php=8.2.36,route=/c} Basic bWU6czNjcmV0
one is refused
  poison: 1 of 3 profiles refused: HTTP 422 {"code":"invalid_argument","message":"pushing IngestInput-pprof failed invalid_argument: outside of ingestion window"}
  /base/ingest shop{env=prod,host=web1,pool=www,php=8.2.36,route=/a} Basic bWU6czNjcmV0
  /base/ingest shop{env=prod,host=web1,pool=www,php=8.2.36,route=/b} Basic bWU6czNjcmV0
  /base/ingest shop{env=prod,host=web1,pool=www,php=8.2.36,route=/c} Basic bWU6czNjcmV0
an outage in the middle
  later: HTTP 422 {"code":"unknown","message":"pushing IngestInput-pprof failed unavailable: no healthy instance"}
  /base/ingest shop{env=prod,host=web1,pool=www,php=8.2.36,route=/a} Basic bWU6czNjcmV0
  /base/ingest shop{env=prod,host=web1,pool=www,php=8.2.36,route=/b} Basic bWU6czNjcmV0
too many
  later: HTTP 429
  /base/ingest shop{env=prod,host=web1,pool=www,php=8.2.36,route=/a} Basic bWU6czNjcmV0
one without call paths
  poison: 1 of 2 profiles refused: The format pprof needs call paths (XHPROF_FLAGS_TREE); this run has none
  /base/ingest shop{env=prod,host=web1,pool=www,php=8.2.36,route=/a} no secret
that one alone
  poison: The format pprof needs call paths (XHPROF_FLAGS_TREE); this run has none
named without its user
named without its user
