--TEST--
A profile may start and stop in destructors, error handlers, autoloaders, __toString() and output callbacks
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class Switcher
{
	function __construct(private $start) { }
	function __destruct() { switched($this->start); leaf('destructor'); }
}
class Text
{
	function __construct(private $start) { }
	function __toString(): string { switched($this->start); return leaf('text'); }
}
function switched($start)
{
	if ($start) {
		xhprof_enable();
	} else {
		$GLOBALS['profile'] = xhprof_disable();
	}
	leaf('switched');
}
function leaf($x) { return $x; }
function destroyed($start) { $object = new Switcher($start); leaf('local'); }
function in_string($start) { $text = str_repeat(new Text($start), 2); leaf($text); }
function in_handler($start) { $GLOBALS['start'] = $start; echo $undefined; leaf(1); }
function handler($level, $message)
{
	if ($message === 'Undefined variable $undefined') { switched($GLOBALS['start']); }
	return true;
}
function in_loader($start) { $GLOBALS['start'] = $start; class_exists('Missing'); leaf(1); }
function in_output($start)
{
	$GLOBALS['start'] = $start;
	ob_start(function ($buffer) { switched($GLOBALS['start']); return leaf(''); });
	echo 'x';
	ob_end_flush();
	leaf(1);
}

set_error_handler('handler');
spl_autoload_register(function ($class) { switched($GLOBALS['start']); leaf($class); });
foreach (['destroyed', 'in_string', 'in_handler', 'in_loader', 'in_output'] as $where) {
	foreach (['destroyed', 'in_string', 'in_handler', 'in_loader', 'in_output'] as $where_else) {
		$profile = null;
		$where(true);
		leaf('between');
		$where_else(false);
		leaf('after');
		xhprof_disable();
		if ($profile === null) {
			echo "$where, $where_else: no profile\n";
			continue;
		}
		check_conservation($profile);
		if ($profile['main()==>leaf']['ct'] < 2 || !isset($profile["main()==>$where_else"])
			|| ($where_else !== $where && isset($profile["main()==>$where"]))) {
			echo "$where, $where_else: ", json_encode(array_keys($profile)), "\n";
		}
	}
}
$profile = null;
destroyed(true);
in_string(false);
show($profile);
echo "done\n";
?>
--EXPECT--
main()==>leaf  ct=2
in_string==>Text::__construct  ct=1
switched==>xhprof_disable  ct=1
Text::__toString==>switched  ct=1
str_repeat==>Text::__toString  ct=1
in_string==>str_repeat  ct=1
main()==>in_string  ct=1
main()  ct=1
done
