--TEST--
The time in which the variables of a function are freed as it is left belongs to that function
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
?>
--INI--
opcache.jit=disable
--FILE--
<?php
require __DIR__ . '/sample.inc';

function made(): array
{
	$list = [];
	for ($i = 0; $i < 50000; $i++) {
		$list[] = [$i];
	}
	return $list;
}

function plain(array $list): void { }
function local(int $x): void { $list = made(); }
function more(array $list): int { return func_num_args(); }
function closes(): void { (function (array $list): void { })(made()); }

class Free
{
	public function method(array $list): void { }
	public static function by_reference(array $list): int { $same = &$list; return 1; }
}

/* All that these do is to free what they were given. */
$ways = [
	'plain' => fn() => plain(made()),
	'more' => fn() => more([], made()),
	'method' => fn() => (new Free)->method(made()),
	'by_reference' => fn() => max(0, Free::by_reference(made())),
	'local' => fn() => array_map('local', [1]),
	'{closure}' => fn() => closes(), // since 8.4 its name has a place
];
/* That is a third of the time. If it was another's, so many samples would not come in as long as a test may take. */
const ENOUGH = 30;
foreach ($ways as $name => $way) {
	$found = $all = 0;
	foreach (tries() as $try) {
		xhprof_sample_enable(['clock' => 'cpu', 'interval' => 1000, 'paths' => true]);
		burn(0.2, $way);
		foreach (xhprof_sample_disable()['paths'] as $path) {
			$leaf = preg_replace(['/^\{closure:closes.*$/', '/^.*::/'], ['{closure}', ''],
				end($path['frames'])['function']);
			$all += $path['weight'];
			$found += str_starts_with($leaf, $name) ? $path['weight'] : 0;
		}
		if ($found >= ENOUGH) {
			break;
		}
	}
	echo $name, ': ', $found >= ENOUGH ? 'its own' : "$found of $all", "\n";
}
?>
--EXPECT--
plain: its own
more: its own
method: its own
by_reference: its own
local: its own
{closure}: its own
