--TEST--
spl_autoload_register() refuses spl_autoload_call() while profiled, too, and its calls are counted
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function register()
{
	try {
		spl_autoload_register('spl_autoload_call');
	} catch (ValueError $e) {
		echo $e->getMessage(), "\n";
	}
}

spl_autoload_register(function ($class) {
	if ($class === 'Last') {
		xhprof_disable();
	}
});

xhprof_enable();
register();
spl_autoload_call('Lacking');
register();
spl_autoload_call('Lacking');
$run = xhprof_disable();
echo $run['main()==>spl_autoload_call']['ct'], ' calls', "\n";

echo "Once more, where what it loads ends the run:\n";
xhprof_enable();
try {
	spl_autoload_register('Last::load');
} catch (TypeError $e) {
	echo $e->getMessage(), "\n";
}
register();
var_dump(xhprof_disable());
register();
?>
--EXPECT--
spl_autoload_register(): Argument #1 ($callback) must not be the spl_autoload_call() function
spl_autoload_register(): Argument #1 ($callback) must not be the spl_autoload_call() function
2 calls
Once more, where what it loads ends the run:
spl_autoload_register(): Argument #1 ($callback) must be a valid callback or null, class "Last" not found
spl_autoload_register(): Argument #1 ($callback) must not be the spl_autoload_call() function
NULL
spl_autoload_register(): Argument #1 ($callback) must not be the spl_autoload_call() function
