--TEST--
A table of steps counts tests and skips, prints why, and fails a suite of which every test is skipped
--SKIPIF--
<?php
exec('bash -c true', $said, $status);
if ($status !== 0) {
	die('skip needs bash');
}
?>
--FILE--
<?php
$folder = __DIR__ . '/steps.tmp';
mkdir("$folder/tools", 0700, true);
copy(__DIR__ . '/../../tools/steps.sh', "$folder/tools/steps.sh");
file_put_contents("$folder/tools/run-tests.sh", "#!/bin/sh\necho \"skipped: 2 needs \$1\"\necho \"\$3: \$4\"\n");
chmod("$folder/tools/run-tests.sh", 0700);
file_put_contents("$folder/table.sh", <<<'TEXT'
set -eu
. tools/steps.sh
suite some root '1 passed, 0 failed, 2 skipped'
suite none zlib '0 passed, 0 failed, 2 skipped'
if_only sh -c 'echo needs zlib; exit 1'
suite left zlib '0 passed, 0 failed, 2 skipped'
always
step noted echo 'note: no git, skipped: columns merges'
run_steps
echo "$passed passed, $failed failed, $skipped skipped; failures: ${failures[*]}"
TEXT);
passthru('cd ' . escapeshellarg($folder) . ' && XDG_CACHE_HOME=. bash table.sh 2>&1');
?>
--CLEAN--
<?php
exec('rm -rf ' . escapeshellarg(__DIR__ . '/steps.tmp'));
?>
--EXPECTREGEX--
\[1\/4\]   some +1 passed, 0 failed, 2 skipped, \d+ s
    skipped: 2 needs root
\[2\/4\]   none +FAILED, \d+ s
    skipped: 2 needs zlib
    none: 0 passed, 0 failed, 2 skipped
    all tests were skipped: only a condition may skip a suite
\[3\/4\]   left +skipped: needs zlib, \d+ s
\[4\/4\]   noted +passed, no git, skipped: columns merges, \d+ s
2 passed, 1 failed, 5 skipped; failures: none
