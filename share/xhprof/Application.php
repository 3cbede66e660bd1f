<?php
declare(strict_types=1);

namespace XHProf\Cli;

/** Which command is meant, and how it ends. */
final class Application
{
	public const OK = 0;
	public const WORSE = 1;
	public const PROBLEM = 2;

	private const HELP = <<<'END'
		xhprof: profiles PHP scripts, and looks into profiles.

		  xhprof run [OPTION...] -- SCRIPT [ARGUMENT...]   profile a script
		  xhprof top FILE                                  the functions that cost most
		  xhprof alloc FILE                                who allocated which memory
		  xhprof show FILE --function NAME                 its callers and callees
		  xhprof diff BEFORE AFTER [--fail-if 'wt>+10%']   what became slower
		  xhprof merge FILE... --out FILE                  several runs as one
		  xhprof convert FILE --to FORMAT [--out FILE]     for other tools
		  xhprof heap FILE [AFTER]                         what was in memory, and why

		xhprof COMMAND --help says more. Each command but convert has --json.

		END;

	private const HELPS = [
		'run' => <<<'END'
			xhprof run [OPTION...] -- [PHP OPTION...] SCRIPT [ARGUMENT...]

			Runs the script as php would, and reports on the standard error at its end.
			Output, input, arguments and exit status are the script's own.

			  --out FILE        where the run is kept. Default: a new file in
			                    xhprof.output_dir, else in the folder for temporary files;
			                    the report says which
			  --format FORMAT   pprof (the default), json (that of --mode hier), xhprof,
			                    callgrind, folded, speedscope, chrome, log; an --out that
			                    ends in .json, .speedscope.json and so on says it as well
			  --mode MODE       tree (the default): all call paths; hier: pairs of caller
			                    and callee only; timeline: each call, for chrome and log;
			                    sample: no calls, but where the script is every 1 ms
			  --interval N      mode sample: microseconds between two samples, from 100 to
			                    1000000000. Default: 1000
			  --clock CLOCK     mode sample: wall (the default), cpu
			  --flags LIST      cpu,memory (the default), alloc, no-builtins, or none
			  --ignore NAME     a function that is not to appear; may be repeated
			  --run-init        the code of included files as calls of their own
			  --compensate      take the profiler's own weight out of the times
			  --max-nodes N     how many call paths are kept, at least 1
			  --limit N         rows of the report. Default: 15
			  --quiet           no report, no progress
			  --json            the report as one line of JSON

			END,
		'top' => <<<'END'
			xhprof top FILE [--sort METRIC] [--limit N] [--json]

			The functions that cost most. own: without the functions that they call; incl:
			with them; both in percent of the whole run. Recursion is merged.

			  --sort METRIC     own_wt (the default), wt, ct, own_cpu, cpu, own_mu, mu,
			                    own_pmu, pmu
			  --limit N         rows. Default: 25; all that is left is one row more

			END,
		'alloc' => <<<'END'
			xhprof alloc FILE [--by ORDER] [--limit N] [--json]

			Who allocated memory in a run of xhprof run --flags alloc, and what of it was
			still alive at its end; without the functions that they call.

			  --by ORDER        live: most bytes alive at the end (the default); total: most
			                    bytes; count: most blocks; peak: most bytes alive when the
			                    memory in use was highest; temporary: most blocks freed
			                    right after they were allocated
			  --limit N         rows. Default: 25

			END,
		'show' => <<<'END'
			xhprof show FILE --function NAME [--json]

			What a function cost, who called it, and what it called. A part of its name
			will do, if no other function has it.

			END,
		'diff' => <<<'END'
			xhprof diff BEFORE AFTER [--fail-if THRESHOLD]... [--limit N] [--json]

			What AFTER cost more than BEFORE, by function, the greatest change of own time
			first.

			  --fail-if THRESHOLD   end with status 1 if it holds; may be repeated:
			      wt>+10%                 the run takes over 10 % more wall time
			      mu>+2MiB                it keeps over 2 MiB more
			      own_wt[Foo::bar]>+5ms   that function alone, without its callees
			      ct>100000               over 100,000 calls, whatever they were before
			  --limit N             rows. Default: 15

			END,
		'merge' => <<<'END'
			xhprof merge FILE... --out FILE [--format FORMAT] [--json]

			Adds runs up. The sum has call paths if all of them have.

			END,
		'convert' => <<<'END'
			xhprof convert FILE --to FORMAT [--out FILE]

			To pprof, xhprof, json, callgrind, folded or speedscope; without --out to the
			standard output. FILE is pprof, json or xhprof: the others are pictures of a
			run, not the run. chrome and log need a timeline, which only xhprof run has.

			END,
		'heap' => <<<'END'
			xhprof heap FILE [--class NAME | --node N] [--db OUT] [--limit N] [--json]
			xhprof heap BEFORE AFTER [--limit N] [--json]

			What was in memory when xhprof_heap_snapshot() wrote FILE, and what held it:
			classes, roots, arrays, strings that are there more than once, cycles. Of two
			snapshots: what became more, by class and by what holds it. Needs PHP's
			extension sqlite3.

			  --class NAME      the objects of a class and what holds them; a part of its
			                    name will do
			  --node N          one value, the way to it from a root, and all that hold it
			  --db OUT          keep it as a database of SQLite, for queries of your own and
			                    to ask again: xhprof heap OUT
			  --limit N         rows of each table. Default: 10

			END,
	];

