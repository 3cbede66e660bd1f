--TEST--
Components have the time of their own code and of what belongs to it; times add up, and a component within itself counts once
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (getenv('XHPROF_TEST_TREE') !== false) die('skip sets its own mode');
?>
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/components/program.inc';

function show(string $title, XHProf\Profile $profile): void
{
	echo "$title\n";
	$own = 0;
	foreach ($profile->components() as $name => $row) {
		echo '  ', str_pad($name, 24), ' calls ', json_encode($row['calls']), ' own ', $row['own_wall_ns'] / 1000,
			' incl ', $row['wall_ns'] === null ? '?' : $row['wall_ns'] / 1000, "\n";
		$own += $row['own_wall_ns'];
	}
	echo $own === $profile->summary()['wall_ns'] ? '' : "  own times are not the whole\n";
}

foreach (['tree' => XHPROF_FLAGS_TREE, 'pairs' => 0] as $name => $flags) {
	xhprof_enable($flags);
	page();
	$run = xhprof_stop();
	show($name, $run);
}
show('with a rule', $run->reduce(['components' => 'billing.inc=billing']));
xhprof_enable(XHPROF_FLAGS_TREE);
page();
$tree = xhprof_stop();
show('with a rule, tree', $tree->reduce(['components' => ['*/components/billing.inc=billing']]));
$file = __DIR__ . '/components.tmp';
$tree->export('json', $file);
var_dump(XHProf\Profile::load($file)->components() === $tree->components());
foreach ([['components' => '=billing'], ['components' => [3]]] as $options) {
	try {
		$tree->reduce($options);
	} catch (Error $e) {
		echo get_class($e), ': ', $e->getMessage(), "\n";
	}
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/components.tmp'); ?>
--EXPECT--
tree
  (application)            calls 1 own 10 incl 30
  wp-content/plugins/shop  calls 2 own 10 incl 17
  wp-content/plugins/mail  calls 2 own 6 incl 6
  vendor/acme/log          calls 1 own 4 incl 9
pairs
  wp-content/plugins/shop  calls null own 10 incl ?
  (unknown)                calls null own 7 incl ?
  wp-content/plugins/mail  calls null own 6 incl ?
  vendor/acme/log          calls null own 4 incl ?
  (application)            calls null own 3 incl ?
with a rule
  wp-content/plugins/shop  calls null own 10 incl ?
  wp-content/plugins/mail  calls null own 6 incl ?
  (unknown)                calls null own 5 incl ?
  vendor/acme/log          calls null own 4 incl ?
  (application)            calls null own 3 incl ?
  billing                  calls null own 2 incl ?
with a rule, tree
  wp-content/plugins/shop  calls 2 own 10 incl 17
  (application)            calls 1 own 8 incl 30
  wp-content/plugins/mail  calls 2 own 6 incl 6
  vendor/acme/log          calls 1 own 4 incl 9
  billing                  calls 1 own 2 incl 5
bool(true)
ValueError: XHProf\Profile::reduce(): Argument #1 ($options) must have rules like "src/Billing/*=billing" for the key "components"
TypeError: XHProf\Profile::reduce(): Argument #1 ($options) must have a string or an array of strings for the key "components"
