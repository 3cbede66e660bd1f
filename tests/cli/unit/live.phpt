--TEST--
What is told of processes, PHPs and answers to agents is in words, with the bounds that these have
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Command\Variation;
use XHProf\Cli\Doctor\Finding;
use XHProf\Cli\Doctor\Machine;
use XHProf\Cli\Doctor\PhpInfo;
use XHProf\Cli\Doctor\Sapi;
use XHProf\Cli\Doctor\Setup;
use XHProf\Cli\Help\Completion;
use XHProf\Cli\Help\NextSteps;
use XHProf\Cli\Help\Reference;
use XHProf\Cli\Live\Absence;
use XHProf\Cli\Live\Access;
use XHProf\Cli\Live\CauseDetails;
use XHProf\Cli\Live\Choice;
use XHProf\Cli\Live\Deaths;
use XHProf\Cli\Live\FpmPool;
use XHProf\Cli\Live\LastCauses;
use XHProf\Cli\Live\Marks;
use XHProf\Cli\Live\MissingRing;
use XHProf\Cli\Live\Place;
use XHProf\Cli\Live\PoolSnapshot;
use XHProf\Cli\Live\Processors;
use XHProf\Cli\Live\RequestFilter;
use XHProf\Cli\Live\Session;
use XHProf\Cli\Live\Sockets;
use XHProf\Cli\Live\Target;
use XHProf\Cli\Live\Wait;
use XHProf\Cli\Live\WaitCause;
use XHProf\Cli\Mcp\Answers;
use XHProf\Cli\Mcp\RpcError;
use XHProf\Cli\Process\ProcStat;
use XHProf\Cli\Process\RunRequest;
use XHProf\Cli\Terminal\Arguments;

$folder = unit_folder();

/* Addresses of connections, as the extension reads them. */
preg_match_all('/^ADDRESS\("(\S+)", "(\S+)"\)$/m',
	(string) file_get_contents(__DIR__ . '/../../sampler/addresses.inc'), $cases, PREG_SET_ORDER);
same('cases', true, count($cases) > 5);
foreach (pack('L', 1) === pack('N', 1) ? [] : $cases as [, $listed, $text]) {
	same("the address $listed", $text, Sockets::text($listed));
}

/* Events of a request: less than 1 ms, or than 1 % of it, is not worth a word. */
$mark = static fn (int $count, int $ns, array $more = []): array => $more + ['count' => $count, 'duration_ns' => $ns,
	'longest_ns' => $ns, 'amount' => 0, 'limit' => 0, 'text' => ''];
foreach ([[['gc' => $mark(3, 1_000_000)], null, 'gc 3x 1.00 ms'], [['gc' => $mark(3, 999_999)], null, ''],
	[['gc' => $mark(3, 9_999_999)], 1_000_000_000, ''], [['gc' => $mark(3, 10_000_000)], 1_000_000_000,
	'gc 3x 10.0 ms'],
	[['compile' => $mark(1, 2_000_000), 'eval' => $mark(2, 3_000_000)], null,
		'compiled 1 file 2.00 ms, eval 2x 3.00 ms'], [['exception' => $mark(1, 0, ['text' => 'E'])], null,
		'1 exception: E'], [['exception' => $mark(2, 0, ['text' => 'E'])], null, '2 exceptions, last: E'],
	[['memory' => $mark(1, 0, ['amount' => 96 << 20, 'limit' => 128 << 20])], null, 'memory 75.0 % of 128 MiB'],
		[['memory' => $mark(1, 0, ['amount' => 1, 'limit' => 2]), 'out_of_memory' => $mark(1, 0,
		['limit' => 128 << 20])], null, 'memory_limit of 128 MiB hit'],
	[['opcache_full' => $mark(1, 0), 'opcache_restart' => $mark(1, 0, ['text' => 'hash'])], null,
		'opcache restarted: hash, opcache full']] as [$marks, $wallNs, $text]) {
	same("marks: $text", $text, Marks::text($marks, $wallNs));
}

