--TEST--
Flags are coerced as PHP does it in weak mode
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf($x) { return strrev($x); }

function metrics_of(...$arguments)
{
	xhprof_enable(...$arguments);
	leaf('x');
	$profile = xhprof_disable();
	check_conservation($profile);
	echo implode(' ', array_keys($profile['main()'])), ', ',
		isset($profile['leaf==>strrev']) ? 'all' : 'no builtins', "\n";
}

metrics_of();
metrics_of('2');
metrics_of(2.0);
metrics_of(true);
metrics_of(false);
metrics_of(null);
metrics_of(0, null);
metrics_of(0, []);
?>
--EXPECTF--
ct wt, all
ct wt cpu, all
ct wt cpu, all
ct wt, no builtins
ct wt, all

Deprecated: xhprof_enable(): Passing null to parameter #1 ($flags) of type int is deprecated in %s on line %d
ct wt, all
ct wt, all
ct wt, all
