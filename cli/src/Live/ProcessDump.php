<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Process\ProcStat;
use XHProf\Ring;

/**
 * A dump of one process: what it is doing, and its stack at this moment; for a dead process its last stacks.
 *
 * @phpstan-import-type Frame from Wait
 * @phpstan-import-type MarkSum from Marks
 * @phpstan-import-type Death from Deaths
 * @phpstan-import-type Lasted from Deaths
 * @phpstan-type Status array{pid: int, tid: int, sapi: string, pool: string, php: string, is_alive: bool|null,
 *     is_from_outside: bool, state: string, request: array{number: int, began: float, elapsed_ns: int|null,
 *     method: string, uri: string, memory_bytes: int, peak_bytes: int, tags: array<string, string>, trace: string|null,
 *     span: string|null, marks: array<string, MarkSum>}, sampling: array{dumps: int}}
 * @phpstan-type Stack array{time: float, age_ns: int, weight_ns: int, request: int, flags: list<string>,
 *     wait: string|null, frames: list<Frame>}
 * @phpstan-type StackRow array{time: float, age_ns: int, flags: list<string>, wait: string|null, waited_ns: int|null,
 *     does: array{kind: string, text: string}, frames: list<Frame>}
 */
final class ProcessDump
{
	/** The number of samples that are searched for the last different stacks of a process. */
	private const LAST_SAMPLES = 1000;

	/** @var Status */
	private array $status;

	private readonly bool $wasAsked;
	private readonly int $dumpsBefore;

	/** Why the process could not be asked for a dump. */
	private string $problem = '';

	/** The variables of its calls; null: they were not requested, or it runs no request. */
	public readonly ?Locals $locals;

	/** The process that this one waits for; null: none, or not known. */
	public ?CauseDetails $holder = null;

	/** @var Death|null */
	private ?array $death = null;

	/** @var Lasted|null */
	private ?array $lasted = null;

	/** @param bool $hasLocals whether variables are asked for as well */
	public function __construct(public readonly string $file, private readonly Ring $ring, bool $hasLocals = false)
	{
		$this->refresh();
		$this->dumpsBefore = $this->status['sampling']['dumps'];
		$isBusy = $this->isAlive() && $this->status['state'] !== 'idle';
		$this->locals = $hasLocals && $isBusy ? new Locals($file, $ring) : null;
		$this->wasAsked = $isBusy && $this->ask();
	}

	/**
	 * Why it died; null: it is not known, or it is alive.
	 *
	 * @return Death|null
	 */
	public function death(): ?array
	{
		return $this->death;
	}

	public function findDeath(Deaths $deaths): void
	{
		if ($this->isAlive()) {
			return;
		}
		$this->death = $deaths->of($this->file, $this->status);
		if (in_array($this->status['state'], ['running', 'shutdown'], true)) {
			$sampled_ns = $this->ring->request($this->status['request']['number'])?->summary()['wall_ns'] ?? 0;
			$this->lasted = Deaths::lasted($this->file, $this->status, $this->death, $sampled_ns);
		}
	}

	/**
	 * How long the request lasted in which it died; null: it did not die in a request.
	 *
	 * @return Lasted|null
	 */
	public function lasted(): ?array
	{
		return $this->lasted;
	}

	/** True as long as the answer may still come. */
	public function isWaiting(): bool
	{
		$isLocalsWaiting = $this->locals !== null && $this->locals->isWaiting();

		return $this->isStackWaiting() || ($isLocalsWaiting && $this->isAlive());
	}

	/** Why there are no variables; null: there are, or they were not requested. */
	public function localsProblem(): ?string
	{
		if ($this->locals === null || $this->locals->answer() !== null) {
			return null;
		}
		if ($this->locals->problem() !== '') {
			return $this->locals->problem();
		}
		$does = $this->stacks(1)[0]['does']['text'] ?? 'it may have no CPU';

		return "no variables: it reached no safe point within a second ($does)";
	}

	private function isStackWaiting(): bool
	{
		if (!$this->wasAsked || $this->status['sampling']['dumps'] !== $this->dumpsBefore) {
			return false;
		}
		$this->refresh();

		return $this->status['sampling']['dumps'] === $this->dumpsBefore && $this->isAlive()
			&& $this->status['state'] !== 'idle';
	}

	public function isAlive(): bool
	{
		return Rings::isAlive($this->status);
	}

