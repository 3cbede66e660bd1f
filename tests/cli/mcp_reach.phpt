--TEST--
xhprof mcp reads no run and no source outside its folders: by patterns, symlinks, names in a run, or the folder of temporary files
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip symlinks'); ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../profile/lines.inc';
require __DIR__ . '/mcp.inc';

$folder = mcp_folder('<?php function shop() { return 1; } shop();');
@mkdir(WORK . '/outside');
@mkdir(WORK . '/application'); // begins with the name of the folder
@mkdir("$folder/sub");
file_put_contents(WORK . '/outside/secret.php',
	"<?php\nfunction config(): array\n{\n\treturn ['password' => 'hunter2'];\n}\n");
file_put_contents("$folder/own.php", "<?php\nfunction config(): array\n{\n\treturn ['own' => 1];\n}\n");
symlink(WORK . '/outside/secret.php', "$folder/link.php");
foreach ([WORK . '/outside/run.json', WORK . '/application/run.json', "$folder/run.json"] as $file) {
	cli(['run', '--quiet', '--out', $file, '--', "$folder/shop.php"]);
}
cli(['run', '--quiet', '--repeat', '2', '--out', WORK . '/outside/set.json', '--', "$folder/shop.php"]);
symlink(WORK . '/outside/run.json', "$folder/link.json");
symlink(WORK . '/outside/set.json', "$folder/link.set.json");
symlink(WORK . '/outside', "$folder/sub/out");
foreach (['hostile' => WORK . '/outside/secret.php', 'by_link' => "$folder/link.php",
	'honest' => "$folder/own.php"] as $name => $source) {
	sampled_file("$folder/$name.json", ['main()=6 config=4' => 3],
		['main()' => [$source, 0], 'config' => [$source, 2]]);
	XHProf\Profile::load("$folder/$name.json")->export('json', "$folder/$name.json");
}

function shown(string $text): string
{
	$text = str_replace([realpath(WORK), WORK], 'WORK', $text);
	return str_contains($text, 'hunter2') ? "THE SECRET\n"
		: (str_starts_with($text, 'ERROR') || str_contains($text, 'outside')
			? substr($text, 0, (int) strpos("$text\n", "\n")) . "\n" : "answered\n");
}

echo "runs\n";
foreach ([WORK . '/outside/run.json', "$folder/../outside/run.json", "$folder/*/../../outside/*",
	"$folder/sub/*/run.json", "$folder/sub/out/*", "$folder/link*.json", "$folder/link.json", "$folder/link.set.json",
	"$folder/sub/out", "$folder/../*/run.json", WORK . '/app*/run.json', WORK . '/application/run.json', "$folder/s*",
	'compress.zlib:///etc/passwd', 'data:,x', "$folder/run.json", "$folder/r*.json"] as $run) {
	echo str_replace([realpath(WORK), WORK], 'WORK', $run), ': ', shown(tool('top', ['run' => $run]));
}
foreach (['diff' => ['before' => "$folder/run.json", 'after' => "$folder/*/../../outside/run*"],
	'queries' => ['run' => "$folder/link.json"], 'list' => ['folder' => "$folder/sub/out"]] as $name => $arguments) {
	echo "$name: ", shown(tool($name, $arguments));
}

echo "sources\n";
foreach (['hostile', 'by_link', 'honest'] as $run) {
	$text = tool('show', ['run' => "$folder/$run.json", 'function' => 'config', 'source' => true]);
	echo "$run: ", str_contains($text, 'hunter2') ? 'THE SECRET' : (preg_match('~: (it is outside.*)~', $text, $found)
		? $found[1] : (str_contains($text, "'own' => 1") ? 'shown' : $text)), "\n";
}

echo "scripts\n";
file_put_contents(WORK . '/outside/shop.php', '<?php echo "outside";');
$here = getcwd();
chdir(WORK . '/outside'); // where there is one of that name, too
$text = tool('run', ['script' => 'shop.php']);
echo str_contains($text, 'shop') && !str_starts_with($text, 'ERROR') ? "that of the folder\n" : "$text\n";
chdir($here);

