--TEST--
The steps of GitHub's action compare a command on two commits, write the summary, and fail last
--SKIPIF--
<?php
foreach (['git', 'bash', 'xargs'] as $program) {
	if (!shell_exec("command -v $program")) die("skip needs $program");
}
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../request/trigger/auto.inc';

$folder = fresh_folder(__FILE__);
$action = dirname(__DIR__, 2) . '/packaging/github';
mkdir("$folder/bin");
mkdir("$folder/temp/xhprof-build/modules", 0777, true);
symlink(module_path(), "$folder/temp/xhprof-build/modules/xhprof.so");
file_put_contents("$folder/bin/php", '#!/bin/sh' . "\nexec '" . PHP_BINARY . "' -n \"\$@\"\n");
chmod("$folder/bin/php", 0755);
$environment = ['PATH' => "$folder/bin:" . getenv('PATH'), 'HOME' => $folder, 'RUNNER_TEMP' => "$folder/temp",
	'GITHUB_OUTPUT' => "$folder/output", 'GITHUB_STEP_SUMMARY' => "$folder/summary",
	'GIT_CONFIG_NOSYSTEM' => '1', 'GIT_AUTHOR_NAME' => 'a', 'GIT_AUTHOR_EMAIL' => 'a@localhost',
	'GIT_COMMITTER_NAME' => 'a', 'GIT_COMMITTER_EMAIL' => 'a@localhost', 'LC_ALL' => 'C'];

function sh(string $command, array $more = []): array
{
	$process = proc_open(['bash', '-c', $command], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes,
		"{$GLOBALS['folder']}/repository", $more + $GLOBALS['environment']);
	$text = stream_get_contents($pipes[1]);

	return [str_replace($GLOBALS['folder'], 'FOLDER', $text), proc_close($process)];
}

/* The step's output as a job sees it, and its outputs for later steps. */
function job(array $inputs): void
{
	global $action, $folder;
	array_map(unlink(...), array_filter(["$folder/output", "$folder/summary"], is_file(...)));
	[$text, $status] = sh("'$action/step.sh' compare", $inputs);
	$summary = is_file("$folder/summary") ? file_get_contents("$folder/summary") : "no summary\n";
	echo preg_replace('/(### xhprof: [^,]*exceeded), .*/', '$1',
		preg_replace('/^(?!###|\| calls|\* |no ).*\n/m', '', $summary));
	echo $status === 0 ? '' : $text, "step: $status\n";
	if ($status === 0) { // else the job ends here
		echo str_replace($folder, 'FOLDER', file_get_contents("$folder/output"));
		preg_match('/status=(\d+)/', file_get_contents("$folder/output"), $match);
		echo 'verdict: ', implode(sh("'$action/step.sh' verdict", ['XHPROF_STATUS' => $match[1]])), "\n";
	}
	echo "\n";
}

mkdir("$folder/repository/app", 0777, true);
$program = static fn (int $calls): int => file_put_contents("$folder/repository/app/bench.php",
	'<?php function f() { static $calls = 0; return ++$calls; } for ($i = 0; $i < ' . $calls . '; $i++) f(); '
	. 'echo $argv[1], " ", is_file("prepared") ? getcwd() : "not prepared"; if (isset($argv[2])) exit(3);');
$program(20);
file_put_contents("$folder/repository/app/limits", "ct>+10%\n");
sh('git init -q && git add . && git commit -qm base && git tag base');
$program(30);
sh('git commit -qam head');

$inputs = ['XHPROF_COMMAND' => "app/bench.php 'two words'", 'XHPROF_BASE' => 'base', 'XHPROF_RUNS' => '5',
	'XHPROF_PREPARE' => 'touch prepared'];
echo "== one that is exceeded, of two\n";
job(['XHPROF_FAIL_IF' => "ct>+100%\n\nct[f]>+5\n"] + $inputs);
echo "== one of a file\n";
job(['XHPROF_THRESHOLDS' => 'app/limits'] + $inputs);
echo is_file("$folder/temp/xhprof-compare/report.html") ? "a report\n" : "no report\n";
echo implode(' ', array_map(basename(...), glob("$folder/temp/xhprof-compare/runs/*/*"))), "\n";
echo sh('git worktree list | wc -l')[0],
	file_get_contents("$folder/temp/xhprof-compare/runs/base.log") === "two words $folder/temp/xhprof-compare/base"
		? "in the base's checkout\n" : '';
echo "== no such commit\n";
job(['XHPROF_BASE' => str_repeat('0', 40)] + $inputs);
echo "== the command fails\n";
job(['XHPROF_COMMAND' => 'app/bench.php no 3'] + $inputs);
echo "== it cannot be prepared\n";
job(['XHPROF_PREPARE' => 'false'] + $inputs);
echo "== no command\n";
job(['XHPROF_COMMAND' => ' '] + $inputs);
echo "== too few\n";
job(['XHPROF_RUNS' => '4'] + $inputs);

/* The action hands over what the steps read. */
preg_match_all('/^ +(XHPROF_\w+):/m', file_get_contents("$action/action.yml"), $given);
preg_match_all('/\$\{?(XHPROF_\w+)/', file_get_contents("$action/step.sh"), $read);
sort($given[1]);
$read = array_unique($read[1]);
sort($read);
var_dump($given[1] === $read);
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/ci_action.tmp');
?>
--EXPECT--
== one that is exceeded, of two
### xhprof: 1 threshold exceeded
| calls | 24 | 34 | +10 +41.7 % | +41.7 % to +41.7 % |
* ✅ ok: <code>ct&gt;+100%</code>, 24 → 34 +41.7 %, +41.7 % to +41.7 %
* ❌ failed: <code>ct&#91;f&#93;&gt;+5</code>, 20 → 30 +50.0 %, +50.0 % to +50.0 %
step: 0
comment=FOLDER/temp/xhprof-compare/comment.md
report=FOLDER/temp/xhprof-compare/report.html
status=1
verdict: ::error::a threshold of xhprof is exceeded: see the summary
1

== one of a file
### xhprof: 1 threshold exceeded
| calls | 24 | 34 | +10 +41.7 % | +41.7 % to +41.7 % |
* ❌ failed: <code>ct&gt;+10%</code>, 24 → 34 +41.7 %, +41.7 % to +41.7 %
step: 0
comment=FOLDER/temp/xhprof-compare/comment.md
report=FOLDER/temp/xhprof-compare/report.html
status=1
verdict: ::error::a threshold of xhprof is exceeded: see the summary
1

a report
1.json.gz 2.json.gz 3.json.gz 4.json.gz 5.json.gz 1.json.gz 2.json.gz 3.json.gz 4.json.gz 5.json.gz
1
in the base's checkout
== no such commit
### xhprof: no base to compare with
step: 0
comment=FOLDER/temp/xhprof-compare/comment.md
report=FOLDER/temp/xhprof-compare/report.html
status=0
verdict: 0

== the command fails
no summary
no FOLDER/temp/xhprof-compare/basecompare.sh: on the base the command ended with status 3: app/bench.php no 3
::error::xhprof could not compare: see above
step: 2

== it cannot be prepared
no summary
compare.sh: --prepare failed in FOLDER/repository: false
::error::xhprof could not compare: see above
step: 2

== no command
no summary
::error::command is empty
step: 2

== too few
no summary
compare.sh: --repeat must be from 5 to 200, not 4
::error::xhprof could not compare: see above
step: 2

bool(true)