<?php
declare(strict_types=1);

namespace XHProf\Cli;

use XHProf\Cli\Command\AdviseCommand;
use XHProf\Cli\Command\ArmCommand;
use XHProf\Cli\Command\BlameCommand;
use XHProf\Cli\Command\CurlCommand;
use XHProf\Cli\Command\DoctorCommand;
use XHProf\Cli\Command\DumpCommand;
use XHProf\Cli\Command\FileCommands;
use XHProf\Cli\Command\HeapCommand;
use XHProf\Cli\Command\ListCommand;
use XHProf\Cli\Command\LiveCommand;
use XHProf\Cli\Command\McpCommand;
use XHProf\Cli\Command\RecordCommand;
use XHProf\Cli\Command\ReportCommand;
use XHProf\Cli\Command\RunCommand;
use XHProf\Cli\Command\ServeCommand;
use XHProf\Cli\Command\SlowCommand;
use XHProf\Cli\Command\SnapshotCommand;
use XHProf\Cli\Command\StatCommand;
use XHProf\Cli\Help\Completion;
use XHProf\Cli\Help\HelpText;
use XHProf\Cli\Help\NextSteps;
use XHProf\Cli\Help\Reference;
use XHProf\Cli\Package\Packages;
use XHProf\Cli\Package\RunUrl;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Process\Glob;
use XHProf\Cli\Process\Php;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;

/** Finds the command that is meant, runs it, and gives its exit status. */
final class Application
{
	/** The command's version; the extension has its own. */
	public const VERSION = '3.0.0-dev';

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

		return ExitStatus::PROBLEM;
	}

	/** The command, and what is wrong with it. */
	private function tell(Terminal $terminal): int
	{
		try {
			return $this->dispatch($terminal);
		} catch (Problem $problem) {
			$terminal->write($terminal->style('xhprof: ' . Text::plain($problem->getMessage()), 'red') . "\n"
				. ($problem->advice === '' ? '' : self::advice($problem->advice)));
		} catch (\RuntimeException $e) {
			$terminal->write($terminal->style('xhprof: ' . Text::plain($e->getMessage()), 'red') . "\n");
		}

		return ExitStatus::PROBLEM;
	}

	private function dispatch(Terminal $terminal): int
	{
		$command = $this->words[1] ?? '';
		if (in_array($command, ['--version', '-V', 'version'], true)) {
			Output::write('xhprof ' . (phpversion('xhprof') ?: '(the extension is not loaded)') . ', PHP ' . PHP_VERSION . "\n");
			return ExitStatus::OK;
		}
		if (in_array($command, ['help', '--help', '-h'], true)) {
			return $this->helpOf($this->words[2] ?? '');
		}
		if (!isset(Reference::commands()[$command])) {
			throw self::unknown($command);
		}
		$words = array_slice($this->words, 2);
		$arguments = Reference::arguments($command, $words);
		if ($arguments->has('help')) {
			return self::help($command, $arguments->has('all'));
		}
		if ($arguments->has('all')) {
			throw new Problem('--all is for --help', "xhprof $command --help --all");
		}
		if ($command === 'completion') {
			return self::complete($arguments->rest);
		}
		if ($command === 'heap') {
			return (new HeapCommand($arguments, new Terminal(STDOUT)))->run();
		}
		if ($command === 'doctor') {
			return (new DoctorCommand($arguments, new Terminal(STDOUT), self::VERSION))->run();
		}
		self::needExtension();
		$output = new Terminal(STDOUT);

		return match ($command) {
			'list' => RunUrl::is($arguments->rest[0] ?? '') ? Packages::store()->list($arguments, $output)
				: (new ListCommand($arguments, $output))->run(),
			'curl' => (new CurlCommand($arguments, $terminal))->run(),
			'serve' => (new ServeCommand($arguments, $terminal))->run(),
			'advise' => (new AdviseCommand($arguments, $output))->run(),
			'mcp' => (new McpCommand($arguments, self::VERSION))->run(),
			'run' => (new RunCommand($arguments, $terminal))->run(),
			'stat' => (new StatCommand($arguments, $terminal))->run(),
			'live' => (new LiveCommand($arguments, $output))->run(),
			'dump' => (new DumpCommand($arguments, $output))->run(),
			'blame' => (new BlameCommand($arguments, $output))->run(),
			'record' => (new RecordCommand($arguments, $terminal))->run(),
			'slow' => (new SlowCommand($arguments, $output))->run(),
			'arm' => (new ArmCommand($arguments))->run(),
			'snapshot' => (new SnapshotCommand($arguments, $terminal))->run(),
			'report', 'open' => (new ReportCommand($arguments, $terminal))->$command(),
			'top', 'alloc', 'show', 'queries', 'diff', 'merge', 'convert' => (new FileCommands($arguments, $output))->$command(),
			default => Packages::with($command)?->run($command, $arguments, $terminal, $output) ?? throw self::unknown($command),
		};
	}

	private static function advice(string $lines): string
	{
		return implode('', array_map(static fn (string $line): string => '        ' . Text::plain($line) . "\n", explode("\n", $lines)));
	}

	private static function unknown(string $command): Problem
	{
		$package = Reference::packageOf($command);

		return match (true) {
			$command === '' => self::noCommand(),
			$package !== null => Packages::missing("xhprof $command", $package),
			default => new Problem("there is no command \"$command\"",
				Text::hint($command, array_keys(Reference::commands())) . 'xhprof --help lists them'),
		};
	}

	private static function noCommand(): Problem
	{
		$rings = (string) ini_get('xhprof.live_dir');
		$steps = NextSteps::of('.', (string) ini_get('xhprof.output_dir'), $rings !== '' && Glob::in($rings, '*.data') !== []);

		return new Problem('no command is named', implode("\n", [...$steps, 'xhprof --help lists all']));
	}

	/** All commands, if there is none with that name. */
	private function helpOf(string $command): int
	{
		if (Reference::packageOf($command) !== null && Packages::with($command) === null) {
			throw self::unknown($command);
		}

		return self::help(isset(Reference::commands()[$command]) ? $command : null, in_array('--all', $this->words, true));
	}

	private static function help(?string $command, bool $isAll): int
	{
		Output::write($command === null ? HelpText::ofAll() : HelpText::of($command, $isAll));

		return ExitStatus::OK;
	}

	/** @param list<string> $shells */
	private static function complete(array $shells): int
	{
		$shell = $shells[0] ?? throw new Problem('no shell is named', 'xhprof completion ' . implode('|', Completion::SHELLS));
		if (!in_array($shell, Completion::SHELLS, true)) {
			throw new Problem("there is no completion for \"$shell\"", Text::hint($shell, Completion::SHELLS) . 'known are ' . implode(', ', Completion::SHELLS));
		}
		Output::write(Completion::of($shell));

		return ExitStatus::OK;
	}

	private static function needExtension(): void
	{
		if (!class_exists(\XHProf\Profile::class, false)) {
			throw new Problem('this PHP does not load the extension xhprof',
				'xhprof doctor says what to do; for once: php -d extension=/path/to/xhprof.so ' . CommandLine::word(Php::script()));
		}
	}
}
