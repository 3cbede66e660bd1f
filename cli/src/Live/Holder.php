<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Terminal\Units;

/** A process that others wait for, and what it does meanwhile, as its ring says. */
final class Holder
{
	/**
	 * @param string|null $request null: it has no ring, or runs none
	 * @param string|null $in the function that it is in
	 */
	private function __construct(
		public readonly int $pid,
		public readonly ?string $request,
		public readonly ?int $elapsedNs,
		public readonly ?string $in,
		private readonly string $command,
	) {
	}

	/**
	 * @param array{state: string, request: array{number: int, elapsed_ns: int|null, method: string, uri: string, ...}, ...}|null $status
	 * @param array{request: int, frames: list<array{function: string, ...}>, ...}|null $stack
	 */
	public static function of(int $pid, ?array $status, ?array $stack): self
	{
		$request = $status === null || $status['state'] === 'idle' ? null : $status['request'];
		$isNow = $request !== null && $stack !== null && $stack['request'] === $request['number'];

		return new self($pid, $request === null ? null : trim("$request[method] $request[uri]"), $request['elapsed_ns'] ?? null,
			$isNow ? $stack['frames'][0]['function'] ?? null : null, self::command($pid));
	}

	/** "GET /export", or "mariadbd (pid 812)" */
	public function name(): string
	{
		return $this->request ?? ($this->command === '' ? "pid $this->pid" : "$this->command (pid $this->pid)");
	}

	/** The program and PHP's script; other arguments may be secrets. */
	private static function command(int $pid): string
	{
		$words = explode("\0", (string) @file_get_contents("/proc/$pid/cmdline"));

		$program = basename($words[0]);

		return $program . (str_starts_with($program, 'php') && preg_match('~^[^-]~', $words[1] ?? '') === 1 ? " $words[1]" : '');
	}

	/** "812, GET /export, 9.0 s, in fgetcsv" */
	public function text(string $verb = ''): string
	{
		return "$this->pid$verb" . ($this->request === null ? ($this->command === '' ? '' : " ($this->command)")
			: ", $this->request" . ($this->elapsedNs === null ? '' : ', ' . Units::time($this->elapsedNs)) . ($this->in === null ? '' : ", in $this->in"));
	}

	/** @return array{pid: int, request: string|null, elapsed_ns: int|null, in: string|null} */
	public function data(): array
	{
		return ['pid' => $this->pid, 'request' => $this->request, 'elapsed_ns' => $this->elapsedNs, 'in' => $this->in];
	}
}
