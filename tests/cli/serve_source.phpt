--TEST--
xhprof serve shows the source of a run only with --source
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../profile/lines.inc';
require __DIR__ . '/../format/html.inc';

use XHProf\Cli\Saved\Folder;
use XHProf\Cli\Serve\{FolderPages, Site};

$code = own_file('tax.php', "<?php\nfunction tax(int \$price)\n{\n\treturn \$price * 2;\n}\ntax(1);\n");
touch($code, 4);
@mkdir($folder = __DIR__ . '/serve_source.tmp');
sampled_file("$folder/run.json", ['main()=6 tax=4' => 3],
	['main()' => [$code, 0], 'tax' => [str_replace(__DIR__, '/gone', $code), 2]]);
sampled_file("$folder/next.json", ['main()=6' => 3], ['main()' => [$code, 0]]);

// A list reads the first line alone.
foreach (glob("$folder/*") as $file) {
	XHProf\Profile::load($file)->export('json', $file);
}

function source(?array $maps, string $page): string
{
	$_SERVER = ['REQUEST_URI' => "/token/$page", 'HTTP_HOST' => 'here', 'REQUEST_METHOD' => 'GET'] + $_SERVER;
	ob_start();
	(new Site(new FolderPages(new Folder($GLOBALS["folder"]), $maps), "token", ["here"], 0))->answer();
	$html = ob_get_clean();

	return (report_blocks($html, report_head($html)['runs'][0]['coding'])['a-source'] ?? 'none') . "\n";
}

echo source(null, 'run/run.json');
echo source([], 'run/run.json');
echo source(['/gone=' . __DIR__], 'run/run.json');
// As the command starts it, below folders that it was started for.
foreach ([[__DIR__], [__DIR__ . '/../profile'], []] as $folders) {
	putenv(Site::FOLDER . "=$folder");
	putenv(Site::TOKEN . '=token');
	putenv(Site::HOSTS . '=here');
	putenv(Site::SOURCE . '=' . json_encode(['maps' => [], 'folders' => $folders]));
	$_SERVER['REQUEST_URI'] = '/token/run/run.json';
	ob_start();
	Site::ofEnvironment()->answer();
	$html = ob_get_clean();
	$source = json_decode(report_blocks($html, report_head($html)['runs'][0]['coding'])['a-source'], true);
	echo strlen($source['text'][0]), ' bytes',
		str_replace(__DIR__, 'TESTS', $source['note'][0] === '' ? '' : ", {$source['note'][0]}"), "\n";
}
$_GET = ['run' => ['run.json', 'next.json']];
echo source([], 'diff');
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
show_cli(['serve', __DIR__, '--source', '--map', 'nothing']);
?>
--EXPECT--
none
{"function":[0,1],"from":[1,4],"text":["<?php\nfunction tax(int $price)\n{\n\treturn $price * 2;\n}\ntax(1);\n",""],"note":["","/gone/serve_source.tax.php: there is no such file"]}
{"function":[0,1],"from":[1,2],"text":["<?php\nfunction tax(int $price)\n{\n\treturn $price * 2;\n}\ntax(1);\n","function tax(int $price)\n{\n\treturn $price * 2;\n}\n"],"note":["",""]}
63 bytes
0 bytes, TESTS/serve_source.tax.php: it is outside of the folders whose source is shown
0 bytes, TESTS/serve_source.tax.php: it is outside of the folders whose source is shown
none
$ xhprof serve TESTS --source --map nothing
xhprof: --map nothing: not FROM=TO
        as in --map /var/www/app=/home/me/app
status 2
