--TEST--
With run_init in xhprof.auto_flags the code of a theme's template is its component's, not that of the core that includes it
--SKIPIF--
<?php require __DIR__ . '/../../sampler/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
mkdir("$folder/site/wp-includes", 0700, true);
mkdir("$folder/site/wp-content/themes/plain", 0700, true);
file_put_contents("$folder/site/wp-includes/template.php", '<?php function load_template($file) { require $file; }');
file_put_contents("$folder/site/wp-content/themes/plain/single.php", '<?php strrev("a"); has_thumbnail(); '
	. 'do { $x = [1, 2]; } while ((xhprof_info()["sampling"]["samples"] ?? 10) < 10);');
file_put_contents("$folder/site/wp-includes/thumbnail.php", '<?php function has_thumbnail() {}');
file_put_contents("$folder/site/index.php",
	'<?php require __DIR__ . "/wp-includes/template.php"; require __DIR__ . "/wp-includes/thumbnail.php";
load_template(__DIR__ . "/wp-content/themes/plain/single.php");');

foreach (['cpu', 'run_init', 'RUN_INIT, cpu'] as $flags) {
	child_php("$folder/site/index.php",
		auto_settings("$folder/runs", 'xhprof.auto_mode=tree', "xhprof.auto_flags=\"$flags\""));
	[$run] = runs("$folder/runs");
	$calls = array_map(static fn (array $row): int => $row['calls'], $run->components());
	ksort($calls);
	echo "== $flags\n", implode("\n", preg_grep('/strrev$|thumbnail$|single.php$/', array_keys($run->pairs()))), "\n",
		json_encode($calls, JSON_UNESCAPED_SLASHES), "\n";
	forget("$folder/runs");
}
foreach (['', 'run_init'] as $flags) {
	child_php("$folder/site/index.php", auto_settings("$folder/runs", 'xhprof.auto_mode=sample',
		'xhprof.sampling_interval=1ms', "xhprof.auto_flags=$flags"));
	echo "== samples by $flags\n",
		implode("\n", preg_grep('/^(?!load::).*single/', array_keys(runs("$folder/runs")[0]->functions()))), "\n";
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/auto_run_init.tmp');
?>
--EXPECT--
== cpu
load_template==>load::plain/single.php
load_template==>strrev
load_template==>has_thumbnail
{"(application)":1,"WordPress core":3,"wp-content/themes/plain":1}
== run_init
load_template==>load::plain/single.php
run_init::plain/single.php==>strrev
run_init::plain/single.php==>has_thumbnail
load_template==>run_init::plain/single.php
{"(application)":1,"WordPress core":4,"wp-content/themes/plain":2}
== RUN_INIT, cpu
load_template==>load::plain/single.php
run_init::plain/single.php==>strrev
run_init::plain/single.php==>has_thumbnail
load_template==>run_init::plain/single.php
{"(application)":1,"WordPress core":4,"wp-content/themes/plain":2}
== samples by 

== samples by run_init
run_init::plain/single.php