/* Control groups. One that came or went between two moments says nothing of the time between. */
$cpus = static function (int $ticks, array $throttledUs) use ($folder): ?Processors {
	@mkdir("$folder/cpus/proc", 0700, true);
	file_put_contents("$folder/cpus/proc/stat", "cpu  $ticks 0 0 0 0 0 0 0 0 0\ncpu0 $ticks\n");
	foreach ($throttledUs as $pid => $us) {
		@mkdir("$folder/cpus/proc/$pid");
		file_put_contents("$folder/cpus/proc/$pid/cgroup", "0::/of$pid\n");
		@mkdir("$folder/cpus/sys/fs/cgroup/of$pid", 0700, true);
		file_put_contents("$folder/cpus/sys/fs/cgroup/of$pid/cpu.stat", "nr_throttled 1\nthrottled_usec $us\n");
	}

	return Processors::now(array_keys($throttledUs), "$folder/cpus");
};
[$first, $second] = [$cpus(100, [7 => 1000, 8 => 500, 9 => 70]), $cpus(300, [7 => 3000, 9 => 71, 10 => 9000])];
same('kept from running by those that were there at both moments', 2_001_000,
	$first?->until($second, [])['throttled_ns']);
same('and none that are only there at one', 0,
	$cpus(400, [11 => 5])?->until($cpus(500, [12 => 6]), [])['throttled_ns']);

/* Deaths. */
same('in words', ['killed or crashed', 'ended by SIGKILL', 'ended by SIGTERM: request_terminate_timeout'],
	all_of(Deaths::text(...), [null, ['signal' => 'SIGKILL', 'by' => null, 'at' => 1.0], ['signal' => 'SIGTERM',
	'by' => 'request_terminate_timeout', 'at' => 1.0]]));
$death = ['signal' => 'SIGKILL', 'by' => null, 'at' => 109.0];
foreach ([[5_000_000_000, ['wall_ns' => 5_000_000_000, 'wall_bound' => 'at least']], [4_999_999_999,
	['wall_ns' => 10_000_000_000, 'wall_bound' => 'at most']], [0, ['wall_ns' => 10_000_000_000,
	'wall_bound' => 'at most']]] as [$sampled, $lasted]) {
	same("sampled for $sampled ns", $lasted, Deaths::lasted('x.data', ['request' => ['began' => 100.0]], $death,
		$sampled));
}
touch("$folder/1-2.data", 104);
same('noticed by the next one', ['wall_ns' => 5_000_000_000, 'wall_bound' => 'at most'],
	Deaths::lasted("$folder/1-2.data", ['request' => ['began' => 100.0]], null, 0));
same('never before it began', 0, Deaths::lasted("$folder/1-2.data", ['request' => ['began' => 500.0]], null,
	-1)['wall_ns']);
same('of other servers nobody knows', null, (new Deaths())->of('x', ['pid' => 1, 'sapi' => 'cli',
	'request' => ['began' => 1.0]]));
/* The log has whole seconds of the system's zone. A death up to 2 s before the request began is its own. */
$at = static fn (int $time): string => trim((string) shell_exec('env -u TZ LC_ALL=C date -d @' . $time
	. " '+%d-%b-%Y %H:%M:%S'"));
$fpm = static fn (int $exit, int $timeout, float $began): ?array => (new Deaths([['owner' => 0, 'text' =>
	"[{$at($timeout)}] WARNING: [pool www] child 5, script '/i.php' (request: \"GET /\") execution timed out "
	. "(3.0 sec), terminating\n[{$at($exit)}] WARNING: [pool www] child 5 exited on signal 15 (SIGTERM) after 3.2 "
	. "seconds from start\n"]]))->of('x', ['pid' => 5, 'sapi' => 'fpm-fcgi', 'request' => ['began' => $began]]);
$limit = 'request_terminate_timeout';
foreach ([['2 s before', 1_700_000_000, 1_700_000_000, 1_700_000_002.0, $limit], ['a timeout before that',
	1_700_000_001, 1_700_000_000, 1_700_000_002.5, null]] as [$name, $exit, $timeout, $began, $by]) {
	same($name, ['signal' => 'SIGTERM', 'by' => $by, 'at' => (float) $exit], $fpm($exit, $timeout, $began));
}
same('a death before that', null, $fpm(1_700_000_000, 1_700_000_000, 1_700_000_002.5));
same('a death that is still to come', null, $fpm(time() + 3600, 1_700_000_000, 1_700_000_000.0));

