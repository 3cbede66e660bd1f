--TEST--
In bash, xhprof completion completes commands, their options and formats, and none behind a script
--SKIPIF--
<?php
if (trim((string) shell_exec('command -v bash')) === '') die('skip needs bash');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('bash', cli(['completion', 'bash'])['out']);
foreach ([['xhprof', 'd'], ['xhprof', 'top', '--li'], ['xhprof', 'top', 'run.json', '--so'],
	['xhprof', 'run', '--', 'a.php', '--li'], ['xhprof', 'top', 'ru'],
	['xhprof', 'convert', 'a.json', '--format', 'fo']] as $words) {
	$typed = implode(' ', array_map(escapeshellarg(...), $words));
	echo implode(' ', $words), ': ',
		trim(shell_exec('bash -c ' . escapeshellarg("source $script; COMP_WORDS=($typed); COMP_CWORD="
			. (count($words) - 1) . '; _xhprof; echo "${COMPREPLY[@]}"'))), "\n";
}
echo substr_count(cli(['completion', 'fish'])['out'], "\ncomplete -c xhprof ") > 100 ? "fish\n" : '';
echo str_contains(cli(['completion', 'zsh'])['out'], 'bashcompinit') ? "zsh\n" : '';
echo cli(['completion', 'fihs'])['err'], cli(['completion'])['err'];
?>
--EXPECT--
xhprof d: diff dump doctor
xhprof top --li: --limit
xhprof top run.json --so: --sort
xhprof run -- a.php --li: 
xhprof top ru: 
xhprof convert a.json --format fo: folded folded-alloc folded-live
fish
zsh
xhprof: no completion for "fihs"
        did you mean fish? known are bash, zsh, fish
xhprof: no shell given
        xhprof completion bash|zsh|fish
