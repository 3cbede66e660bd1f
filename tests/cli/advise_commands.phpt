--TEST--
The commands that xhprof advise prints run the script of the run with its arguments, and nothing else, whatever the run says of itself
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (shell_exec('command -v bash') === null) die('skip needs bash');
?>
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../format/html.inc';
require __DIR__ . '/mcp.inc';

$folder = mcp_folder(<<<'PHP'
	<?php
	class Price { public function of(int $id): int { xhprof_fake_clock_advance(500000, 500000); return $id; } }
	$price = new Price; for ($i = 0; $i < 100; $i++) { $price->of($i % 7); }
	PHP);
chdir($folder);
mkdir('my shop');
copy('shop.php', "my shop/it's.php");

function record(array $words, string $out, array $settings = []): array
{
	cli(['run', '--quiet', '--arguments', 'Price::of', '--out', $out, '--', ...$words], '', $settings);
	return json_decode(file_get_contents($out), true);
}

/* The words that a shell makes of the lines that are printed there, where xhprof is another program. */
function words(string $line): array
{
	$process = proc_open(['bash', '-c', 'xhprof() { printf "%s\0" "$@"; }; ' . $line],
		[1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
	$said = stream_get_contents($pipes[1]);
	echo stream_get_contents($pipes[2]);
	proc_close($process);

	return explode("\0", substr($said, 0, -1));
}

function command(string $run): string
{
	$json = json_decode(cli(['advise', $run, '--json'])['out'], true)['findings'][0]['try']['command'];
	foreach ([cli(['advise', $run])['out'], cli(['advise', $run, '--markdown'])['out'],
		tool('advise', ['run' => realpath($run)])] as $text) {
		echo str_contains(str_replace(realpath($run), $run, $text), $json) ? '' : "not the same: $text";
	}
	cli(['report', $run, '--out', 'page.html']);
	$page = report_head(file_get_contents('page.html'))['runs'][0]['advice']['findings'][0]['command'];
	echo $page === $json ? '' : "not in the page: $page\n";

	return $json;
}

echo "as they are\n";
foreach ([['shop.php'], ["my shop/it's.php", 'shop:import', '400', '', 'two words'],
	['./shop.php', "line\nline", '$HOME', '; touch PWNED #']] as $words) {
	record($words, 'run.json');
	$printed = words($line = command('run.json'));
	echo str_replace(getcwd() . '/', 'HERE/', $line), "\n";
	$at = array_search('--', $printed, true);
	echo array_slice($printed, $at + 1) === [realpath($words[0]), ...array_slice($words, 1)] ? 'the same words, '
		: json_encode($printed);
	echo XHProf\Cli\Process\CommandLine::split($printed[4]) === ['OLD/' . basename($words[0]),
		...array_slice($words, 1)] ? "the other likewise\n" : "$printed[4]\n";
}
// The line proves something when it is typed.
mkdir('OLD');
copy("my shop/it's.php", "OLD/it's.php");
record(["my shop/it's.php", 'a b'], 'run.json');
echo cli([...array_slice(words(str_replace('20', '2', command('run.json'))), 0), '--quiet'])['status'], "\n";

echo "as a stranger has them\n";
$run = json_decode(file_get_contents('run.json'), true);
$hostile = ['/srv/app/x;touch PWNED;#.php', '-r', '$(touch PWNED)', "x\ntouch PWNED\n.php", "\u{1b}[201~touch PWNED\r",
	"'; touch PWNED; '", '-', "a\u{202e}b", ''];
foreach ($hostile as $script) {
	foreach ([['url' => $script], ['url' => 'x', 'command' => [$script, 'system("touch PWNED")']]] as $says) {
		$run['meta']['url'] = $says['url'];
		unset($run['meta']['xhprof']['command']);
		$run['meta']['xhprof'] += array_intersect_key($says, ['command' => 0]);
		file_put_contents('hostile.json', json_encode($run));
		$line = command('hostile.json');
		$printed = words($line);
		$at = array_search('--', $printed, true);
		echo preg_match('/[\x00-\x1F\x7F]/', $line), ' ',
			$at === false ? 'a request' : substr(json_encode($printed[$at + 1]), 0, 60),
			count($printed) - (int) $at === 3 ? ', one more' : '', "\n";
	}
}
foreach ([['a', 3], 'words', [], [['a']], ["\u{fffd}.php"], ['php', '-r', 'touch("PWNED");'],
	['/usr/bin/php8.4', '-d', 'auto_prepend_file=evil', 'a']] as $words) {
	$run['meta']['xhprof']['command'] = $words;
	file_put_contents('hostile.json', json_encode($run));
	echo command('hostile.json'), "\n";
}
// The name of the file.
copy('hostile.json', '-x;touch PWNED.json');
echo cli(['advise', '--', '-x;touch PWNED.json', '--json'])['status'], ' ',
	strtok(strstr(cli(['advise', './-x;touch PWNED.json'])['out'], 'xhprof curl'), "\n"), "\n";
var_dump(file_exists('PWNED'));
chdir(__DIR__);
mcp_remove();
?>
--CLEAN--
<?php
require __DIR__ . '/mcp.inc';
mcp_remove();
?>
--EXPECT--
as they are
xhprof run --repeat 20 --against OLD/shop.php -- HERE/shop.php
the same words, the other likewise
xhprof run --repeat 20 --against ''\''OLD/it'\''\'\'''\''s.php'\'' shop:import 400 '\'''\'' '\''two words'\''' -- 'HERE/my shop/it'\''s.php' shop:import 400 '' 'two words'
the same words, the other likewise
xhprof run --repeat 20 --against 'OLD/shop.php $'\''line\012line'\'' '\''$HOME'\'' '\''; touch PWNED #'\''' -- HERE/shop.php $'line\012line' '$HOME' '; touch PWNED #'
the same words, the other likewise
0
as a stranger has them
0 "\/srv\/app\/x;touch PWNED;#.php"
0 "\/srv\/app\/x;touch PWNED;#.php", one more
0 ".\/-r"
0 ".\/-r", one more
0 "$(touch PWNED)"
0 "$(touch PWNED)", one more
0 "x\ntouch PWNED\n.php"
0 "x\ntouch PWNED\n.php", one more
0 "\u001b[201~touch PWNED\r"
0 "\u001b[201~touch PWNED\r", one more
0 "'; touch PWNED; '"
0 "'; touch PWNED; '", one more
0 ".\/-"
0 ".\/-", one more
0 "a\u202eb"
0 "a\u202eb", one more
0 a request
0 a request
xhprof curl URL --out after.json.gz && xhprof diff hostile.json after.json.gz
xhprof curl URL --out after.json.gz && xhprof diff hostile.json after.json.gz
xhprof curl URL --out after.json.gz && xhprof diff hostile.json after.json.gz
xhprof curl URL --out after.json.gz && xhprof diff hostile.json after.json.gz
xhprof curl URL --out after.json.gz && xhprof diff hostile.json after.json.gz
xhprof curl URL --out after.json.gz && xhprof diff hostile.json after.json.gz
xhprof curl URL --out after.json.gz && xhprof diff hostile.json after.json.gz
2 xhprof curl URL --out after.json.gz && xhprof diff './-x;touch PWNED.json' after.json.gz
bool(false)
