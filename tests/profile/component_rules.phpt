--TEST--
Built-in rules know the folders of applications by their files, rules of one's own come first, and paths are normalized
--FILE--
<?php
/* A made-up run of one function in each file; and the components. */
function profile(array $files, array|string|null $rules): XHProf\Profile
{
	$names = ['main()', ...array_map(static fn (int $i): string => "f$i", array_keys($files))];
	$count = count($names);
	$list = static fn (mixed $value): array => array_fill(0, $count - 1, $value);
	$run = ['format' => 'xhprof', 'version' => 1, 'mode' => 'tree', 'started_ns' => 1,
		'unrecorded_calls' => 0, 'truncated_calls' => 0, 'call_cost_ps' => 0, 'runs' => 1,
		'functions' => ['name' => $names, 'file' => [null, ...$files], 'line' => [0, ...$list(1)]],
		'pairs' => ['caller' => [...$list(0), null], 'caller_level' => [...$list(0), 0],
			'callee' => [...range(1, $count - 1), 0],
			'callee_level' => [...$list(0), 0], 'calls' => [...$list(1), 1], 'wall_ns' => [...$list(10), 1000]],
		'nodes' => ['parent' => [null, ...$list(0)], 'function' => range(0, $count - 1), 'level' => [0, ...$list(0)],
			'line' => [0, ...$list(0)], 'calls' => [1, ...$list(1)], 'min_wall_ns' => [1000, ...$list(10)],
			'max_wall_ns' => [1000, ...$list(10)], 'wall_ns' => [1000, ...$list(10)]]];
	$profile = XHProf\Profile::parse(json_encode($run));

	return $rules === null ? $profile : $profile->reduce(['components' => $rules]);
}

function components(array $files, array|string|null $rules = null): array
{
	return array_keys(profile($files, $rules)->components());
}

function show(string $title, array $files, array|string|null $rules = null): void
{
	echo "$title\n";
	foreach (components($files, $rules) as $name) {
		echo "  $name\n";
	}
}

show('WordPress', ['/srv/wp-includes/post.php',
	'/srv/wp-content/plugins/shop/vendor/acme/bus/Bus.php', '/srv/wp-content/plugins/hello.php',
	'/srv/wp-content/themes/blue/functions.php', '/srv/wp-content/mu-plugins/site/a.php',
	'/srv/wp-content/mu-plugins/xhprof.php', '/srv/web/app/plugins/bedrock/a.php']);
/* Each function takes 10 ns. */
$core = static function (array $files, array|string|null $rules = null): void {
	$rows = profile($files, $rules)->components();
	echo 'WordPress core: ', ($rows['WordPress core']['own_wall_ns'] ?? 0) / 10, ' of ', count($files), "\n";
};
$core(['/srv/wp-includes/post.php', '/srv/wp-admin/index.php', '/srv/wp-load.php', '/srv/wp-settings.php']);
$core(['/srv/wp-includes/post.php', '/srv/index.php', '/srv/lib/wp-own.php', '/srv/wp-content/wp-cache-config.php',
	'/srv/vendor/a/b/wp-load.php']);
$core(['/srv/wp-content/plugins/stubs/wp-includes/a.php', '/srv/wp-content/plugins/stubs/wp-load.php',
	'/srv/wp-includes/post.php']);
$core(['/srv/wp-admin/index.php', '/srv/wp-load.php']);
$core(['/srv/wp-includes/post.php', '/srv/wp-load.php', '/srv/wp-admin/a.php'], 'wp-includes=, wp-*.php=');
show('MediaWiki', ['/mw/includes/libs/rdbms/Database.php', '/mw/extensions/Cite/src/Cite.php', '/mw/skins/Vector/a.php',
	'/mw/vendor/wikimedia/at-ease/a.php']);
show('no MediaWiki', ['/srv/extensions/shop/a.php', '/srv/skins/blue/a.php', '/srv/app/plugins/a.php',
	'/srv/modules/a/b.php', '/srv/mod/quiz/a.php']);
