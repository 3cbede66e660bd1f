<?php
declare(strict_types=1);

namespace XHProf\Cli\Help;

use XHProf\Cli\Package\Package;
use XHProf\Cli\Package\Packages;
use XHProf\Cli\Terminal\Arguments;

/**
 * All commands and their options, in their order. --help, docs/cli-reference.md and the manual page are made of this
 * table and of those of other packages: see tools/gen-cli-docs.php. Text between backquotes is typed as it is. `--help`
 * shows "options", `--help --all` also "more".
 *
 * @api
 * @phpstan-import-type Option from Package
 * @phpstan-import-type Listed from Package
 * @phpstan-type Command array{synopsis: string, summary: string, usage: list<string>, about: string,
 *     options: array<string, Option>, more: array<string, Option>}
 */
final class Reference
{
	/** The command's version; the extension has its own. */
	public const VERSION = '3.0.0-dev';

	public const PURPOSE = 'profile PHP scripts, and read profiles';

	public const DESCRIPTION = 'Runs a PHP script as `php` would, with the profiler on, and reports at its end which '
		. 'functions it called, how often, from where, and at what cost. The script needs no change. '
		. 'The profile is saved in a file, which the other commands read.';

	/** The option of each command that can print for programs. */
	public const JSON = ['value' => null, 'text' => 'print one JSON object'];

	private const LIMIT = ['value' => 'N', 'text' => 'print at most N rows of each table. Default: 25'];

	private const OUT = ['value' => 'FILE', 'text' => 'the file to write; its ending chooses the format, - is the '
		. 'standard output'];

	private const FORMAT = ['value' => 'FORMAT', 'text' => 'the format, if the ending of `--out` does not choose it: '
		. '`json.gz` (the default), `json`, `xhprof`, `xhgui`, `html`, `pprof`, `callgrind`, `folded`, `folded-live`, '
		. '`folded-alloc`, `speedscope`, `cpuprofile`, `firefox`, `perfetto`, `chrome`, `log`; docs/formats.md'];

	private const QUIET = ['value' => null, 'text' => 'print no report, unless `--json` asks for one, and no progress'];

	private const TARGET = 'TARGET is a pid, a folder of rings, a pool of php-fpm, or one `.data` file. Default: all '
		. 'processes in `xhprof.live_dir`, or without that setting, all whose rings are found.';

	private const RUN = 'RUN is a file, also of another profiler, a run\'s id, a folder (its newest run), a quoted '
		. 'pattern, or the URL of a ClickHouse that `xhprof ship` fills.';

	private const MAP = ['value' => 'FROM=TO', 'text' => 'with `--source`: read files of the folder FROM in the '
		. 'folder TO; repeatable'];

	/** Code leaves this machine only if that is asked for. */
	private const SOURCE = ['value' => null, 'text' => 'include the source of functions whose lines are known: '
		. 'everybody who gets the page can read it'];

	private const BY = ['value' => 'METRIC', 'text' => '`wall` (the default), `cpu`, `memory`, `peak`, `calls`, or '
		. 'an event of `xhprof run --events`'];

	/** Conditions of runs of several sizes. */
	private const GROWTH = [
		'fail-if' => ['value' => 'CONDITION', 'text' => 'with several sizes: exit with status 1 if this holds, '
			. '`growth[Store::find]>1.2`; repeatable'],
		'strict' => ['value' => null, 'text' => 'exit with status 3 if a condition cannot be decided'],
	];

	private const DIR = ['dir' => ['value' => 'DIR', 'text' => 'the folder in which runs are found by id. Default: '
		. '`xhprof.output_dir`']];

	private const REQUESTS = [
		'uri' => ['value' => 'PATTERN', 'text' => 'only requests of these URIs; `*` stands for any text, `?` for one '
			. 'character: `\'/cart*\'`'],
		'since' => ['value' => 'AGE', 'text' => 'only requests since then: `90s`, `30m`, `2d`, `1w1h` ago, or a date, '
			. '`2026-11-22 14:00`'],
		'slower-than' => ['value' => 'TIME', 'text' => 'only requests that took at least this long: `500ms`, `1.5s`'],
	];

	private const TRACE = ['trace' => ['value' => 'ID',
		'text' => 'only requests of this trace: its 32 hexadecimal digits, or a whole `traceparent`']];

	private const DSN = ['dsn' => ['value' => 'DSN',
		'text' => 'a data source name of PDO, `mysql:...` or `pgsql:...`: also ask this server who waits for whom; '
			. 'repeatable']];

