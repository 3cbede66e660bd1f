--TEST--
On the command line XHPROF requests a run, in a chosen format or file, or prevents it
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", '<?php chdir("/"); echo json_encode(xhprof_info()["auto"]["reason"]), "\n";');

function asked(?string $how, string $folder, string ...$settings): void
{
	putenv($how === null ? 'XHPROF' : "XHPROF=$how");
	$before = getcwd();
	chdir("$folder/runs");
	$program = "$folder/program.inc";
	echo str_replace($folder, 'FOLDER', sprintf("%s %s%s\n", $how === null ? 'unset' : "XHPROF=$how", child_php(
		$program, auto_settings("$folder/runs", 'log_errors=1', ...$settings)), implode(' ', names("$folder/runs"))));
	chdir($before);
	forget("$folder/runs");
}

asked(null, $folder, 'xhprof.auto=off');
asked('1', $folder, 'xhprof.auto=off');
asked(null, $folder, 'xhprof.auto=trigger');
asked('', $folder, 'xhprof.auto=trigger');
asked('1', $folder, 'xhprof.auto=trigger');
asked('0', $folder, 'xhprof.auto=trigger', 'xhprof.sample_rate=1');
asked('0', $folder, 'xhprof.auto=always');
asked('folded', $folder, 'xhprof.auto=trigger');
asked('speedscope:here.json', $folder, 'xhprof.auto=trigger');
asked("folded:$folder/runs/there", $folder, 'xhprof.auto=trigger', 'xhprof.output_dir=');
asked('folded:/nowhere/at/all', $folder, 'xhprof.auto=trigger');
asked('speedscope:', $folder, 'xhprof.auto=trigger');
asked('yes', $folder, 'xhprof.auto=trigger');
asked('1', $folder, 'xhprof.auto=trigger', 'xhprof.output_dir=');
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/trigger_environment.tmp');
?>
--EXPECT--
unset "xhprof.auto=off"

XHPROF=1 "xhprof.auto=off"

unset "not requested"

XHPROF= "not requested"

XHPROF=1 "requested by XHPROF in the environment"
TIME-cli-program_inc-PID-RUN.xhprof.json
XHPROF=0 "XHPROF=0"

XHPROF=0 "XHPROF=0"

XHPROF=folded "requested by XHPROF in the environment"
TIME-cli-program_inc-PID-RUN.xhprof.folded
XHPROF=speedscope:here.json "requested by XHPROF in the environment"
here.json
XHPROF=folded:FOLDER/runs/there "requested by XHPROF in the environment"
there
XHPROF=folded:/nowhere/at/all "requested by XHPROF in the environment"
xhprof: /nowhere/at/all: No such file or directory

XHPROF=speedscope: xhprof: XHPROF must be 0, 1, a format, or format:file: speedscope:
"XHPROF must be 0, 1, a format, or format:file"

XHPROF=yes xhprof: XHPROF must be 0, 1, a format, or format:file: yes
"XHPROF must be 0, 1, a format, or format:file"

XHPROF=1 xhprof: no run of this request: xhprof.output_dir is not set
"xhprof.output_dir is not set"
