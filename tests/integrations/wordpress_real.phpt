--TEST--
WordPress itself: tags of its pages, a profile from the admin bar, and a report that no visitor reads
--SKIPIF--
<?php
if (getenv('SKIP_SLOW_TESTS')) die('skip installs WordPress');
if (!is_file('/usr/share/wordpress/wp-load.php')) die(
	'skip no WordPress in /usr/share/wordpress; on Debian: apt-get install wordpress');
foreach (['/usr/sbin/mariadbd', '/usr/bin/mariadb-install-db', PHP_EXTENSION_DIR . '/mysqli.so',
	PHP_EXTENSION_DIR . '/mysqlnd.so'] as $file) {
	if (!is_file($file)) die("skip no $file; on Debian: apt-get install mariadb-server php-mysql");
}
?>
--FILE--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
require __DIR__ . '/wordpress_browser.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs", 0700);
$database = database($folder);
copy_wordpress("$folder/www");
$settings = auto_settings("$folder/runs", 'xhprof.auto=trigger', 'xhprof.trigger_secret=sesame',
	'xhprof.auto_mode=tree', 'date.timezone=UTC', 'extension=mysqlnd', 'extension=mysqli', 'memory_limit=256M');

/* The tags of the run that the request made. */
function tags_of(callable $get, string $path, array $cookies = []): string
{
	global $folder;
	forget("$folder/runs");
	$get($path, ['XHPROF_TRIGGER' => 'sesame'] + $cookies);
	$tags = metas("$folder/runs")[0]['xhprof']['tags'] ?? [];
	ksort($tags);
	return "$path: " . json_encode($tags, JSON_UNESCAPED_SLASHES) . "\n";
}

serve("$folder/router.inc", $settings, function (callable $ignored, string $address) use ($folder): void {
	$get = static fn (string $path, array $cookies = [], ?array $post = null) =>
		browse("http://$address$path", $cookies, $post);
	echo $get('/install')['body'], "\n";
	foreach (['/', '/?p=1', '/?page_id=2', '/?cat=1', '/?s=word', '/?p=99', '/?feed=rss2',
		'/?rest_route=/wp/v2/posts/1', '/wp-login.php', '/wp-login.php/other.php',
		'/wp-admin/admin-ajax.php?action=a-stranger', '/wp-cron.php'] as $path) {
		echo tags_of($get, $path);
	}
	$user = $get('/wp-login.php', ['wordpress_test_cookie' => 'WP Cookie check'],
		['log' => 'admin', 'pwd' => 'pass'])['cookies'];
	echo count(preg_grep('/^wordpress_logged_in_/', array_keys($user))), " login\n";
	foreach (['/wp-admin/edit.php', '/wp-admin/admin-ajax.php?action=heartbeat', '/?p=1'] as $path) {
		echo tags_of($get, $path, $user);
	}
	$page = $get('/?p=1', $user)['body'];
	preg_match('~id=.wp-admin-bar-xhprof.*?href=.([^\'"]+)~s', $page, $found);
	$link = html_entity_decode($found[1]);
	echo preg_replace('/nonce=\w+/', 'nonce=N', $link), "\n";
	$visited = $get($link);
	echo 'a visitor: ', isset($visited['cookies']['xhprof_profile']) ? 'a token' : 'no token', ', ',
		str_contains($visited['body'], 'xhprof_report') ? 'a report' : 'no report', "\n";
	foreach (['with the trigger' => 1, 'without' => 0] as $how => $isTriggered) {
		forget("$folder/runs");
		$sent = $get($link, $user);
		if (!$isTriggered) {
			unset($sent['cookies']['XHPROF_TRIGGER']);
		}
		$profiled = $get($sent['location'], $sent['cookies'] + $user);
		$report = $get($profiled['location'], $user);
		echo "$how: $sent[status] $profiled[status] $report[status] ", str_contains($report['body'], 'id="xhprof"')
			? 'report' : 'none', ', ', count(glob("$folder/runs/*")), ' saved; a visitor: ',
			str_contains($get($profiled['location'])['body'], 'id="xhprof"') ? 'report' : 'none', "\n";
	}
});
end_database($database);
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/wordpress_real.tmp');
?>
--EXPECT--
installed
/: {"role":"visitor","route":"front-page","template":"template-canvas.php"}
/?p=1: {"role":"visitor","route":"single:post","template":"template-canvas.php"}
/?page_id=2: {"role":"visitor","route":"page","template":"template-canvas.php"}
/?cat=1: {"role":"visitor","route":"archive:category","template":"template-canvas.php"}
/?s=word: {"role":"visitor","route":"search","template":"template-canvas.php"}
/?p=99: {"role":"visitor","route":"404","template":"template-canvas.php"}
/?feed=rss2: {"role":"visitor","route":"feed"}
/?rest_route=/wp/v2/posts/1: {"role":"visitor","route":"rest:/wp/v2/posts/{id}"}
/wp-login.php: {"role":"visitor","route":"wp-login.php"}
/wp-login.php/other.php: {"role":"visitor","route":"wp-login.php"}
/wp-admin/admin-ajax.php?action=a-stranger: {"role":"visitor","route":"ajax:(unknown)"}
/wp-cron.php: {"role":"visitor","route":"cron"}
1 login
/wp-admin/edit.php: {"role":"administrator","route":"admin:edit.php"}
/wp-admin/admin-ajax.php?action=heartbeat: {"role":"administrator","route":"ajax:heartbeat"}
/?p=1: {"role":"administrator","route":"single:post","template":"template-canvas.php"}
/?p=1&xhprof_profile=report&xhprof_nonce=N
a visitor: no token, no report
with the trigger: 303 303 200 report, 1 saved; a visitor: none
without: 303 303 200 report, 0 saved; a visitor: none
