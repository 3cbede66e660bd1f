--TEST--
share/auto_prepend.php saves a run of each program, however that ends, without affecting it
--SKIPIF--
<?php require __DIR__ . '/../../helper.inc'; need_shutdown_after_memory_limit(); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$folder = __DIR__ . '/prepend_saves.tmp';
mkdir($folder);
$program = __DIR__ . '/prepend_program.inc';

/* Runs the program, prints what it prints, and gives the runs that were saved. */
function profiled(string $how, string $folder): array
{
	$prepend = realpath(__DIR__ . '/../../../share/auto_prepend.php');
	$output = child_php(__DIR__ . '/prepend_program.inc', ["auto_prepend_file=$prepend", "xhprof.output_dir=$folder",
		'opcache.enable_cli=0'], [], [$how]);
	echo "-- $how: ", preg_replace(['/\s+/', '/exhausted.*bytes\)/'], [' ', 'exhausted'],
		str_replace(__DIR__, 'DIR', strtok($output, "\n"))), "\n";
	$runs = [];
	foreach (array_diff(is_dir($folder) ? scandir($folder) : [], ['.', '..']) as $name) {
		if (!preg_match('/^[0-9a-f]+\.xhprof\.xhprof$/D', $name) || (fileperms("$folder/$name") & 07777) !== 0600) {
			echo "a file $name, ", decoct(fileperms("$folder/$name")), "\n";
		}
		$run = unserialize(file_get_contents("$folder/$name"), ['allowed_classes' => false]);
		check_conservation($run);
		$runs[] = $run;
		unlink("$folder/$name");
	}
	return $runs;
}

/* What of the program is in a run, its shutdown functions to the fourth depth, and what of ours. */
function told(array $run): string
{
	$run = comparable($run);
	$calls = [];
	foreach (['main()==>app', '{closure}==>registered', '{closure}==>registered_late', 'main()==>registered_third',
		'main()==>registered_fourth', 'main()==>registered_fifth'] as $key) {
		$calls[] = $run[$key]['ct'] ?? 0;
	}
	$ours = preg_grep('/AutoPrepend|xhprof_|auto_prepend/', array_keys($run));
	return implode(' ', $calls) . ($ours ? ' and ' . implode(', ', $ours) : '');
}

foreach (['end', 'exit', 'exit when it shuts down', 'exception', 'fatal error', 'no memory left',
	'a profile of its own', 'a handler of errors'] as $how) {
	foreach (profiled($how, $folder) as $run) {
		echo told($run), "\n";
	}
}

// Where it cannot be saved there is a line in the error log.
symlink($folder, "$folder.link");
foreach (['', 'relative', "$folder.link", "$folder.link/", "$folder/none", __FILE__] as $elsewhere) {
	$runs = profiled('end', $elsewhere);
	echo count($runs), "\n";
}
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/prepend_saves.tmp.link');
array_map('unlink', glob(__DIR__ . '/prepend_saves.tmp/*'));
@rmdir(__DIR__ . '/prepend_saves.tmp');
?>
--EXPECT--
-- end: 
1 1 1 1 1 0
-- exit: 
1 1 1 1 1 0
-- exit when it shuts down: 
1 1 0 0 0 0
-- exception: Fatal error: Uncaught Exception: thrown in DIR/prepend_program.inc:31
1 1 1 1 1 0
-- fatal error: Fatal error: Uncaught Error: Call to undefined function none() in DIR/prepend_program.inc:33
1 1 1 1 1 0
-- no memory left: Fatal error: Allowed memory size of 4194304 bytes exhausted in DIR/prepend_program.inc on line 37
1 1 1 1 1 0
-- a profile of its own: 
-- a handler of errors: 
1 1 1 1 1 0
-- end: xhprof: xhprof.output_dir must be an absolute path
0
-- end: xhprof: xhprof.output_dir must be an absolute path
0
-- end: xhprof: DIR/prepend_saves.tmp.link is a symbolic link
0
-- end: xhprof: DIR/prepend_saves.tmp.link is a symbolic link
0
-- end: xhprof: DIR/prepend_saves.tmp/none is not a folder
0
-- end: xhprof: DIR/prepend_saves.php is not a folder
0