	/** Options that choose runs of a folder. */
	private const CHOICE = [...self::REQUESTS, ...self::TRACE,
		'status' => ['value' => 'STATUS', 'text' => 'only requests with this status: `404`, `5xx`, `500,503`'],
		'host' => ['value' => 'PATTERN', 'text' => 'only requests to these hosts: `\'*.example\'`'],
	];

	private const RUNS = [...self::CHOICE, ...self::DIR,
		'max-runs' => ['value' => 'N', 'text' => 'add up at most this many runs, the newest. Default: 1000']];

	/** A run with fewer rows. */
	private const VIEW = [
		'hide' => ['value' => 'FILES', 'text' => 'give no rows to functions of these files: their time goes to their '
			. 'callers; `\'vendor/*\'` is the folder; repeatable'],
		'hide-function' => ['value' => 'NAME', 'text' => 'give no rows to this function: a name, a pattern, '
			. '`\'Symfony\\*\'`, or a regular expression, `\'/^Symfony/\'`'],
		'fold' => ['value' => 'FILES', 'text' => 'show each library among these files as one function, '
			. '`[vendor/symfony]`'],
		'between' => ['value' => 'FROM..TO',
			'text' => 'only this time since the start, `1.2s..1.5s`: needs a timeline or samples'],
		'lane' => ['value' => 'N', 'text' => 'only this fiber or process, from 0 on'],
	];

	private const RENAME = ['rename' =>
		['value' => 'OLD=>NEW', 'text' => 'with two runs: a function that had another name before, with one `*` for '
			. 'the common part: `\'App\Old\*=>App\New\*\'`; repeatable']];

	private const COMPONENT = ['component' => ['value' => 'FILES=NAME', 'text' => 'name the component of these files: '
		. '`\'src/Billing/*=billing\'`; repeatable. Precedes `xhprof.components` and the built-in rules']];

	private const PARTS = '`component`: the time of each plugin, theme, extension and package, see '
		. 'docs/profile-object.md; `wait`: what samples waited for';

	private const REDUCE = [...self::VIEW,
		'min-share' => ['value' => 'SHARE', 'text' => 'merge call paths below this share of the run, `1%`, into '
			. '`(left out)`']];

	/** Options of commands that sample live processes. */
	public const SAMPLING = [
		'interval' => ['value' => 'TIME', 'text' => 'time between two samples of a process, from `1ms` to `10s`. A '
			. 'process takes fewer samples if its `xhprof.live_budget` demands it, but at least one in 40 ms. '
			. 'Default: `10ms`; `live`: `40ms`; `record`: `1ms`'],
		'clock' => ['value' => 'CLOCK', 'text' => '`wall` (the default), which includes waiting; or `cpu`'],
	];

	private const BUDGET = ['budget' => ['value' => 'PERCENT', 'text' => 'CPU time that a process may spend on '
		. 'samples, up to 25, in place of its '
		. '`xhprof.live_budget`. Its `xhprof.live_allow` needs the word `budget`, which it has by default']];

	/** @var array<string, array<string, Option>> see shared() */
	private const SHARED = [
		'Output' => ['json' => self::JSON, 'limit' => self::LIMIT, 'out' => self::OUT, 'format' => self::FORMAT,
			'quiet' => self::QUIET, 'by' => self::BY],
		'Choosing runs' => self::RUNS,
		'Leaving functions out' => self::REDUCE,
		'Source code' => ['source' => self::SOURCE, 'map' => self::MAP],
		'Sampling processes' => self::SAMPLING + self::BUDGET,
	];