/* Requests, pools, leases, waits. */
foreach ([['', 'GET /a', true], ['/a', 'GET /a?b', true], ['/a', 'GET /ab', false], ['/a*', '/ab', true]] as [$pattern,
	$request, $admits]) {
	same("$pattern admits $request", $admits, RequestFilter::admits($pattern, $request));
}
same('a part that is typed', ['', '/a', 'a*', '*cart*'], all_of(RequestFilter::ofPart(...), ['', '/a', 'a*', 'cart']));
foreach (["php-fpm: pool www\0\0" => 1, 'php-fpm8.2: pool www   ' => 1, 'php-fpm: pool www2' => 0,
	'xphp-fpm: pool www' => 0] as $title => $is) {
	same("the pool of $title", $is, preg_match(FpmPool::pattern('www'), $title));
}
same('a pool is no pattern', 0, preg_match(FpmPool::pattern('w.w'), 'php-fpm: pool www'));
$asked = 0;
Session::await(['a' => static function () use (&$asked): ?array {
	return ++$asked < 3 ? ['is_alive' => true, 'sampling' => ['is_on' => true, 'readers' => 1]] : ['is_alive' => true,
		'sampling' => ['is_on' => true, 'readers' => 0]];
}, 'gone' => static fn (): ?array => null, 'dead' => static fn (): array => ['is_alive' => false,
	'sampling' => ['is_on' => true, 'readers' => 9]]]);
same('until no reader keeps it on, unless its time was over', true, $asked >= 1 && $asked <= 3);
$frame = static fn (string $function, ?string $file): array => ['function' => $function, 'file' => $file, 'line' => 1];
foreach ([[[$frame('usleep', null)], [], 'computes'], [[$frame('usleep', null)], ['off_cpu'], 'sleeps: usleep()'],
	[[$frame('PDO::query', null)], ['off_cpu'], 'waits for a database: PDO::query()'], [[$frame('f', '/a.php')],
	['off_cpu'], 'waits in the system'], [[], ['waits_for_cpu'], 'waits for a CPU']] as [$frames, $flags, $text]) {
	same(json_encode([$frames[0]['function'] ?? '', $flags]), $text, Wait::of($frames, $flags)['text']);
}
foreach (['DOMDocument::load' => ['stream', 'waits for a file or a socket: DOMDocument::load()'],
	'file_get_contents' => ['stream', 'waits for a file or a socket: file_get_contents()'],
	'get_headers' => ['network', 'waits for the network: get_headers()'],
	'curl_multi_exec' => ['network', 'waits for the network: curl_multi_exec()'],
	'MongoDB\Driver\Manager::executeQuery' => ['database',
		'waits for a database: MongoDB\Driver\Manager::executeQuery()'],
	'oci_execute' => ['database', 'waits for a database: oci_execute()'],
	'gc_collect_cycles' => ['other', 'waits in gc_collect_cycles()'],
	'DOMDocument::loadXML' => ['other', 'waits in DOMDocument::loadXML()']] as $function => [$kind, $text]) {
	same($function, ['kind' => $kind, 'text' => $text], Wait::of([$frame($function, null)], ['off_cpu']));
}
same('by the kernel', ['kind' => 'stream', 'text' => 'waits for tcp 10.0.0.1:80 in XMLReader::open()'],
	Wait::of([$frame('XMLReader::open', null)], ['off_cpu'], 'tcp 10.0.0.1:80'));
preg_match_all('/^\t\{"([^"]+)", /m', file_get_contents(__DIR__ . '/../../../base/detail_kind.c'), $known);
$asking = array_filter($known[1], static fn (string $function): bool => XHProf\Profile::sends("$function#") !== null);
same('functions that ask a service or open a URL are known', [true, []], [count($asking) > 50,
	array_values(array_filter($asking, static fn (string $function): bool => Wait::of([$frame($function, null)],
		['off_cpu'])['kind'] === 'other'))]);
same('called by', [null, 'App::f', 'Orm::g', null], [Place::caller([$frame('f', '/a.php')]),
	Place::caller([$frame('usleep', null), $frame('Orm::g', '/vendor/a/b.php'), $frame('App::f', '/a.php')]),
	Place::caller([$frame('usleep', null), $frame('Orm::g', '/vendor/a/b.php')]), Place::caller([])]);
same('holds', ['pid 5', 'pid 5', 'tcp x'], [(new WaitCause(5, true, 0, 'tcp x'))->key(), (new WaitCause(5, true, 0,
	'tcp x'))->group(), (new WaitCause(5, false, 0, 'tcp x'))->group()]);
$last = new LastCauses();
foreach ([['a', 'flock x', 1, 5, 100.0], ['a', 'flock y', 2, 6, 100.5], ['b', 'flock x', 1, 7, 100.0]] as [$file, $wait,
	$request, $pid, $now]) {
	$last->see($file, $wait, $request,
		CauseDetails::of(new WaitCause($pid, true, 0, ''), static fn (): array => []), $now);
}
$seen = static fn (float $now): array => array_map(static fn (array $of): ?string => $last->of($of[0], $of[1],
	$now)?->hold->key(), [['a', 'flock x'], ['a', 'flock y'], ['b', 'flock x'], ['b', 'flock y']]);
