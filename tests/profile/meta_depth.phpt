--TEST--
A description with 128 levels below it is saved, loaded and merged, a deeper one is refused wherever it comes from
--FILE--
<?php
function nested(int $levels, mixed $inner = 'x'): array
{
	for ($value = $inner; $levels > 0; $levels--) {
		$value = ['a' => $value];
	}
	return $value;
}

final class Deep implements JsonSerializable
{
	public function jsonSerialize(): array { return nested(200); }
}

final class Node
{
	public mixed $next = null;
}

function chain(int $levels): Node
{
	for ($top = new Node(); $levels > 0; $levels--) {
		$node = new Node();
		$node->next = $top;
		$top = $node;
	}
	return $top;
}

$pairs = ['main()' => ['ct' => 1, 'wt' => 5]];
$run = XHProf\Profile::fromPairs($pairs, ['more' => nested(128)]);
$file = __DIR__ . '/meta_depth.tmp';
$run->export('json', $file);
$line = json_decode($run->export('xhgui'), true);
foreach ([XHProf\Profile::load($file), XHProf\Profile::fromPairs($line['profile'], $line['meta'])] as $again) {
	var_dump($again->meta()['more'] === nested(128), $again->merge($run)->meta()['more'] === nested(128));
}
unlink($file);
foreach (['129' => nested(129), '512' => nested(511), '50,000' => nested(50_000),
	'behind a number that JSON lacks' => ['inf' => INF, 'a' => nested(300)], 'made by the program' => [new Deep()],
	'behind a resource' => [STDIN, new Deep()], 'objects' => [chain(200)]] as $what => $deep) {
	foreach (['fromPairs' => fn () => XHProf\Profile::fromPairs($pairs, ['more' => $deep]),
		'export' => fn () => $run->export('xhgui', null, ['more' => $deep])] as $by => $call) {
		try {
			$call();
			echo "$what, $by: taken\n";
		} catch (ValueError $error) {
			echo "$what, $by: ", preg_replace('/^.*XHGui uses: /', '', $error->getMessage()), "\n";
		}
	}
}
echo json_encode(XHProf\Profile::fromPairs($pairs, ['more' => [INF, 1]])->meta()['more']), "\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
129, fromPairs: it is nested deeper than 128 levels
129, export: it is nested deeper than 128 levels
512, fromPairs: it is nested deeper than 128 levels
512, export: it is nested deeper than 128 levels
50,000, fromPairs: it is nested deeper than 128 levels
50,000, export: it is nested deeper than 128 levels
behind a number that JSON lacks, fromPairs: it is nested deeper than 128 levels
behind a number that JSON lacks, export: it is nested deeper than 128 levels
made by the program, fromPairs: it is nested deeper than 128 levels
made by the program, export: it is nested deeper than 128 levels
behind a resource, fromPairs: it cannot be written as JSON
behind a resource, export: it cannot be written as JSON
objects, fromPairs: it is nested deeper than 128 levels
objects, export: it is nested deeper than 128 levels
[0,1]
