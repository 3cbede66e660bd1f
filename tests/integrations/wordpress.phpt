--TEST--
WordPress: who may profile a page gets its report, with and without the trigger of php.ini; others get the page and no profile
--FILE--
<?php
require __DIR__ . '/integrations.inc';
require __DIR__ . '/../request/trigger/auto.inc';

/* The last answer of the server, without what differs from time to time. */
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
	return preg_replace(['/[0-9a-f]{32}/', '/[0-9a-f]{16}/', '/nonce=[0-9a-f]{10}/'], ['TOKEN', 'RUN', 'nonce=N'], implode("\n  ", [...$lines, $body])) . "\n";
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
	return $run->meta()['url'] . ' ' . ($run->functions()['theme_title']['calls'] ?? 'no') . ' calls ' . count(preg_grep('/^XHProf/', array_keys($run->functions()))) . ' of ours';
}

function site(string $title, array $settings, callable $client, array $environment = []): void
{
	global $folder;
	echo "== $title\n";
	serve(__DIR__ . '/wordpress_site.inc', auto_settings("$folder/runs", 'xhprof.auto_mode=tree', 'date.timezone=UTC', ...$settings), $client, ['STATE' => "$folder/state"] + $environment);
}

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs", 0700);
mkdir("$folder/state", 0700);
$admin = ['Cookie: user=admin'];

site('without a trigger', ['xhprof.auto=off'], function (callable $get) use ($folder, $admin): void {
	echo 'a visitor: ', told($get('/about')), 'an editor: ', told($get('/about', ['Cookie: user=editor'])), 'an administrator: ', told($page = $get('/about?a=1', $admin));
	$link = link_of($page, 'Profile this page');
	foreach (['' => 'a visitor', 'editor' => 'an editor', 'owner' => 'another administrator'] as $user => $who) {
		echo "$who with the link: ", told($get($link, ["Cookie: user=$user"]));
	}
	echo 'with a wrong nonce: ', told($get(preg_replace('/nonce=\w+/', 'nonce=wrong', $link), $admin)), 'the link: ', told($sent = $get($link, $admin));
	$token = token($sent);
	foreach (['user=admin; xhprof_profile=' . str_repeat('a', 32) => 'a guess', "user=editor; xhprof_profile=$token" => 'the token of another'] as $cookie => $what) {
		echo "$what: ", told($get('/about', ["Cookie: $cookie"]));
	}
	$token = token($get($link, $admin));
	echo 'elsewhere: ', told($get('/other', ["Cookie: user=admin; xhprof_profile=$token"])), 'the page: ', told($profiled = $get('/about?a=1', ["Cookie: user=admin; xhprof_profile=$token"]));
	echo 'again: ', told($get('/about?a=1', ["Cookie: user=admin; xhprof_profile=$token"]));
	$report = redirect($profiled);
	echo 'the report: ', told($get($report, $admin));
	foreach (['' => 'a visitor', 'editor' => 'an editor', 'owner' => 'another administrator'] as $user => $who) {
		echo "$who: ", told($get($report, ["Cookie: user=$user"]));
	}
	echo functions_of("$folder/state"), ', saved: ', count(glob("$folder/runs/*")), ', left: ', implode(' ', array_diff(scandir("$folder/state"), ['.', '..'])), "\n";
});

site('with a trigger', ['xhprof.auto=trigger', 'xhprof.trigger_secret=sesame'], function (callable $get) use ($folder, $admin): void {
	$link = link_of($get('/about', $admin), 'Profile this page');
	echo 'the link: ', told($sent = $get($link, $admin)), 'the page: ', told($profiled = $get('/about', ['Cookie: user=admin; XHPROF_TRIGGER=sesame; xhprof_profile=' . token($sent)]));
	$report = redirect($profiled);
	echo 'the report: ', told($get($report, $admin));
	preg_match('/run=(\w+)/', $report, $run);
	unlink("$folder/state/xhprof_run_$run[1]");
	echo 'of the saved run: ', told($get($report, $admin)), json_encode(metas("$folder/runs")[0]['xhprof']['tags']), "\n";
	forget("$folder/runs");
});

site('the operator refuses it', ['xhprof.auto=trigger', 'xhprof.trigger_secret=sesame', 'xhprof.trigger_ips=10.0.0.1'], function (callable $get) use ($admin): void {
	$link = link_of($get('/about', $admin), 'Profile this page');
	echo told($get('/about', ['Cookie: user=admin; XHPROF_TRIGGER=sesame; xhprof_profile=' . token($get($link, $admin))]));
});

site('with Query Monitor', ['xhprof.auto=off'], function (callable $get) use ($folder, $admin): void {
	echo told($get('/about')), told($page = $get('/about', $admin));
	$link = link_of($page, 'Profile into Query Monitor');
	$body = $get('/about', ['Cookie: user=admin; xhprof_profile=' . token($get($link, $admin))])[1];
	preg_match_all('~<h3>(.*?)</h3>~', $body, $titles);
	preg_match('~theme_title</code></td><td class="qm-num">(\d+)~', $body, $calls);
	preg_match('~<a href="([^"]+)" target=~', $body, $report);
	echo implode(', ', $titles[1]), ", $calls[1] calls of theme_title, ", preg_match('/^menu: xhprof \([\d.]+ ms\)$/m', $body), ' ', told($get(htmlspecialchars_decode($report[1]), $admin));
	echo functions_of("$folder/state"), "\n";
	$link = link_of($page, 'Profile this page');
	echo told($get('/about', ['Cookie: user=admin; xhprof_profile=' . token($get($link, $admin))]));
}, ['QM' => '1']);

echo "== without the extension\n";
echo shell_exec(escapeshellarg(PHP_BINARY) . ' -n -r ' . escapeshellarg('define("ABSPATH", "/"); require $argv[1]; echo "nothing", count(get_declared_classes()) - count(get_declared_classes());')
	. ' ' . escapeshellarg(__DIR__ . '/../../integrations/wordpress/xhprof.php') . ' 2>&1'), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/wordpress.tmp');
?>
--EXPECT--
