--TEST--
On the web a query parameter, cookie or header requests a run, given the secret and an allowed address
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/page.inc", <<<'PHP'
<?php
set_error_handler(function ($level, $message) { echo "handler: $message\n"; });
header('X-XHProf-Run: of the program');
header('Server-Timing: app;dur=1');
header_remove('X-XHProf-Run');
echo xhprof_info()['auto']['reason'];
PHP);

/* What is answered, and the headers of ours. */
function told_by(array $answer): string
{
	$ours = preg_replace(['/[0-9a-f]{16}/', '/dur=[\d.]+/'], ['RUN', 'dur=N'], preg_grep('/^(x-xhprof|server-timing: xhprof)/i', $answer[0]));
	return "$answer[1]\n" . implode('', array_map(static fn (string $line) => "  $line\n", $ours));
}

$requests = function (callable $get): void {
	echo told_by($get('/'));
	echo told_by($get('/?XHPROF_TRIGGER=open%20sesame'));
	echo told_by($get('/', ['Cookie: a=b; XHPROF_TRIGGER=open%20sesame']));
	echo told_by($get('/', ['X-XHProf-Trigger: open sesame']));
	echo told_by($get('/?XHPROF_TRIGGER=open%20sesame', ['X-XHProf-Trigger: wrong']));
	foreach (['', 'open', 'open%20sesame%00', 'open%20sesamE', 'Open%20sesame', 'open%20sesameopen%20sesame'] as $wrong) {
		echo "$wrong: ", told_by($get("/?XHPROF_TRIGGER=$wrong"));
	}
	echo told_by($get('/?XHPROF_TRIGGER[]=open%20sesame'));
	// What others ask by is theirs.
	echo told_by($get('/?XHPROF_ENABLED=1&PROFILEME=1&_profile=1', ['X-Xhprof-Enabled: 1', 'Cookie: _profile=1']));
};
foreach ([
	'' => ['xhprof.trigger_secret='],
	'from there' => ['xhprof.trigger_secret="open sesame"', 'xhprof.trigger_ips="10.0.0.0/8, 127.0.0.0/30"'],
	'from elsewhere' => ['xhprof.trigger_secret="open sesame"', 'xhprof.trigger_ips=10.0.0.0/8'],
] as $how => $settings) {
	echo "== $how\n";
	serve("$folder/page.inc", auto_settings("$folder/runs", 'xhprof.auto=trigger', ...$settings), $requests);
	echo count(runs("$folder/runs")), " runs\n";
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/trigger_web.tmp');
?>
--EXPECT--
== 
not asked for
asked for, but xhprof.trigger_secret is not set
asked for, but xhprof.trigger_secret is not set
asked for, but xhprof.trigger_secret is not set
asked for, but xhprof.trigger_secret is not set
: asked for, but xhprof.trigger_secret is not set
open: asked for, but xhprof.trigger_secret is not set
open%20sesame%00: asked for, but xhprof.trigger_secret is not set
open%20sesamE: asked for, but xhprof.trigger_secret is not set
Open%20sesame: asked for, but xhprof.trigger_secret is not set
open%20sesameopen%20sesame: asked for, but xhprof.trigger_secret is not set
not asked for
not asked for
0 runs
== from there
not asked for
asked for by the query parameter
  X-XHProf-Run: RUN
  Server-Timing: xhprof;desc="RUN";dur=N
asked for by the cookie
  X-XHProf-Run: RUN
  Server-Timing: xhprof;desc="RUN";dur=N
asked for by the header
  X-XHProf-Run: RUN
  Server-Timing: xhprof;desc="RUN";dur=N
asked for by the query parameter
  X-XHProf-Run: RUN
  Server-Timing: xhprof;desc="RUN";dur=N
: asked for with a wrong secret
open: asked for with a wrong secret
open%20sesame%00: asked for with a wrong secret
open%20sesamE: asked for with a wrong secret
Open%20sesame: asked for with a wrong secret
open%20sesameopen%20sesame: asked for with a wrong secret
not asked for
not asked for
4 runs
== from elsewhere
not asked for
asked for from an address that is not in xhprof.trigger_ips
asked for from an address that is not in xhprof.trigger_ips
asked for from an address that is not in xhprof.trigger_ips
asked for from an address that is not in xhprof.trigger_ips
: asked for from an address that is not in xhprof.trigger_ips
open: asked for from an address that is not in xhprof.trigger_ips
open%20sesame%00: asked for from an address that is not in xhprof.trigger_ips
open%20sesamE: asked for from an address that is not in xhprof.trigger_ips
Open%20sesame: asked for from an address that is not in xhprof.trigger_ips
open%20sesameopen%20sesame: asked for from an address that is not in xhprof.trigger_ips
not asked for
not asked for
0 runs
