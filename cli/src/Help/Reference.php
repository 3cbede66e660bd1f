<?php
declare(strict_types=1);

namespace XHProf\Cli\Help;

/**
 * All commands, their options, and what the tool says of them. --help, docs/cli.md and the manual page are made
 * of this table: see tools/gen-cli-docs.php. What stands between backquotes is typed as it is.
 *
 * @phpstan-type Option array{value: ?string, text: string, examples?: array<string, string>}
 * @phpstan-type Command array{synopsis: string, summary: string, usage: list<string>, about: string,
 *     options: array<string, Option>}
 */
final class Reference
{
	public const PURPOSE = 'profile PHP scripts, and look into profiles';

	public const DESCRIPTION = 'Runs a PHP script as `php` would, with the profiler on, and reports at its end which '
		. 'functions it called, how often, from where, and what they cost. The script needs no change: its output, input, '
		. 'arguments and exit status are its own. The profile is saved in a file, which the other commands read.';

	private const JSON = ['value' => null, 'text' => 'print one object of JSON instead'];

	private const TARGET = 'TARGET is a pid, a folder of rings, a pool of php-fpm, or one `.data` file; nothing stands for all in '
		. '`xhprof.live_dir` of php.ini, or where that is not set, of all processes whose rings are found.';

	private const STORE = 'RUN may also be the URL of a ClickHouse that `xhprof ship` fills, `\'clickhouse+https://HOST/DB?service=shop&route=/cart&since=1h\'`: '
		. 'docs/fleet.md.';

	private const MAP = ['value' => 'FROM=TO', 'text' => 'with `--source`: files of the run in the folder FROM are read in the folder TO; may be repeated'];

	/** Code leaves this machine only if that is asked for. */
	private const SOURCE = ['value' => null, 'text' => 'put the source of functions whose lines the run knows into the page: whoever gets the page can read it'];

	private const DIR = ['value' => 'DIR', 'text' => 'where runs named by their id are. Default: `xhprof.output_dir`'];

	/** Options that choose runs of a folder. */
	private const CHOICE = [
		'uri' => ['value' => 'PATTERN', 'text' => 'of a folder or pattern only runs of these URIs, `*` for anything: `\'/cart*\'`'],
		'host' => ['value' => 'PATTERN', 'text' => 'likewise of these hosts: `shop.example`, `\'*.example\'`'],
		'slower-than' => ['value' => 'TIME', 'text' => 'only runs that took at least so long: `500ms`, `1.5s`'],
		'since' => ['value' => 'AGE', 'text' => 'only runs saved since then: `90s`, `30m`, `1h`, `2d`, `1w`, `1w1h` or a date, `2026-11-22 14:00`'],
		'status' => ['value' => 'STATUS', 'text' => 'only runs with that status: `404`, `5xx`, `500,503`'],
	];

	private const RUNS = ['dir' => self::DIR, ...self::CHOICE,
		'max-runs' => ['value' => 'N', 'text' => 'add up so many runs at most, the newest of a folder. Default: 1000']];

	/** A run with fewer rows. */
	private const VIEW = [
		'hide' => ['value' => 'FILES', 'text' => 'functions of these files have no rows, their time goes to their callers: `\'vendor/*\'` is all below a folder '
			. '`vendor`; may be repeated'],
		'hide-function' => ['value' => 'NAME', 'text' => 'likewise this function: a name, a pattern, `\'Symfony\\*\'`, or a regular expression, `\'/^Symfony/\'`'],
		'fold' => ['value' => 'FILES', 'text' => 'functions of these files become one frame for each library, `[vendor/symfony]`, with their time'],
	];

	private const THRESHOLD = ['threshold' => ['value' => 'SHARE', 'text' => 'call paths under that share of the run, `1%`, become calls of `(left out)`']];

