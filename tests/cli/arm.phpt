--TEST--
xhprof arm tells each process of a target to profile its next requests
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/live_rings.inc';

$rings = new Rings(__FILE__);
register_shutdown_function($rings->remove(...));
$rings->add(1001, ['state' => FakeRing::RUNNING, 'uri' => '/cart']);
$rings->add(1002, ['state' => FakeRing::IDLE]);
foreach ([['--requests', '5', '--uri', '/cart*'], [], ['--requests', '0'], ['--requests', '2', '--json'],
	['--requests', '1001'], ['--uri', str_repeat('x', 200)], ['more', 'words']] as $arguments) {
	show_cli(['arm', $rings->folder, ...$arguments]);
	echo json_encode($rings->orders()), "\n";
}
$rings->remove();
mkdir($rings->folder);
echo strtok(str_replace($rings->folder, 'FOLDER', cli(['arm', $rings->folder])['err']), "\n"), "\n";
?>
--EXPECT--
$ xhprof arm arm.tmp --requests 5 --uri /cart*
2 processes armed: each saves its next 5 requests of /cart* in its xhprof.output_dir; xhprof list shows them

[["arm 5 \"\/cart*\""],["arm 5 \"\/cart*\""]]
$ xhprof arm arm.tmp
2 processes armed: each saves its next request in its xhprof.output_dir; xhprof list shows them

[["arm 1 \"\""],["arm 1 \"\""]]
$ xhprof arm arm.tmp --requests 0
2 processes disarmed

[["arm 0 \"\""],["arm 0 \"\""]]
$ xhprof arm arm.tmp --requests 2 --json
{"schema":"xhprof-arm","version":1,"requests":2,"uri":"","pids":[1001,1002],"refused":[]}

[["arm 2 \"\""],["arm 2 \"\""]]
$ xhprof arm arm.tmp --requests 1001
xhprof: --requests takes a number from 0 to 1000, not 1001
status 2

[]
$ xhprof arm arm.tmp --uri xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
xhprof: --uri is too long
        a pattern has 199 bytes at most; * stands for any text
status 2

[]
$ xhprof arm arm.tmp more words
xhprof: too many targets
        xhprof arm [TARGET] --requests N [--uri PATTERN]; a target is a pid, a folder, a pool of php-fpm, or a .data file
status 2

[]
xhprof: no process has a ring in FOLDER
