--TEST--
A ring names closures, anonymous classes and methods as a profile of calls does
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
namespace Some\Space;

function waits() { global $waits; if ($waits) { echo "ready\n"; fgets(STDIN); } }
class Report
{
	function slow() { (function () { waits(); })(); }
	static function fast() { (static fn () => waits())(); }
	function own() { waits(); }
}
interface Job { function go(); }
trait Shared { function shared() { waits(); } }
class User extends Report { use Shared; }
$jobs = [fn () => (new Report)->slow(), fn () => Report::fast(), fn () => (new Report)->own(), fn () => (new User)->own(), fn () => (new User)->shared(),
	fn () => (new class implements Job { function go() { waits(); } })->go(), fn () => (new class { function __invoke() { waits(); } })(),
	fn () => array_map(function () { waits(); }, [1]), fn () => waits()];
$run = function () use ($jobs) { foreach ($jobs as $job) { $job(); } };
$waits = false;
\xhprof_enable(\XHPROF_FLAGS_TREE);
$run();
echo json_encode(array_keys(\xhprof_stop()->functions())), "\n";
$waits = true;
$run();
echo "end\n";
fgets(STDIN);
');
$child = live_start("$folder/program.php", live_settings($folder));
$calls = json_decode(fgets($child->out), true);
$ring = XHProf\Ring::open(live_file($folder, $child->pid));
$seen = [];
while (trim(fgets($child->out)) === 'ready') {
	$before = $ring->status()['sampling']['dumps'];
	$ring->control(['dump' => true]);
	live_wait('a dump', fn () => $ring->status()['sampling']['dumps'] > $before);
	$names = array_column($ring->stack()['frames'], 'function');
	$seen += array_flip($names);
	// It may have come to fgets(), or not yet.
	$name = strtr($names[array_search('Some\Space\waits', $names, true) + 1], [basename($folder) => 'FOLDER']);
	// PHP 8.4 has a closure's function in its name, others have its file.
	echo preg_replace('/(?:Some\\\\Space\\\\)?\{closure:.*:(\d+)\}/', '{closure:$1}', $name), "\n";
	fwrite($child->in, "\n");
}
live_end($child);
echo json_encode(array_values(array_diff(array_keys($seen), $calls, ['fgets', 'main()'])), JSON_UNESCAPED_SLASHES),
	" are named in the ring alone\n";
echo json_encode(array_values(array_diff(preg_grep('/closure|@|::/', $calls), array_keys($seen))),
	JSON_UNESCAPED_SLASHES), " in the calls alone\n";
live_clean($folder);
?>
--EXPECT--
Some\Space\Report::{closure:7}
Some\Space\Report::{closure:8}
Some\Space\Report::own
Some\Space\Report::own
Some\Space\User::shared
Some\Space\Job@anonymous:FOLDER/program.php:15::go
class@anonymous:FOLDER/program.php:15::__invoke
{closure:16}
{closure:16}
[] are named in the ring alone
[] in the calls alone