	/** @var array<string, Command> */
	public const COMMANDS = [
		'run' => [
			'synopsis' => '[OPTION...] -- SCRIPT [ARGUMENT...]',
			'summary' => 'profile a script',
			'usage' => ['[OPTION...] -- [PHP OPTION...] SCRIPT [ARGUMENT...]'],
			'about' => 'Runs the script as php would (a leading `php` may be left out), and prints a report to the standard error when it ends. Output, input, '
				. 'arguments and exit status are the script\'s own. A script that starts PHP again in its place, as those with composer/xdebug-handler '
				. '(Composer, phpstan, rector) do where Xdebug is on, is profiled there; other processes that it starts are not.',
			'options' => [
				'out' => ['value' => 'FILE', 'text' => 'where the run is saved. Default: a new file in `xhprof.output_dir`, else in '
					. 'the folder for temporary files; the report names it'],
				'format' => ['value' => 'FORMAT', 'text' => '`json.gz` (the default), `json`, `xhprof`, `xhgui`, each also with `.gz`, '
					. '`html`, `pprof`, `callgrind`, `folded`, `folded-live`, `folded-alloc`, `speedscope`, `perfetto`, `chrome` (these three also with `.gz`), `log`; an `--out` that ends in '
					. '`.json`, `.speedscope.json` and so on says it as well'],
				'mode' => ['value' => 'MODE', 'text' => '`tree` (the default): all call paths; `hier`: pairs of caller and callee '
					. 'only; `timeline`: each call in time, which `json`, `html`, `perfetto`, `chrome` and `log` have; `sample`: no calls, but where the script is every 1 ms; '
					. '`both`: `tree` and `sample` at once, as `tree,sample`, so that one sees what recording the calls distorts; `hier,sample` and `timeline,sample` likewise'],
				'interval' => ['value' => 'N', 'text' => 'modes with `sample`: microseconds between two samples, from 100 to 1000000000. '
					. 'Default: 1000'],
				'clock' => ['value' => 'CLOCK', 'text' => 'modes with `sample`: `wall` (the default), `cpu`'],
				'memory' => ['value' => null, 'text' => 'modes with `sample`: each sample has the memory in use: who made it grow, and a timeline of it'],
				'flags' => ['value' => 'LIST', 'text' => '`cpu,memory` (the default), `alloc`, `no-builtins`, or `none`'],
				'events' => ['value' => 'LIST', 'text' => 'also count these at each call, at most 8: `page-faults,context-switches` and others, '
					. 'docs/events.md; or `page-faults:100`: no calls, but a sample after each 100'],
				'ignore' => ['value' => 'NAME', 'text' => 'leave this function out: a name or pattern, as for `--hide-function`; may be repeated'],
				'lines' => ['value' => 'LIST', 'text' => 'count and time each line of these functions and files, `Cart::total,src/Cart.php`, exactly; `*` stands '
					. 'for any text. `xhprof show FILE --function NAME --source` shows them'],
				...self::VIEW,
				...self::THRESHOLD,
				'log' => ['value' => 'FILE', 'text' => 'also write each call to FILE when it ends, in the format `log`, while the script runs: so that it is there after a crash. '
					. 'For mode `timeline`, which it chooses'],
				'run-init' => ['value' => null, 'text' => 'show the code of included files as calls of their own'],
				'compensate' => ['value' => null, 'text' => 'subtract the profiler\'s own overhead from the times'],
				'max-nodes' => ['value' => 'N', 'text' => 'how many call paths are kept, at least 1'],
				'runs' => ['value' => 'N', 'text' => 'run it N times, from 2 to 1000, after a warm-up, without input and output, and keep what each run cost in one '
					. 'file, a set, for `xhprof diff`'],
				'against' => ['value' => 'COMMAND', 'text' => 'with `--runs`: run this one by turns, `\'old.php --its=arguments\'`, and say what the script '
					. 'costs more than it'],
				'limit' => ['value' => 'N', 'text' => 'rows of the report. Default: 15'],
				'quiet' => ['value' => null, 'text' => 'no report, no progress'],
				'json' => ['value' => null, 'text' => 'the report as one line of JSON'],
			],
		],
		'stat' => [
			'synopsis' => '-- SCRIPT [ARGUMENT...]',
			'summary' => 'what a script did, by events',
			'usage' => ['[OPTION...] -- [PHP OPTION...] SCRIPT [ARGUMENT...]'],
			'about' => 'Runs the script as php would, records no calls, and prints to the standard error how often it was '
				. 'switched off its CPU, had page faults, and what else the system counts, with rates and shares. Output, input, arguments and exit '
				. 'status are the script\'s own. An event that the system refuses is named, with the setting that would grant it.',
			'options' => [
				'events' => ['value' => 'LIST', 'text' => 'count these instead, at most 8: `page-faults,cache-misses`; docs/events.md lists them'],
				'json' => ['value' => null, 'text' => 'one line of JSON instead'],
			],
		],
		'top' => [
			'synopsis' => 'RUN',
			'summary' => 'the functions that cost most',
			'usage' => ['RUN... [--sort METRIC | --by METRIC] [--limit N] [--json]', 'DIR --uri PATTERN [--since AGE] [--slower-than TIME] [--status S]'],
			'about' => 'The functions that cost most. own: without the functions that they call; incl: with them; both in '
				. 'percent of the whole run. Recursion is merged. RUN is a file, a run\'s id, a folder (its newest run) or a pattern. With a filter '
				. 'a folder is all of its runs that are so; the sum of several says over how many it is, their mean, p50, p95, and the slowest. ' . self::STORE,
			'options' => [
				'sort' => ['value' => 'METRIC', 'text' => '`own_wall` (the default), `wall`, `calls`, `own_cpu`, `cpu`, `own_memory`, '
					. '`memory`, `own_peak`, `peak`; or short, `own_wt`, `wt`, `ct`, `own_mu`, `mu`, `own_pmu`, `pmu`'],
				'by' => ['value' => 'METRIC', 'text' => 'the functions with most of `cpu`, `memory`, `peak` or an event of `xhprof run --events`, without callees'],
				'limit' => ['value' => 'N', 'text' => 'rows. Default: 25; all that is left is one row more'],
				'sampled' => ['value' => null, 'text' => 'of a run of `--mode both`: the share of each function in the recorded calls, without the '
					. 'overhead of these, and in the samples, and between which shares the truth lies; `!` marks what chance does not explain'],
				'json' => self::JSON,
				...self::VIEW,
				...self::THRESHOLD,
				...self::RUNS,
			],
		],
		'alloc' => [
			'synopsis' => 'RUN',
			'summary' => 'who allocated which memory',
			'usage' => ['RUN... [--by ORDER] [--limit N] [--wide] [--json]'],
			'about' => 'Who allocated memory in a run of `xhprof run --flags alloc`, and how much of it was still alive at its '
				. 'end; without the functions that they call.',
			'options' => [
				'by' => ['value' => 'ORDER', 'text' => '`live`: most bytes alive at the end (the default); `total`: most bytes; '
					. '`count`: most blocks; `peak`: most bytes alive when the memory in use was highest; `temporary`: most blocks '
					. 'freed right after they were allocated'],
				'limit' => ['value' => 'N', 'text' => 'rows. Default: 25'],
				'wide' => ['value' => null, 'text' => 'whole call paths. Default: cut to the terminal, the innermost part kept'],
				'json' => self::JSON,
				...self::VIEW,
				...self::RUNS,
			],
		],
		'show' => [
			'synopsis' => 'RUN --function NAME',
			'summary' => 'its callers and callees',
			'usage' => ['RUN... --function NAME [--source] [--json]'],
			'about' => 'What a function cost, who called it, and what it called; or its source, with the cost of each line.',
			'options' => [
				'function' => ['value' => 'NAME', 'text' => 'the function; a part of its name will do, if no other function has it'],
				'source' => ['value' => null, 'text' => 'its source instead of callers and callees, as the file is now, with counts and times of lines, or '
					. 'their shares of the samples'],
				'map' => self::MAP,
				'by' => ['value' => 'METRIC', 'text' => 'callers and callees by it: `cpu`, `memory`, or an event of `xhprof run --events`. Default: `wall`'],
				'json' => self::JSON,
				...self::VIEW,
				...self::RUNS,
			],
		],
		'diff' => [
			'synopsis' => 'BEFORE AFTER [--fail-if \'wt>+10%\']',
			'summary' => 'what became slower',
			'usage' => ['BEFORE AFTER [--fail-if THRESHOLD]... [--json | --markdown]'],
			'about' => 'What AFTER cost more than BEFORE, by function, the greatest change of own time first. Of sets, which `xhprof run --runs 20` makes, and of several '
				. 'runs by a pattern it compares medians, and says in which interval the change lies; then a threshold fails only if all of the interval is beyond it. '
				. 'Of a run of calls and one of samples it prints what recording the calls distorts, as `top --sampled`. ' . self::STORE,
			'options' => [
				'fail-if' => ['value' => 'THRESHOLD', 'text' => 'end with status 1 if it holds; may be repeated:', 'examples' => [
					'wt>+10%' => 'the run takes over 10 % more wall time',
					'mu>+2MiB' => 'it keeps over 2 MiB more',
					'own_wt[Foo::bar]>+5ms' => 'that function alone, without its callees',
					'ct>100000' => 'over 100,000 calls, whatever they were before',
				]],
				'thresholds' => ['value' => 'FILE', 'text' => 'a file of thresholds, one a line; `#` begins a comment'],
				'strict' => ['value' => null, 'text' => 'end with status 3 if one cannot tell of a threshold: its limit is within the interval'],
				'by' => ['value' => 'METRIC', 'text' => 'functions by their change of it: `cpu`, `memory`, or an event of `xhprof run --events`. Default: `wall`'],
				'markdown' => ['value' => null, 'text' => 'print Markdown, for the comment on a pull request'],
				'limit' => ['value' => 'N', 'text' => 'rows. Default: 15'],
				'json' => self::JSON,
				...self::VIEW,
				...self::RUNS,
			],
		],
		'merge' => [
			'synopsis' => 'RUN... --out FILE',
			'summary' => 'several runs as one',
			'usage' => ['RUN... --out FILE [--format FORMAT] [--json]'],
			'about' => 'Adds runs up. The sum has call paths if all of them have. A folder stands for all of its runs.',
			'options' => [
				'out' => ['value' => 'FILE', 'text' => 'where the sum is saved; - is the standard output'],
				'format' => ['value' => 'FORMAT', 'text' => 'as for `run`'],
				'json' => self::JSON,
				...self::RUNS,
			],
		],
		'convert' => [
			'synopsis' => 'RUN --to FORMAT [--out FILE]',
			'summary' => 'for other tools',
			'usage' => ['RUN... --to FORMAT [--out FILE]'],
			'about' => 'Writes a run in another format. FILE is json, xhprof or xhgui, plain or .gz: the others are pictures of a run, '
				. 'not the run. perfetto, chrome and log need a timeline, which `xhprof run` records with `--mode timeline`, and with `--mode sample --memory`.',
			'options' => [
				'to' => ['value' => 'FORMAT', 'text' => '`json.gz`, `json`, `xhprof`, `xhprof.gz`, `xhgui`, `xhgui.gz`, `html`, `pprof`, `callgrind`, '
					. '`folded`, `folded-live`, `folded-alloc` or `speedscope`'],
				'out' => ['value' => 'FILE', 'text' => 'where to. Default: the standard output'],
				...self::VIEW,
				...self::THRESHOLD,
				...self::RUNS,
			],
		],
		'report' => [
			'synopsis' => 'RUN [AFTER]',
			'summary' => 'one or two runs as a page',
			'usage' => ['RUN [--out FILE.html] [--open] [--source] [--json]', 'BEFORE AFTER [--out FILE.html] [--open] [--json]'],
			'about' => 'Writes one HTML file that shows the run: flame graph, functions, callers and callees. It needs no server and no '
				. 'network. Of two runs it shows what changed, of a snapshot of `xhprof_heap_snapshot()` what was in memory. ' . self::STORE,
			'options' => [
				'out' => ['value' => 'FILE', 'text' => 'where to; - is the standard output. Default: the run\'s name with `.html`, in the '
					. 'current folder'],
				'open' => ['value' => null, 'text' => 'show it in the browser, too'],
				'source' => self::SOURCE,
				'map' => self::MAP,
				'json' => self::JSON,
				...self::VIEW,
				...self::THRESHOLD,
				...self::RUNS,
			],
		],
		'open' => [
			'synopsis' => 'RUN [AFTER]',
			'summary' => 'show a run in the browser',
			'usage' => ['RUN [AFTER] [--source] [--json]'],
			'about' => 'Writes the page of `xhprof report` to a temporary file that only you can read, and opens the browser. Where there is none, '
				. 'as on a server, it prints the name of the file.',
			'options' => [
				'source' => self::SOURCE,
				'map' => self::MAP,
				'json' => self::JSON,
				...self::VIEW,
				...self::THRESHOLD,
				...self::RUNS,
			],
		],
		'curl' => [
			'synopsis' => 'URL [-- CURL OPTION...]',
			'summary' => 'profile one request of a site',
			'usage' => ['URL [--top | --out FILE | --json] [--dir DIR] [-- CURL OPTION...]'],
			'about' => 'Asks the site for a run of this request with the secret, by curl, waits until it is saved, and shows it in the browser. The site has '
				. '`xhprof.auto=trigger`, `xhprof.trigger_secret` and, on this machine, `xhprof.output_dir`. Redirects are not followed: the secret is for one host.',
			'options' => [
				'secret' => ['value' => 'SECRET', 'text' => 'the site\'s `xhprof.trigger_secret`. Default: `XHPROF_SECRET` of the environment, which other users '
					. 'cannot see, else that of php.ini'],
				'dir' => ['value' => 'DIR', 'text' => 'the site\'s `xhprof.output_dir`. Default: that of php.ini'],
				'seconds' => ['value' => 'N', 'text' => 'how long to wait for the run after the answer. Default: 30'],
				'top' => ['value' => null, 'text' => 'the functions that cost most, instead of the browser'],
				'limit' => ['value' => 'N', 'text' => 'with `--top`: rows. Default: 25'],
				'out' => ['value' => 'FILE', 'text' => 'save the run as FILE instead; its ending says the format, as for `run`'],
				'json' => ['value' => null, 'text' => 'print that of `xhprof top` instead'],
			],
		],
		'list' => [
			'synopsis' => '[DIR]',
			'summary' => 'the runs in a folder',
			'usage' => ['[DIR] [--uri PATTERN] [--slower-than TIME] [--sort ORDER] [--json]', 'URL [--limit N] [--json]', '[DIR] --sweep [--keep-files N] [--keep-mb N] [--keep-days N]'],
			'about' => 'The runs in a folder, the newest first: those of whole requests, and others that are json. Files that are no runs, and '
				. 'runs that are damaged, are counted. DIR is `xhprof.output_dir` of php.ini by default. '
				. 'Of the URL of a store, `clickhouse+https://HOST/DB?since=1h`: its services, hosts and tags, the heaviest first.',
			'options' => [
				...self::CHOICE,
				'sort' => ['value' => 'ORDER', 'text' => '`time` (the default), `wall`, `cpu` or `memory`, the greatest first'],
				'sweep' => ['value' => null, 'text' => 'remove the oldest runs now, and say which: what the extension does now and then after '
					. 'a save. The newest run stays'],
				'keep-files' => ['value' => 'N', 'text' => 'with `--sweep`: how many files stay. Default: `xhprof.keep_files`; 0: any number'],
				'keep-mb' => ['value' => 'N', 'text' => 'likewise megabytes'],
				'keep-days' => ['value' => 'N', 'text' => 'likewise days'],
				'limit' => ['value' => 'N', 'text' => 'rows. Default: 25'],
				'json' => self::JSON,
			],
		],
		'serve' => [
			'synopsis' => '[DIR]',
			'summary' => 'the same in the browser',
			'usage' => ['[DIR] [--listen ADDRESS:PORT] [--source]'],
			'about' => 'Shows the runs of a folder in the browser: a list to search, each run behind a click, two of them to compare. Prints the '
				. 'address, which has a secret of this call, and serves until Ctrl+C. It only reads. DIR is `xhprof.output_dir` by default.',
			'options' => [
				'listen' => ['value' => 'ADDRESS:PORT', 'text' => 'where. Default: `127.0.0.1:8080`, which only this machine reaches, or another '
					. 'port if that one is taken; port 0 is any that is free'],
				'source' => self::SOURCE,
				'map' => self::MAP,
			],
		],
		'live' => [
			'synopsis' => '[TARGET]',
			'summary' => 'watch live processes',
			'usage' => ['[TARGET] [OPTION...]'],
			'about' => 'The processes of a pool, and the functions that they spend their time in, once a second; `?` lists the keys. '
				. 'Without a terminal, one page of text. When it ends, however it does, nothing stays switched on. ' . self::TARGET,
			'options' => [
				'interval' => ['value' => 'TIME', 'text' => 'time between two samples of a process, `1ms` at least; a process spends at most '
					. '`xhprof.live_budget` on it, and lengthens it therefore. Default: `10ms`'],
				'budget' => ['value' => 'PERCENT', 'text' => 'of CPU time that a process may spend on it, in place of its `xhprof.live_budget`, 25 at most: for an '
					. 'incident. Its `xhprof.live_allow` must have the word `budget`, as it has by default'],
				'clock' => ['value' => 'CLOCK', 'text' => '`wall` (the default): also where processes wait; `cpu`'],
				'sort' => ['value' => 'ORDER', 'text' => 'functions by `own` time (the default), or `incl`, with those that they call'],
				'order' => ['value' => 'ORDER', 'text' => 'workers by `time` of their request (the default), `cpu`, `memory`, `pid`, `request`'],
				'filter' => ['value' => 'TEXT', 'text' => 'only functions whose names have this part'],
				'uri' => ['value' => 'TEXT', 'text' => 'only requests whose method and URI, `GET /cart`, have this part; with `*` for anything, a pattern of the whole URI'],
				'out' => ['value' => 'FILE', 'text' => 'where the key `r` writes what it records. Default: a new file in `xhprof.output_dir`, else in '
					. 'the folder for temporary files'],
				'seconds' => ['value' => 'N', 'text' => 'end after N seconds; a page of text instead of the full screen'],
				'limit' => ['value' => 'N', 'text' => 'rows of each table of the page. Default: 25'],
				'json' => ['value' => null, 'text' => 'a line of JSON each second'],
			],
		],
		'dump' => [
			'synopsis' => '[TARGET]',
			'summary' => 'stacks of live processes',
			'usage' => ['[TARGET] [--locals] [--json]'],
			'about' => 'What live processes do at this moment: request, elapsed time, stack with file and line, and what they wait in. '
				. 'They answer within a second and go on. Of a process that died, the last stacks. ' . self::TARGET,
			'options' => [
				'locals' => ['value' => null, 'text' => 'also arguments and local variables of each call, of one\'s own processes that permit it '
					. 'by the word `locals` in `xhprof.live_allow`; their `xhprof.meta` decides how much of a value is shown'],
				'json' => self::JSON,
			],
		],
		'slow' => [
			'synopsis' => '[TARGET]',
			'summary' => 'the slowest requests lately',
			'usage' => ['[TARGET] [--since AGE] [--slower-than TIME] [--uri PATTERN] [--status S] [--limit N] [--out FILE]'],
			'about' => 'The requests that live processes have ended lately, the slowest first: exact time, status, URI and tags of each, and the call paths that '
				. 'its time went to. Requests in which a process died are among them. With `xhprof.live_interval` in php.ini their stacks are there afterwards; '
				. 'without it, times alone. ' . self::TARGET,
			'options' => [
				'since' => ['value' => 'AGE', 'text' => 'only requests that ended since then: `90s`, `10m`, `1h` or a date. Default: all that the rings still have'],
				'slower-than' => ['value' => 'TIME', 'text' => 'only requests that took at least so long: `300ms`, `1.5s`'],
				'uri' => ['value' => 'PATTERN', 'text' => 'only requests of these URIs, `*` for anything: `\'/cart*\'`'],
				'status' => ['value' => 'STATUS', 'text' => 'only requests with that status: `404`, `5xx`, `500,503`'],
				'limit' => ['value' => 'N', 'text' => 'requests. Default: 10'],
				'out' => ['value' => 'FILE', 'text' => 'also save the requests that are shown, as one run; - is the standard output'],
				'format' => ['value' => 'FORMAT', 'text' => 'as for `record`'],
				'json' => self::JSON,
			],
		],
		'record' => [
			'synopsis' => '[TARGET] --out FILE',
			'summary' => 'profile live processes',
			'usage' => ['[TARGET] [OPTION...] [--out FILE]'],
			'about' => 'Samples live processes, those that start meanwhile included, and saves the sum as a run of samples. Ctrl-C ends it '
				. 'and saves; nothing stays switched on. ' . self::TARGET,
			'options' => [
				'seconds' => ['value' => 'N', 'text' => 'how long. Default: 30'],
				'last' => ['value' => 'AGE', 'text' => 'save the samples since then, `60s`, that are in the rings already, also of processes that died: with '
					. '`xhprof.live_interval` processes sample all the time'],
				'interval' => ['value' => 'TIME', 'text' => 'between two samples, from `1ms` to `10s`; a process takes fewer samples where '
					. 'its `xhprof.live_budget` demands it. Default: `1ms`'],
				'budget' => ['value' => 'PERCENT', 'text' => 'of CPU time that a process may spend on it, in place of its `xhprof.live_budget`, 25 at most: for an '
					. 'incident. Its `xhprof.live_allow` must have the word `budget`, as it has by default'],
				'clock' => ['value' => 'CLOCK', 'text' => '`wall` (the default), `cpu`'],
				'by' => ['value' => 'WHAT', 'text' => '`uri`, `method uri` or `tag:KEY`, a key of `xhprof_tag()`: a file for each value, its name '
					. 'made of that of `--out`; at most 100, the other values together in one'],
				'out' => ['value' => 'FILE', 'text' => 'where the run is saved; - is the standard output. Default: a new file, as for `run`'],
				'format' => ['value' => 'FORMAT', 'text' => 'as for `run`; an `--out` that ends in `.html`, `.pb.gz`, `.speedscope.json` and so on '
					. 'says it as well'],
				'quiet' => ['value' => null, 'text' => 'no report, no progress'],
				'json' => ['value' => null, 'text' => 'the report as one object of JSON'],
			],
		],
		'ship' => [
			'synopsis' => '--to URL',
			'summary' => 'samples to a store, always',
			'usage' => ['--to URL... [--live-dir DIR...] [--runs DIR] [--spool DIR] [OPTION...]', '--setup --to URL...', '--status [--spool DIR]', '--requeue --spool DIR'],
			'about' => 'Keeps all processes of this host sampling, adds up what they write by labels, and sends it each minute to an engine that keeps and answers: '
				. 'docs/fleet.md has them. Runs until SIGTERM or Ctrl-C, as a service; nothing stays switched on.',
			'options' => [
				'to' => ['value' => 'URL', 'text' => 'where to; may be repeated: `clickhouse+https://USER@HOST/DB`, `pyroscope+https://HOST`, `xhgui+https://HOST`, '
					. '`otlp+https://HOST`, `file:DIR`. A password or token is not part of it: `?secret_file=FILE`, `?secret_env=NAME`, or the variable `XHPROF_SHIP_SECRET`'],
				'live-dir' => ['value' => 'DIR', 'text' => 'the folder of the processes\' rings; may be repeated. Default: `xhprof.live_dir`'],
				'runs' => ['value' => 'DIR', 'text' => 'also send the runs that `xhprof.auto` saves there'],
				'runs-keep' => ['value' => 'KEEP', 'text' => 'with `--runs`: `yes` (the default): they stay there; `no`: they are removed once they are in the spool'],
				'service' => ['value' => 'NAME', 'text' => 'the label service. Default: `php`'],
				'env' => ['value' => 'NAME', 'text' => 'the label env: `production`. Default: none'],
				'host' => ['value' => 'NAME', 'text' => 'the label host. Default: this host\'s name'],
				'window' => ['value' => 'TIME', 'text' => 'what is sent at once, and how fine the store tells times apart: `10s`, `5m`. Default: `60s`'],
				'interval' => ['value' => 'TIME', 'text' => 'between two samples of a process, `1ms` at least; it takes fewer where its `xhprof.live_budget` demands '
					. 'it. Default: `10ms`'],
				'clock' => ['value' => 'CLOCK', 'text' => '`wall` (the default): also where processes wait, and what of it is CPU time; `cpu`'],
				'spool' => ['value' => 'DIR', 'text' => 'a folder of the agent\'s own, where batches wait for a destination that does not answer, and outlive the agent. '
					. 'Default: they wait in memory, 16 MiB'],
				'spool-mb' => ['value' => 'N', 'text' => 'its room in megabytes; the oldest batch gives way, and is counted. Default: 256'],
				'metrics-file' => ['value' => 'FILE', 'text' => 'what was read, sent and lost, for Prometheus\' node_exporter: `/var/lib/node_exporter/ship.prom`'],
				'setup' => ['value' => null, 'text' => 'make what the destination needs, such as tables, and end'],
				'status' => ['value' => null, 'text' => 'how an agent with that `--spool` or `--metrics-file` is doing'],
				'requeue' => ['value' => null, 'text' => 'what destinations refused waits again, for the agent that starts next with that `--spool`; none may run'],
				'json' => ['value' => null, 'text' => 'with `--status`: one object of JSON'],
				'experimental' => ['value' => null, 'text' => 'permit destinations whose protocol may change: `otlp`'],
			],
		],
		'arm' => [
			'synopsis' => '[TARGET] --requests N',
			'summary' => 'profile next requests',
			'usage' => ["[TARGET] --requests N [--uri PATTERN] [--json]"],
			'about' => 'The next requests of running processes are profiled whole, as by `xhprof.auto`, and saved in their `xhprof.output_dir`. ' . self::TARGET,
			'options' => [
				'requests' => ['value' => 'N', 'text' => 'how many of each process, 1000 at most; 0 disarms. Default: 1'],
				'uri' => ['value' => 'PATTERN', 'text' => 'only requests whose path it matches; `*` stands for any text, `?` for a character'],
				'json' => self::JSON,
			],
		],
		'snapshot' => [
			'synopsis' => 'PID --out FILE',
			'summary' => 'heap of a live process',
			'usage' => ['PID --out FILE [--dir DIR] [--seconds N] [--json]'],
			'about' => 'A running process writes all its live values, as `xhprof_heap_snapshot()` does, to its `xhprof.output_dir` at its next safe '
				. 'point; from there it is fetched to FILE, for `xhprof heap`. An idle worker writes in its next request. '
				. 'Its `xhprof.live_allow` needs the word `snapshot`. A process writes one snapshot at a time, and one in 10 s.',
			'options' => [
				'out' => ['value' => 'FILE', 'text' => 'where to'],
				'dir' => ['value' => 'DIR', 'text' => '`xhprof.output_dir` of the process. Default: that of this PHP'],
				'seconds' => ['value' => 'N', 'text' => 'how long to wait. Default: 30'],
				'json' => self::JSON,
			],
		],
		'heap' => [
			'synopsis' => 'FILE [AFTER]',
			'summary' => 'what was in memory, and why',
			'usage' => [
				'FILE [--class NAME | --node N] [--db OUT] [--limit N] [--json]',
				'BEFORE AFTER [--limit N] [--json]',
			],
			'about' => 'What was in memory when `xhprof_heap_snapshot()` wrote FILE, and what held it: classes, roots, arrays, '
				. 'strings that are there more than once, cycles. Of two snapshots: what became more, by class and by what holds it. '
				. 'Needs PHP\'s extension sqlite3.',
			'options' => [
				'class' => ['value' => 'NAME', 'text' => 'the objects of a class and what holds them; a part of its name will do'],
				'node' => ['value' => 'N', 'text' => 'one value, the way to it from a root, and all that hold it'],
				'db' => ['value' => 'OUT', 'text' => 'keep it as a database of SQLite, for queries of your own and to ask again: '
					. '`xhprof heap OUT`'],
				'limit' => ['value' => 'N', 'text' => 'rows of each table. Default: 10'],
				'json' => self::JSON,
			],
		],
		'doctor' => [
			'synopsis' => '',
			'summary' => 'is it set up, what to type',
			'usage' => ['[--json]'],
			'about' => 'Looks at each PHP of this machine, at php-fpm and Apache too: its ini files, whether it loads xhprof, hook, clock and JIT, '
				. 'other profilers, the folders of its settings and who may write to them, what the kernel allows. Says what is wrong and which lines to type. '
				. 'As root it sees more. Does not need the extension.',
			'options' => [
				'json' => self::JSON,
			],
		],
	];

	/** @var array<int|string, string> */
	public const EXIT_STATUS = [
		'0' => 'done',
		'1' => '`diff`: a threshold is exceeded; `doctor`: something is wrong',
		'3' => '`diff --strict`: one cannot tell of a threshold',
		'2' => 'the command failed; standard error says why and what to do. Also: the standard output could not be written '
			. '(for example, disk full)',
		'any' => '`run`: that of the script',
	];

	/**
	 * The options of a command, to whether they take a value. Each command has --help.
	 *
	 * @return array<string, bool>
	 */
	public static function optionsOf(string $command): array
	{
		return array_map(static fn (array $option): bool => $option['value'] !== null,
			self::COMMANDS[$command]['options']) + ['help' => false];
	}

	/** How an option is typed: "--out FILE". */
	public static function typed(string $name, ?string $value): string
	{
		return "--$name" . ($value === null ? '' : " $value");
	}
}
