--TEST--
Files are whole or not there, folders are read where they lie, and lines to paste hold the words they are made of
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip needs pipes, symlinks and modes');
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Process\Glob;
use XHProf\Cli\Process\OpenFolder;
use XHProf\Cli\Process\OwnFile;
use XHProf\Cli\Process\Php;
use XHProf\Cli\Process\ProcStat;
use XHProf\Cli\Process\Reach;
use XHProf\Cli\Process\RegularFile;
use XHProf\Cli\Process\SafeFolder;
use XHProf\Cli\Process\Signals;
use XHProf\Cli\Process\User;

$folder = unit_folder();
$mode = static function (string $file): int {
	clearstatcache();

	return fileperms($file) & 07777;
};
$names = static fn (): array => array_values(array_diff(scandir($folder), ['.', '..']));

/* Files that are written. */
umask(0);
AtomicFile::write("$folder/a", 'one');
same('for this user only, whatever the umask', ['one', 0600, ['a']], [file_get_contents("$folder/a"),
	$mode("$folder/a"), $names()]);
same('the umask stays', 0, umask());
chmod("$folder/a", 0644);
AtomicFile::write("$folder/a", 'two', true);
same('a replaced one keeps its mode', ['two', 0644], [file_get_contents("$folder/a"), $mode("$folder/a")]);
AtomicFile::write("$folder/b", 'x', false, 0640);
same('a mode', [0640, 0137], [$mode("$folder/b"), AtomicFile::mask("$folder/b")]);
refused('what fails', 'could not write', static fn () => AtomicFile::fill("$folder/a",
	static fn ($stream): bool => fwrite($stream, 'half') === 5));
same('leaves what was there, and nothing else', ['two', ['a', 'b']], [file_get_contents("$folder/a"), $names()]);
refused('what throws', 'stop', static fn () => AtomicFile::fill("$folder/c",
	static fn ($stream): bool => throw new Problem('stop')));
same('leaves nothing', ['a', 'b'], $names());
refused('no folder', 'could not write', static fn () => AtomicFile::write("$folder/none/a", 'x'));
mkdir("$folder/shared");
chmod("$folder/shared", 02750);
AtomicFile::write("$folder/shared/a", 'x');
same('in a folder that is shared with its group', 0640, $mode("$folder/shared/a"));
chmod("$folder/shared", 0750);
AtomicFile::write("$folder/shared/b", 'x');
same('without the setgid bit', 0600, $mode("$folder/shared/b"));
chmod("$folder/shared", 02710);
AtomicFile::write("$folder/shared/c", 'x');
same('whose group may not list it', 0600, $mode("$folder/shared/c"));
symlink("$folder/a", "$folder/link");
AtomicFile::write("$folder/link", 'three');
same('a symlink is replaced, and what it names stays', ['three', false, 'two'], [file_get_contents("$folder/link"),
	is_link("$folder/link"), file_get_contents("$folder/a")]);
AtomicFile::write('/dev/null', 'x');
same('a device is written as it is', 'char', filetype('/dev/null'));
$open = fopen("$folder/a", 'r');
symlink('/proc/self/fd/' . (int) basename(current(array_filter(glob('/proc/self/fd/*'),
	static fn (string $fd): bool => @readlink($fd) === realpath("$folder/a"))) ?: '0'), "$folder/fd");
refused('a symlink to an open file', 'it is an open file of a process', static fn () => AtomicFile::write("$folder/fd",
	'x'));
fclose($open);
unlink("$folder/fd");
pairs_run(['main()' => [1, 1]])->export('json', "$folder/extension.json");
AtomicFile::export(pairs_run(['main()' => [1, 1]]), 'json', "$folder/ours.json");
same('a run', [0600, 0], [$mode("$folder/ours.json"), umask()]);

/* Regular files. */
posix_mkfifo("$folder/fifo", 0600);
symlink("$folder/a", "$folder/to_a");
symlink('/dev/zero', "$folder/zero");
same('its text', 'two', stream_get_contents(RegularFile::open("$folder/a")));
same('of this user', 'two', stream_get_contents(RegularFile::open("$folder/a", User::id())));
refused('of another one', 'it is not a regular file of its user', static fn () => RegularFile::open("$folder/a",
	User::id() + 1));
