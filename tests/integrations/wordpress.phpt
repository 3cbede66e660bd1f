--TEST--
WordPress: who may profile a page gets its report, with and without the trigger of php.ini; others get the page and no profile
--SKIPIF--
<?php
if (xhprof_info()['clock'] === 'fake') die('skip the panel shows what takes time');
?>
--FILE--
<?php
require __DIR__ . '/integrations.inc';
require __DIR__ . '/../request/trigger/auto.inc';

/* Without following redirections. */
function ask(string $url, array $headers): array
{
	$answer = fopen($url, 'r', false, stream_context_create(
		['http' => ['header' => $headers, 'ignore_errors' => true, 'timeout' => 180, 'follow_location' => 0]]));
	$body = stream_get_contents($answer);
	return [stream_get_meta_data($answer)['wrapper_data'], $body];
}

/* The answer of the server, without what differs from time to time. */
function told(array $answer): string
{
	$head = implode("\n", $answer[0]);
	$lines = [explode(' ', $head)[1]];
	foreach (['Location', 'Set-Cookie'] as $name) {
		preg_match_all("/^$name: ([^;\n]*)(?:.*(; HttpOnly; SameSite=Strict))?/mi", $head, $found, PREG_SET_ORDER);
		foreach ($found as $line) {
			$lines[] = "$name: " . trim($line[1]) . ($line[2] ?? '');
		}
	}
	$body = str_contains($answer[1], 'id="xhprof"') ? 'a report' : trim(str_replace("\n", ' / ', $answer[1]));
	$lines[] = $body;
	return preg_replace(['/[0-9a-f]{32}/', '/[0-9a-f]{16}/', '/nonce=[0-9a-f]{10}/'], ['TOKEN', 'RUN', 'nonce=N'],
		implode("\n  ", array_filter($lines, 'strlen'))) . "\n";
}

function link_of(array $answer, string $title): string
{
	return preg_match("/^$title: (.+)$/m", $answer[1], $found) === 1 ? htmlspecialchars_decode($found[1]) : 'none';
}

function redirect(array $answer): string
{
	return preg_match('/^Location: (.+)$/mi', implode("\n", $answer[0]), $found) === 1 ? trim($found[1]) : 'none';
}

function token(array $answer): string
{
	return preg_match('/xhprof_profile=([0-9a-f]{32})/', implode("\n", $answer[0]), $found) === 1 ? $found[1] : 'none';
}

function functions_of(string $state): string
{
	$kept = glob("$state/xhprof_run_*");
	$run = XHProf\Profile::parse(base64_decode(unserialize(file_get_contents($kept[0]))));
	unlink($kept[0]);
	return $run->meta()['url'] . ' ' . ($run->functions()['theme_title']['calls'] ?? 'no') . ' calls '
		. count(preg_grep('/^XHProf/', array_keys($run->functions()))) . ' of ours';
}

function site(string $title, array $settings, callable $client, array $environment = []): void
{
	global $folder;
	echo "== $title\n";
	serve(__DIR__ . '/wordpress_site.inc',
		auto_settings("$folder/runs", 'xhprof.auto_mode=tree', 'date.timezone=UTC', ...$settings),
		static fn (callable $get, string $address) => $client(static fn (string $path, array $headers = []) =>
			ask("http://$address$path", $headers)), ['STATE' => "$folder/state"] + $environment);
}

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs", 0700);
mkdir("$folder/state", 0700);
$admin = ['Cookie: user=admin'];

