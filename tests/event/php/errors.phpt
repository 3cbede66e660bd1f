--TEST--
Each error counts where it is raised: one that @ or error_reporting hides, one for a handler, and one of the compiler
--FILE--
<?php
require __DIR__ . '/events.inc';

class Text { public function __toString(): string { return 'text'; } }
function raises($x) { static $calls = 0; $calls++; trigger_error("$x", E_USER_NOTICE); }
function hides($x) { static $calls = 0; $calls++; return @$x['nothing'] . @$none; }
function silent($x) { static $calls = 0; $calls++; $before = error_reporting(0); raises($x); error_reporting($before); }
function opens($x) { static $calls = 0; $calls++; return @fopen("/no/such/file/$x", 'r'); }
function throws($x) { static $calls = 0; $calls++; try { return $x % 0; } catch (DivisionByZeroError) {} }
function parses($x) { static $calls = 0; $calls++; try { eval('$x = ;'); } catch (ParseError) {} }
function compiles($x)
{
	static $calls = 0;
	$calls++;
	return eval('while ($x < 2) { switch (1) { case 1: $x++; continue; } } return $x;');
}
function nests($x) { static $calls = 0; $calls++; $calls > 1 || raises($x); return true; }
function handled($x) { set_error_handler('nests'); raises($x); restore_error_handler(); }
function quiet($x) { static $calls = 0; $calls++; return $x; }

ini_set('display_errors', '0');
ini_set('log_errors', '0');
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['events' => ['errors']]);
foreach (['raises', 'hides', 'silent', 'opens', 'throws', 'parses', 'compiles', 'handled', 'quiet'] as $what) {
	$what(1);
}
$profile = xhprof_stop();
show_counts($profile->pairs(), ['errors']);
echo json_encode($profile->summary()['events']), "\n";
?>
--EXPECT--
compiles==>eval::TESTS/event/php/errors.php(15) : eval()'d code errors=1
handled==>raises errors=2
main() errors=8
main()==>compiles errors=1
main()==>handled errors=2
main()==>hides errors=2
main()==>opens errors=1
main()==>raises errors=1
main()==>silent errors=1
nests==>raises@1 errors=1
raises==>nests errors=1
silent==>raises errors=1
{"errors":8}
