<?php
declare(strict_types=1);

namespace XHProf\Cli;

use XHProf\Cli\Command\Commands;
use XHProf\Cli\Help\HelpText;
use XHProf\Cli\Help\NextSteps;
use XHProf\Cli\Help\Reference;
use XHProf\Cli\Package\Packages;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Process\Glob;
use XHProf\Cli\Process\Php;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;

/** Finds the requested command, runs it, and returns its exit status. */
final class Application
{
	/** @param list<string> $words */
	public function __construct(private readonly array $words)
	{
	}

	/** @return int the exit status */
	public function run(): int
	{
		try {
			return $this->report(new Terminal(STDERR));
		} catch (\Error $e) {
			if (preg_match('/^Call to undefined function (?:.*\\\\)?(\w+)\(\)$/D', $e->getMessage(), $found) !== 1) {
				throw $e;
			}
			$problem = Php::lacks($found[1]);
			// No Terminal is used, because it may need a missing function as well.
			fwrite(STDERR, "xhprof: {$problem->getMessage()}\n        $problem->advice\n");
		}

		return ExitStatus::PROBLEM;
	}

	/** Runs the command, and reports its error. */
	private function report(Terminal $terminal): int
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
			Output::write('xhprof ' . (phpversion('xhprof') ?: '(the extension is not loaded)') . ', PHP '
				. PHP_VERSION . "\n");
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
			throw new Problem('--all needs --help', "xhprof $command --help --all");
		}
		if (Commands::needsExtension($command)) {
			self::needExtension();
		}

		return Commands::has($command) ? Commands::run($command, $arguments, $terminal)
			: Packages::with($command)?->run($command, $arguments, $terminal, new Terminal(STDOUT))
			?? throw self::unknown($command);
	}

	private static function advice(string $lines): string
	{
		return implode('', array_map(static fn (string $line): string => '        ' . Text::plain($line) . "\n",
			explode("\n", $lines)));
	}

	private static function unknown(string $command): Problem
	{
		$package = Reference::packageOf($command);

		return match (true) {
			$command === '' => self::noCommand(),
			$package !== null => Packages::missing("xhprof $command", $package),
			default => new Problem("unknown command \"$command\"",
				Text::hint($command, array_keys(Reference::commands())) . 'xhprof --help lists them'),
		};
	}

	private static function noCommand(): Problem
	{
		$rings = (string) ini_get('xhprof.live_dir');
		$steps = NextSteps::of('.', (string) ini_get('xhprof.output_dir'),
			$rings !== '' && Glob::in($rings, '*.data') !== []);

		return new Problem('no command given', implode("\n", [...$steps, 'xhprof --help lists all']));
	}

	/** Prints the help of a command; if there is none with that name, of all commands. */
	private function helpOf(string $command): int
	{
		if (Reference::packageOf($command) !== null && Packages::with($command) === null) {
			throw self::unknown($command);
		}

		return self::help(isset(Reference::commands()[$command]) ? $command : null,
			in_array('--all', $this->words, true));
	}

	private static function help(?string $command, bool $isAll): int
	{
		Output::write($command === null ? HelpText::ofAll() : HelpText::of($command, $isAll));

		return ExitStatus::OK;
	}

	private static function needExtension(): void
	{
		if (!class_exists(\XHProf\Profile::class, false)) {
			throw new Problem('the extension xhprof is not loaded',
				'xhprof doctor says how to load it; for this command only: php -d extension=/path/to/xhprof.so '
					. CommandLine::word(Php::script()));
		}
	}
}
