--TEST--
The tag version comes from the program, else from --version, composer.json, a file or git's commit, and follows a deployment
--FILE--
<?php
require __DIR__ . '/../stub.inc';

use XHProf\Cli\Problem;
use XHProf\Fleet\Agent\Labels;
use XHProf\Fleet\Agent\Series;
use XHProf\Fleet\Agent\Version;

$folder = fleet_folder(__FILE__);

/* As if its time was over. */
function later(Version $version): string
{
	(new ReflectionProperty($version, 'readAt'))->setValue($version, -INF);

	return $version->text();
}

function from(string $path): void
{
	global $folder;
	try {
		echo "$path: ", Version::from("$folder/$path")->text(), "\n";
	} catch (Problem $problem) {
		echo str_replace($folder, 'FOLDER', $problem->getMessage()), "\n  $problem->advice\n";
	}
}

function put(string $file, string $text): void
{
	global $folder;
	@mkdir(dirname("$folder/$file"), 0700, true);
	file_put_contents("$folder/$file", $text);
}

$tags = fn(?Version $version, array $tags): string =>
	json_encode((new Labels('shop', '', 'web1', version: $version))->series('www', '8.2.36', $tags)->tags);
echo $tags(null, ['route' => '/']), $tags(Version::fixed('1.2'), ['route' => '/']),
	$tags(Version::fixed('1.2'), ['version' => 'own']), $tags(Version::fixed(''), []),
	$tags(Version::fixed("a\nb"), []), $tags(Version::fixed('1.2'), [Series::OTHER => Series::OTHER]), "\n";

put('composer.json', '{"name": "a/b", "version": "1.4.2"}');
put('none.json', '{"name": "a/b", "version": 3}');
put('bad.json', '{"version": "1');
put('REVISION', "2026-11-22_1\nmore\n");
put('empty', '');
$commit = str_repeat('0123456789abcdef', 3);
put('detached/.git/HEAD', substr($commit, 0, 40) . "\n");
put('branch/.git/HEAD', "ref: refs/heads/main\n");
put('branch/.git/refs/heads/main', str_repeat('b', 40) . "\n");
put('packed/.git/HEAD', "ref: refs/heads/a.b/c\n");
put('packed/.git/packed-refs',
	"# pack-refs\n" . str_repeat('c', 40) . " refs/heads/aab/c\n" . str_repeat('d', 40) . " refs/heads/a.b/c\n");
put('worktree/.git', "gitdir: ../branch/.git/worktrees/w\n");
put('branch/.git/worktrees/w/HEAD', "ref: refs/heads/main\n");
put('branch/.git/worktrees/w/commondir', "../..\n");
put('hostile/.git/HEAD', "ref: refs/../../../REVISION\n");
put('unborn/.git/HEAD', "ref: refs/heads/main\n");
foreach (['composer.json', 'REVISION', 'detached', 'branch', 'packed', 'worktree', 'none.json', 'bad.json', 'empty',
	'hostile', 'unborn', 'missing', ''] as $path) {
	from($path);
}

put('1/composer.json', '{"version": "1"}');
put('2/composer.json', '{"version": "2"}');
symlink("$folder/1", "$folder/current");
$version = Version::from("$folder/current/composer.json");
echo $version->text();
unlink("$folder/current");
echo later($version);
symlink("$folder/2", "$folder/current");
echo $version->text(), later($version), "\n";
?>
--EXPECT--
{"route":"\/"}{"route":"\/","version":"1.2"}{"version":"own"}[]{"version":"a?b"}{"(other)":"(other)"}
composer.json: 1.4.2
REVISION: 2026-11-22_1
detached: 0123456789ab
branch: bbbbbbbbbbbb
packed: dddddddddddd
worktree: bbbbbbbbbbbb
none.json: FOLDER/none.json: no version was found
  --version-from takes a composer.json with "version", a file whose first line it is, or the folder of a git checkout
bad.json: FOLDER/bad.json: no version was found
  --version-from takes a composer.json with "version", a file whose first line it is, or the folder of a git checkout
empty: FOLDER/empty: no version was found
  --version-from takes a composer.json with "version", a file whose first line it is, or the folder of a git checkout
hostile: FOLDER/hostile: no version was found
  --version-from takes a composer.json with "version", a file whose first line it is, or the folder of a git checkout
unborn: FOLDER/unborn: no version was found
  --version-from takes a composer.json with "version", a file whose first line it is, or the folder of a git checkout
missing: FOLDER/missing: no version was found
  --version-from takes a composer.json with "version", a file whose first line it is, or the folder of a git checkout
: FOLDER/: no version was found
  --version-from takes a composer.json with "version", a file whose first line it is, or the folder of a git checkout
1112