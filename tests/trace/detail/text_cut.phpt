--TEST--
A text of more than 512 bytes is cut, not within a character, and ends with an ellipsis, and a ==> in it does not split the key
--SKIPIF--
<?php if (function_exists('mysql_query')) die('skip needs the name mysql_query'); ?>
--INI--
xhprof.collect_additional_info=1
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function mysql_query($sql) { return $sql; }
function shown($sql)
{
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['ignored_functions' => 'shown']);
	mysql_query($sql);
	$profile = xhprof_disable();
	check_conservation($profile);
	return substr(array_key_first($profile), strlen('main()==>mysql_query'));
}

foreach ([0, 1, 511, 512, 513, 1000000] as $length) {
	$text = shown(str_repeat('x', $length));
	echo $length, ': ', strlen($text), ' ', substr($text, 0, 3), "\n";
}

// 512 bytes less three of the ellipsis; a character that would end behind them is left out.
foreach (["\u{e9}", "\u{20ac}", "\u{1f600}"] as $character) {
	foreach (['', 'x', 'xx', 'xxx'] as $start) {
		$text = shown($start . str_repeat($character, 400));
		if (!preg_match("/^#x*(?:$character)+…$/", $text) || strlen($text) > 513
			|| strlen($text) <= 513 - strlen($character)) {
			echo "cut wrong: ", strlen($text), ' ', bin2hex(substr($text, -6)), "\n";
		}
	}
}

// No UTF-8 at all.
echo strlen(shown(str_repeat("\x80", 600))), ' ', strlen(shown(str_repeat("\xff", 600))), "\n";

echo shown('select "a==>b==>c"'), "\n";
echo shown('==>'), "\n";
echo shown('====>>'), "\n";
echo shown("show\nlines # and more"), "\n";
?>
--EXPECT--
0: 1 #
1: 2 #x
511: 512 #xx
512: 513 #xx
513: 513 #xx
1000000: 513 #xx
513 513
#select ?
#= =>
#=== =>>
#show lines