foreach (['fifo', 'to_a', 'zero', 'shared'] as $name) {
	refused("no regular file: $name", 'it is not a regular file', static fn () => RegularFile::open("$folder/$name"));
}
refused('nothing', 'it cannot be opened', static fn () => RegularFile::open("$folder/none"), RuntimeException::class);
same('the start', ['tw', 'two', 'two', '', '', '', ''], [RegularFile::start("$folder/a", 2),
	RegularFile::start("$folder/a", 9), RegularFile::start("$folder/to_a", 9), RegularFile::start("$folder/fifo", 9),
	RegularFile::start("$folder/zero", 9), RegularFile::start($folder, 9),
	RegularFile::start("$folder/none", 9)]);
same('kinds', [true, false, false, false],
	array_map(static fn (string $name): bool => RegularFile::is(lstat("$folder/$name")), ['a', 'fifo', 'to_a',
	'shared']));

/* A folder that is open. */
mkdir("$folder/open");
touch("$folder/open/x");
touch("$folder/open/y");
$opened = OpenFolder::of("$folder/open");
same('its names, twice', [['.', '..', 'x', 'y'], ['.', '..', 'x', 'y']], [sorted($opened->names()),
	sorted($opened->names())]);
rename("$folder/open", "$folder/moved");
mkdir("$folder/open");
touch("$folder/open/x");
same('removes where it was opened, wherever its name leads', is_dir('/proc/self/fd') ? [true, false, true] : [true,
	true, false], [$opened->unlink('x'), is_file("$folder/moved/x"), is_file("$folder/open/x")]);
same('what is gone', false, $opened->unlink('x'));
same('no folder, a file, a pipe', [null, null, null], [OpenFolder::of("$folder/none"), OpenFolder::of("$folder/a"),
	OpenFolder::of("$folder/fifo")]);
same('by a path', [true, false, false], [OpenFolder::unlinkPath("$folder/moved/y"),
	OpenFolder::unlinkPath("$folder/moved/y"), OpenFolder::unlinkPath("$folder/none/y")]);

/* Temporary folders. */
same('private', [true, false, false, false], [SafeFolder::isPrivate($folder), SafeFolder::isPrivate("$folder/shared"),
	SafeFolder::isPrivate("$folder/a"), SafeFolder::isPrivate("$folder/none")]);
symlink($folder, "$folder/self");
same('a symlink is none', false, SafeFolder::isPrivate("$folder/self"));
$made = SafeFolder::make('xhprof-unit-');
touch("$made/x");
same('made', [true, true], [SafeFolder::isPrivate($made), str_starts_with(basename($made), 'xhprof-unit-')]);
SafeFolder::remove($made);
same('and removed', false, file_exists($made));

/* Patterns below any folder. */
mkdir("$folder/a[b]*");
touch("$folder/a[b]*/1.php");
touch("$folder/a[b]*/2.txt");
same('its name is no pattern', ["$folder/a[b]*/1.php"], Glob::in("$folder/a[b]*", '*.php'));
same('nothing', [], Glob::in("$folder/none", '*'));

/* Within reach. */
$reach = new Reach(["$folder/moved", "$folder/xx*"]);
mkdir("$folder/moved/below");
touch("$folder/xx1");
touch("$folder/moved/below/f");
symlink("$folder/a", "$folder/moved/out");
mkdir("$folder/movedtoo");
foreach (['moved' => true, 'moved/below/f' => true, 'moved/out' => false, 'moved/../a' => false, 'movedtoo' => false,
	'xx1' => true, 'a' => false, 'moved/none' => false, 'shared/../xx1' => true] as $name => $has) {
	same("$name is within reach", $has, $reach->has("$folder/$name"));
}
mkdir("$folder/xx2");
same('of "START*" only files', false, $reach->has("$folder/xx2"));
putenv(Reach::NAME);
same('everywhere', [null, "$folder/a"], [Reach::ofEnvironment(), Reach::need("$folder/a")]);
putenv(Reach::NAME . '=' . json_encode(["$folder/moved"]));
same('the real path', realpath("$folder/moved/below/f"), Reach::need("$folder/moved/below/../below/f"));
refused('elsewhere', 'is outside the folders of this server: ', static fn () => Reach::need("$folder/moved/out"));
same('a name that means none', "$folder/nothing", Reach::need("$folder/nothing"));
putenv(Reach::NAME . '=x');
same('nowhere', [], Reach::ofEnvironment()->places);
putenv(Reach::NAME);

