<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Terminal\Units;
use XHProf\Ring;

/**
 * What a WaitCause was doing when others waited for it: the request that the process ran and the function that it was
 * in, according to its ring; or what a database reports about a connection.
 */
final class CauseDetails
{
	/** The number of its finished requests that are searched for the one that it ran when it was seen. */
	private const LOOK_BACK = 100;

	/**
	 * @param string|null $request null: it has no ring, or ran none
	 * @param string|null $in the function that it is in
	 * @param string|null $caller the application's function that called that one
	 */
	private function __construct(
		public readonly WaitCause $hold,
		public readonly ?string $request,
		public readonly ?int $elapsedNs,
		public readonly ?string $in,
		public readonly ?string $caller,
		private readonly string $command,
	) {
	}

	/** @param \Closure(int): list<string> $filesOf the rings of a process */
	public static function of(WaitCause $hold, \Closure $filesOf): self
	{
		$holders = (new Rings())->open($hold->pid === null ? [] : $filesOf($hold->pid), [],
			static fn (Ring $ring): self => self::ofRing($hold, $ring));

		return reset($holders) ?: new self($hold, null, $hold->connection?->sinceNs, null, null, self::command($hold));
	}

	/**
	 * The process may have begun another request since it was seen. That one holds nothing, so the finished one is
	 * looked for.
	 */
	private static function ofRing(WaitCause $hold, Ring $ring): self
	{
		$status = $ring->status();
		$request = $status['state'] === 'idle' ? null : $status['request'];
		$sinceNs = $request['elapsed_ns'] ?? null;
		if ($request === null || ($sinceNs !== null && hrtime(true) - $sinceNs > $hold->atNs)) {
			$ended = self::endedAt($ring, $hold->atNs);

			return new self($hold, $ended === null ? null : self::title($ended), $hold->connection?->sinceNs, null,
				null, self::command($hold));
		}
		$stack = $ring->stack();
		$frames = $stack !== null && $stack['request'] === $request['number'] ? $stack['frames'] : [];

		return new self($hold, self::title($request), $sinceNs, $frames[0]['function'] ?? null, Place::caller($frames),
			self::command($hold));
	}

	/**
	 * The finished request that the process ran at a time, given as hrtime() has it; null: none, or its ring no longer
	 * has it.
	 *
	 * @return array{method: string, uri: string, tags: array<string, string>, ...}|null
	 */
	private static function endedAt(Ring $ring, int $atNs): ?array
	{
		$at = microtime(true) - (hrtime(true) - $atNs) / 1e9;
		foreach ($ring->requests(self::LOOK_BACK) as $request) {
			if ($request['began'] <= $at) {
				return $at <= $request['began'] + $request['wall_ns'] / 1e9 ? $request : null;
			}
		}

		return null;
	}

	/**
	 * "GET cart.show" if the program tags its route, because all requests of a front controller have the same URI.
	 *
	 * @param array{method: string, uri: string, tags: array<string, string>, ...} $request
	 */
	private static function title(array $request): string
	{
		return trim("$request[method] " . ($request['tags']['route'] ?? $request['uri']));
	}

	/** "GET cart.show", "mariadbd", or "a connection of app to MariaDB from 10.0.0.7" */
	public function name(): string
	{
		return $this->request ?? ($this->hold->pid === null ? (string) $this->hold->connection?->owner()
			: ($this->command === '' ? $this->hold->key() : $this->command));
	}

	/**
	 * The program and PHP's script; other arguments may be secrets, and titles such as PostgreSQL's have the client's
	 * port.
	 */
	private static function command(WaitCause $hold): string
	{
		$words = explode("\0", $hold->pid === null ? '' : (string) @file_get_contents("/proc/$hold->pid/cmdline"));
		$program = basename((string) preg_replace('/: .*/s', '', $words[0]));

		return $program
			. (str_starts_with($program, 'php') && preg_match('~^[^-]~', $words[1] ?? '') === 1 ? " $words[1]" : '');
	}

	/** "pid 812, GET /export, 9.0 s, in fgetcsv from Export::run" */
	public function text(string $verb = ''): string
	{
		if ($this->hold->pid === null) {
			return $this->hold->key() . $verb
				. ($this->elapsedNs === null ? '' : ', in a transaction for ' . Units::time($this->elapsedNs))
				. ($this->hold->connection?->isIdle === true ? ', idle' : '');
		}

		return $this->hold->key() . $verb . ($this->request === null
			? ($this->command === '' ? '' : " ($this->command)")
			: ", $this->request" . ($this->elapsedNs === null ? '' : ', ' . Units::time($this->elapsedNs))
				. ($this->in === null ? '' : ', in ' . Place::text($this->in, $this->caller)));
	}

	/**
	 * @return array{pid: int|null, request: string|null, elapsed_ns: int|null, in: string|null, caller: string|null,
	 *     connection: string|null}
	 */
	public function data(): array
	{
		return ['pid' => $this->hold->pid, 'request' => $this->request, 'elapsed_ns' => $this->elapsedNs,
			'in' => $this->in, 'caller' => $this->caller, 'connection' => $this->hold->connection?->name()];
	}
}
