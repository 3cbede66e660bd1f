<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

use XHProf\Cli\Process\CommandLine;

/**
 * The command that shows whether a change helps. Anyone may have written the run, so all text from it is quoted as
 * shell words.
 */
final class Proof
{
	private const REQUEST = [['xhprof', 'curl', 'URL', '--out', 'after.json.gz'],
		['xhprof', 'diff', 'RUN', 'after.json.gz']];

	/** @param list<list<string>>|null $commands one after the other */
	private function __construct(private readonly ?string $setting, private readonly ?array $commands,
		public readonly bool $isOfPlace = false)
	{
	}

	/** Proves a change of the code at one place. */
	public static function ofCode(): self
	{
		return new self(null, null, true);
	}

	/** Proves a change of the whole program, of its build or its deployment. */
	public static function ofProgram(): self
	{
		return new self(null, null);
	}

	/** Proves a change of a php.ini setting, such as "zend.enable_gc=0". */
	public static function ofSetting(string $setting): self
	{
		return new self($setting, null);
	}

	/** Proves a change of a site: compares a request after the change with the run. */
	public static function ofRequest(): self
	{
		return new self(null, self::REQUEST);
	}

	/**
	 * Proves a change by these commands, run one after the other. RUN stands for the run, SCRIPT for its script and
	 * arguments.
	 *
	 * @param list<string> ...$commands
	 */
	public static function of(array ...$commands): self
	{
		return new self(null, array_values($commands));
	}

	/** @param string $file of the run */
	public function text(Recording $run, string $file): string
	{
		$script = $run->command();
		$commands = $this->commands ?? ($script === null ? self::REQUEST : [$this->repeated($script)]);
		$lines = [];
		foreach ($commands as $words) {
			$lines[] = CommandLine::of(array_merge(...array_map(static fn (string $word): array => match ($word) {
				'RUN' => [CommandLine::file($file)],
				'SCRIPT' => $script ?? ['SCRIPT'],
				default => [$word],
			}, $words)));
		}

		return implode(' && ', $lines);
	}

	/**
	 * The command that runs the script in turns with the other side, which is a command line in one word.
	 *
	 * @param non-empty-list<string> $script and its arguments
	 * @return list<string>
	 */
	private function repeated(array $script): array
	{
		$parts = explode('/', $script[0]);
		$old = $this->setting !== null ? $script : ['OLD/' . end($parts), ...array_slice($script, 1)];

		return ['xhprof', 'run', '--repeat', '20', '--against', CommandLine::of($old), '--',
			...($this->setting !== null ? ['-d', $this->setting] : []), 'SCRIPT'];
	}
}