site('without a trigger', ['xhprof.auto=off'], function (callable $get) use ($folder, $admin): void {
	echo 'a visitor: ', told($get('/about')), 'an editor: ', told($get('/about', ['Cookie: user=editor'])),
		'an administrator: ', told($page = $get('/about?a=1', $admin));
	$link = link_of($page, 'Profile this page');
	foreach (['' => 'a visitor', 'editor' => 'an editor', 'owner' => 'another administrator'] as $user => $who) {
		echo "$who with the link: ", told($get($link, ["Cookie: user=$user"]));
	}
	echo 'with a wrong nonce: ', told($get(preg_replace('/nonce=\w+/', 'nonce=wrong', $link), $admin)), 'the link: ',
		told($sent = $get($link, $admin));
	$token = token($sent);
	foreach (['user=admin; xhprof_profile=' . str_repeat('a', 32) => 'a guess',
		"user=editor; xhprof_profile=$token" => 'the token of another'] as $cookie => $what) {
		echo "$what: ", told($get('/about', ["Cookie: $cookie"]));
	}
	$token = token($get($link, $admin));
	echo 'elsewhere: ', told($get('/other', ["Cookie: user=admin; xhprof_profile=$token"])), 'the page: ',
		told($profiled = $get('/about?a=1', ["Cookie: user=admin; xhprof_profile=$token"]));
	echo 'again: ', told($get('/about?a=1', ["Cookie: user=admin; xhprof_profile=$token"]));
	echo 'a page that flushes: ', told($get('/flush', ['Cookie: user=admin; xhprof_profile='
		. token($get(link_of($get('/flush', $admin), 'Profile this page'), $admin))]));
	array_map(unlink(...), array_diff(glob("$folder/state/xhprof_run_*"),
		glob("$folder/state/xhprof_run_" . substr(redirect($profiled), strpos(redirect($profiled), 'run=') + 4, 16))));
	$report = redirect($profiled);
	echo 'the report: ', told($get($report, $admin));
	foreach (['' => 'a visitor', 'editor' => 'an editor', 'owner' => 'another administrator'] as $user => $who) {
		echo "$who: ", told($get($report, ["Cookie: user=$user"]));
	}
	echo functions_of("$folder/state"), ', saved: ', count(glob("$folder/runs/*")), ', left: ',
		implode(' ', array_diff(scandir("$folder/state"), ['.', '..'])), "\n";
});

site('with a trigger', ['xhprof.auto=trigger', 'xhprof.trigger_secret=sesame'],
	function (callable $get) use ($folder, $admin): void {
		$link = link_of($get('/about', $admin), 'Profile this page');
		echo 'the link: ', told($sent = $get($link, $admin)), 'the page: ', told($profiled = $get('/about',
			['Cookie: user=admin; XHPROF_TRIGGER=sesame; xhprof_profile=' . token($sent)]));
		$report = redirect($profiled);
		echo 'the report: ', told($get($report, $admin));
		preg_match('/run=(\w+)/', $report, $run);
		unlink("$folder/state/xhprof_run_$run[1]");
		echo 'of the saved run: ', told($get($report, $admin)),
			json_encode(metas("$folder/runs")[0]['xhprof']['tags']), "\n";
		forget("$folder/runs");
	});

site('the operator refuses it', ['xhprof.auto=trigger', 'xhprof.trigger_secret=sesame', 'xhprof.trigger_ips=10.0.0.1'],
	function (callable $get) use ($admin): void {
		$link = link_of($get('/about', $admin), 'Profile this page');
		echo told($get('/about',
			['Cookie: user=admin; XHPROF_TRIGGER=sesame; xhprof_profile=' . token($get($link, $admin))]));
	});

site('with Query Monitor', ['xhprof.auto=off'], function (callable $get) use ($folder, $admin): void {
	echo told($get('/about')), told($page = $get('/about', $admin));
	$link = link_of($page, 'Profile into Query Monitor');
	$body = $get('/about', ['Cookie: user=admin; xhprof_profile=' . token($get($link, $admin))])[1];
	preg_match_all('~<h3>(.*?)</h3>~', $body, $titles);
	preg_match('~usleep</code></td><td class="qm-num">(\d+)~', $body, $calls);
	preg_match('~<a href="([^"]+)" target=~', $body, $report);
	echo implode(', ', $titles[1]), ", $calls[1] calls of usleep, ",
		preg_match('/^menu: xhprof \([\d.]+ ms\)$/m', $body), ' ',
		told($get(htmlspecialchars_decode($report[1]), $admin));
	echo functions_of("$folder/state"), "\n";
	$link = link_of($page, 'Profile this page');
	echo told($get('/about', ['Cookie: user=admin; xhprof_profile=' . token($get($link, $admin))]));
}, ['QM' => '1']);

echo "== without the extension\n";
echo shell_exec(escapeshellarg(PHP_BINARY) . ' -n -r ' . escapeshellarg('define("ABSPATH", "/"); require $argv[1]; '
	. 'echo class_exists("XHProf\\WordPress\\Plugin", false) ? "it runs" : "nothing";')
	. ' ' . escapeshellarg(__DIR__ . '/../../integrations/wordpress/xhprof.php') . ' 2>&1'), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/wordpress.tmp');
?>
--EXPECT--
== without a trigger
a visitor: 200
  The page /
an editor: 200
  The page /
an administrator: 200
  The page / Profile this page: /about?xhprof_profile=report&amp;xhprof_nonce=N&amp;a=1 /
a visitor with the link: 200
  The page /
an editor with the link: 200
  The page /
another administrator with the link: 200
  The page / Profile this page: /about?xhprof_profile=report&amp;xhprof_nonce=N&amp;a=1 /