show('Drupal', ['/d/core/lib/Drupal.php', '/d/core/modules/node/src/Node.php', '/d/modules/contrib/token/a.module',
	'/d/modules/custom/own/a.php', '/d/themes/blue/a.php']);
show('Moodle',
	['/m/lib/moodlelib.php', '/m/mod/quiz/lib.php', '/m/question/type/essay/a.php', '/m/admin/tool/log/a.php']);
show('Magento, Symfony', ['/a/app/code/Acme/Pay/Model/a.php', '/a/app/design/frontend/Acme/blue/a.php',
	'/a/src/ShopBundle/a.php', '/a/src/Acme/PayBundle/a.php', '/a/src/Kernel.php']);
show('Composer', ['/a/vendor/composer/ClassLoader.php', '/a/vendor/composer/../acme/bus/Bus.php',
	'/a/vendor/./acme//log/Log.php', '/a/vendor/composer/semver/src/a.php', 'C:\\a\\vendor\\win\\dows\\a.php',
	'phar:///b/tool.phar/vendor/in/phar/a.php', '/a/vendor/outer/tool/vendor/inner/lib/a.php']);
$files = ['/a/src/Billing/Sub/Invoice.php', '/a/src/Shop/Cart.php', '/a/vendor/acme/bus/Bus.php',
	'/a/vendor/acme/log/Log.php'];
show('rules', $files, " src/Billing/* = billing ,\nsrc/*, vendor/acme/log=");
show('the first counts', $files, ['src/*=all', 'src/Billing/*=billing']);
show('an absolute path', $files, '/a/src=here, /src=nowhere');

foreach (['src/*=own', ''] as $setting) {
	ini_set('xhprof.components', $setting);
	show("xhprof.components=$setting", $files);
}
ini_set('xhprof.components', 'src/*=own');
var_dump(ini_set('xhprof.components', '=own'), ini_set('xhprof.components', str_repeat('a', 8193)),
	ini_get('xhprof.components'));
xhprof_enable();
$saved = xhprof_stop()->export('json');
ini_set('xhprof.components', 'src/*=other');
var_dump(json_decode($saved, true)['components']);
var_dump(json_decode(XHProf\Profile::parse($saved)->export('json'), true)['components']);
?>
--EXPECT--
WordPress
  (application)
  WordPress core
  app/plugins/bedrock
  wp-content/mu-plugins/site
  wp-content/mu-plugins/xhprof.php
  wp-content/plugins/hello.php
  wp-content/plugins/shop
  wp-content/themes/blue
WordPress core: 4 of 4
WordPress core: 1 of 5
WordPress core: 1 of 3
WordPress core: 0 of 2
WordPress core: 1 of 3
MediaWiki
  (application)
  extensions/Cite
  skins/Vector
  vendor/wikimedia/at-ease
no MediaWiki
  (application)
Drupal
  (application)
  core/modules/node
  modules/contrib/token
  modules/custom/own
  themes/blue
Moodle
  (application)
  admin/tool/log
  mod/quiz
  question/type/essay
Magento, Symfony
  (application)
  app/code/Acme/Pay
  app/design/frontend/Acme/blue
  src/Acme/PayBundle
  src/ShopBundle
Composer
  (application)
  vendor/acme/bus
  vendor/acme/log
  vendor/composer
  vendor/composer/semver
  vendor/in/phar
  vendor/outer/tool
  vendor/win/dows
rules
  (application)
  billing
  src/Shop
  vendor/acme/bus
the first counts
  (application)
  all
  vendor/acme/bus
  vendor/acme/log
an absolute path
  (application)
  here
  vendor/acme/bus
  vendor/acme/log
xhprof.components=src/*=own
  (application)
  own
  vendor/acme/bus
  vendor/acme/log
xhprof.components=
  (application)
  vendor/acme/bus
  vendor/acme/log
bool(false)
bool(false)
string(9) "src/*=own"
string(9) "src/*=own"
string(9) "src/*=own"
