--TEST--
The text is cut to 256 bytes, not within a character, and a ==> in it does not split the key
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

foreach ([0, 1, 255, 256, 257, 1000000] as $length) {
	$text = shown(str_repeat('x', $length));
	echo $length, ': ', strlen($text), ' ', substr($text, 0, 3), "\n";
}

// 1 + 2 * 127 = 255: the next character would end at 257. And so on for longer ones.
foreach (["\u{e9}", "\u{20ac}", "\u{1f600}"] as $character) {
	foreach (['', 'x', 'xx', 'xxx'] as $start) {
		$text = shown($start . str_repeat($character, 200));
		if (!preg_match("/^#x*(?:$character)+$/", $text) || strlen($text) > 257 || strlen($text) <= 257 - strlen($character)) {
			echo "cut wrong: ", strlen($text), ' ', bin2hex(substr($text, -6)), "\n";
		}
	}
}

// No UTF-8 at all.
echo strlen(shown(str_repeat("\x80", 300))), ' ', strlen(shown(str_repeat("\xff", 300))), "\n";

echo shown('select "a==>b==>c"'), "\n";
echo shown('==>'), "\n";
echo shown('====>>'), "\n";
echo shown("two\nlines # and more"), "\n";
?>
--EXPECT--
0: 1 #
1: 2 #x
255: 256 #xx
256: 257 #xx
257: 257 #xx
1000000: 257 #xx
257 257
#select ?
#= =>
#=== =>>
#two lines # and more