with a wrong nonce: 200
  The page / Profile this page: /about?xhprof_profile=report&amp;xhprof_nonce=N&amp;a=1 /
the link: 303
  Location: /about?a=1
  Set-Cookie: xhprof_profile=TOKEN; HttpOnly; SameSite=Strict
a guess: 200
  The page / Profile this page: /about?xhprof_profile=report&amp;xhprof_nonce=N /
the token of another: 200
  Set-Cookie: xhprof_profile=deleted; HttpOnly; SameSite=Strict
  The page /
elsewhere: 200
  The page / Profile this page: /other?xhprof_profile=report&amp;xhprof_nonce=N /
the page: 303
  Location: /wp-admin/admin-post.php?action=xhprof_report&run=RUN&_wpnonce=N
  Set-Cookie: xhprof_profile=deleted; HttpOnly; SameSite=Strict
  <!doctype html><meta http-equiv="refresh" content="0; url=/wp-admin/admin-post.php?action=xhprof_report&amp;run=RUN&amp;_wpnonce=N"><a href="/wp-admin/admin-post.php?action=xhprof_report&amp;run=RUN&amp;_wpnonce=N">The report</a>
again: 200
  The page / Profile this page: /about?xhprof_profile=report&amp;xhprof_nonce=N&amp;a=1 /
a page that flushes: 200
  Set-Cookie: xhprof_profile=deleted; HttpOnly; SameSite=Strict
  <!doctype html><meta http-equiv="refresh" content="0; url=/wp-admin/admin-post.php?action=xhprof_report&amp;run=RUN&amp;_wpnonce=N"><a href="/wp-admin/admin-post.php?action=xhprof_report&amp;run=RUN&amp;_wpnonce=N">The report</a>
the report: 200
  a report
a visitor: 200
an editor: 403
  You may not see this report, or its link has expired: profile the page again.
another administrator: 403
  You may not see this report, or its link has expired: profile the page again.
/about 3 calls 0 of ours, saved: 0, left: 
== with a trigger
the link: 303
  Location: /about
  Set-Cookie: xhprof_profile=TOKEN; HttpOnly; SameSite=Strict
  Set-Cookie: XHPROF_TRIGGER=sesame; HttpOnly; SameSite=Strict
the page: 303
  Location: /wp-admin/admin-post.php?action=xhprof_report&run=RUN&_wpnonce=N
  Set-Cookie: xhprof_profile=deleted; HttpOnly; SameSite=Strict
  Set-Cookie: XHPROF_TRIGGER=deleted; HttpOnly; SameSite=Strict
  <!doctype html><meta http-equiv="refresh" content="0; url=/wp-admin/admin-post.php?action=xhprof_report&amp;run=RUN&amp;_wpnonce=N"><a href="/wp-admin/admin-post.php?action=xhprof_report&amp;run=RUN&amp;_wpnonce=N">The report</a>
the report: 200
  a report
of the saved run: 200
  a report
{"route":"page","role":"administrator","template":"page.php"}
== the operator refuses it
200
  Set-Cookie: xhprof_profile=deleted; HttpOnly; SameSite=Strict
  Set-Cookie: XHPROF_TRIGGER=deleted; HttpOnly; SameSite=Strict
  The page / Profile this page: /about?xhprof_profile=report&amp;xhprof_nonce=N / Not profiled: requested from an address that is not in xhprof.trigger_ips: - /
== with Query Monitor
200
  The page /
200
  The page / Profile this page: /about?xhprof_profile=report&amp;xhprof_nonce=N / Profile into Query Monitor: /about?xhprof_profile=page&amp;xhprof_nonce=N / <panel> / <section><p>Not profiled: xhprof.auto=off.</p><p><a href="/about?xhprof_profile=page&amp;xhprof_nonce=N">Profile this page</a></p></section></panel> / menu: xhprof /
Components by own time, Functions by own time, 3 calls of usleep, 1 200
  a report
/about 3 calls 0 of ours
303
  Location: /wp-admin/admin-post.php?action=xhprof_report&run=RUN&_wpnonce=N
  Set-Cookie: xhprof_profile=deleted; HttpOnly; SameSite=Strict
  <!doctype html><meta http-equiv="refresh" content="0; url=/wp-admin/admin-post.php?action=xhprof_report&amp;run=RUN&amp;_wpnonce=N"><a href="/wp-admin/admin-post.php?action=xhprof_report&amp;run=RUN&amp;_wpnonce=N">The report</a>
== without the extension
nothing