	/** @var array<string, Listed|string> see commands(); of a command of another package the name of that */
	public const COMMANDS = [
		'run' => [
			'synopsis' => '[OPTION...] -- SCRIPT [ARGUMENT...]',
			'summary' => 'profile a script',
			'usage' => ['[OPTION...] -- [PHP OPTION...] SCRIPT [ARGUMENT...]'],
			'about' => 'Runs the script as php would, and prints a report to stderr when it ends. Output, input, '
				. 'arguments and exit status are the script\'s own; if the script succeeds, but its profile cannot be '
				. 'written, the status is 2. A script that restarts PHP, as composer/xdebug-handler does, is profiled '
				. 'there; its other child processes are not.',
			'options' => [
				'out' => ['value' => 'FILE', 'text' => 'the file to write; its ending chooses the format: '
					. '`.json.gz`, `.html`, `.speedscope.json` and so on. Default: a new '
					. 'file in `xhprof.output_dir`, else in the temporary folder'],
				'mode' => ['value' => 'MODE', 'text' => '`tree` (the default): all call paths; `hier`: pairs of caller '
					. 'and callee; `timeline`: begin and end of each call; `sample`: samples instead of calls; `both` '
					. '(`tree,sample`), `hier,sample`, `timeline,sample`: samples beside the calls'],
				'interval' => ['value' => 'TIME', 'text' => 'time between two samples, from `100us` to `1000s`. '
					. 'Default: `1ms`'],
				'flags' => ['value' => 'LIST', 'text' => 'what to measure: `cpu,memory` (the default), `alloc`, '
					. '`no-builtins`, `run-init` (the code of included files as calls), or `none`. Of samples: '
					. '`memory`, `run-init`'],
				'repeat' => ['value' => 'N', 'text' => 'run the script N times after a warm-up, and save a set for '
					. '`xhprof diff`'],
				'against' => ['value' => 'COMMAND', 'text' => 'with `--repeat`: alternate with this command, '
					. '`\'old.php --its=arguments\'`, and print the difference'],
				'vary' => ['value' => 'N=SIZES',
					'text' => 'run the script at several sizes, `N=100,200,400,800`, each in place '
						. 'of `{N}` in its arguments, and print how functions grow with them'],
				'limit' => ['value' => 'N', 'text' => 'print at most N rows of the report. Default: 15'],
				'quiet' => self::QUIET,
			],
			'more' => [
				'format' => self::FORMAT,
				'clock' => ['value' => 'CLOCK', 'text' => 'the clock of samples: `wall` (the default) or `cpu`'],
				'events' => ['value' => 'LIST', 'text' => 'also count up to 8 events at each call: '
					. '`page-faults,context-switches`; or `page-faults:100`: no calls, '
					. 'a sample every 100 events; docs/events.md'],
				'lines' => ['value' => 'LIST', 'text' => 'count and time each line of these functions and files: '
					. '`Cart::total,src/Cart.php`; docs/lines.md'],
				'ignore' => ['value' => 'NAME', 'text' => 'do not record this function: a name or pattern, as for '
					. '`--hide-function`; repeatable'],
				'arguments' =>
					['value' => 'LIST', 'text' => 'tell apart the arguments of these functions, so that '
						. '`xhprof advise` finds repeated calls: `Price::of,round`'],
				'no-texts' => ['value' => null, 'text' => 'record no SQL, commands and URLs'],
				'compensate' => ['value' => null, 'text' => 'subtract the profiler\'s overhead from the times'],
				'log' => ['value' => 'FILE', 'text' => 'also write each call to this file when it ends, so that a '
					. 'crash loses little. Implies `--mode timeline`'],
				...self::GROWTH,
				'by' => self::BY,
				'json' =>
					['value' => null, 'text' => 'print the report as one line of JSON, the last line of stderr, '
						. 'because stdout is the script\'s. Works with `--quiet`, too'],
				...self::COMPONENT,
				...self::REDUCE,
			],
		],
		'stat' => [
			'synopsis' => '-- SCRIPT [ARGUMENT...]',
			'summary' => 'count events of a script',
			'usage' => ['[OPTION...] -- [PHP OPTION...] SCRIPT [ARGUMENT...]'],
			'about' => 'Runs the script as php would, records no calls, and prints to stderr its page faults, '
				. 'context switches and other events that the system '
				. 'counts. If the system refuses an event, names the setting that grants it.',
			'options' => [
				'events' => ['value' => 'LIST', 'text' => 'count these events instead, up to 8: '
					. '`page-faults,cache-misses`; docs/events.md'],
				'json' => ['value' => null, 'text' => 'print one line of JSON, the last line of stderr'],
			],
		],
		'top' => [
			'synopsis' => 'RUN',
			'summary' => 'the most expensive functions',
			'usage' => ['RUN... [--by METRIC] [--sort ORDER]', 'DIR --uri PATTERN [--since AGE] [--slower-than TIME]'],
			'about' => 'Lists the most expensive functions: `own` without callees, `incl` with them, in percent of the '
				. 'run. Several runs are added up, with their mean, p50, p95 and slowest. ' . self::RUN,
			'options' => [
				'by' => self::BY,
				'sort' => ['value' => 'ORDER', 'text' => '`own` (the default) or `incl`'],
				'group-by' => ['value' => 'DIMENSION', 'text' => self::PARTS],
				'limit' => self::LIMIT,
				...self::REQUESTS,
				'json' => self::JSON,
			],
			'more' => [
				'sampled' => ['value' => null, 'text' => 'for a run in mode `both`: compare each function\'s share of '
					. 'the recorded calls with its share of the samples; `!` marks differences beyond chance'],
				...self::COMPONENT,
				'vary-tag' => ['value' => 'KEY',
					'text' => 'print how functions grow with the number in this tag, over all runs of a folder'],
				...self::GROWTH,
				...self::REDUCE,
				...self::RUNS,
			],
		],
		'alloc' => [
			'synopsis' => 'RUN',
			'summary' => 'functions that allocated memory',
			'usage' => ['RUN... [--by METRIC]'],
			'about' => 'Lists which functions allocated memory in a run of `xhprof run --flags alloc`, without '
				. 'callees, and how much was still alive at its end.',
			'options' => [
				'by' => ['value' => 'METRIC', 'text' => '`live` (the default): bytes alive at the end; `total`: all '
					. 'bytes; `count`: blocks; `peak`: bytes alive when memory was '
					. 'highest; `temporary`: blocks freed soon after their allocation'],
				'limit' => self::LIMIT,
				'wide' => ['value' => null, 'text' => 'print whole call paths'],
				'json' => self::JSON,
			],
			'more' => [...self::VIEW, ...self::RUNS],
		],
		'show' => [
			'synopsis' => 'RUN --function NAME',
			'summary' => 'a function, its callers and callees',
			'usage' => ['RUN... --function NAME [--source]', 'BEFORE AFTER --function NAME'],
			'about' => 'Prints the cost of a function, its callers and its callees, or its source with the cost of '
				. 'each line. Given two runs, prints what changed: which callee made it slower.',
			'options' => [
				'function' => ['value' => 'NAME', 'text' => 'the function; a part of its name is enough if no other '
					. 'has it'],
				'source' => ['value' => null, 'text' => 'print its source instead, with counts and times of lines, '
					. 'or their shares of the samples'],
				'map' => self::MAP,
				'by' => self::BY,
				'limit' => self::LIMIT,
				'json' => self::JSON,
			],
			'more' => [...self::RENAME, ...self::VIEW, ...self::RUNS],
		],
		'queries' => [
			'synopsis' => 'RUN',
			'summary' => 'queries and their callers',
			'usage' => ['RUN... [--sort ORDER]'],
			'about' =>
				'Lists SQL, commands of Redis and Memcached, and URLs, without values: how often, how long, and from '
				. 'which functions outside libraries.',
			'options' => [
				'sort' => ['value' => 'ORDER', 'text' => '`total` (the default), `calls`, `longest`, `mean`, `text` or '
					. '`caller`'],
				'kind' => ['value' => 'KIND', 'text' => 'only `sql`, `redis`, `memcached` or `http`'],
				'limit' => self::LIMIT,
				'wide' => ['value' => null, 'text' => 'print whole texts and all callers'],
				'json' => self::JSON,
			],
			'more' => [...self::VIEW, ...self::RUNS],
		],
		'advise' => [
			'synopsis' => 'RUN',
			'summary' => 'known problems, and what to try',
			'usage' => ['RUN...', 'DIR [--uri PATTERN] [--since AGE]'],
			'about' => 'Looks for the same query in a loop, autoloading without a class map, compiled files, garbage '
				. 'collection, session locks, exceptions as control flow, functions that are quadratic in a loop, and '
				. 'other problems. Each finding has its cost, place and evidence, and a command to prove the fix. In a '
				. 'folder, equal findings of its 50 newest runs are merged.',
			'options' => [
				'markdown' => ['value' => null, 'text' => 'print Markdown'],
				'json' => self::JSON,
			],
			'more' => self::RUNS,
		],
		'diff' => [
			'synopsis' => 'BEFORE AFTER [--fail-if \'wt>+10%\']',
			'summary' => 'changes between two runs',
			'usage' => ['BEFORE AFTER [--fail-if CONDITION]...'],
			'about' => 'Lists functions by the change of their own cost. Compares sets (`xhprof run --repeat 20`) '
				. 'and groups of runs by their medians, with intervals. '
				. 'Given a run of calls and a run of samples, prints how recording the calls distorts times.',
			'options' => [
				'fail-if' => ['value' => 'CONDITION', 'text' => 'exit with status 1 if it holds; '
					. 'repeatable:', 'examples' => [
					'wt>+10%' => 'wall time grew by more than 10 %',
					'mu>+2MiB' => 'memory grew by more than 2 MiB',
					'own_wt[Foo::bar]>+5ms' => 'only this function, without callees',
					'ct>100000' => 'more than 100,000 calls, regardless of before',
				]],
				'fail-file' => ['value' => 'FILE', 'text' => 'read conditions from a file, one per line; `#` begins '
					. 'a comment'],
				'strict' => ['value' => null, 'text' => 'exit with status 3 if a condition cannot be decided'],
				'by' => self::BY,
				'markdown' => ['value' => null, 'text' => 'print Markdown, for a comment on a pull request'],
				'limit' => ['value' => 'N', 'text' => 'rows. Default: 15'],
				'json' => self::JSON,
			],
			'more' => [...self::RENAME, ...self::VIEW, ...self::RUNS],
		],
		'merge' => [
			'synopsis' => 'RUN... --out FILE',
			'summary' => 'add up runs',
			'usage' => ['RUN... --out FILE [--format FORMAT]'],
			'about' => 'Adds up runs. The sum has call paths if all runs have them. A folder stands for all its runs.',
			'options' => ['out' => self::OUT, 'format' => self::FORMAT, 'json' => self::JSON],
			'more' => self::RUNS,
		],
		'convert' => [
			'synopsis' => 'RUN --format FORMAT [--out FILE]',
			'summary' => 'convert a run to another format',
			'usage' => ['RUN... [--format FORMAT] [--out FILE]'],
			'about' => 'Writes a run in another format. It reads `json`, `xhprof`, `xhgui` and files of other '
				. 'profilers: pprof, callgrind, Xdebug, speedscope, folded, cpuprofile, OTLP. `perfetto`, `chrome` '
				. 'and `log` need a timeline: '
				. '`xhprof run --mode timeline`, `--mode sample --flags memory` or, except for `log`, a recording.',
			'options' => ['format' => self::FORMAT, 'out' => self::OUT],
			'more' => [...self::REDUCE, ...self::RUNS],
		],
		'report' => [
			'synopsis' => 'RUN [AFTER]',
			'summary' => 'an HTML page of one or two runs',
			'usage' => ['RUN [--out FILE.html]', 'BEFORE AFTER [--out FILE.html]'],
			'about' => 'Writes one HTML file with flame graph, functions, callers and callees. It needs no server '
				. 'and no network. '
				. 'Two runs show what changed, and a snapshot of `xhprof_heap_snapshot()` what was in memory.',
			'options' => [
				'out' => ['value' => 'FILE', 'text' => 'the file to write. Default: the run\'s name with `.html`, in '
					. 'the current folder'],
				'source' => self::SOURCE,
				'map' => self::MAP,
				'json' => self::JSON,
			],
			'more' => [...self::RENAME, ...self::COMPONENT, ...self::REDUCE, ...self::RUNS],
		],
		'open' => [
			'synopsis' => 'RUN [AFTER]',
			'summary' => 'show a run in the browser',
			'usage' => ['RUN [AFTER]'],
			'about' => 'Writes the page of `xhprof report` to a temporary file that only you can read, and opens the '
				. 'browser. Without a browser, prints the file\'s name.',
			'options' => ['source' => self::SOURCE, 'map' => self::MAP],
			'more' => [...self::RENAME, ...self::COMPONENT, ...self::REDUCE, ...self::RUNS],
		],
		'curl' => [
			'synopsis' => 'URL [-- CURL OPTION...]',
			'summary' => 'profile one request of a site',
			'usage' => ['URL [--top | --out FILE | --json] [-- CURL OPTION...]'],
			'about' => 'Requests a run from the site with curl, waits until it is saved, and shows it in the browser. '
				. 'The site needs `xhprof.auto=trigger`, `xhprof.trigger_secret` and, on this machine, '
				. '`xhprof.output_dir`. The secret is in the variable `XHPROF_SECRET`, which other users cannot see, '
				. 'or else in php.ini. Redirects are not followed, so that no other host gets the secret.',
			'options' => [
				'dir' => ['value' => 'DIR',
					'text' => 'the site\'s `xhprof.output_dir`. Default: that of php.ini, else of php-fpm'],
				'top' => ['value' => null, 'text' => 'print the most expensive functions instead'],
				'out' => ['value' => 'FILE', 'text' => 'save the run instead; the ending chooses the format'],
				'timeout' => ['value' => 'TIME', 'text' => 'how long to wait for the run after the response. '
					. 'Default: `30s`'],
				'limit' => self::LIMIT,
				'json' => self::JSON,
			],
		],
		'list' => [
			'synopsis' => '[DIR]',
			'summary' => 'the runs in a folder',
			'usage' => ['[DIR] [--uri PATTERN] [--slower-than TIME] [--sort ORDER]', 'URL [--limit N]', '[DIR] '
				. '--sweep [--keep LIMITS]'],
			'about' => 'Lists the runs in a folder, the newest first. DIR is `xhprof.output_dir` by default. '
				. 'For a ClickHouse, `clickhouse+https://HOST/DB?since=1h`, lists services, hosts and tags, those '
				. 'with the most samples first.',
			'options' => [
				...self::CHOICE,
				'sort' => ['value' => 'ORDER', 'text' => '`time` (the default), `wall`, `cpu` or `memory`, the '
					. 'greatest first'],
				'group-by' => ['value' => 'DIMENSION', 'text' => self::PARTS
					. '; `uri`, `method uri`, `host` or `tag:KEY`: the times of runs by these'],
				'limit' => self::LIMIT,
				'json' => self::JSON,
			],
			'more' => [
				'sweep' => ['value' => null, 'text' => 'remove the oldest runs now, as the extension does after some '
					. 'saves, and list them. The newest run stays'],
				'keep' => ['value' => 'LIMITS', 'text' => 'with `--sweep`: what to keep, `\'500M, 14d\'`, in place of '
					. '`xhprof.keep`'],
				...self::COMPONENT,
			],
		],
		'serve' => [
			'synopsis' => '[DIR|URL]',
			'summary' => 'a folder or a store in the browser',
			'usage' => ['[DIR|clickhouse+https://HOST/DB] [--listen ADDRESS:PORT] [--source]'],
			'about' => 'Shows the runs of a folder, or a ClickHouse, in the browser: sums, history, any two compared. '
				. 'Prints the address, which contains a random token, and serves until Ctrl+C. DIR is '
				. '`xhprof.output_dir` by default. `--source` shows files of the current folder, or, with `--map`, '
				. 'of the folders TO.',
			'options' => [
				'listen' => ['value' => 'ADDRESS:PORT', 'text' => 'Default: `127.0.0.1:8080`, or another port if it '
					. 'is taken; only this machine reaches it. Port 0: any free one'],
				'source' => self::SOURCE,
				'map' => self::MAP,
			],
		],
		'mcp' => [
			'synopsis' => '[FOLDER...]',
			'summary' => 'serve a coding agent',
			'usage' => ['[FOLDER...] [--timeout TIME]'],
			'about' => 'Serves the Model Context Protocol on the standard streams: a coding agent that starts it '
				. 'profiles scripts in these folders, reads saved runs and inspects live processes. Default: the '
				. 'current folder.',
			'options' => [
				'timeout' => ['value' => 'TIME', 'text' => 'end a command after this time. Default: `300s`'],
			],
		],
		'live' => [
			'synopsis' => '[TARGET]',
			'summary' => 'watch live processes',
			'usage' => ['[TARGET] [OPTION...]'],
			'about' => 'Shows processes and the functions in which they spend time, once a second; `?` lists the keys. '
				. 'Without a terminal, prints one page of text. Sampling stops when the command ends, however it '
				. 'ends. ' . self::TARGET,
			'options' => [
				'interval' => self::SAMPLING['interval'],
				'sort' => ['value' => 'ORDER', 'text' => 'functions by `own` time (the default) or `incl`'],
				'group-by' => ['value' => 'DIMENSION',
					'text' => '`component`, `wait`, `uri`, `method uri` or `tag:KEY` in place of functions'],
				'uri' => self::CHOICE['uri'],
				'filter' => ['value' => 'TEXT', 'text' => 'only functions whose names contain this'],
				'duration' => ['value' => 'TIME', 'text' => 'print a page of text after this time, `10s`, and exit'],
				'limit' => self::LIMIT,
				'json' => ['value' => null, 'text' => 'print a line of JSON each second'],
			],
			'more' => [
				'sort-workers' => ['value' => 'ORDER', 'text' => 'processes by `time` of their request (the '
					. 'default), `cpu`, `memory`, `pid`, `request`'],
				'clock' => self::SAMPLING['clock'],
				...self::COMPONENT,
				...self::DSN,
				...self::BUDGET,
			],
		],
		'dump' => [
			'synopsis' => '[TARGET]',
			'summary' => 'stacks of live processes',
			'usage' => ['[TARGET] [--locals]'],
			'about' => 'Prints what live processes are doing: request, elapsed time, stack with file and line, and '
				. 'what they wait for. Of a process that died, prints the last stacks. ' . self::TARGET,
			'options' => [
				'locals' => ['value' => null, 'text' => 'also print arguments and local variables of your own '
					. 'processes whose `xhprof.live_allow` has the word '
					. '`locals`; their `xhprof.meta` decides how much of each value is shown'],
				...self::TRACE,
				...self::DSN,
				'json' => self::JSON,
			],
		],
		'blame' => [
			'synopsis' => '[TARGET]',
			'summary' => 'who makes live processes wait',
			'usage' => ['[TARGET] [OPTION...]'],
			'about' => 'Prints where the time of live requests goes, by its cause: own CPU, a server, or a lock and '
				. 'its holder. ' . self::TARGET,
			'options' => [
				'duration' => ['value' => 'TIME', 'text' =>
					'how long to watch, and to wait for processes. Default: `30s`, but 3 s if no process is alive'],
				'interval' => self::SAMPLING['interval'],
				...self::DSN,
				'limit' => self::LIMIT,
				'json' => self::JSON,
			],
		],
		'slow' => [
			'synopsis' => '[TARGET]',
			'summary' => 'the slowest recent requests',
			'usage' => ['[TARGET] [OPTION...]'],
			'about' => 'Lists the slowest recent requests of live processes: time, status, URI, tags, and the call '
				. 'paths in which they spent time. Requests in which a '
				. 'process died are included. Stacks need `xhprof.live_interval`. ' . self::TARGET,
			'options' => [
				...self::REQUESTS,
				...self::TRACE,
				'status' => self::CHOICE['status'],
				'limit' => ['value' => 'N', 'text' => 'list at most N requests. Default: 10'],
				'out' => ['value' => 'FILE', 'text' => 'also save the listed requests as one run; - is the standard '
					. 'output'],
				'json' => self::JSON,
			],
			'more' => ['format' => self::FORMAT],
		],
		'record' => [
			'synopsis' => '[TARGET] --out FILE',
			'summary' => 'profile live processes',
			'usage' => ['[TARGET] [OPTION...] [--out FILE]'],
			'about' => 'Samples live processes, including those that start later, and saves the sum as a run. Ctrl-C '
				. 'stops and saves. ' . self::TARGET,
			'options' => [
				'duration' => ['value' => 'TIME', 'text' =>
					'how long to sample, and to wait for processes. Default: `30s`, but 3 s if no process is alive'],
				'last' => ['value' => 'AGE', 'text' => 'instead, save samples of the past, `60s` back, that '
					. 'processes with `xhprof.live_interval` have already taken'],
				'interval' => self::SAMPLING['interval'],
				...self::TRACE,
				'group-by' => ['value' => 'DIMENSION', 'text' => '`uri`, `method uri` or `tag:KEY`: write a file for '
					. 'each value, up to 100, and one for the others'],
				'out' => ['value' => 'FILE', 'text' => 'the file to write; its ending chooses the format, - is the '
					. 'standard output. Default: a new file, as for `run`'],
				'quiet' => self::QUIET,
				'json' => self::JSON,
			],
			'more' => ['format' => self::FORMAT, 'clock' => self::SAMPLING['clock'], ...self::BUDGET],
		],
		'ship' => Packages::FLEET,
		'watch' => Packages::FLEET,
		'check' => Packages::FLEET,
		'arm' => [
			'synopsis' => '[TARGET] --requests N',
			'summary' => 'profile the next requests',
			'usage' => ['[TARGET] --requests N [--uri PATTERN]'],
			'about' => 'Profiles the next requests of running processes completely, as `xhprof.auto` does, and saves '
				. 'them in their `xhprof.output_dir`. ' . self::TARGET,
			'options' => [
				'requests' => ['value' => 'N', 'text' => 'number of requests of each process, up to 1000; 0 '
					. 'disarms. Default: 1'],
				'uri' => self::CHOICE['uri'],
				'json' => self::JSON,
			],
		],
		'snapshot' => [
			'synopsis' => 'PID --out FILE',
			'summary' => 'heap snapshot of a live process',
			'usage' => ['PID --out FILE [--dir DIR]'],
			'about' => 'Makes a running process write a heap snapshot to its `xhprof.output_dir`, at most one in 10 '
				. 's, and fetches it, for `xhprof heap`. An idle worker '
				. 'writes in its next request. Its `xhprof.live_allow` needs the word `snapshot`.',
			'options' => [
				'out' => ['value' => 'FILE', 'text' => 'the file to write'],
				'dir' => ['value' => 'DIR', 'text' => '`xhprof.output_dir` of the process. Default: that of this PHP'],
				'timeout' => ['value' => 'TIME', 'text' => 'how long to wait. Default: `30s`'],
				'json' => self::JSON,
			],
		],
		'heap' => [
			'synopsis' => 'FILE [AFTER]',
			'summary' => 'what is in memory, and why',
			'usage' => ['FILE [--class NAME | --node N] [--out FILE.db]', 'BEFORE AFTER'],
			'about' => 'Reads a snapshot of `xhprof_heap_snapshot()`: classes, roots, arrays, duplicate strings, '
				. 'cycles, and what holds them. Two snapshots show what grew. Needs PHP\'s extension sqlite3.',
			'options' => [
				'class' => ['value' => 'NAME', 'text' => 'the objects of a class and what holds them; a part of its '
					. 'name is enough'],
				'node' => ['value' => 'N', 'text' => 'one value, its path from a root, and everything that holds it'],
				'out' => ['value' => 'FILE', 'text' => 'keep it as an SQLite database, for queries and for `xhprof '
					. 'heap FILE`'],
				'limit' => ['value' => 'N', 'text' => 'print at most N rows of each table. Default: 10'],
				'json' => self::JSON,
			],
		],
		'completion' => [
			'synopsis' => 'bash|zsh|fish',
			'summary' => 'print completion code for a shell',
			'usage' => ['bash|zsh|fish'],
			'about' => 'Prints code with which a shell completes commands and options: `eval "$(xhprof completion '
				. 'bash)"` in `~/.bashrc`, the same with zsh in `~/.zshrc`, or `xhprof completion fish | source`.',
			'options' => [],
		],
		'doctor' => [
			'synopsis' => '',
			'summary' => 'check the installation',
			'usage' => ['[--json]'],
			'about' => 'Checks each PHP of this machine, also php-fpm and Apache: ini files, xhprof, hook, clock, JIT, '
				. 'other profilers, folders and their permissions, and what the kernel allows. Prints what is wrong, '
				. 'and commands that fix it. As root it sees more. Works without the extension.',
			'options' => ['json' => self::JSON],
		],
	];

