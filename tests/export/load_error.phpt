--TEST--
A file that is not a run, or is cut or changed anywhere, is refused
--FILE--
<?php
require __DIR__ . '/program.inc';

$file = __DIR__ . '/load_error.tmp';

function load(string $bytes): string
{
	file_put_contents($GLOBALS['file'], $bytes);
	try {
		XHProf\Profile::load($GLOBALS['file']);
		return 'loaded';
	} catch (RuntimeException $error) {
		return substr($error->getMessage(), strlen('Could not load a profile from ' . $GLOBALS['file'] . ': '));
	}
}

foreach (['', 'x', '<html>', 'a:0:{}', 'a:1:{', 'a:1:{s:6:"main()";i:1;}', 'a:1:{s:6:"main()";a:0:{}}',
	'a:1:{s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";s:1:"5";}}',
	'a:1:{s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";i:-5;}}',
	'a:1:{s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";i:9223372036854775807;}}',
	'a:2:{i:0;a:0:{}s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";i:5;}}',
	'a:1:{s:6:"main()";O:8:"stdClass":0:{}}',
	'a:2:{s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";i:5;}s:18:"a@99999999==>b@999";a:2:{s:2:"ct";i:1;s:2:"wt";i:5;}}',
] as $bytes) {
	echo $bytes, ': ', load($bytes), "\n";
}
try {
	XHProf\Profile::load("$file.not/there");
} catch (RuntimeException $error) {
	echo str_replace(__DIR__, 'DIR', $error->getMessage()), "\n";
}
try {
	XHProf\Profile::load("a\0b");
} catch (ValueError $error) {
	echo $error->getMessage(), "\n";
}

// Any cut, and any changed byte of what is packed, is refused or gives some run, without a crash.
if (has_pprof() && function_exists('gzdecode')) {
	$packed = run(XHPROF_FLAGS_TREE | ALL_METRICS)->export('pprof');
	for ($i = 0; $i < strlen($packed); $i += 7) {
		if (load(substr($packed, 0, $i)) === 'loaded') echo "cut at $i was loaded\n";
	}
	$plain = gzdecode($packed);
	mt_srand(1);
	$results = [];
	for ($i = 0; $i < strlen($plain); $i++) {
		$changed = $plain;
		$changed[$i] = chr(mt_rand(0, 255));
		@$results[load(gzencode($changed, 1))]++;
		@$results[load(gzencode(substr($plain, 0, $i), 1))]++;
	}
	ksort($results);
	foreach ($results as $result => $count) {
		if ($result !== 'loaded' && !preg_match('/^it is (damaged|not a profile)|^its (numbers|calls) are/', $result)) echo "$result\n";
	}
}
echo "done\n";
unlink($file);
?>
--EXPECT--
: it cannot be read
x: it is neither pprof nor json of xhprof, nor of XHGui, nor a serialized array
<html>: it is neither pprof nor json of xhprof, nor of XHGui, nor a serialized array
a:0:{}: it has no "main()"
a:1:{: it is damaged, or more than an array of arrays
a:1:{s:6:"main()";i:1;}: it has rows that are not xhprof's
a:1:{s:6:"main()";a:0:{}}: it has rows that are not xhprof's
a:1:{s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";s:1:"5";}}: it has rows that are not xhprof's
a:1:{s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";i:-5;}}: it has rows that are not xhprof's
a:1:{s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";i:9223372036854775807;}}: it has rows that are not xhprof's
a:2:{i:0;a:0:{}s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";i:5;}}: it has rows that are not xhprof's
a:1:{s:6:"main()";O:8:"stdClass":0:{}}: it is damaged, or more than an array of arrays
a:2:{s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";i:5;}s:18:"a@99999999==>b@999";a:2:{s:2:"ct";i:1;s:2:"wt";i:5;}}: loaded
Could not load a profile from DIR/load_error.tmp.not/there: it cannot be read
XHProf\Profile::load(): Argument #1 ($file) must not contain any null bytes
done
