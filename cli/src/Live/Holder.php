<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Terminal\Units;

/** A process that others wait for, and what it does meanwhile, as its ring says; or a connection of a database. */
final class Holder
{
	/**
	 * @param string|null $request null: it has no ring, or runs none
	 * @param string|null $in the function that it is in
	 */
	private function __construct(
		private readonly Hold $hold,
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
	public static function of(Hold $hold, ?array $status, ?array $stack): self
	{
		$request = $status === null || $status['state'] === 'idle' ? null : $status['request'];
		$isNow = $request !== null && $stack !== null && $stack['request'] === $request['number'];

		return new self($hold, $request === null ? null : trim("$request[method] $request[uri]"), $request['elapsed_ns'] ?? $hold->connection?->sinceNs,
			$isNow ? $stack['frames'][0]['function'] ?? null : null, $hold->pid === null ? '' : self::command($hold->pid));
	}

	/** "GET /export", or "mariadbd (pid 812)" */
	public function name(): string
	{
		return $this->request ?? ($this->hold->pid === null ? (string) $this->hold->connection?->name() : ($this->command === '' ? "pid {$this->hold->pid}" : "$this->command (pid {$this->hold->pid})"));
	}

	/** The program and PHP's script; other arguments may be secrets. */
	private static function command(int $pid): string
	{
		$words = explode("\0", (string) @file_get_contents("/proc/$pid/cmdline"));

		$program = basename($words[0]);

		return $program . (str_starts_with($program, 'php') && preg_match('~^[^-]~', $words[1] ?? '') === 1 ? " $words[1]" : '');
	}

	public function isOfLock(): bool
	{
		return $this->hold->isLock;
	}

	/** "pid 812", or "MariaDB's connection 17 of app" */
	public function subject(): string
	{
		return $this->hold->key();
	}

	/** "pid 812, GET /export, 9.0 s, in fgetcsv" */
	public function text(string $verb = ''): string
	{
		if ($this->hold->pid === null) {
			return $this->subject() . $verb . ($this->elapsedNs === null ? '' : ', in a transaction for ' . Units::time($this->elapsedNs))
				. ($this->hold->connection?->isIdle === true ? ', idle' : '');
		}

		return $this->subject() . $verb . ($this->request === null ? ($this->command === '' ? '' : " ($this->command)")
			: ", $this->request" . ($this->elapsedNs === null ? '' : ', ' . Units::time($this->elapsedNs)) . ($this->in === null ? '' : ", in $this->in"));
	}

	/** @return array{pid: int|null, request: string|null, elapsed_ns: int|null, in: string|null, connection: string|null} */
	public function data(): array
	{
		return ['pid' => $this->hold->pid, 'request' => $this->request, 'elapsed_ns' => $this->elapsedNs, 'in' => $this->in, 'connection' => $this->hold->connection?->name()];
	}
}