	/** @var array<int|string, string> */
	public const EXIT_STATUS = [
		'0' => 'done',
		'1' => '`diff`, `run --vary`, `top --vary-tag`: a condition holds; `watch`, `check`: something is slower; '
			. '`doctor`: something is wrong; `ship --status`: the agent does not run',
		'2' => 'the command failed, or its output could not be written; stderr says why and what to do',
		'3' => '`--strict`: a condition cannot be decided',
		'any' => '`run`, `stat`: the status of the script, unless that is 0 and its profile was not written whole',
	];

	/** A text of this table where nobody can follow its links: "without the module (docs/live.md)". */
	public static function unlinked(string $text): string
	{
		return (string) preg_replace('/\[([^\]]+)\]\(([\w.\/-]+\.md)(?:#[^)]*)?\)/', '$1 (docs/$2)', $text);
	}

	/** @return array<string, Command> by name, those of other packages only if they are installed */
	public static function commands(): array
	{
		$others =
			array_merge(...array_map(static fn (Package $package): array => $package->commands(), Packages::all()));
		$commands = [];
		foreach (self::table() as $name => $command) {
			$command = is_string($command) ? $others[$name] ?? null : $command;
			if ($command !== null) {
				$commands[$name] = $command;
			}
		}

		return array_map(static fn (array $command): array => $command + ['more' => []], $commands + $others);
	}

