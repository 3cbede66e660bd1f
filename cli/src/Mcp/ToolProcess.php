<?php
declare(strict_types=1);

namespace XHProf\Cli\Mcp;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\Php;
use XHProf\Cli\Process\Reach;
use XHProf\Cli\Terminal\ExitStatus;

/** Runs a command of this tool as another process, and reads its output with limits on time and bytes. */
final class ToolProcess
{
	/** Output beyond this is dropped. */
	private const BYTES = 4 << 20;

	/** The most bytes of a script's output that are shown. */
	private const SCRIPT_BYTES = 2000;

	/** The time from SIGTERM to SIGKILL. */
	private const TIMEOUT_S = 2.0;

	/** @var array<int, string> of the standard output and of errors */
	private array $said = [1 => '', 2 => ''];

	public function __construct(private readonly Reach $reach, private readonly float $timeout_s)
	{
	}

	/**
	 * @param non-empty-list<string> $words
	 * @param callable(): bool $isWanted asked all the time; false ends the process
	 * @return array{string, bool} its answer, and whether it failed
	 */
	public function run(array $words, callable $isWanted): array
	{
		// A script runs as it would without us, and may read any file.
		$environment = ['COLUMNS' => '160', 'NO_COLOR' => '1'] + ($words[0] === 'run' ? []
			: [Reach::NAME => json_encode($this->reach->places, JSON_THROW_ON_ERROR)]) + getenv();
		$process = @proc_open([PHP_BINARY, ...Php::options(), Php::script(), ...$words],
			[['file', '/dev/null', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes, null, $environment);
		if ($process === false) {
			throw new Problem('could not start ' . PHP_BINARY);
		}
		$ended = $this->read($process, [1 => $pipes[1], 2 => $pipes[2]], $isWanted);
		$status = proc_close($process);
		if ($ended !== null) {
			return [$ended, true];
		}

		return [$this->answer($words[0], $status), $words[0] === 'run' ? !str_contains($this->said[2], "\nfile:")
			&& !str_contains($this->said[2], "\nset:") : $status === ExitStatus::PROBLEM];
	}

	/**
	 * @param resource $process
	 * @param array<int, resource> $pipes
	 * @param callable(): bool $isWanted
	 * @return string|null why it was ended
	 */
	private function read($process, array $pipes, callable $isWanted): ?string
	{
		$until = hrtime(true) / 1e9 + $this->timeout_s;
		$why = null;
		array_map(static fn ($pipe): bool => stream_set_blocking($pipe, false), $pipes);
		while ($pipes !== []) {
			$ready = $pipes;
			$none = [];
			if (@stream_select($ready, $none, $none, 0, 100_000) > 0) {
				foreach ($ready as $number => $pipe) {
					$this->said[$number] .= substr((string) fread($pipe, 65536), 0,
						self::BYTES - strlen($this->said[$number]));
					if (feof($pipe)) {
						unset($pipes[$number]);
					}
				}
			}
			if ($why === null && ($why = $isWanted() ? (hrtime(true) / 1e9 > $until
				? "it was stopped after $this->timeout_s s" : null) : 'it was cancelled') !== null) {
				proc_terminate($process, 15);
				$until = hrtime(true) / 1e9 + self::TIMEOUT_S;
			} elseif ($why !== null && hrtime(true) / 1e9 > $until) {
				proc_terminate($process, 9);
				break;
			}
		}

		return $why;
	}

	private function answer(string $command, int $status): string
	{
		if ($command !== 'run') {
			return $this->said[1] . $this->said[2]
				. ($status === ExitStatus::WORSE ? "exit status 1: a condition of fail-if holds\n" : '');
		}
		$printed = $this->said[1] === '' ? ''
			: "The script printed:\n" . Answers::start($this->said[1], self::SCRIPT_BYTES)
			. (strlen($this->said[1]) > self::SCRIPT_BYTES ? "\n(and more)" : '') . "\n";

		return ltrim($this->said[2]) . ($status === 0 ? '' : "The script's exit status: $status\n") . $printed;
	}
}