	/** True if a signal has stopped the process, so that it cannot answer. */
	public function isStopped(): bool
	{
		return $this->status['is_alive'] === true
			&& ProcStat::of($this->status['pid'], $this->status['tid'])?->isStopped() === true;
	}

	/** True if the current request belongs to this trace. */
	public function isOf(string $trace): bool
	{
		return $this->status['state'] !== 'idle' && $this->status['request']['trace'] === $trace;
	}

	/** True if the process died between two requests: it has nothing to show, and the next sweep removes its files. */
	public function isOver(): bool
	{
		return !$this->isAlive() && $this->status['state'] === 'idle';
	}

	/** @return Status */
	public function status(): array
	{
		return $this->status;
	}

	/** @return array<string, mixed> */
	public function data(): array
	{
		$status = $this->status;
		$stacks = $this->stacks(1);

		return ['ring' => $this->file, 'pid' => $status['pid'], 'tid' => $status['tid'],
			'sapi' => $status['sapi'], 'pool' => $status['pool'],
			'php' => $status['php'], 'is_alive' => $status['is_alive'], 'is_from_outside' => $status['is_from_outside'],
			'state' => $this->isStopped() ? Worker::STOPPED : $status['state'],
			'request' => ['tags' => (object) $status['request']['tags'],
				'marks' => (object) $status['request']['marks']] + $status['request'], 'is_answer' => $this->isAnswer(),
			'problem' => $this->problem === '' ? null : $this->problem] + ($this->locals === null ? []
				: ['locals' => $this->locals->answer(), 'locals_problem' => $this->localsProblem()])
			+ ($this->isAlive() ? ['stack' => $stacks[0] ?? null, 'waits_for' => $this->holder?->data()]
				: ['death' => $this->death, 'lasted' => $this->lasted, 'last_stacks' => $this->stacks(5)]);
	}

	/** True if the process answered: the stack is that of the moment when it was asked for. */
	public function isAnswer(): bool
	{
		return $this->wasAsked && $this->status['sampling']['dumps'] !== $this->dumpsBefore;
	}

	public function problem(): string
	{
		return $this->problem;
	}

	/**
	 * The newest stacks of the current request, or of the last one of a dead process, the newest first. Equal stacks in
	 * a row appear once, with the time of the newest.
	 *
	 * @return list<StackRow>
	 */
	public function stacks(int $limit): array
	{
		$rows = [];
		$last = null;
		/** @var list<Stack> $stacks */
		$stacks = $this->ring->stacks(self::LAST_SAMPLES);
		foreach ($stacks as $i => $stack) {
			$isNew = $stack['frames'] !== $last;
			$last = $stack['frames'];
			if ($isNew && count($rows) < $limit && $stack['request'] === $this->status['request']['number']) {
				$rows[] = ['time' => $stack['time'], 'age_ns' => $stack['age_ns'], 'flags' => $stack['flags'],
					'wait' => $stack['wait'], 'waited_ns' => self::waited(array_slice($stacks, $i)),
					'does' => Wait::of($stack['frames'], $stack['flags'], $stack['wait']),
					'frames' => $stack['frames']];
			}
		}

		return $rows;
	}

	/**
	 * How long the newest stack had been waiting: back to the first of the equal samples between which the thread did
	 * not run. Null: no sample shows it.
	 *
	 * @param list<Stack> $stacks
	 */
	private static function waited(array $stacks): ?int
	{
		$began = $newest = null;
		foreach ($stacks as $stack) {
			$newest ??= $stack;
			if ($stack['frames'] !== $newest['frames'] || $stack['wait'] !== $newest['wait']
				|| $stack['request'] !== $newest['request'] || !in_array('off_cpu', $stack['flags'], true)) {
				break;
			}
			if (in_array('dump', $stack['flags'], true)) {
				continue;
			}
			$began = $stack['time'] * 1e9 - $stack['weight_ns'];
			if (!in_array('repeated', $stack['flags'], true)) {
				break;
			}
		}

		return $began === null ? null : (int) max(0, $newest['time'] * 1e9 - $began);
	}

	private function ask(): bool
	{
		try {
			return $this->ring->control(['dump' => true]);
		} catch (\RuntimeException $e) {
			$this->problem = Access::reason(substr($this->file, 0, -strlen('.data')) . '.ctl', $e);
		}

		return false;
	}

	private function refresh(): void
	{
		/** @var Status $status */
		$status = $this->ring->status();
		$this->status = $status;
	}
}
