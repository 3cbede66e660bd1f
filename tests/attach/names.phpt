--TEST--
xhprof dump calls a function by one name with and without --locals, in a process with and without the module
--EXTENSIONS--
xhprof
posix
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/attach.inc';
require __DIR__ . '/../cli/cli.inc';

$folder = live_folder(__FILE__, 0700);
file_put_contents("$folder/program.php", '<?php
namespace App;
class Cart
{
	function add()
	{
		(function () {
			echo "begun\n";
			while (true);
		})();
	}
}
(new class { function run() { array_map(fn () => (new Cart)->add(), [1]); } })->run();
');

function names(string $target, string ...$options): array
{
	$posix = shipped_module('posix');
	$settings = ['xhprof.meta=full', ...($posix === null ? [] : ["extension=$posix"])];
	return live_wait('frames', function () use ($target, $options, $settings): ?array {
		$dump = json_decode(cli(['dump', '--json', ...$options, $target], '', $settings)['out'], true)['processes'][0]
			?? null;
		$frames = ($options === [] ? $dump['stack'] ?? null : $dump['locals'] ?? null)['frames'] ?? [];

		// A process that was not asked in time has none, or not its whole stack.
		return count($frames) < 6 ? null : array_column($frames, 'function');
	});
}

$all = [];
foreach (['with', 'without'] as $what) {
	$child = $what === 'with' ? live_start("$folder/program.php", live_settings($folder,
		'xhprof.live_allow=sample,dump,locals', 'xhprof.meta=full')) : attach_start_file("$folder/program.php");
	fgets($child->out);
	$target = $what === 'with' ? $folder : (string) $child->pid;
	foreach ([[], ['--locals']] as $options) {
		$all[implode(' ', [$what, ...$options])] = names($target, ...$options);
	}
	proc_terminate($child->process, 9);
	$what === 'with' ? live_end($child) : attach_end($child);
}
echo str_replace(basename($folder), 'DIR', implode("\n", $all['with'])), "\n";
foreach ($all as $what => $names) {
	echo "$what: ", $names === $all['with'] ? 'the same' : implode(', ', $names), "\n";
}
live_clean($folder);
?>
--EXPECT--
App\Cart::App\{closure:DIR/program.php:7}
App\Cart::add
class@anonymous:DIR/program.php:13::App\{closure:DIR/program.php:13}
array_map
class@anonymous:DIR/program.php:13::run
main()
with: the same
with --locals: the same
without: the same
without --locals: the same
