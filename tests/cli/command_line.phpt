--TEST--
Command lines that the command prints are words for a shell, whatever bytes they have, and its own splitter finds the same words
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip another shell'); ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

use XHProf\Cli\Process\CommandLine;

$words = ['plain/path-1.php', 'X_Y=1', '', ' ', 'a b', "it's", '"', '\\', '\\\'', '$HOME', '$(touch PWNED)',
	'`touch PWNED`', 'x;touch PWNED;#.php', '!!', '~root', '=ls', '*', '{a,b}', "two\nlines",
	"tab\t", "\e]0;title\x07", "\x7F", "\xFF\xFEno UTF-8'", "caf\u{e9} \u{65e5}", "left \u{202e}right", "\u{2028}",
	'-rf', "\x01", '#', 'a#b', '&&', '>x', "\\n", "$'x'", '%1', 'a=b'];
foreach ($words as $word) {
	echo CommandLine::word($word), "\n";
}
$line = CommandLine::of($words);
var_dump(CommandLine::split($line) === $words, strpbrk($line, "\n\e\t\x07\x7F\xFF\x01"));
// As shells understand it.
foreach (['bash', 'zsh', 'ksh', 'mksh', 'busybox sh'] as $shell) {
	if (shell_exec('command -v ' . strtok($shell, ' ')) !== null) {
		$process = proc_open([...explode(' ', $shell), '-c', 'printf "%s\0" ' . $line], [1 => ['pipe', 'w']], $pipes);
		$said = explode("\0", substr(stream_get_contents($pipes[1]), 0, -1));
		proc_close($process);
		echo $said === $words ? ''
			: "$shell: " . json_encode(array_map(bin2hex(...), array_diff_assoc($words, $said))) . "\n";
	}
}
// A line in a line.
var_dump(CommandLine::split(CommandLine::split(CommandLine::of(['x', $line]))[1]) === $words);
// As users type them.
echo json_encode(CommandLine::split(' old.php  --name="a \"b\" $c"  \'d e\'f\\ g "" ')), "\n";
echo CommandLine::file('-r'), ' ', CommandLine::file('a'), ' ', CommandLine::file('/-r'), "\n";
?>
--EXPECT--
plain/path-1.php
X_Y=1
''
' '
'a b'
'it'\''s'
'"'
'\'
'\'\'''
'$HOME'
'$(touch PWNED)'
'`touch PWNED`'
'x;touch PWNED;#.php'
'!!'
'~root'
'=ls'
'*'
'{a,b}'
$'two\012lines'
$'tab\011'
$'\033]0;title\007'
$'\177'
$'\377\376no UTF-8\047'
'café 日'
$'left \342\200\256right'
$'\342\200\250'
-rf
$'\001'
'#'
'a#b'
'&&'
'>x'
'\n'
'$'\''x'\'''
%1
a=b
bool(true)
bool(false)
bool(true)
["old.php","--name=a \"b\" $c","d ef g",""]
./-r a /-r
