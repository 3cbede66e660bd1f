--TEST--
A description that is encoded, refused or written in part leaves the program's json_last_error() as it is
--FILE--
<?php
json_decode('{bad');
echo 'before: ', json_last_error(), "\n";

xhprof_tag('route', 'a');
xhprof_enable();
xhprof_stop();
echo 'tags: ', json_last_error(), "\n";

for ($deep = 'x', $i = 0; $i < 200; $i++) {
	$deep = [$deep];
}
foreach (['refused' => $deep, 'in part' => NAN] as $case => $value) {
	try {
		XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 1]], ['a' => $value]);
	} catch (ValueError) {
		echo 'ValueError, ';
	}
	echo $case, ': ', json_last_error(), "\n";
}
?>
--EXPECT--
before: 4
tags: 4
ValueError, refused: 4
in part: 4
