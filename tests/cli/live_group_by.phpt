--TEST--
xhprof live shows components, URIs or tags in place of functions; record has no file for each component or host
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/live_rings.inc';

$rings = new Rings(__FILE__);
register_shutdown_function($rings->remove(...));
$rings->add(1001, ['state' => FakeRing::RUNNING, 'uri' => '/cart', 'tags' => ['route' => 'cart.show']]);
$rings->add(1002, ['state' => FakeRing::IDLE, 'method' => 'POST', 'uri' => '/login']);

/* The rows of a line of JSON that has samples: as many of each ring. */
function rows(string ...$options): void
{
	global $rings;

	foreach (tries() as $factor) { // of more seconds where it has no time for a look
		$text = $rings->feed(tool('live', $rings->folder, '--json', '--duration', 2 * $factor . 's', ...$options));
		$line = json_decode(array_slice(explode("\n", rtrim($text)), -1)[0], true)
			?? ['group_by' => $text, 'functions' => []];
		if ($line['functions'] !== []) {
			break;
		}
	}
	echo implode(' ', $options), ": by $line[group_by]\n";
	usort($line['functions'], static fn (array $a, array $b): int => $a['function'] <=> $b['function']);
	foreach ($line['functions'] as $row) {
		echo "  $row[function] own ", $row['own_percent'] > 0 ? 'some' : 'none',
			$row['share_error_points'] > 0 ? '' : ' no error', "\n";
	}
}

rows('--group-by', 'component');
rows('--group-by', 'component', '--component', 'app/src=cart');
rows('--group-by', 'uri');
rows('--group-by', 'method uri', '--uri', '/login*');
rows('--group-by', 'uri', '--uri', '/cart');
rows('--group-by', 'tag:route');

foreach ([['live', '--group-by', 'host'], ['live', '--group-by', 'tag:route', '--uri', '/cart'],
	['live', '--group-by', 'component', '--component', 'x'], ['record', '--group-by', 'host', '--out', 'x.json'],
	['record', '--group-by', 'component', '--out', 'x.json']] as $words) {
	$result = cli([$words[0], $rings->folder, ...array_slice($words, 1)]);
	echo implode(' ', $words), "\n$result[err]";
}
?>
--EXPECT--
--group-by component: by component
  (application) own some
--group-by component --component app/src=cart: by component
  (application) own none
  cart own some
--group-by uri: by uri
  /cart own some
  /login own some
--group-by method uri --uri /login*: by method uri
  POST /login own some
--group-by uri --uri /cart: by uri
  /cart own some
--group-by tag:route: by tag:route
  (none) own some
  cart.show own some
live --group-by host
xhprof: rings do not record the host of a request
        set it in the program, xhprof_tag('host', …), and use --group-by tag:host
live --group-by tag:route --uri /cart
xhprof: --uri and --group-by tag:KEY exclude each other
        leave one of them out
live --group-by component --component x
xhprof: --component takes FILES=NAME, not "x"
        --component 'src/Billing/*=billing'
record --group-by host --out x.json
xhprof: rings do not record the host of a request
        set it in the program, xhprof_tag('host', …), and use --group-by tag:host
record --group-by component --out x.json
xhprof: a request has many components, and its samples cannot be split into a file for each
        xhprof top FILE --group-by component shows those of a recording