same('who held it last, of each worker and each wait', ['pid 5', 'pid 6', 'pid 7', null], $seen(100.9));
same('for less than a second', [null, 'pid 6', null, null], $seen(101.0));
$last->keepOnly('a', 2);
same('in the same request', [null, 'pid 6', 'pid 7', null], $seen(100.9));
same('settings', ['xhprof.live_dir=/dev/shm/xhprof', 'xhprof.live_dir=/x'], [MissingRing::setting(''),
	MissingRing::setting('/x')]);
same('no process', 'there is no process 999999999, and no ring of one in /x', MissingRing::process(999_999_999,
	'/x')->getMessage());
same('this one may be PHP', [true, false], [MissingRing::mayBePhp(getmypid()), MissingRing::mayBePhp(999_999_999)]);
same('a folder that may be read', null, Access::need($folder));
same('why a ring could not be opened', 'it is damaged', Access::reason("$folder/none",
	new RuntimeException("Could not open the ring $folder/none: it is damaged")));

/* What PHP says of itself. */
$text = "phpinfo()\nPHP Version => 8.2.1\n\nServer API => FPM/FastCGI\nLoaded Configuration File => /etc/php.ini\n"
	. "Scan this dir for additional .ini files => /etc/conf.d\nAdditional .ini files parsed => /etc/conf.d/10-a.ini,\n"
	. "/etc/conf.d/20-xhprof.ini\n\nCore\n\nextension_dir => /ext => /ext\n\n"
	. "xhprof\n\nVersion => 3.0.0\nxhprof.auto => off => trigger\nxhprof.output_dir => no value => no value\n";
$info = PhpInfo::of("PHP Warning:  xhprof.hook must be one of ex, observer, not \"x\" in Unknown on line 0\n$text");
same('values', ['8.2.1', '/ext => /ext', '', ''], [$info->value('PHP Version'), $info->value('extension_dir', 'core'),
	$info->value('xhprof.output_dir', 'none'), $info->value('nothing')]);
same('settings of PHP', ['off', '', ['xhprof.auto', 'xhprof.output_dir'], true, false], [$info->setting('xhprof.auto',
	'xhprof'), $info->setting('xhprof.output_dir', 'xhprof'), $info->settings('xhprof'), $info->hasModule('XHProf'),
	$info->hasModule('x')]);
same('its files', ['/etc/php.ini', '/etc/conf.d/10-a.ini', '/etc/conf.d/20-xhprof.ini'], $info->iniFiles());
same('a refusal', ['xhprof.hook must be one of ex, observer, not "x"'], $info->refusals());
same('no complaint of its loading', '', PhpInfo::of($text)->complaint());
same('of HTML', ['8.2.1', 'on'],
	[($html = PhpInfo::of("<h1 class=\"p\">PHP Version 8.2.1</h1>\n<h2><a name=\"module_x\">x</a></h2>\n"
		. "<tr><td class=\"e\">x.a</td><td class=\"v\">on</td><td class=\"v\">off</td></tr>"))->value('PHP Version'),
		$html->setting('x.a', 'x')]);
mkdir("$folder/etc/php/8.2/apache2/conf.d", 0700, true);
file_put_contents("$folder/etc/php/8.2/apache2/conf.d/20-xhprof.ini", "; x\nextension = xhprof.so ; y\n");
$machine = new Machine($folder, '');
$sapi = Sapi::ofApache($machine, '/usr/lib/apache2/modules/libphp8.2.so', null);
same('a module of Apache', ['apache2handler', '8.2', ['/etc/php/8.2/apache2/php.ini',
	'/etc/php/8.2/apache2/conf.d/20-xhprof.ini'], true, true], [$sapi->kind, $sapi->release(), $sapi->iniFiles,
	$sapi->hasModule($machine), $sapi->isWeb()]);
same('how to unload it', 'phpdismod -v 8.2 -s apache2 xdebug', preg_replace('/^sudo /', '',
	(new Setup($machine))->unload($sapi, 'xdebug')[0]));
same('findings', [['ok', []], ['note', ['c']], ['wrong', ['d']]],
	array_map(static fn (Finding $one): array => [$one->level, $one->commands], [Finding::ok('a'), Finding::note('b',
	[], ['c']), Finding::wrong('c', [], ['d'])]));

