--TEST--
File and lines of main() in samples are those of the script, not those of auto_prepend_file
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$prepended = __DIR__ . '/prepended.before.tmp';
$script = __DIR__ . '/prepended.script.tmp';
file_put_contents($prepended, <<<'PHP'
	<?php
	xhprof_sample_enable(['clock' => 'custom']);
	xhprof_sample('prepended');
	PHP);
file_put_contents($script, <<<'PHP'
	<?php
	function work(): void { xhprof_sample('inner'); }

	work();
	xhprof_sample('script');
	foreach (xhprof_stop()->nodes() as $node) {
		echo "$node[function] ", $node['own_line'] ?? '-', ' ', basename($node['file'] ?? '-'), " $node[own_samples]\n";
	}
	PHP);
$module = module_path();
passthru(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n',
	...($module === null ? [] : ['-d', "extension=$module"]), '-d', "auto_prepend_file=$prepended", $script])));
unlink($prepended);
unlink($script);
?>
--EXPECT--
main() - prepended.script.tmp 0
prepended - - 1
main() 4 prepended.script.tmp 0
work 2 prepended.script.tmp 0
inner - - 1
main() 5 prepended.script.tmp 0
script - - 1