echo "temporary files\n";
$temporary = WORK . '/tmp';
mkdir($temporary);
chmod($temporary, 01777);
foreach (['other.json', 'xhprof-shop.json'] as $name) {
	copy("$folder/run.json", "$temporary/$name");
}
mkdir("$temporary/xhprof-folder");
copy("$folder/run.json", "$temporary/xhprof-folder/run.json");
symlink(WORK . '/outside/run.json', "$temporary/xhprof-link.json");
foreach (['other.json', 'xhprof-shop.json', 'xhprof-folder', 'xhprof-folder/run.json', 'xhprof-link.json',
	'*.json', ''] as $name) {
	$lines = json_encode(['jsonrpc' => '2.0', 'id' => 1, 'method' => 'tools/call',
		'params' => ['name' => 'top', 'arguments' => ['run' => "$temporary/$name"]]]) . "\n";
	$answer = json_decode(cli(['mcp', $folder], $lines, ["sys_temp_dir=$temporary"])['out'], true);
	echo "$name: ", shown(mcp_text($answer));
}
mcp_remove();
?>
--CLEAN--
<?php
require __DIR__ . '/mcp.inc';
mcp_remove();
?>
--EXPECT--
runs
WORK/outside/run.json: ERROR WORK/outside/run.json is outside the folders of this server: WORK/app
WORK/app/../outside/run.json: ERROR WORK/app/../outside/run.json is outside the folders of this server: WORK/app
WORK/app/*/../../outside/*: ERROR xhprof: WORK/app/runs/../../outside/run.json is outside the folders of this server: WORK/app, WORK/app/runs
WORK/app/sub/*/run.json: ERROR xhprof: WORK/app/sub/out/run.json is outside the folders of this server: WORK/app, WORK/app/runs
WORK/app/sub/out/*: ERROR WORK/app/sub/out/* is outside the folders of this server: WORK/app
WORK/app/link*.json: ERROR xhprof: WORK/app/link.json is outside the folders of this server: WORK/app, WORK/app/runs
WORK/app/link.json: ERROR WORK/app/link.json is outside the folders of this server: WORK/app
WORK/app/link.set.json: ERROR WORK/app/link.set.json is outside the folders of this server: WORK/app
WORK/app/sub/out: ERROR WORK/app/sub/out is outside the folders of this server: WORK/app
WORK/app/../*/run.json: ERROR WORK/app/../*/run.json is outside the folders of this server: WORK/app
WORK/app*/run.json: ERROR WORK/app*/run.json is outside the folders of this server: WORK/app
WORK/application/run.json: ERROR WORK/application/run.json is outside the folders of this server: WORK/app
WORK/app/s*: ERROR xhprof: WORK/app/shop.php cannot be read as a profile: its format is unknown
compress.zlib:///etc/passwd: ERROR compress.zlib:///etc/passwd: this server does not read stores
data:,x: ERROR data:,x: this server does not read stores
WORK/app/run.json: answered
WORK/app/r*.json: answered
diff: ERROR xhprof: WORK/app/runs/../../outside/run.json is outside the folders of this server: WORK/app, WORK/app/runs
queries: ERROR WORK/app/link.json is outside the folders of this server: WORK/app
list: ERROR WORK/app/sub/out is outside the folders of this server: WORK/app
sources
hostile: it is outside of the folders whose source is shown
by_link: it is outside of the folders whose source is shown
honest: shown
scripts
that of the folder
temporary files
other.json: ERROR WORK/tmp/other.json is outside the folders of this server: WORK/app
xhprof-shop.json: answered
xhprof-folder: ERROR WORK/tmp/xhprof-folder is outside the folders of this server: WORK/app
xhprof-folder/run.json: ERROR WORK/tmp/xhprof-folder/run.json is outside the folders of this server: WORK/app
xhprof-link.json: ERROR WORK/tmp/xhprof-link.json is outside the folders of this server: WORK/app
*.json: ERROR WORK/tmp/*.json is outside the folders of this server: WORK/app
: ERROR WORK/tmp/ is outside the folders of this server: WORK/app