/* Lines to paste: each word and back. */
foreach (['a' => 'a', 'a/b.php' => 'a/b.php', 'https://h:8/x' => 'https://h:8/x', '--out=x' => '--out=x',
	'A_B=1' => 'A_B=1', '' => "''", 'a b' => "'a b'", "it's" => "'it'\\''s'", '$x' => "'\$x'", '~x' => "'~x'",
	'=x' => "'=x'", 'a?b' => "'a?b'", 'a=b' => 'a=b', '#' => "'#'", 'a;b' => "'a;b'", 'ü' => "'ü'",
	"a\nb" => "\$'a\\012b'", "\e[31m" => "\$'\\033[31m'", "a\u{202E}b" => "\$'a\\342\\200\\256b'",
		"\xFF" => "\$'\\377'", "'\n" => "\$'\\047\\012'", "a\n" => "\$'a\\012'", "\\\x7F" => "\$'\\134\\177'",
		'!!' => "'!!'", '`id`' => "'`id`'", '*' => "'*'"] as $word => $line) {
	same('the word ' . json_encode(bin2hex((string) $word)), $line, CommandLine::word((string) $word));
	same('and back ' . bin2hex((string) $word), (string) $word === '' ? [''] : [(string) $word],
		CommandLine::split($line) ?: ['']);
}
$words = ['xhprof', 'run', 'a b', "x'y\"z", "\$(rm)\n", 'ü', "\x01\xFE", '\\', '"', "''"];
same('a line of them', $words, CommandLine::split(CommandLine::of($words)));
same('it has no control character', 0, preg_match('/[\x00-\x1F\x7F]/', CommandLine::of($words)));
same('a file is no option', ['./-x', 'x', '/-x'], all_of(CommandLine::file(...), ['-x', 'x', '/-x']));
same('what people type', ['a b', 'c"d', 'e f', "g\th", 'i', '-j=k l'],
	CommandLine::split('"a b" c\\"d e\\ f $\'g\\th\'   i -j="k l"'));

/* What the kernel says. */
mkdir("$folder/proc/7/task/8", 0700, true);
$stat = static fn (string $name, string $state): string => "7 ($name) $state " . implode(' ', range(4,
	13)) . ' 100 23 16 17 18 19 20 21 5555 ' . implode(' ', range(23, 52)) . "\n";
file_put_contents("$folder/proc/7/stat", $stat('php (x) y', 'S'));
file_put_contents("$folder/proc/7/task/8/stat", $stat(')', 'T'));
$process = ProcStat::of(7, null, $folder);
same('a process', ['php (x) y', '5555', 123, false], [$process->name, $process->start, $process->ticks,
	$process->isStopped()]);
same('a thread', [')', true], [ProcStat::of(7, 8, $folder)->name, ProcStat::of(7, 8, $folder)->isStopped()]);
same('the first thread is the process', 'php (x) y', ProcStat::of(7, 7, $folder)->name);
same('gone', null, ProcStat::of(9, null, $folder));
file_put_contents("$folder/proc/7/stat", '7 (php) S 1 2');
same('half of a line', null, ProcStat::of(7, null, $folder));

/* This PHP, and the files of this tool that another one reads. */
same('how it was called', [$_SERVER['argv'][0], true], [Php::script(), in_array('-n', Php::options(), true)]);
same('what it lacks', 'php.ini disables exec by disable_functions', Php::lacks('exec')->getMessage());
same('its own files', [true, true, true], array_map(is_file(...), [OwnFile::of('prelude.php', $folder),
	OwnFile::of('outside.php', $folder), OwnFile::router()]));

/* Signals that end a command. */
$caught = [];
same('this PHP can catch them', true, Signals::catchEnd(static function (int $signal) use (&$caught): void {
	$caught[] = $signal;
}));
foreach ([SIGTERM, SIGINT, SIGHUP] as $signal) {
	posix_kill(getmypid(), $signal);
}
same('each, at once', [SIGTERM, SIGINT, SIGHUP], $caught);

function sorted(iterable $names): array
{
	$names = [...$names];
	sort($names);

	return $names;
}
finish();
?>
--EXPECT--
all as expected
