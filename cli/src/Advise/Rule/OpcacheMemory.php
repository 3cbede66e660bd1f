<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise\Rule;

use XHProf\Cli\Advise\Call;
use XHProf\Cli\Advise\Defect;
use XHProf\Cli\Advise\Need;
use XHProf\Cli\Advise\Proof;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule;
use XHProf\Cli\Terminal\Units;

/**
 * opcache has no room for all files of a site. It compiles new files in each request, until it restarts with an empty
 * cache.
 */
final class OpcacheMemory extends Rule
{
	protected const NEEDS = [Need::Calls, Need::Site, Need::Cache];

	/** One restart a day is normal: a release, or a nightly cron job. */
	private const SECONDS = 86_400;

	/** @param 'opcache-full'|'opcache-restarting' $id */
	public function __construct(private readonly string $id)
	{
	}

	public function id(): string
	{
		return $this->id;
	}

	public function findings(Recording $run): array
	{
		$cache = $run->engine('cache');
		$number = static fn (string $key): int => is_array($cache) && is_numeric($cache[$key] ?? null)
			? (int) $cache[$key] : 0;
		$flag = static fn (string $key): bool => is_array($cache) && ($cache[$key] ?? false) === true;
		$areKeysUsed = $number('most_keys') > 0 && $number('keys') >= $number('most_keys');
		$room = [Units::count($number('scripts')) . ' files, ' . Units::count($number('keys')) . ' of '
			. Units::count($number('most_keys')) . ' keys are used', Units::bytes($number('free_bytes'))
				. ' are free, ' . Units::bytes($number('wasted_bytes')) . ' hold old versions of files'];
		if ($this->id === 'opcache-full') {
			return $flag('full') || $areKeysUsed ? [$this->finding($run,
				'opcache is full, and files that it does not hold are compiled in each request', $room)] : [];
		}
		$often = 'it restarted ' . Units::of($number('restarts'), 'time') . ' because it was full, in the '
			. Units::span($number('age_s')) . ' since the server started';
		if ($flag('restarting')) {
			return [$this->finding($run, 'opcache is restarting, and this request could not use it',
				[$often, ...$room])];
		}

		return $number('restarts') * self::SECONDS > $number('age_s')
			? [$this->finding($run, 'opcache was full and restarted empty', [$often, ...$room])] : [];
	}

	/** @param non-empty-list<string> $evidence */
	private function finding(Recording $run, string $text, array $evidence): Defect
	{
		$loads = $run->those(static fn (Call $call): bool => str_starts_with($call->function, 'load::'));
		usort($loads, static fn (Call $a, Call $b): int => $b->wallNs <=> $a->wallNs);
		$evidence[] = 'files compiled in this request: '
			. Units::count(Call::total($loads));

		return new Defect($this->id, $text, array_sum(array_map($run->own(...), $loads)), null, $loads[0] ?? null,
			null, $evidence, 'double opcache.memory_consumption and opcache.max_accelerated_files, '
				. 'and do not write PHP files under new names at run time', Proof::ofRequest());
	}
}
