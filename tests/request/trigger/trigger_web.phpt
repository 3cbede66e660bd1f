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
['reason' => $reason, 'requested' => $isRequested, 'excluded' => $isExcluded] = xhprof_info()['auto'];
echo $reason, $isRequested ? ' (requested)' : '', $isExcluded ? ' (excluded)' : '';
PHP);

/* What is answered, and the headers of ours. */
function told_by(array $answer): string
{
	$ours = preg_replace(['/[0-9a-f]{16}/', '/dur=[\d.]+/'], ['RUN', 'dur=N'],
		preg_grep('/^(x-xhprof|server-timing: xhprof)/i', $answer[0]));
	return "$answer[1]\n" . implode('', array_map(static fn (string $line) => "  $line\n", $ours));
}

$requests = function (callable $get): void {
	echo told_by($get('/'));
	echo told_by($get('/?XHPROF_TRIGGER=open%20sesame'));
	echo told_by($get('/', ['Cookie: a=b; XHPROF_TRIGGER=open%20sesame']));
	echo told_by($get('/', ['X-XHProf-Trigger: open sesame']));
	echo told_by($get('/?XHPROF_TRIGGER=open%20sesame', ['X-XHProf-Trigger: wrong']));
	foreach (['', 'open', 'open%20sesame%00', 'open%20sesamE', 'Open%20sesame',
		'open%20sesameopen%20sesame'] as $wrong) {
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
not requested
requested, but xhprof.trigger_secret is not set
requested, but xhprof.trigger_secret is not set
requested, but xhprof.trigger_secret is not set
requested, but xhprof.trigger_secret is not set
: requested, but xhprof.trigger_secret is not set
open: requested, but xhprof.trigger_secret is not set
open%20sesame%00: requested, but xhprof.trigger_secret is not set
open%20sesamE: requested, but xhprof.trigger_secret is not set
Open%20sesame: requested, but xhprof.trigger_secret is not set
open%20sesameopen%20sesame: requested, but xhprof.trigger_secret is not set
not requested
not requested
0 runs
== from there
not requested
requested by the query parameter (requested)
  X-XHProf-Run: RUN
  Server-Timing: xhprof;desc="RUN";dur=N
requested by the cookie (requested)
  X-XHProf-Run: RUN
  Server-Timing: xhprof;desc="RUN";dur=N
requested by the header (requested)
  X-XHProf-Run: RUN
  Server-Timing: xhprof;desc="RUN";dur=N
requested by the query parameter (requested)
  X-XHProf-Run: RUN
  Server-Timing: xhprof;desc="RUN";dur=N
: requested with a wrong secret
open: requested with a wrong secret
open%20sesame%00: requested with a wrong secret
open%20sesamE: requested with a wrong secret
Open%20sesame: requested with a wrong secret
open%20sesameopen%20sesame: requested with a wrong secret
not requested
not requested
4 runs
== from elsewhere
not requested
requested from an address that is not in xhprof.trigger_ips (excluded)
requested from an address that is not in xhprof.trigger_ips (excluded)
requested from an address that is not in xhprof.trigger_ips (excluded)
requested from an address that is not in xhprof.trigger_ips (excluded)
: requested from an address that is not in xhprof.trigger_ips (excluded)
open: requested from an address that is not in xhprof.trigger_ips (excluded)
open%20sesame%00: requested from an address that is not in xhprof.trigger_ips (excluded)
open%20sesamE: requested from an address that is not in xhprof.trigger_ips (excluded)
Open%20sesame: requested from an address that is not in xhprof.trigger_ips (excluded)
open%20sesameopen%20sesame: requested from an address that is not in xhprof.trigger_ips (excluded)
not requested
not requested
0 runs