/* Help. */
foreach (['bash', 'zsh', 'fish'] as $shell) {
	$script = Completion::of($shell);
	same("$shell completes each command", [], array_values(array_filter(array_keys(Reference::commands()),
		static fn (string $command): bool => preg_match('/\b' . $command . '\b/', $script) !== 1)));
}
mkdir("$folder/project/bin", 0700, true);
touch("$folder/project/-x.php");
same('next steps', ['xhprof run -- ./-x.php', 'xhprof top RUN', 'xhprof doctor'], NextSteps::of("$folder/project", '',
	false));
touch("$folder/project/bin/console");
same('with more to go on', ['xhprof run -- bin/console', 'xhprof list', 'xhprof live'], NextSteps::of("$folder/project",
	$folder, true));

/* Scripts, and commands of several sizes. */
file_put_contents("$folder/a.php", '<?php');
same('php is left out', [["$folder/a.php", 'x'], ['-d', 'a=b'], ['phpunit']], [RunRequest::script([PHP_BINARY,
	"$folder/a.php", 'x'], 'run'), RunRequest::script(['-d', 'a=b'], 'run'), RunRequest::withoutPhp(['phpunit'],
	'run')]);
refused('no script', 'no such script', static fn () => RunRequest::script(["$folder/b.php"], 'run'));
refused('none at all', 'no script given', static fn () => RunRequest::script([], 'run'));
$known = ['vary' => true, 'fail-if' => true, 'strict' => false, 'against' => true, 'log' => true, 'by' => true];
$variation = Variation::of(new Arguments(['--vary', 'N=3,1,2', '--', "$folder/a.php", '{N}'], $known));
same('a command for each size', [["$folder/a.php", '1'], ["$folder/a.php", '2'], ["$folder/a.php", '3'], 'N=3'],
	[...$variation->words, $variation->greatest()]);
same('of one size', null, Variation::of(new Arguments(["$folder/a.php"], $known)));
refused('a threshold of one size', '--fail-if cannot be combined with a run of one size only',
	static fn () => Variation::of(new Arguments(['--fail-if', 'growth>1'], $known)));
refused('against something', '--against cannot be combined with --vary', static fn () =>
	Variation::of(new Arguments(['--vary', 'N=1,2,3', '--against', 'x', '--', '{N}'], $known)));

/* Answers to agents: 4 bytes a token. */
$answers = new Answers();
same('what fits', 'abcd', $answers->cut('abcd', 1));
same('between lines', "ab\n(2 more lines: call `more` with the cursor \"1\")\n", $answers->cut("ab\ncd\nef", 1));
same('the rest', "cd\n(1 more lines: call `more` with the cursor \"2\")\n", $answers->more('1', 1));
same('and its rest', 'ef', $answers->more('2', 1));
refused('a cursor once', 'unknown cursor "1"', static fn () => $answers->more('1', 1));
same('between characters', ['aä', 'a', 'a', ''], [Answers::start('aäb', 3), Answers::start('aäb', 2),
	Answers::start('aäb', 1), Answers::start('äb', 1)]);
for ($i = 0; $i < 17; $i++) {
	$answers->cut("ab\ncd\n", 1);
}
refused('the last 16 rests', 'unknown cursor "3"', static fn () => $answers->more('3', 1));
same('of which the first', "cd\n", $answers->more('4', 1));
same('an error', [-32601, 'x'], [($error = new RpcError(RpcError::METHOD, 'x'))->getCode(), $error->getMessage()]);
/* Processes of the tool have rings, too, which no command reads. */
mkdir("$folder/tools");
file_put_contents("$folder/tools/xhprof", '<?php echo "runs\n"; fgets(STDIN);');
file_put_contents("$folder/tools/app.php", '<?php echo "runs\n"; fgets(STDIN);');
foreach ([['xhprof', 'live', false], ['xhprof', 'mcp', false], ['xhprof', 'ship', false], ['app.php', 'live', true]]
	as [$script, $word, $isTarget]) {
	$process = proc_open([PHP_BINARY, '-n', "$folder/tools/$script", $word], [['pipe', 'r'], ['pipe', 'w']], $pipes);
	fgets($pipes[1]);
	$pid = proc_get_status($process)['pid'];
	touch($ring = "$folder/tools/$pid-" . ProcStat::of($pid)->start . '.data');
	same("$script $word is a target", $isTarget ? [$ring] : [], Target::in("$folder/tools")->files());
	unlink($ring);
	fclose($pipes[0]);
	proc_close($process);
}