	/** @return array<string, Listed|string> PHPStan loses the type of a table that large */
	private static function table(): array
	{
		/** @var array<string, Listed|string> $table by its name */
		$table = constant(self::class . '::COMMANDS');

		return $table;
	}

	/** @return Command */
	public static function command(string $name): array
	{
		return self::commands()[$name];
	}

	/** The package that brings a command, if that is another one. */
	public static function packageOf(string $command): ?string
	{
		$package = self::table()[$command] ?? null;

		return is_string($package) ? $package : null;
	}

	/** @return array<string, array<string, Option>> options of several commands, by heading */
	public static function shared(): array
	{
		return array_merge(self::SHARED,
			...array_map(static fn (Package $package): array => $package->shared(), Packages::all()));
	}

	/**
	 * The words behind a command. Each command has --help and --help --all.
	 *
	 * @param list<string> $words
	 */
	public static function arguments(string $command, array $words): Arguments
	{
		$options = self::command($command)['options'] + self::command($command)['more'];
		$known = array_map(static fn (array $option): bool => $option['value'] !== null, $options)
			+ ['help' => false, 'all' => false];

		return new Arguments($words, $known, in_array($command, ['run', 'stat'], true));
	}

	/** How an option is typed: "--out FILE". */
	public static function typed(string $name, ?string $value): string
	{
		return "--$name" . ($value === null ? '' : " $value");
	}
}