	/** @param list<string> $words */
	public function __construct(private readonly array $words)
	{
	}

	/** @return int the exit status */
	public function run(): int
	{
		try {
			return $this->tell(new Terminal(STDERR));
		} catch (\Error $e) {
			if (preg_match('/^Call to undefined function (?:.*\\\\)?(\w+)\(\)$/D', $e->getMessage(), $found) !== 1) {
				throw $e;
			}
			$problem = Php::lacks($found[1]);
			// Without a Terminal, which may lack it as well.
			fwrite(STDERR, "xhprof: {$problem->getMessage()}\n        $problem->advice\n");
		}

		return self::PROBLEM;
	}

	/** The command, and what is wrong with it. */
	private function tell(Terminal $terminal): int
	{
		try {
			return $this->dispatch($terminal);
		} catch (Problem $problem) {
			$terminal->write($terminal->style('xhprof: ' . Text::plain($problem->getMessage()), 'red') . "\n"
				. ($problem->advice === '' ? '' : '        ' . Text::plain($problem->advice) . "\n"));
		} catch (\RuntimeException $e) {
			$terminal->write($terminal->style('xhprof: ' . Text::plain($e->getMessage()), 'red') . "\n");
		}

		return self::PROBLEM;
	}

	/** What --json prints. New keys may come with the same version. */
	public static function encode(string $command, array $data, int $flags = JSON_PRETTY_PRINT): string
	{
		return json_encode(['schema' => "xhprof-$command", 'version' => 1] + $data, $flags | JSON_UNESCAPED_SLASHES
			| JSON_UNESCAPED_UNICODE
			| JSON_INVALID_UTF8_SUBSTITUTE | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR) . "\n";
	}

	private function dispatch(Terminal $terminal): int
	{
		$command = $this->words[1] ?? '';
		if (in_array($command, ['help', '--help', '-h'], true)) {
			Output::write(self::HELPS[$this->words[2] ?? ''] ?? self::HELP);
			return self::OK;
		}
		if (!isset(self::HELPS[$command])) {
			$near = Text::nearest($command, array_keys(self::HELPS));
			throw new Problem($command === '' ? 'which command?' : "there is no command \"$command\"",
				($command === '' || $near === null ? '' : "did you mean $near? ") . 'xhprof --help lists them');
		}
		$words = array_slice($this->words, 2);
		$known = match ($command) {
			'run' => RunCommand::OPTIONS,
			'heap' => HeapCommand::OPTIONS,
			default => Commands::OPTIONS[$command],
		};
		$arguments = new Arguments($words, $known, $command === 'run');
		if ($arguments->has('help')) {
			Output::write(self::HELPS[$command]);
			return self::OK;
		}
		if ($command === 'heap') {
			return (new HeapCommand($arguments, new Terminal(STDOUT)))->run();
		}
		self::needExtension();
		if ($command === 'run') {
			return (new RunCommand($arguments, $terminal))->run();
		}

		return (new Commands($arguments, new Terminal(STDOUT)))->$command();
	}

	private static function needExtension(): void
	{
		if (!class_exists(\XHProf\Profile::class, false)) {
			throw new Problem('this PHP does not load the extension xhprof',
				'add extension=xhprof to php.ini, or: php -d extension=/path/to/xhprof.so ' . $_SERVER['argv'][0]);
		}
	}
}
