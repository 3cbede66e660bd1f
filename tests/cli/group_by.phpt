--TEST--
--group-by adds up runs by component, uri, host and tag, and names the nearest dimension
--FILE--
<?php
require __DIR__ . '/cli.inc';

require __DIR__ . '/../profile/components/program.inc';
xhprof_enable(XHPROF_FLAGS_TREE);
page();
$run = xhprof_stop();
$run->export('json', $file = own_file('json'));
$top = fn (string ...$options) =>
	json_decode(cli(['top', $file, '--group-by', 'component', '--json', ...$options])['out'], true);
foreach ([[], ['--component', 'billing.inc=billing']] as $options) {
	$rows = array_column($top(...$options)['groups'] ?? $top(...$options)['components'] ?? [], null, 'name');
	ksort($rows);
	echo implode(', ', array_keys($rows)), "\n";
}
echo cli(['top', $file, '--group-by', 'componen'])['err'], cli(['list', __DIR__, '--group-by', 'hots'])['err'];
?>
--EXPECT--
(application), vendor/acme/log, wp-content/plugins/mail, wp-content/plugins/shop
(application), billing, vendor/acme/log, wp-content/plugins/mail, wp-content/plugins/shop
xhprof: --group-by cannot be "componen"
        did you mean component? it is one of: uri, "method uri", host, component, wait, tag:KEY with a key of xhprof_tag()
xhprof: --group-by cannot be "hots"
        did you mean host? it is one of: uri, "method uri", host, component, wait, tag:KEY with a key of xhprof_tag()
