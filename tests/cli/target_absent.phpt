--TEST--
Where no process is alive, record and blame say so soon, and wait only if a duration is given
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/live_rings.inc';

$rings = new Rings(__FILE__, 'target-absent');
foreach ([['record'], ['record', '--quiet'], ['blame']] as $command) {
	foreach ([[$rings->folder], ['target-absent'], ['--duration', '1s', $rings->folder]] as $words) {
		$result = cli([...$command, ...$words, ...($command[0] === 'record' ? ['--out', "$rings->folder/run.json"]
			: [])], '', ["xhprof.live_dir=$rings->folder"]);
		echo implode(' ', $command), $words[0] === '--duration' ? ' for 1 s' : '', ', status ', $result['status'],
			"\n", preg_replace('/(?:its )?\S*php\S*\.ini/', 'INI',
				str_replace($rings->folder, 'FOLDER', preg_replace('/in [0-9.]+ s:/', 'in SOME s:', $result['err'])));
	}
}
$rings->remove();
?>
--EXPECT--
record, status 2
xhprof: no process of FOLDER is alive
        a process creates its ring at its first request if it loads xhprof and has xhprof.live_dir=FOLDER: for php-fpm in INI, for commands in INI; its error log says if it could not create one; --duration TIME waits for processes to start
record, status 2
xhprof: no process of pool target-absent in FOLDER is alive
        a process creates its ring at its first request if it loads xhprof and has xhprof.live_dir=FOLDER: for php-fpm in INI, for commands in INI; its error log says if it could not create one; --duration TIME waits for processes to start
record for 1 s, status 2
xhprof: no process of FOLDER is alive yet; waiting for one
xhprof: nothing was sampled in SOME s: no process of FOLDER was alive
        a process creates its ring at its first request if it loads xhprof and has xhprof.live_dir=FOLDER: for php-fpm in INI, for commands in INI; its error log says if it could not create one
record --quiet, status 2
xhprof: no process of FOLDER is alive
        a process creates its ring at its first request if it loads xhprof and has xhprof.live_dir=FOLDER: for php-fpm in INI, for commands in INI; its error log says if it could not create one; --duration TIME waits for processes to start
record --quiet, status 2
xhprof: no process of pool target-absent in FOLDER is alive
        a process creates its ring at its first request if it loads xhprof and has xhprof.live_dir=FOLDER: for php-fpm in INI, for commands in INI; its error log says if it could not create one; --duration TIME waits for processes to start
record --quiet for 1 s, status 2
xhprof: nothing was sampled in SOME s: no process of FOLDER was alive
        a process creates its ring at its first request if it loads xhprof and has xhprof.live_dir=FOLDER: for php-fpm in INI, for commands in INI; its error log says if it could not create one
blame, status 2
xhprof: no process of FOLDER is alive
        a process creates its ring at its first request if it loads xhprof and has xhprof.live_dir=FOLDER: for php-fpm in INI, for commands in INI; its error log says if it could not create one; --duration TIME waits for processes to start
blame, status 2
xhprof: no process of pool target-absent in FOLDER is alive
        a process creates its ring at its first request if it loads xhprof and has xhprof.live_dir=FOLDER: for php-fpm in INI, for commands in INI; its error log says if it could not create one; --duration TIME waits for processes to start
blame for 1 s, status 2
xhprof: no process of FOLDER is alive yet; waiting for one
xhprof: nothing was sampled: no process of FOLDER ran a request
        --duration TIME watches for longer