/* A screen's tables: equal rows go on by the other time, then by name, or by pid. */
$functions = array_map(static fn (array $row): array => array_combine(['function', 'own_ns', 'wall_ns', 'samples',
	'share_error_points'], [...$row, 1, 0.0]), [['main()', 10, 100], ['F', 40, 40], ['g', 40, 50], ['h', 10, 50],
	['e', 40, 40]]);
$workers = [];
foreach ([['GET', '/b', 50, null, 0.5], ['GET', '/a', 50, 10, null], ['PUT', '/a', 70, 10, 0.0],
	['GET', '/b', 10, 30, 0.9]] as $i => [$method, $uri, $bytes, $elapsed, $cpu]) {
	$workers["w$i"] = ['pid' => 9 - intdiv($i, 2), 'tid' => $i, 'state' => $i < 3 ? 'running' : 'idle',
		'method' => $method, 'uri' => $uri, 'memory_bytes' => $bytes, 'elapsed_ns' => $elapsed, 'cpu' => $cpu,
		'tags' => [], 'marks' => []];
}
$screen = static fn (int $total): PoolSnapshot => new PoolSnapshot('x', 1.23456, $workers, 2, [], ['rows' => $functions,
	'seconds' => 9, 'total_ns' => $total, 'samples' => 5, 'share_error_points' => 0.0, 'seconds_more' => null]);
foreach ([['own', '', 'g F e main() h'], ['incl', '', 'main() g h F e'], ['own', 'F', 'F'], ['own', 'f', 'F'],
	['incl', 'N', 'main()'], ['own', 'x', '']] as [$sort, $filter, $names]) {
	same("functions by $sort with \"$filter\"", $names, implode(' ', array_column($screen(100)->functions($sort,
		$filter), 'function')));
}
foreach ([['time', '', 'w3 w2 w1 w0'], ['cpu', '', 'w3 w0 w2 w1'], ['memory', '', 'w2 w0 w1 w3'],
	['request', '', 'w1 w3 w0 w2'], ['pid', '', 'w2 w3 w0 w1'], ['pid', '/b', 'w3 w0']] as [$order, $uri, $keys]) {
	same("workers by $order of \"$uri\"", $keys, implode(' ', $screen(100)->sorted($order, $uri)));
}
same('states', ['running' => 3, 'idle' => 1], $screen(1)->states());
$choice = new Choice();
$choice->sort = 'incl';
$choice->uri = '/b';
$data = $screen(300)->data($choice, 2);
same('for programs', [1.235, ['w3', 'w0'], [['main()', 3.33, 33.33], ['g', 13.33, 16.67]], false], [$data['time'],
	array_column($data['workers'], 'ring'), array_map(static fn (array $row): array => [$row['function'],
	$row['own_percent'], $row['percent']], $data['functions']), isset($data['group_by'])]);
$choice->by = 'uri';
same('of no time', ['uri', [0.0, 0.0]], [($data = $screen(0)->data($choice, 2))['group_by'],
	array_column($data['functions'], 'percent')]);

/* No process is there: tests/cli/target_absent.phpt has what is said after a while. */
mkdir("$folder/nobody");
$nobody = Target::in("$folder/nobody");
same('what a process needs', true, str_contains(Absence::advice($nobody), "xhprof.live_dir=$folder/nobody"));
$absence = static function (bool $mayWait, int $passedNs, bool ...$isThere) use ($nobody): string {
	$times = [1000];
	$absence = new Absence($nobody, $mayWait, true, static function () use (&$times, $passedNs): int {
		return array_shift($times) ?? 1000 + $passedNs;
	});
	foreach ($isThere as $is) {
		$absence->tick($is, []);
	}

	return 'goes on';
};
same('within 3 s', 'goes on', $absence(false, 2_999_999_999, false, false));
same('one was there', 'goes on', $absence(false, 3_000_000_000, true, false, false));
same('a duration', 'goes on', $absence(true, 3_000_000_000, false, false));
refused('nobody', 'is alive', static fn () => $absence(false, 3_000_000_000, false));
$times = [0, 3_000_000_000];
refused('nobody, and why', 'nothing can be sampled: x.data', static fn () => (new Absence($nobody, false, true,
	static function () use (&$times): int { return array_shift($times); }))
	->tick(false, ['x.data' => 'no permission to read it']));
finish();
?>
--EXPECT--
all as expected
