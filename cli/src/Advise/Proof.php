<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

use XHProf\Cli\Process\CommandLine;

/**
 * The command that shows whether a change helps. What the run says of itself may be a stranger's: it is quoted as
 * words.
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

	/** Of a change of the code at one place. */
	public static function ofCode(): self
	{
		return new self(null, null, true);
	}

	/** Of the whole program, as it is built or deployed. */
	public static function ofProgram(): self
	{
		return new self(null, null);
	}

	/** Of a setting of php.ini: "zend.enable_gc=0". */
	public static function ofSetting(string $setting): self
	{
		return new self($setting, null);
	}

	/** Of a site: a request after the change is compared with the run. */
	public static function ofRequest(): self
	{
		return new self(null, self::REQUEST);
	}

	/**
	 * Other commands, one after the other. The word RUN stands for the run, SCRIPT for its script and the arguments.
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
	 * By turns with what is compared, which is a command line in one word.
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
